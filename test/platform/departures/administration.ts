import type { Explanation } from './explanation.ts';

/** The departures of settings, plan limits, roles and audit events that are right as they are (18.9). */
export const administrationDepartures: readonly Explanation[] = [
  {
    where: /^PUT \/(application\/settings|groups\/\{id\})$/,
    what: /^"\w+" wants (string|boolean), has/,
    source:
      'The description types switches and lists as texts; a text of a switch is one (settings_spec.rb, groups_spec.rb).',
  },
  {
    where: /^GET \/audit_events$/,
    what: /^leaves out required "entity_type"/,
    source: 'Demanded beside `entity_id` alone (ee/audit_events_spec.rb, 400 response).',
  },
  {
    where: /^PUT \/(application\/plan_limits|application\/settings)$/,
    what: /^(sends "golang_max_file_size"|"\w+" wants array, has)/,
    source:
      'A test sends what is not declared, to see it dropped; a text is a comma list (plan_limits_spec.rb, settings_spec.rb).',
  },
  {
    where: /^PUT \/application\/(settings|plan_limits)$/,
    what: /^("\w+" wants integer, has|answers with "\w+", which the entity does not have|sends "(mcp_server_enabled|no_such_setting)")/,
    source:
      'Numbers may come as texts; a sandbox of a newer version knows settings that the description of 18.9 does not (settings_spec.rb).',
  },
  {
    where: /^POST \/member_roles$/,
    what: /^sends "read_what_nobody_knows"/,
    source:
      'A permission that no version has, declared on purpose so that GitLab refuses it (test/apply/independence.test.ts).',
  },
  {
    where: /^PUT \/application\/settings$/,
    what: /^"resource_usage_limits" wants object/,
    source: 'Declared as JSON: a text of it is read (lib/api/settings.rb).',
  },
  {
    where: /^POST \/nowhere$/,
    what: /^no such endpoint/,
    source:
      'On purpose: in maintenance mode what is kept out is not looked up first (lib/gitlab/middleware/read_only/controller.rb).',
  },
];
