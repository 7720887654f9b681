import type { Explanation } from './explanation.ts';

/** The departures of CI/CD variables that are right as they are (18.9). */
export const variablesDepartures: readonly Explanation[] = [
  {
    where: /^(GET|POST|PUT|DELETE) \/admin\/ci\/variables(\/\w+)?$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; recorded/kinds.jsonl answers them (variables of the instance).',
  },
  {
    where: /^(GET|PUT|DELETE) \/groups\/\{id\}\/variables\/\{key\}$/,
    what: /^sends "filter"/,
    source:
      'The description of a group’s variables lacks what that of a project’s has: one key may stand for several environments (lib/api/group_variables.rb; recorded/access.jsonl).',
  },
  {
    where: /^(GET|PUT|DELETE) \/projects\/\{id\}\/variables\/\{key\}$/,
    what: /^"filter" wants object, has "/,
    source: '`filter[environment_scope]=prod` in a query is an object of one field; the checker reads its value alone.',
  },
];
