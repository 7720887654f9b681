import { gradeParam } from '../access/levels.ts';
import { canRead, chainOf, grantsOn, groupChain, hasLevel, levelOn, opening } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { basicUser } from '../users/entity.ts';
import { fullName } from '../groups/full-name.ts';
import { isKeptInside } from './kept-inside.ts';
import { readableProject } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';

export const projectPeopleRoutes = [
  // GET /projects/:id/users: all with access to it, by id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/users',
    anonymous: true,
    params: { ...paged, search: { type: 'string' }, skip_users: { type: 'integers' } },
    access: readableProject,
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const everyone = grantsOn(state, dayOf(context), { type: 'project', row: subject }, () => true);
      const text = (args.search ?? '').toLowerCase();
      const users = [...everyone]
        .filter(([id, grant]) => grant.level >= opening && args.skip_users?.includes(id) !== true)
        .flatMap(([id]) => state.users.get(id) ?? [])
        .filter((user) => matches(user, text))
        .toSorted((a, b) => a.id - b.id);
      return paginate(context, args, users, (user) => namelessBot(context, user));
    },
  }),
  // GET /projects/:id/groups: those above it, and on demand those it is shared with (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/groups',
    anonymous: true,
    params: {
      ...paged,
      search: { type: 'string' },
      skip_groups: { type: 'integers' },
      with_shared: { type: 'boolean' },
      shared_visible_only: { type: 'boolean' },
      shared_min_access_level: gradeParam,
    },
    access: readableProject,
    handle: ({ context, args, subject }) => {
      const above = groupChain(context.platform.state, { type: 'project', row: subject });
      const shared = args.with_shared === true ? sharedWith(context, subject, args.shared_min_access_level ?? 0) : [];
      const seen = (group: GroupRow) =>
        args.shared_visible_only !== true || canRead(context, { type: 'group', row: group });
      const text = (args.search ?? '').toLowerCase();
      const groups = [...new Set([...above, ...shared.filter(seen)])]
        .filter((group) => args.skip_groups?.includes(group.id) !== true)
        .filter((group) => `${group.name}\n${group.path}`.toLowerCase().includes(text))
        .toSorted((a, b) => a.id - b.id);
      return paginate(context, args, groups, (group) => publicGroup(context, group));
    },
  }),
  // GET /projects/:id/invited_groups: those that the caller sees, of groups above as well, the newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/invited_groups',
    anonymous: true,
    params: {
      ...paged,
      relation: { type: 'strings', values: ['direct', 'inherited'] },
      search: { type: 'string' },
      min_access_level: gradeParam,
      with_custom_attributes: { type: 'boolean' },
    },
    access: readableProject,
    handle: ({ context, args, subject }) => {
      const text = (args.search ?? '').toLowerCase();
      const groups = invitedTo(context, subject, args.relation ?? ['direct', 'inherited'])
        .filter((row) => canRead(context, { type: 'group', row }))
        .filter((row) => levelOn(context, { type: 'group', row }) >= (args.min_access_level ?? 0))
        .filter((row) => `${row.name}\n${row.path}`.toLowerCase().includes(text))
        .toSorted((a, b) => b.id - a.id);
      return paginate(context, args, groups, (group) => publicGroup(context, group));
    },
  }),
  // GET /projects/:id/share_locations: the groups of a Maintainer that are neither above it nor invited yet, in the order of their paths (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/share_locations',
    anonymous: true,
    params: { ...paged, search: { type: 'string' } },
    access: readableProject,
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const text = (args.search ?? '').toLowerCase();
      const may = hasLevel(context, { type: 'project', row: subject }, 40);
      const above = groupChain(state, { type: 'project', row: subject });
      const left = new Set([...invitedTo(context, subject, ['direct']), ...above]);
      const groups = (may ? [...state.groups.all()] : [])
        .filter((row) => hasLevel(context, { type: 'group', row }, opening) && !left.has(row))
        .filter((row) => !isKeptInside(context, subject, row))
        .filter((row) => `${row.name}\n${row.path}`.toLowerCase().includes(text))
        .toSorted((a, b) => (a.path === b.path ? a.id - b.id : a.path < b.path ? -1 : 1));
      return paginate(context, args, groups, (group) => publicGroup(context, group));
    },
  }),
];

/** The groups that are invited to a project itself, or to the groups above it. */
function invitedTo(context: RequestContext, project: ProjectRow, relation: readonly string[]): readonly GroupRow[] {
  const { state } = context.platform;
  const above = groupChain(state, { type: 'project', row: project }).map(({ id }) => sourceKey('group', id));
  const places = [
    ...(relation.includes('direct') ? [sourceKey('project', project.id)] : []),
    ...(relation.includes('inherited') ? above : []),
  ];
  const links = places.flatMap((place) => state.sharesBySource(place));
  return [...new Set(links.flatMap((link) => state.groups.get(link.group_id) ?? []))];
}

/** The names of bots are kept back here, from everybody (GET /projects/:id/users, 18.9). */
function namelessBot(context: RequestContext, user: UserRow): JsonObject {
  const shown = basicUser(context, user);
  return user.type === 'project_bot' ? { ...shown, name: '****' } : shown;
}

function matches(user: UserRow, text: string): boolean {
  return `${user.name}\n${user.username}`.toLowerCase().includes(text) || user.email.toLowerCase() === text;
}

function sharedWith(context: RequestContext, project: ProjectRow, least: number): readonly GroupRow[] {
  const { state } = context.platform;
  const links = state.sharesBySource(sourceKey('project', project.id)).filter((link) => link.group_access >= least);
  return links.flatMap((link) => state.groups.get(link.group_id) ?? []);
}

/** A group in few words (APIEntitiesPublicGroupDetails, 18.9). */
function publicGroup(context: RequestContext, group: GroupRow): JsonObject {
  return {
    id: group.id,
    web_url: `${context.platform.externalUrl}/groups/${group.full_path}`,
    name: group.name,
    avatar_url: group.attributes['avatar_url'] ?? null,
    full_name: fullName(chainOf(context.platform.state, group)),
    full_path: group.full_path,
  };
}
