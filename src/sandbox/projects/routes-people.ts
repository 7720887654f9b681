import { canRead, chainOf, grantsOn, groupChain, opening } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { basicUser } from '../users/entity.ts';
import { fullName } from '../groups/full-name.ts';
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
      shared_min_access_level: { type: 'integer', values: [10, 15, 20, 30, 40, 50] },
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
];

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
