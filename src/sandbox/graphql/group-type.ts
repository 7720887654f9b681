import { canRead, chainOf, counts, descendantsOf, hasLevel, opening } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { groupEntity } from '../groups/entity.ts';
import { fullName } from '../groups/full-name.ts';
import { matchesFuzzy } from '../store/fuzzy-search.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { GroupRow } from '../groups/rows.ts';
import { listsRunners } from '../runners/access.ts';
import { sourceKey } from '../store/state.ts';
import { globalId, numbersIn } from './global-id.ts';
import { rolesPage } from './member-role-types.ts';
import { memberArgs, membersPage } from './membership-types.ts';
import { object, ref, refOrNull, scalar } from './object-type.ts';
import type { Field, ObjectType, Refused } from './object-type.ts';
import type { Ref } from './sources.ts';
import { pageArgs, pageOf } from './page.ts';
import type { Key } from './page.ts';
import { runnerArgs, runnersPage } from './runner-type.ts';

/** What REST shows of a group under the same name, in its own spelling. */
const attributes = {
  requestAccessEnabled: 'request_access_enabled',
  lfsEnabled: 'lfs_enabled',
  projectCreationLevel: 'project_creation_level',
  subgroupCreationLevel: 'subgroup_creation_level',
  requireTwoFactorAuthentication: 'require_two_factor_authentication',
  twoFactorGracePeriod: 'two_factor_grace_period',
  emailsEnabled: 'emails_enabled',
  emailsDisabled: 'emails_disabled',
  mentionsDisabled: 'mentions_disabled',
  shareWithGroupLock: 'share_with_group_lock',
  autoDevopsEnabled: 'auto_devops_enabled',
  archived: 'archived',
  avatarUrl: 'avatar_url',
  webUrl: 'web_url',
} as const;

function shown(name: string): Field<GroupRow> {
  return scalar((context, row) => groupEntity(context, row)[name] ?? null);
}

/** A group (Group, 18.9). */
export const groupType: ObjectType<GroupRow> = {
  id: scalar((_call, row) => globalId('Group', row.id)),
  name: scalar((_call, row) => row.name),
  path: scalar((_call, row) => row.path),
  fullPath: scalar((_call, row) => row.full_path),
  fullName: scalar((context, row) => fullName(chainOf(context.platform.state, row))),
  visibility: scalar((_call, row) => row.visibility),
  description: scalar((_call, row) => row.attributes['description'] ?? null),
  ...Object.fromEntries(Object.entries(attributes).map(([name, key]) => [name, shown(key)])),
  sharedRunnersSetting: scalar((_call, row) =>
    textOf(row.attributes['shared_runners_setting'] ?? 'enabled').toUpperCase(),
  ),
  duoFeaturesEnabled: scalar((_call, row) => row.attributes['duo_features_enabled'] ?? true),
  lockDuoFeaturesEnabled: scalar((_call, row) => row.attributes['lock_duo_features_enabled'] ?? false),
  markedForDeletion: scalar((context, row) =>
    chainOf(context.platform.state, row).some((one) => one.marked_for_deletion_on !== null),
  ),
  markedForDeletionOn: scalar((_call, row) => row.marked_for_deletion_on),
  groupMembersCount: scalar((context, row) => membersCount(context, row)),
  projectsCount: scalar((context, row) => context.platform.state.projectsByGroup(row.id).length),
  descendantGroupsCount: scalar((context, row) => descendantsOf(context.platform.state, row).length),
  parent: object('Group', (context, row) => {
    const parent = row.parent_id === null ? undefined : context.platform.state.groups.get(row.parent_id);
    return parent !== undefined && canRead(context, { type: 'group', row: parent }) ? ref('Group', parent) : null;
  }),
  groupMembers: object(
    'GroupMemberConnection',
    (context, row, args) => membersPage(context, { type: 'group', row }, args),
    {
      args: memberArgs,
      cost: { paged: true },
    },
  ),
  runners: object('CiRunnerConnection', (context, row, args) => groupRunners(context, row, args), {
    args: { ...runnerArgs, membership: 'optional' },
    cost: { paged: true },
  }),
  memberRoles: object('MemberRoleConnection', (context, _row, args) => rolesPage(context, args), {
    args: { ...pageArgs, sort: 'optional', orderBy: 'optional', id: 'optional' },
    cost: { paged: true },
  }),
  descendantGroups: object('GroupConnection', (context, row, args) => descendantsPage(context, row, args), {
    args: { ...pageArgs, includeParentDescendants: 'optional', search: 'optional' },
    cost: 5,
  }),
};

