import type { Explanation } from './explanation.ts';

/** The departures of deploy keys and deploy tokens that are right as they are (18.9). */
export const deployDepartures: readonly Explanation[] = [
  {
    where: /^(GET|POST|PUT|DELETE) (\/projects\/[^/]+)?\/deploy_keys(\/[^/]+)?$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; recorded/kinds.jsonl answers them (deploy keys of a project).',
  },
  {
    where: /^(GET|POST|DELETE) (\/projects\/[^/]+)?\/deploy_tokens(\/[^/]+)?$/,
    what: /^no such endpoint/,
    source:
      'The description has those of groups alone; recorded/kinds.jsonl answers them (deploy tokens of a project).',
  },
];
