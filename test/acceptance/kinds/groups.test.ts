import { describe } from 'vitest';
import { api, ground, scenario } from '../ground/ground.ts';
import { live } from '../ground/life.ts';
import { place } from '../ground/place.ts';
import { changing, fieldsOf, half, type Pair } from '../ground/values.ts';

type Chosen = { readonly [field: string]: Pair | null };

const sameTwice = (value: Pair['first']): Pair => ({ first: value, other: value });

/** What a group below another one cannot have, or what takes something that is not ours to make. */
const NOT_HERE: Chosen = {
  // The provider of a sign-in, and ids of projects and namespaces.
  ...{ step_up_auth_required_oauth_provider: null, file_template_project_id: null, duo_template_project_id: null },
  ...{ duo_namespace_access_rules: null, unique_project_download_limit_alertlist: null },
  ...{ unique_project_download_limit_allowlist: null },
  // Not allowed where the instance has no licence for Duo.
  experiment_features_enabled: null,
  // They follow duo_availability.
  ...{ duo_features_enabled: null, lock_duo_features_enabled: null },
  // A directory that syncs the group; its links have a scenario of their own.
  ...{ ldap_cn: null, ldap_access: null },
  // Of groups at the top alone, as those of AT_THE_TOP.
  ...{ enabled_git_access_protocol: null, unique_project_download_limit: null },
  ...{ unique_project_download_limit_interval_in_seconds: null, auto_ban_user_on_excessive_projects_download: null },
  // Whoever sends them must not be shut out.
  ...{ ip_restriction_ranges: null, require_two_factor_authentication: sameTwice(false) },
  // Refused, ignored or inherited below a top-level group.
  ...{ shared_runners_minutes_limit: null, extra_shared_runners_minutes_limit: null, allowed_email_domains_list: null },
  ...{ prevent_sharing_groups_outside_hierarchy: null, prevent_forking_outside_group: null, membership_lock: null },
  ...{ service_access_tokens_expiration_enforced: null, duo_core_features_enabled: null },
};

/** What a group has at the top alone, and what goes down to those below it. */
const AT_THE_TOP = [
  ...['enabled_git_access_protocol', 'unique_project_download_limit', 'membership_lock'],
  ...['unique_project_download_limit_interval_in_seconds', 'auto_ban_user_on_excessive_projects_download'],
  ...['prevent_sharing_groups_outside_hierarchy', 'prevent_forking_outside_group', 'allowed_email_domains_list'],
  ...[
    'shared_runners_minutes_limit',
    'extra_shared_runners_minutes_limit',
    'service_access_tokens_expiration_enforced',
  ],
];

const domains: Pair = { first: ['example.com'], other: ['example.com', 'example.org'] };

const CHOSEN: Chosen = {
  visibility: sameTwice('private'),
  default_branch: { first: 'trunk', other: 'main' },
  default_branch_protection_defaults: {
    first: {
      allowed_to_push: [{ access_level: 40 }],
      allowed_to_merge: [{ access_level: 40 }],
      allow_force_push: false,
    },
    other: {
      allowed_to_push: [{ access_level: 30 }],
      allowed_to_merge: [{ access_level: 30 }],
      allow_force_push: true,
    },
  },
};

describe('a group', () => {
  scenario(
    '11.3.5: goes through its life with every attribute, those included that POST breaks on',
    { tier: 'ultimate' },
    async () => {
      const here = await place();
      const pairs = fieldsOf('groups', { ...NOT_HERE, ...CHOSEN });
      const path = `${here.path}/life`;
      // What the platform does not show, no plan can tell the change of.
      const seen = new Set(Object.keys((await api.get(`/groups/${here.id}`)).object));
      await live({
        made: { groups: { [path]: { ...half(pairs, 'first'), name: 'One name' } } },
        changed: { groups: { [path]: { ...half(pairs, 'other'), name: 'Another name' } } },
        fields: ['name', ...changing(pairs).filter((field) => seen.has(field))],
        undeclared: { groups: { [here.path]: {} } },
        removed: { groups: { [path]: { state: 'absent' } } },
        target: `group[${path}]**`,
      });
    },
  );

  scenario('at the top goes through its life with what only such a group has', { tier: 'ultimate' }, async () => {
    const path = `${ground.root}-top`;
    const every = fieldsOf('groups', { allowed_email_domains_list: domains, visibility: sameTwice('private') });
    const pairs = Object.fromEntries(Object.entries(every).filter(([field]) => AT_THE_TOP.includes(field)));
    await live({
      made: { groups: { [path]: half(pairs, 'first') } },
      changed: { groups: { [path]: half(pairs, 'other') } },
      fields: changing(pairs),
      undeclared: { groups: { [path]: {} } },
      removed: { groups: { [path]: { state: 'absent' } } },
      target: `group[${path}]**`,
    });
  });
});
