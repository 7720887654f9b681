import { canRead, chainOf, hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import type { Json, JsonObject } from '../json.ts';
import type { GroupRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { ldapLinkEntity, samlLinkEntity } from './group-links.ts';
import { projectEntity } from './project.ts';

/** Free attributes of the list form, in its order. */
const freeFields = [
  ...[
    'share_with_group_lock',
    'require_two_factor_authentication',
    'two_factor_grace_period',
    'project_creation_level',
  ],
  ...['auto_devops_enabled', 'subgroup_creation_level', 'emails_disabled', 'emails_enabled'],
  ...['show_diff_preview_in_email', 'mentions_disabled', 'lfs_enabled', 'math_rendering_limits_enabled'],
  ...['lock_math_rendering_limits_enabled', 'default_branch', 'default_branch_protection'],
  ...['default_branch_protection_defaults', 'request_access_enabled', 'shared_runners_setting', 'max_artifacts_size'],
];

/** Shown with a licence, to Owners only. */
const ownerFields = [
  ...['duo_core_features_enabled', 'duo_features_enabled', 'lock_duo_features_enabled'],
  ...['auto_duo_code_review_enabled'],
];

const detailFields = [
  ...['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit', 'ip_restriction_ranges'],
  ...['allowed_email_domains_list', 'only_allow_merge_if_pipeline_succeeds', 'allow_merge_on_skipped_pipeline'],
  'only_allow_merge_if_all_discussions_are_resolved',
];

const ultimateFields = [
  ...['unique_project_download_limit', 'unique_project_download_limit_interval_in_seconds'],
  ...['unique_project_download_limit_allowlist', 'unique_project_download_limit_alertlist'],
  'auto_ban_user_on_excessive_projects_download',
];

/** A group as lists show it (GET /groups, 18.9). */
export function groupEntity(call: Call, group: GroupRow): JsonObject {
  const { state, edition, externalUrl } = call.world;
  const chain = chainOf(state, group);
  const owner = hasLevel(call, { type: 'group', row: group }, 50);
  return {
    id: group.id,
    web_url: `${externalUrl}/groups/${group.full_path}`,
    name: group.name,
    path: group.path,
    description: group.attributes['description'] ?? null,
    visibility: group.visibility,
    ...pick(group, freeFields),
    // True also when only an ancestor is archived.
    archived: chain.some((above) => above.archived),
    avatar_url: group.attributes['avatar_url'] ?? null,
    full_name: fullName(chain),
    full_path: group.full_path,
    created_at: group.created_at,
    parent_id: group.parent_id,
    organization_id: 1,
    marked_for_deletion_on: group.marked_for_deletion_on,
    ...(licensed(edition, 'premium') ? premium(call, group, owner) : {}),
  };
}

function premium(call: Call, group: GroupRow, owner: boolean): JsonObject {
  const { state } = call.world;
  const ldap = state.ldapLinksByGroup(group.id);
  const saml = state.samlLinksByGroup(group.id);
  const template = group.attributes['file_template_project_id'];
  const project = typeof template === 'number' ? state.projects.get(template) : undefined;
  return {
    // The first link stands for all, as it did when there was but one.
    ldap_cn: ldap[0]?.cn ?? null,
    ldap_access: ldap[0]?.group_access ?? null,
    // Of a project that the caller may not see there is no mention.
    ...(project !== undefined && canRead(call, { type: 'project', row: project })
      ? { file_template_project_id: project.id }
      : {}),
    wiki_access_level: group.attributes['wiki_access_level'] ?? null,
    // The keys are absent when there are no links.
    ...(ldap.length > 0 ? { ldap_group_links: ldap.map((row) => ldapLinkEntity(call, row)) } : {}),
    ...(saml.length > 0 ? { saml_group_links: saml.map((row) => samlLinkEntity(call, row)) } : {}),
    ...(call.admin ? { repository_storage: 'default' } : {}),
    ...(owner ? pick(group, ownerFields) : {}),
  };
}

/** What an answer tells of a group: the answers to most changes tell neither its projects nor what is for Owners. */
export type Telling = 'with projects' | 'without projects' | 'after a change';

/** A group by itself (GET /groups/:id, 18.9). */
export function groupDetail(call: Call, group: GroupRow, telling: Telling): JsonObject {
  const { edition } = call.world;
  const owner = hasLevel(call, { type: 'group', row: group }, 50);
  const root = group.parent_id === null;
  return {
    ...groupEntity(call, group),
    shared_with_groups: sharedWith(call, group),
    ...(owner && telling !== 'after a change' ? ownersDetail(group) : {}),
    ...(root ? pick(group, ['prevent_sharing_groups_outside_hierarchy']) : {}),
    ...(telling === 'with projects' ? projectLists(call, group) : {}),
    ...(licensed(edition, 'premium') ? premiumDetail(group) : {}),
    ...(licensed(edition, 'ultimate') && root && owner ? downloadLimits(call, group) : {}),
  };
}

/** Where nobody is to be told of downloads, the active Owners are (GET /groups/:id, 18.9). */
function downloadLimits({ world: { state } }: Call, group: GroupRow): JsonObject {
  const told = group.attributes['unique_project_download_limit_alertlist'];
  if (Array.isArray(told) && told.length > 0) return pick(group, ultimateFields);
  const members = state.membersBySource(sourceKey('group', group.id)).filter((row) => row.access_level === 50);
  const owners = members.map((row) => row.user_id).filter((id) => state.users.get(id)?.state === 'active');
  return { ...pick(group, ultimateFields), unique_project_download_limit_alertlist: owners };
}

function ownersDetail(group: GroupRow): JsonObject {
  return {
    runners_token: group.runners_token,
    ...(group.parent_id === null ? pick(group, ['enabled_git_access_protocol']) : {}),
    step_up_auth_required_oauth_provider: group.attributes['step_up_auth_required_oauth_provider'] ?? null,
  };
}

function premiumDetail(group: GroupRow): JsonObject {
  const { attributes } = group;
  return {
    ...pick(group, detailFields),
    prevent_forking_outside_group: attributes['prevent_forking_outside_group'] ?? false,
    membership_lock: attributes['membership_lock'] ?? false,
    ...(group.parent_id === null
      ? { service_access_tokens_expiration_enforced: attributes['service_access_tokens_expiration_enforced'] ?? true }
      : {}),
  };
}

/** Only the links whose group the caller may see. */
function sharedWith(call: Call, group: GroupRow): readonly Json[] {
  const { state, edition } = call.world;
  return state.sharesBySource(sourceKey('group', group.id)).flatMap((share) => {
    const row = state.groups.get(share.group_id);
    if (row === undefined || !canRead(call, { type: 'group', row })) return [];
    return [
      {
        group_id: row.id,
        group_name: row.name,
        group_full_path: row.full_path,
        group_access_level: share.group_access,
        expires_at: share.expires_at,
        ...(licensed(edition, 'ultimate') ? { member_role_id: share.member_role_id } : {}),
      },
    ];
  });
}

function projectLists(call: Call, group: GroupRow): JsonObject {
  const { state } = call.world;
  const own = state.projectsByGroup(group.id).filter((row) => canRead(call, { type: 'project', row }));
  const shared = state.sharesByGroup(group.id).flatMap((share) => {
    const row = share.source_type === 'project' ? state.projects.get(share.source_id) : undefined;
    return row === undefined || !canRead(call, { type: 'project', row }) ? [] : [row];
  });
  return {
    projects: own.slice(0, 100).map((row) => projectEntity(call, row)),
    shared_projects: shared.slice(0, 100).map((row) => projectEntity(call, row)),
  };
}

/** The names from the root down, as "A / B". */
export function fullName(chain: readonly GroupRow[]): string {
  return chain
    .map((group) => group.name)
    .toReversed()
    .join(' / ');
}

function pick(group: GroupRow, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, group.attributes[name] ?? null]));
}
