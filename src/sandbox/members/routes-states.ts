import { hasLevel } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { findGroup, findUser } from '../access/find.ts';
import { membersBelow } from '../groups/hierarchy.ts';
import { badRequest, message, noContent, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { MemberRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { isLastOwner, managesMembers } from './rules.ts';

export const memberStateRoutes = [
  // PUT /groups/:id/members/:member_id/approve: by the id of the membership, not of the user (18.9).
  route({
    method: 'PUT',
    path: '/groups/:id/members/:member_id/approve',
    params: { member_id: { type: 'integer', required: true } },
    access: (context, args) => {
      const group = findGroup(context, args.id);
      const member = context.platform.state.members.get(args.member_id);
      if (member === undefined && context.platform.state.invitations.get(args.member_id) === undefined)
        refuse(notFound());
      requireRootOwner(context, group);
      return { group, member };
    },
    handle: ({ context, subject: { group, member } }) => {
      const rows = awaiting(context, group).filter((row) => row.user_id === member?.user_id);
      if (rows.length === 0) refuse(badRequest('No memberships found'));
      activate(context, group, rows);
      return noContent();
    },
  }),
  // POST /groups/:id/members/approve_all (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/members/approve_all',
    access: (context, args) => requireRootOwner(context, findGroup(context, args.id)),
    handle: ({ context, subject: group }) => {
      const rows = awaiting(context, group);
      if (rows.length === 0) refuse(badRequest('No memberships found'));
      activate(context, group, rows);
      return noContent();
    },
  }),
  // PUT /groups/:id/members/:user_id/state: the user is looked for before the group (18.9).
  route({
    method: 'PUT',
    path: '/groups/:id/members/:user_id/state',
    params: {
      user_id: { type: 'integer', required: true },
      state: { type: 'string', required: true, values: ['awaiting', 'active'] },
    },
    access: (context, args) => {
      const user = findUser(context, args.user_id);
      const group = findGroup(context, args.id);
      const may = managesMembers(context, { type: 'group', row: group });
      return group.parent_id === null && may ? { user, group } : refuse(badRequest());
    },
    handle: ({ context, args, subject: { user, group } }) => {
      if (args.state === 'awaiting') suspend(context, group, user);
      else {
        const rows = awaiting(context, group).filter((row) => row.user_id === user.id);
        if (rows.length === 0) refuse(message(422, 'No memberships found'));
        activate(context, group, rows);
      }
      return ok({ success: true });
    },
  }),
];

/** A subgroup and a missing right are told alike. */
function requireRootOwner(context: RequestContext, group: GroupRow): GroupRow {
  const may = group.parent_id === null && hasLevel(context, { type: 'group', row: group }, 50);
  return may ? group : refuse(badRequest());
}

function awaiting(context: RequestContext, group: GroupRow): readonly MemberRow[] {
  return membersBelow(context.platform.state, group).filter((row) => row.state === 'awaiting');
}

function activate(context: RequestContext, group: GroupRow, rows: readonly MemberRow[]): void {
  for (const row of rows) change(context, group, row, 'active');
}

function suspend(context: RequestContext, group: GroupRow, user: UserRow): void {
  const rows = membersBelow(context.platform.state, group).filter(
    (row) => row.user_id === user.id && row.state === 'active',
  );
  const own = rows.find((row) => row.source_type === 'group' && row.source_id === group.id);
  if (own !== undefined && isLastOwner(context, { type: 'group', row: group }, own)) {
    refuse(message(422, 'The last owner cannot be set to awaiting'));
  }
  if (user === context.user) refuse(message(422, 'You cannot set yourself to awaiting'));
  if (rows.length === 0) refuse(message(422, 'No memberships found'));
  for (const row of rows) change(context, group, row, 'awaiting');
}

function change(context: RequestContext, group: GroupRow, row: MemberRow, to: MemberRow['state']): void {
  const { state, clock } = context.platform;
  const target = { id: row.user_id, type: 'User', details: state.users.get(row.user_id)?.name ?? '' };
  const details = {
    change: 'state',
    from: row.state,
    to,
    custom_message: `Changed the membership state to ${to}`,
  };
  state.members.update(row, { state: to, updated_at: timestamp(clock) });
  // Guess: the name of this event; no recording has it.
  audit(context, { event: 'change_membership_state', entity: { type: 'Group', row: group }, target, details });
}
