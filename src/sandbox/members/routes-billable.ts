import { hasAbility, hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { billableEntity, membershipEntity } from './entity-billable.ts';
import { schedule } from '../background/jobs.ts';
import { findGroup } from '../access/find.ts';
import { membersBelow } from '../groups/hierarchy.ts';
import { textOf } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { badRequest, noContent, notFound, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from '../groups/rows.ts';
import { billableOn } from './billable.ts';
import type { Billable } from './billable.ts';
import { managesMembers } from './rules.ts';

const path = '/groups/:id/billable_members';
const one = { user_id: { type: 'integer', required: true } } as const;

const sorts = [
  ...['access_level_asc', 'access_level_desc', 'last_joined', 'name_asc', 'name_desc', 'oldest_joined'],
  ...['oldest_sign_in', 'recent_sign_in', 'last_activity_on_asc', 'last_activity_on_desc'],
] as const;

export const billableMemberRoutes = [
  // GET /groups/:id/billable_members: of a root group, for its Owners; 400 for all others (18.9).
  route({
    method: 'GET',
    path,
    params: { search: { type: 'string' }, sort: { type: 'string', values: sorts }, ...paged },
    access: (context, args) => {
      const group = findGroup(context, args.id);
      return group.parent_id === null && readsBillables(context, group) ? group : refuse(badRequest());
    },
    handle: ({ context, args, subject }) => {
      const rows = billableOn(context, subject).filter((row) => matches(row, args.search ?? ''));
      const sorted = rows.toSorted(orders[args.sort ?? ''] ?? byId);
      return paginate(context, args, sorted, (row) => billableEntity(context, subject, row));
    },
  }),
  // GET /groups/:id/billable_members/:user_id/memberships: those inside the hierarchy (18.9).
  route({
    method: 'GET',
    path: `${path}/:user_id/memberships`,
    params: { ...one, ...paged },
    access: billable,
    handle: ({ context, args, subject }) =>
      paginate(context, args, subject.direct, (member) => membershipEntity(context, member)),
  }),
  // GET /groups/:id/billable_members/:user_id/indirect: those of invited groups (18.9).
  route({
    method: 'GET',
    path: `${path}/:user_id/indirect`,
    since: '16.9',
    params: { ...one, ...paged },
    access: billable,
    handle: ({ context, args, subject }) =>
      paginate(context, args, subject.indirect, (member) => membershipEntity(context, member)),
  }),
  // DELETE /groups/:id/billable_members/:user_id: in the background; 400 with a text for every refusal (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:user_id`,
    params: one,
    access: (context, args) => {
      const group = findGroup(context, args.id);
      if (group.parent_id !== null) refuse(badRequest('Must be a root namespace'));
      if (!managesMembers(context, { type: 'group', row: group })) refuse(badRequest('User not authorized'));
      return group;
    },
    handle: ({ context, args, subject: group }) => {
      scheduleRemoval(context, group, args.user_id);
      return noContent();
    },
  }),
];

/** Owners, auditors, and who manages the members by a custom role (GET /groups/:id/billable_members, 18.9). */
function readsBillables(context: RequestContext, group: GroupRow): boolean {
  const source = { type: 'group', row: group } as const;
  return (
    context.user?.auditor === true || hasLevel(context, source, 50) || hasAbility(context, source, 'admin_group_member')
  );
}

/** Every membership below the group goes, each by its own job. */
function scheduleRemoval(context: RequestContext, group: GroupRow, userId: number): void {
  const rows = membersBelow(context.platform.state, group).filter((member) => member.user_id === userId);
  for (const row of rows) schedule(context.platform, 'delete_member', row.id);
}

function billable(context: RequestContext, args: { readonly id: string; readonly user_id: number }): Billable {
  const group = findGroup(context, args.id);
  if (!managesMembers(context, { type: 'group', row: group }) || group.parent_id !== null) refuse(badRequest());
  const user = context.platform.state.users.get(args.user_id) ?? refuse(rowNotFound());
  return billableOn(context, group).find((row) => row.user === user) ?? refuse(notFound('User'));
}

function matches({ user }: Billable, search: string): boolean {
  const text = search.toLowerCase();
  const named = user.name.toLowerCase().includes(text) || user.username.toLowerCase().includes(text);
  return named || textOf(user.profile['public_email'] ?? '').toLowerCase() === text;
}

type Order = (a: Billable, b: Billable) => number;

const byId: Order = (a, b) => a.user.id - b.user.id;

const orders: Readonly<Record<string, Order>> = {
  name_asc: by((row) => row.user.name.toLowerCase(), 1),
  name_desc: by((row) => row.user.name.toLowerCase(), -1),
  access_level_asc: by(level, 1),
  access_level_desc: by(level, -1),
  last_joined: by((row) => joined(row), -1),
  oldest_joined: by((row) => joined(row), 1),
  recent_sign_in: by((row) => row.user.last_sign_in_at ?? '', -1),
  oldest_sign_in: by((row) => row.user.last_sign_in_at ?? '', 1),
  last_activity_on_asc: by((row) => row.user.last_activity_on ?? '', 1),
  last_activity_on_desc: by((row) => row.user.last_activity_on ?? '', -1),
};

function by(key: (row: Billable) => string | number, direction: 1 | -1): Order {
  return (a, b) => {
    if (key(a) === key(b)) return byId(a, b);
    return key(a) < key(b) ? -direction : direction;
  };
}

function level(row: Billable): number {
  return Math.max(...[...row.direct, ...row.indirect].map((member) => member.access_level));
}

function joined(row: Billable): string {
  return [...row.direct, ...row.indirect].map((member) => member.created_at).toSorted()[0] ?? '';
}
