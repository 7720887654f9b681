import { canRead, chainOf, hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { inForce } from './cascades.ts';
import { isJsonObject, type Json, type JsonObject } from '../store/json.ts';
import type { GroupRow } from './rows.ts';
import { sourceKey, type State } from '../store/state.ts';
import { ldapLinkEntity, samlLinkEntity } from '../members/entity-links.ts';
import { projectEntity } from '../projects/entity.ts';
import { fullName } from './full-name.ts';

/** Attributes of the list form on every tier, in its order. */
const freeFields = [
  ...[
    'share_with_group_lock',
    'require_two_factor_authentication',
    'two_factor_grace_period',
    'project_creation_level',
  ],
  ...['auto_devops_enabled', 'subgroup_creation_level', 'emails_enabled', 'mentions_disabled', 'lfs_enabled'],
  ...['lock_math_rendering_limits_enabled', 'default_branch', 'default_branch_protection'],
  ...['request_access_enabled', 'shared_runners_setting', 'max_artifacts_size'],
];

const detailFields = [
  ...['ip_restriction_ranges', 'allowed_email_domains_list'],
  ...['only_allow_merge_if_pipeline_succeeds', 'allow_merge_on_skipped_pipeline'],
  'only_allow_merge_if_all_discussions_are_resolved',
];

const ultimateFields = [
  ...['unique_project_download_limit', 'unique_project_download_limit_interval_in_seconds'],
  ...['unique_project_download_limit_allowlist', 'unique_project_download_limit_alertlist'],
  'auto_ban_user_on_excessive_projects_download',
];

/** A group as lists show it (GET /groups, 18.9). */
export function groupEntity(context: RequestContext, group: GroupRow): JsonObject {
  const { state, edition, externalUrl } = context.platform;
  const chain = chainOf(state, group);
  const owner = hasLevel(context, { type: 'group', row: group }, 50);
  return {
    id: group.id,
    web_url: `${externalUrl}/groups/${group.full_path}`,
    name: group.name,
    path: group.path,
    description: group.attributes['description'] ?? null,
    visibility: group.visibility,
    ...pick(group, freeFields),
    ...handedDown(context, chain),
    default_branch_protection_defaults: protectionOf(context, group),
    // True also when only an ancestor is archived.
    archived: chain.some((above) => above.archived),
    avatar_url: group.attributes['avatar_url'] ?? null,
    full_name: fullName(chain),
    full_path: group.full_path,
    created_at: group.created_at,
    parent_id: group.parent_id,
    organization_id: 1,
    marked_for_deletion_on: group.marked_for_deletion_on,
    ...enterprise(context, group),
    ...(licensed(edition, 'premium') ? premium(context, chain, owner) : {}),
    ...(group.parent_id === null && owner
      ? { duo_namespace_access_rules: group.attributes['duo_namespace_access_rules'] ?? [] }
      : {}),
  };
}

/** What is worked out from the groups above (GET /groups, 18.9). */
function handedDown({ platform: { state } }: RequestContext, chain: readonly GroupRow[]): JsonObject {
  const everywhere = (name: string): boolean => chain.every((group) => group.attributes[name] !== false);
  return {
    // Mail is off where it is off above; emails_enabled tells the group's own switch.
    emails_disabled: !everywhere('emails_enabled'),
    show_diff_preview_in_email: everywhere('show_diff_preview_in_email'),
    math_rendering_limits_enabled: cascaded(state, chain, 'math_rendering_limits_enabled'),
  };
}

function cascaded(state: State, chain: readonly GroupRow[], name: string): Json {
  return inForce(state, chain, { value: name, lock: `lock_${name}` });
}

/** Without a protection of its own a group has the instance's (GET /groups, 18.9). */
function protectionOf({ platform: { state } }: RequestContext, group: GroupRow): Json {
  const own = group.attributes['default_branch_protection_defaults'];
  const set = isJsonObject(own) && Object.keys(own).length > 0;
  return (set ? own : state.settings['default_branch_protection_defaults']) ?? null;
}

/** Shown on every tier of the Enterprise Edition, with a licence or without (GET /groups, 18.9). */
function enterprise(context: RequestContext, group: GroupRow): JsonObject {
  const { state } = context.platform;
  const ldap = state.ldapLinksByGroup(group.id);
  const saml = state.samlLinksByGroup(group.id);
  return {
    // The first link stands for all, as it did when there was but one.
    ldap_cn: ldap[0]?.cn ?? null,
    ldap_access: ldap[0]?.group_access ?? null,
    // The keys are absent when there are no links.
    ...(ldap.length > 0 ? { ldap_group_links: ldap.map((row) => ldapLinkEntity(context, row)) } : {}),
    ...(saml.length > 0 ? { saml_group_links: saml.map((row) => samlLinkEntity(context, row)) } : {}),
    wiki_access_level: group.attributes['wiki_access_level'] ?? null,
  };
}

function premium(context: RequestContext, chain: readonly GroupRow[], owner: boolean): JsonObject {
  const [group] = chain;
  const { state } = context.platform;
  const template = group?.attributes['file_template_project_id'];
  const project = typeof template === 'number' ? state.projects.get(template) : undefined;
  return {
    // Of a project that the caller may not see there is no mention.
    ...(project !== undefined && canRead(context, { type: 'project', row: project })
      ? { file_template_project_id: project.id }
      : {}),
    // That of the group's wiki, and there is none.
    ...(context.admin ? { repository_storage: null } : {}),
    ...(owner
      ? {
          duo_core_features_enabled: group?.attributes['duo_core_features_enabled'] ?? null,
          duo_features_enabled: cascaded(state, chain, 'duo_features_enabled'),
          lock_duo_features_enabled: group?.attributes['lock_duo_features_enabled'] ?? false,
        }
      : {}),
  };
}

/** What an answer tells of a group: the answers to most changes tell neither its projects nor what is for Owners. */
export type Telling = 'with projects' | 'without projects' | 'after a change';

/** A group by itself (GET /groups/:id, 18.9). */
export function groupDetail(context: RequestContext, group: GroupRow, telling: Telling): JsonObject {
  const { edition } = context.platform;
  const owner = hasLevel(context, { type: 'group', row: group }, 50);
  const root = group.parent_id === null;
  return {
    ...groupEntity(context, group),
    shared_with_groups: sharedWith(context, group),
    ...(owner && telling !== 'after a change' ? ownersDetail(group) : {}),
    ...(root ? pick(group, ['prevent_sharing_groups_outside_hierarchy']) : {}),
    ...(telling === 'with projects' ? projectLists(context, group) : {}),
    ...enterpriseDetail(context, group),
    ...(licensed(edition, 'premium') ? premiumDetail(group) : {}),
    ...(licensed(edition, 'ultimate') && root && owner ? downloadLimits(context, group) : {}),
  };
}

/** Where nobody is to be told of downloads, the active Owners are (GET /groups/:id, 18.9). */
function downloadLimits({ platform: { state } }: RequestContext, group: GroupRow): JsonObject {
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
  };
}

