import { counts, hasLevel, opening } from '../access/access.ts';
import { actor, dayOf, requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { namespaceDetail, namespaceName } from './entity-namespace-detail.ts';
import type { Namespace } from './entity-namespace-detail.ts';
import type { Json } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import type { Params } from '../http/params.ts';
import { notFound, ok, refuse } from '../http/reply.ts';
import { anyone, route } from '../http/route.ts';
import type { GroupRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';

/** What administrators may set on a namespace (PUT /namespaces/:id, 18.9). */
const limits = {
  shared_runners_minutes_limit: { type: 'integer' },
  extra_shared_runners_minutes_limit: { type: 'integer' },
  additional_purchased_storage_size: { type: 'integer' },
  additional_purchased_storage_ends_on: { type: 'date' },
} as const satisfies Params;

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
    handle: ({ context, args, subject }) => {
      const least = args.owned_only === true ? 50 : opening;
      const text = (args.search ?? '').toLowerCase();
      const rows = namespacesOf(context, subject, least).filter((row) => {
        if (args.top_level_only === true && 'group' in row && row.group.parent_id !== null) return false;
        const { name, path, fullPath } = namespaceName(row);
        return `${name}\n${args.full_path_search === true ? fullPath : path}`.toLowerCase().includes(text);
      });
      return paginate(context, args, rows, (row) => namespaceDetail(context, row));
    },
  }),
  // GET /namespaces/:id: by id or path; hidden ones are 404 (18.9).
  route({
    method: 'GET',
    path: '/namespaces/:id',
    access: (context, args) => {
      const user = actor(context);
      return find(context, user, args.id) ?? refuse(notFound('Namespace'));
    },
    handle: ({ context, subject }) => ok(namespaceDetail(context, subject)),
  }),
  // PUT /namespaces/:id: administrators alone; answers with the namespace (18.9).
  route({
    method: 'PUT',
    path: '/namespaces/:id',
    params: limits,
    access: (context, args) => {
      requireAdmin(context);
      return find(context, actor(context), args.id) ?? refuse(notFound('Namespace'));
    },
    handle: ({ context, args, subject }) => {
      setLimits(context, subject, args);
      return ok(namespaceDetail(context, subject));
    },
  }),
  // GET /namespaces/:id/exists: whether a path is taken, also by what the caller cannot see (18.9).
  route({
    method: 'GET',
    path: '/namespaces/:id/exists',
    params: { parent_id: { type: 'integer' } },
    access: anyone,
    handle: ({ context, args }) => {
      const taken = (path: string) => isTaken(context, path, args.parent_id ?? null);
      if (!taken(args.id)) return ok({ exists: false, suggests: [] });
      let number = 1;
      while (taken(`${args.id}${number}`)) number += 1;
      return ok({ exists: true, suggests: [`${args.id}${number}`] });
    },
  }),
];

function setLimits(context: RequestContext, row: Namespace, args: Readonly<Record<string, Json | undefined>>): void {
  const { state, clock } = context.platform;
  const sent = Object.fromEntries(
    Object.keys(limits).flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])),
  );
  const updated_at = timestamp(clock);
  if ('group' in row) state.groups.update(row.group, { attributes: { ...row.group.attributes, ...sent }, updated_at });
  else state.users.update(row.user, { profile: { ...row.user.profile, ...sent }, updated_at });
}

function namespacesOf(context: RequestContext, caller: UserRow, least: number): readonly Namespace[] {
  const { state } = context.platform;
  const people = context.admin ? state.users.all() : [caller];
  const users = people.filter((user) => user.type === 'human');
  const groups = context.admin ? state.groups.all() : directGroups(context, caller, least);
  return [...users.map((user) => ({ user })), ...groups.map((group) => ({ group }))];
}

/** The groups that the caller is a direct member of; what is below them is not listed (GET /namespaces, 18.9). */
function directGroups(context: RequestContext, caller: UserRow, least: number): readonly GroupRow[] {
  const { state } = context.platform;
  const rows = state.membersByUser(caller.id).filter((row) => row.access_level >= least && counts(row, dayOf(context)));
  const groups = rows.flatMap((row) => (row.source_type === 'group' ? (state.groups.get(row.source_id) ?? []) : []));
  return groups.toSorted((a, b) => a.id - b.id);
}

/** A namespace is there for its members, also where everybody may see the group (GET /namespaces/:id, 18.9). */
function find(context: RequestContext, caller: UserRow, id: string): Namespace | undefined {
  const { state } = context.platform;
  const numeric = /^\d+$/.test(id);
  const group = numeric ? state.groups.get(Number(id)) : state.groupByPath(id.toLowerCase());
  if (group !== undefined && hasLevel(context, { type: 'group', row: group }, opening)) return { group };
  const user = numeric ? state.users.get(Number(id)) : state.userByName(id.toLowerCase());
  return user !== undefined && (context.admin || user === caller) ? { user } : undefined;
}

function isTaken(context: RequestContext, path: string, parentId: number | null): boolean {
  const { state } = context.platform;
  const wanted = path.toLowerCase();
  if (parentId === null && state.userByName(wanted) !== undefined) return true;
  return state.groupsByParent(parentId ?? 0).some((group) => group.path.toLowerCase() === wanted);
}
