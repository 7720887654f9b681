import { canRead, levelOn } from '../access.ts';
import { actor, requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { namespaceDetail, namespaceLimits, namespaceName } from '../entities/namespace-detail.ts';
import type { Namespace } from '../entities/namespace-detail.ts';
import type { Json } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { notFound, ok, refuse } from '../reply.ts';
import { anyone, route } from '../route.ts';
import type { UserRow } from '../rows.ts';

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
        const { name, path, fullPath } = namespaceName(row);
        return `${name}\n${args.full_path_search === true ? fullPath : path}`.toLowerCase().includes(text);
      });
      return paginate(call, args, rows, (row) => namespaceDetail(call, row));
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
    handle: ({ call, subject }) => ok(namespaceDetail(call, subject)),
  }),
  // PUT /namespaces/:id: administrators alone; answers with the namespace (18.9).
  route({
    method: 'PUT',
    path: '/namespaces/:id',
    params: {
      shared_runners_minutes_limit: { type: 'integer' },
      extra_shared_runners_minutes_limit: { type: 'integer' },
      additional_purchased_storage_size: { type: 'integer' },
      additional_purchased_storage_ends_on: { type: 'date' },
    },
    access: (call, args) => {
      requireAdmin(call);
      return find(call, actor(call), args.id) ?? refuse(notFound('Namespace'));
    },
    handle: ({ call, args, subject }) => {
      setLimits(call, subject, args);
      return ok(namespaceDetail(call, subject));
    },
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

function setLimits(call: Call, row: Namespace, args: Readonly<Record<string, Json | undefined>>): void {
  const { state, clock } = call.world;
  const sent = Object.fromEntries(
    Object.keys(namespaceLimits).flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])),
  );
  const updated_at = timestamp(clock);
  if ('group' in row) state.groups.update(row.group, { attributes: { ...row.group.attributes, ...sent }, updated_at });
  else state.users.update(row.user, { profile: { ...row.user.profile, ...sent }, updated_at });
}

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
