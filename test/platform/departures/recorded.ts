import type { Explanation } from './explanation.ts';

/**
 * What a real GitLab 18.9 was seen to take though its description says otherwise. These requests are those of test/recorded, which
 * sends what was recorded again, and declares every value that was accepted.
 */
export const recordedDepartures: readonly Explanation[] = [
  {
    where: /^PUT \/application\/plan_limits$/,
    what: /^("[a-z_]+" wants integer, has "12"|sends "max_pipelines_per_merge_train")/,
    source: 'Digits as text are taken as the number, and the limit of merge trains is taken (plan-limits, 18.9).',
  },
  {
    where: /^PUT \/application\/settings$/,
    what: /^"(foundational_agents_statuses|kroki_formats|sign_in_restrictions|housekeeping_(full_repack|gc)_period)" wants/,
    source: 'Maps and text are taken (settings, 18.9).',
  },
  {
    where: /^PUT \/(groups|projects)\/\{id\}\/hooks\/\{hook_id\}$/,
    what: /^sends "resource_deploy_token_events"/,
    source: 'Answered with 200 (hooks, 18.9).',
  },
  {
    where: /^PUT \/(groups|projects)\/\{id\}\/integrations\/(discord|mattermost)$/,
    what: /^"notify_only_(broken_pipelines|when_pipeline_status_changes)" wants boolean, has ""/,
    source: 'An empty text is taken as off (integrations, 18.9).',
  },
  {
    where: /^PUT \/(groups|projects)\/\{id\}\/integrations\/git-guardian$/,
    what: /^sends "api_url"/,
    source: 'Taken, and never shown (integrations, 18.9).',
  },
  {
    where: /^PUT \/(groups|projects)\/\{id\}\/integrations\/pipelines-email$/,
    what: /^sends "notify_child_pipelines"/,
    source: 'Taken, and never shown (integrations, 18.9).',
  },
  {
    where: /^PUT \/(groups|projects)\/\{id\}\/integrations\/jira$/,
    what: /^("issues_enabled" wants string|sends "jira_issue_transition_automatic")/,
    source: 'Answered with 200 (integrations, 18.9).',
  },
  {
    where: /^PUT \/groups\/\{id\}$/,
    what: /^sends "(built_in_project_templates_enabled|create_code_review_flow_consent|crm_enabled|duo_(custom_agents|custom_flows|external_agents)_availability|duo_template_project_id|lock_built_in_project_templates_enabled|(lock_)?resource_access_token_notify_inherited|tool_approval_for_session_availability)"/,
    source: 'Answered with 200 (groups, 18.9).',
  },
  {
    where: /^PUT \/runners\/\{id\}$/,
    what: /^"maximum_timeout" wants integer, has ""/,
    source: 'An empty text clears it (access, 18.9).',
  },
  {
    where: /^PUT \/users\/\{id\}$/,
    what: /^sends "bogus"/,
    source: 'A test sends what is dropped in silence (kinds, 18.9).',
  },
  {
    where: /^GET \/projects\/:n\/services\/telegram$/,
    what: /^no such endpoint/,
    source: 'The old word for integrations, which the description leaves out (permissions, 18.9: 401 without a token).',
  },
  {
    where: /^DELETE \/groups\/\{id\}\/protected_branches\/\{name\}$/,
    what: /^answers 200/,
    source: 'Answered with what it was, and not with 204 as for a project (kinds, 18.9).',
  },
  {
    where: /^(POST \/groups\/:n\/export|GET \/groups\/:n\/export\/download)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/group_export.rb.',
  },
  {
    where: /^((GET|POST) \/projects\/:n\/export|GET \/projects\/:n\/export\/download)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/project_export.rb.',
  },
  {
    where: /^(GET \/projects\/:n\/(avatar|snapshot)|(GET|POST) \/projects\/:n\/ci\/lint)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/{avatar,project_snapshots,lint}.rb.',
  },
  {
    where:
      /^(GET \/projects\/:n\/merge_requests\/:n\/resource_label_events(\/:n)?|PUT \/projects\/:n\/merge_requests\/:n\/reset_approvals)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/{resource_label_events,merge_request_approvals}.rb.',
  },
];