/** Shown by itself on every tier (GET /groups/:id, 18.9). */
function enterpriseDetail({ platform: { edition } }: RequestContext, group: GroupRow): JsonObject {
  const { attributes } = group;
  return {
    ...pick(group, ['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit']),
    prevent_forking_outside_group: licensed(edition, 'premium')
      ? (attributes['prevent_forking_outside_group'] ?? false)
      : null,
    membership_lock: attributes['membership_lock'] ?? false,
  };
}

function premiumDetail(group: GroupRow): JsonObject {
  const { attributes } = group;
  return {
    ...pick(group, detailFields),
    ...(group.parent_id === null
      ? { service_access_tokens_expiration_enforced: attributes['service_access_tokens_expiration_enforced'] ?? true }
      : {}),
  };
}

/** Only the links whose group the caller may see. */
function sharedWith(context: RequestContext, group: GroupRow): readonly Json[] {
  const { state, edition } = context.platform;
  return state.sharesBySource(sourceKey('group', group.id)).flatMap((share) => {
    const row = state.groups.get(share.group_id);
    if (row === undefined || !canRead(context, { type: 'group', row })) return [];
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

function projectLists(context: RequestContext, group: GroupRow): JsonObject {
  const { state } = context.platform;
  const own = state.projectsByGroup(group.id).filter((row) => canRead(context, { type: 'project', row }));
  const shared = state.sharesByGroup(group.id).flatMap((share) => {
    const row = share.source_type === 'project' ? state.projects.get(share.source_id) : undefined;
    return row === undefined || !canRead(context, { type: 'project', row }) ? [] : [row];
  });
  return {
    projects: own.slice(0, 100).map((row) => projectEntity(context, row)),
    shared_projects: shared.slice(0, 100).map((row) => projectEntity(context, row)),
  };
}

function pick(group: GroupRow, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, group.attributes[name] ?? null]));
}
