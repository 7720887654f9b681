import { answersWith } from './answers-with.ts';
import type { Explanation } from './explanation.ts';

/** The departures of groups that are right as they are (18.9). */
export const groupsDepartures: readonly Explanation[] = [
  {
    where: /^(POST|PUT) \/groups(\/\{id\}(\/(un)?archive|\/restore|\/transfer|\/share)?)?$/,
    what: answersWith(
      ...['shared_with_groups', 'runners_token', 'enabled_git_access_protocol'],
      ...['prevent_sharing_groups_outside_hierarchy', 'step_up_auth_required_oauth_provider', 'projects'],
      ...['shared_projects', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
      ...['prevent_forking_outside_group', 'service_access_tokens_expiration_enforced', 'membership_lock'],
      ...['ip_restriction_ranges', 'allowed_email_domains_list', 'only_allow_merge_if_pipeline_succeeds'],
      ...[
        'allow_merge_on_skipped_pipeline',
        'only_allow_merge_if_all_discussions_are_resolved',
        'unique_project_download_limit',
      ],
      ...[
        'unique_project_download_limit_interval_in_seconds',
        'unique_project_download_limit_allowlist',
        'unique_project_download_limit_alertlist',
      ],
      ...['auto_ban_user_on_excessive_projects_download'],
    ),
    source:
      'A change of a group is answered with the group by itself; the description names the short form (lib/api/entities/group_detail.rb, ee/lib/ee/api/entities/group_detail.rb).',
  },
  {
    where: /^DELETE \/(groups|projects)\/\{id\}$/,
    what: /^(sends "(full_path|permanently_remove)"|answers 202)/,
    source: 'A deletion for good takes both; the answer is 202 (groups_spec.rb, DELETE /groups/:id).',
  },
  {
    where: /^(GET|PUT|DELETE) \/(groups|projects|users)\/:n\/custom_attributes/,
    what: /^no such endpoint/,
    source: 'Left out of the description; custom_attributes_endpoints_shared_examples.rb.',
  },
  {
    where: /^GET \/groups\/:n\/(invited_groups|transfer_locations)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; groups_spec.rb.',
  },
  {
    where: /^POST \/(groups|personal_access_tokens\/\{id\}\/rotate|groups\/\{id\}\/ldap_sync|users\/\{id\}\/reject)$/,
    what: /^(answers 20[02]|sends "visibillity")/,
    source:
      'Rotation and reject answer 200, a sync 202; a test sends a misspelt name, which is dropped (personal_access_tokens_spec.rb, users_spec.rb).',
  },
  {
    where: /^GET \/(groups|users)$/,
    what: /^"custom_attributes" wants object/,
    source: 'A hash in a query, of which the checker sees one value (custom_attributes_endpoints_shared_examples.rb).',
  },
  {
    where: /^POST \/(groups|user\/runners)$/,
    what: /^(leaves out required "(name|path)"|"tag_list" wants array)/,
    source: 'Sent as a form, which the checker does not read; a text is a comma list (user_runners_spec.rb).',
  },
  {
    where: /^GET \/groups\/(:n|-42)\/(provisioned|saml)_users$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; ee/lib/ee/api/groups.rb.',
  },
  {
    where: /^POST \/groups\/:n\/transfer_to_organization$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/groups.rb.',
  },
  {
    where: /^GET \/groups$/,
    what: /^"active" wants boolean, has ""/,
    source: 'A blank switch is none: all groups (Grape’s Boolean, lib/api/groups.rb group_list_params).',
  },
  {
    where: /^(PUT|DELETE) \/groups\/\{id\}$/,
    what: /^answers 301/,
    source: 'In maintenance mode a write that is no JSON is sent away (lib/gitlab/middleware/read_only/controller.rb).',
  },
  {
    where: /^GET \/groups\/:n\/avatar$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/group_avatar.rb.',
  },
];
