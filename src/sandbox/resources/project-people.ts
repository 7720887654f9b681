import { canRead, chainOf, grantsOn, groupChain } from '../access.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { basicUser } from '../entities/user.ts';
import { fullName } from '../entities/group.ts';
import { readableProject } from '../find.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { route } from '../route.ts';
import type { GroupRow, ProjectRow, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

export const projectPeopleRoutes = [
  // GET /projects/:id/users: all with access to it, by id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/users',
    anonymous: true,
    params: { ...paged, search: { type: 'string' }, skip_users: { type: 'integers' } },
    access: readableProject,
    handle: ({ call, args, subject }) => {
      const { state } = call.world;
      const everyone = grantsOn(state, dayOf(call), { type: 'project', row: subject }, () => true);
      const text = (args.search ?? '').toLowerCase();
      const users = [...everyone]
        .filter(([id, grant]) => grant.level > 0 && args.skip_users?.includes(id) !== true)
        .flatMap(([id]) => state.users.get(id) ?? [])
        .filter((user) => matches(user, text))
        .toSorted((a, b) => a.id - b.id);
      return paginate(call, args, users, (user) => basicUser(call, user));
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
      shared_min_access_level: { type: 'integer', values: [10, 15, 20, 30, 40, 50] },
    },
    access: readableProject,
    handle: ({ call, args, subject }) => {
      const above = groupChain(call.world.state, { type: 'project', row: subject });
      const shared = args.with_shared === true ? sharedWith(call, subject, args.shared_min_access_level ?? 0) : [];
      const seen = (group: GroupRow) =>
        args.shared_visible_only !== true || canRead(call, { type: 'group', row: group });
      const text = (args.search ?? '').toLowerCase();
      const groups = [...new Set([...above, ...shared.filter(seen)])]
        .filter((group) => args.skip_groups?.includes(group.id) !== true)
        .filter((group) => `${group.name}\n${group.path}`.toLowerCase().includes(text))
        .toSorted((a, b) => a.id - b.id);
      return paginate(call, args, groups, (group) => publicGroup(call, group));
    },
  }),
];

function matches(user: UserRow, text: string): boolean {
  return `${user.name}\n${user.username}`.toLowerCase().includes(text) || user.email.toLowerCase() === text;
}

function sharedWith(call: Call, project: ProjectRow, least: number): readonly GroupRow[] {
  const { state } = call.world;
  const links = state.sharesBySource(sourceKey('project', project.id)).filter((link) => link.group_access >= least);
  return links.flatMap((link) => state.groups.get(link.group_id) ?? []);
}

/** A group in few words (APIEntitiesPublicGroupDetails, 18.9). */
function publicGroup(call: Call, group: GroupRow): JsonObject {
  return {
    id: group.id,
    web_url: `${call.world.externalUrl}/groups/${group.full_path}`,
    name: group.name,
    avatar_url: group.attributes['avatar_url'] ?? null,
    full_name: fullName(chainOf(call.world.state, group)),
    full_path: group.full_path,
  };
}
