import type { Explanation } from './explanation.ts';

/** The departures of integrations, hooks and error tracking that are right as they are (18.9). */
export const integrationsDepartures: readonly Explanation[] = [
  {
    where: /^PUT \/(groups|projects)\/\{id\}\/(integrations|services)\/[a-z-]+$/,
    what: /^(answers with "properties"|sends "(nonsense|notify_only_default_branch)")/,
    source:
      'A single integration shows its properties (integrations_spec.rb); a test sends what is dropped in silence.',
  },
  {
    where: /^POST \/(groups\/\{id\}\/|projects\/\{id\}\/)?hooks$/,
    what: /^sends "(repository_update_events|subgroup_events|custom_webhook_template)"/,
    source: 'Tests send what a family of hooks does not take, to see it dropped in silence (group_hooks.rb, 18.9).',
  },
  {
    where: /^DELETE \/projects\/\{id\}\/error_tracking\/client_keys\/\{key_id\}$/,
    what: /^answers 200/,
    source: 'Answers 200 with the key that is gone (error_tracking/client_keys_spec.rb).',
  },
  {
    where: /^PUT \/((groups|projects)\/\{id\}\/)?hooks\/\{hook_id\}\/(custom_headers|url_variables)\/\{key\}$/,
    what: /^answers 204/,
    source: 'hooks_shared_examples.rb, PUT custom_headers and url_variables.',
  },
  {
    where: /^POST \/projects\/:n\/services\/(mattermost|slack)_slash_commands\/trigger$/,
    what: /^no such endpoint/,
    source: 'The old words for integrations, which the description leaves out; lib/api/integrations.rb.',
  },
  {
    where: /^POST \/projects\/\{id\}\/integrations\/(mattermost|slack)_slash_commands\/trigger$/,
    what: /^sends "(team_domain|team_id|text|user_id|user_name)"/,
    source:
      'The token alone is declared; the command reads what else the chat sends (lib/api/integrations.rb, integration.trigger(params)).',
  },
];