/** Minimal access does not count (Group.groupMembersCount, 18.9). */
function membersCount(context: RequestContext, row: GroupRow): number {
  const members = context.platform.state.membersBySource(sourceKey('group', row.id));
  return members.filter((member) => counts(member, dayOf(context)) && member.access_level >= opening).length;
}

/** The runners of a group, and of those below unless only its own are asked for. */
function groupRunners(context: RequestContext, group: GroupRow, args: JsonObject): Ref | null {
  const { state } = context.platform;
  if (!listsRunners(context, { type: 'group', row: group })) return null;
  const groups = args['membership'] === 'DIRECT' ? [group] : [group, ...descendantsOf(state, group)];
  const projects = groups.flatMap((row) => state.projectsByGroup(row.id)).map((row) => row.id);
  const ofProjects = state
    .runnersByType('project_type')
    .filter((row) => row.project_ids.some((id) => projects.includes(id)));
  const own = groups.flatMap((row) => state.runnersByGroup(row.id));
  return runnersPage(args['membership'] === 'DIRECT' ? own : [...own, ...ofProjects], args);
}

/** What Query.groups takes. */
export const groupsArgs = {
  ...pageArgs,
  ...({ ids: 'optional', search: 'optional', sort: 'optional', topLevelOnly: 'optional' } as const),
  ...({ ownedOnly: 'optional', parentPath: 'optional', allAvailable: 'optional' } as const),
};

/** Query.groups: what the caller may see, by name; ids of nothing are left out, those of something else refused (18.9). */
export function groupsPage(context: RequestContext, args: JsonObject): Ref | Refused {
  const ids = numbersIn('Group', args['ids']);
  if (ids !== undefined && 'refused' in ids) return ids;
  const { state } = context.platform;
  const parent = args['parentPath'] == null ? undefined : state.groupByPath(textOf(args['parentPath']).toLowerCase());
  const rows = (ids === undefined ? state.groups.all() : known(context, ids)).filter((row) => {
    if (args['parentPath'] != null && (parent === undefined || row.parent_id !== parent.id)) return false;
    if (args['topLevelOnly'] === true && row.parent_id !== null) return false;
    if (args['ownedOnly'] === true && !owns(context, row)) return false;
    if (args['allAvailable'] === false && !isMember(context, row)) return false;
    return finds(context, row, args['search']) && canRead(context, { type: 'group', row });
  });
  return connection(rows, orderOf(textOf(args['sort'] ?? 'name_asc')), args);
}

function known(context: RequestContext, ids: readonly number[]): readonly GroupRow[] {
  return [...new Set(ids)].flatMap((id) => context.platform.state.groups.get(id) ?? []);
}

function owns(context: RequestContext, row: GroupRow): boolean {
  return hasLevel({ ...context, admin: false }, { type: 'group', row }, 50);
}

function isMember(context: RequestContext, row: GroupRow): boolean {
  return hasLevel(context, { type: 'group', row }, opening);
}

function finds(context: RequestContext, row: GroupRow, search: Json | undefined): boolean {
  const text = textOf(search);
  return text.trim() === '' || matchesFuzzy(text, [row.full_path, fullName(chainOf(context.platform.state, row))]);
}

function descendantsPage(context: RequestContext, group: GroupRow, args: JsonObject): Ref {
  const { state } = context.platform;
  const below =
    args['includeParentDescendants'] === false ? state.groupsByParent(group.id) : descendantsOf(state, group);
  const rows = below.filter((row) => finds(context, row, args['search']) && canRead(context, { type: 'group', row }));
  return connection(rows, orderOf('name_asc'), args);
}

function connection(rows: readonly GroupRow[], order: readonly Key<GroupRow>[], args: JsonObject): Ref {
  return ref(
    'GroupConnection',
    pageOf(rows, order, args, (row) => ref('Group', row)),
  );
}

/** By name, path or id, each in either direction; equals stand by id. */
function orderOf(sort: string): readonly Key<GroupRow>[] {
  const [by = '', way = ''] = sort.toLowerCase().split('_');
  const down = way === 'desc';
  const id = { name: 'id', down, of: (row: GroupRow) => row.id };
  if (by === 'id') return [id];
  const of = (row: GroupRow) => (by === 'path' ? row.path : row.name).toLowerCase();
  return [{ name: by === 'path' ? 'path' : 'name', down, of }, id];
}

/** Query.group: by its full path, whatever its case; null where it may not be seen (18.9). */
export function groupAt(context: RequestContext, path: Json | undefined): GroupRow | undefined {
  const row = context.platform.state.groupByPath(textOf(path).toLowerCase());
  return row !== undefined && canRead(context, { type: 'group', row }) ? row : undefined;
}

/** The same as a value of GraphQL. */
export function groupRef(context: RequestContext, path: Json | undefined): Ref | null {
  return refOrNull('Group', groupAt(context, path));
}
