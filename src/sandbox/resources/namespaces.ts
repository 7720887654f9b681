import { canRead, descendantsOf, hasLevel, levelOn } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { notFound, ok, refuse } from '../reply.ts';
import { anyone, route } from '../route.ts';
import type { GroupRow, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

/** A group, or the own space of a user. */
type Namespace = { readonly group: GroupRow } | { readonly user: UserRow };

export const namespaceRoutes = [
  // GET /namespaces: the caller's own, for administrators all (18.9).
  route({
    method: 'GET',
    path: '/namespaces',
    params: {
      search: { type: 'string' },
      owned_only: { type: 'boolean' },
      top_level_only: { type: 'boolean' },
      full_path_search: { type: 'boolean' },
      ...paged,
    },
    access: actor,
    handle: ({ call, args, subject }) => {
      const least = args.owned_only === true ? 50 : 5;
      const text = (args.search ?? '').toLowerCase();
      const rows = namespacesOf(call, subject, least).filter((row) => {
        if (args.top_level_only === true && 'group' in row && row.group.parent_id !== null) return false;
        const whole = args.full_path_search === true ? fullPath(row) : pathOf(row);
        return `${nameOf(row)}\n${whole}`.toLowerCase().includes(text);
      });
      return paginate(call, args, rows, (row) => entity(call, row));
    },
  }),
  // GET /namespaces/:id: by id or path; hidden ones are 404 (18.9).
  route({
    method: 'GET',
    path: '/namespaces/:id',
    access: (call, args) => {
      const user = actor(call);
      return find(call, user, args.id) ?? refuse(notFound('Namespace'));
    },
    handle: ({ call, subject }) => ok(entity(call, subject)),
  }),
  // GET /namespaces/:id/exists: whether a path is taken, also by what the caller cannot see (18.9).
  route({
    method: 'GET',
    path: '/namespaces/:id/exists',
    params: { parent_id: { type: 'integer' } },
    access: anyone,
    handle: ({ call, args }) => {
      const taken = (path: string) => isTaken(call, path, args.parent_id ?? null);
      if (!taken(args.id)) return ok({ exists: false, suggests: [] });
      let number = 1;
      while (taken(`${args.id}${number}`)) number += 1;
      return ok({ exists: true, suggests: [`${args.id}${number}`] });
    },
  }),
];

function namespacesOf(call: Call, caller: UserRow, least: number): readonly Namespace[] {
  const { state } = call.world;
  const users = call.admin ? state.users.all().filter((user) => user.type === 'human') : [caller];
  const groups = state.groups.all().filter((row) => call.admin || levelOn(call, { type: 'group', row }) >= least);
  return [...users.map((user) => ({ user })), ...groups.map((group) => ({ group }))];
}

function find(call: Call, caller: UserRow, id: string): Namespace | undefined {
  const { state } = call.world;
  const numeric = /^\d+$/.test(id);
  const group = numeric ? state.groups.get(Number(id)) : state.groupByPath(id.toLowerCase());
  if (group !== undefined && canRead(call, { type: 'group', row: group })) return { group };
  const user = numeric ? state.users.get(Number(id)) : state.userByName(id.toLowerCase());
  return user !== undefined && (call.admin || user === caller) ? { user } : undefined;
}

function isTaken(call: Call, path: string, parentId: number | null): boolean {
  const { state } = call.world;
  const wanted = path.toLowerCase();
  if (parentId === null && state.userByName(wanted) !== undefined) return true;
  return state.groupsByParent(parentId ?? 0).some((group) => group.path.toLowerCase() === wanted);
}

function nameOf(row: Namespace): string {
  return 'group' in row ? row.group.name : row.user.name;
}

function pathOf(row: Namespace): string {
  return 'group' in row ? row.group.path : row.user.username;
}

function fullPath(row: Namespace): string {
  return 'group' in row ? row.group.full_path : row.user.username;
}

/** A namespace (APIEntitiesNamespace, 18.9); the counts are for those who manage it. */
function entity(call: Call, row: Namespace): JsonObject {
  const isGroup = 'group' in row;
  const url = isGroup ? `groups/${row.group.full_path}` : row.user.username;
  return {
    id: isGroup ? row.group.id : row.user.id,
    name: nameOf(row),
    path: pathOf(row),
    kind: isGroup ? 'group' : 'user',
    full_path: fullPath(row),
    parent_id: isGroup ? row.group.parent_id : null,
    avatar_url: (isGroup ? row.group.attributes['avatar_url'] : row.user.profile['avatar_url']) ?? null,
    web_url: `${call.world.externalUrl}/${url}`,
    ...(isGroup && hasLevel(call, { type: 'group', row: row.group }, 50) ? counts(call, row.group) : {}),
    plan: 'default',
    trial: false,
    trial_ends_on: null,
  };
}

function counts(call: Call, group: GroupRow): JsonObject {
  const { state } = call.world;
  const groups = [group, ...descendantsOf(state, group)];
  const members = groups.flatMap((row) => state.membersBySource(sourceKey('group', row.id)));
  return {
    members_count_with_descendants: new Set(members.map((member) => member.user_id)).size,
    projects_count: groups.flatMap((row) => state.projectsByGroup(row.id)).length,
  };
}
