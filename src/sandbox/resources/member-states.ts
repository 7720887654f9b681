import { hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { findGroup, findUser } from '../find.ts';
import { membersBelow } from '../hierarchy.ts';
import { badRequest, message, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, MemberRow, UserRow } from '../rows.ts';
import { isLastOwner, managesMembers } from './member-rules.ts';

export const memberStateRoutes = [
  // PUT /groups/:id/members/:member_id/approve: by the id of the membership, not of the user (18.9).
  route({
    method: 'PUT',
    path: '/groups/:id/members/:member_id/approve',
    params: { member_id: { type: 'integer', required: true } },
    access: (call, args) => {
      const group = findGroup(call, args.id);
      const member = call.world.state.members.get(args.member_id);
      if (member === undefined && call.world.state.invitations.get(args.member_id) === undefined) refuse(notFound());
      requireRootOwner(call, group);
      return { group, member };
    },
    handle: ({ call, subject: { group, member } }) => {
      const rows = awaiting(call, group).filter((row) => row.user_id === member?.user_id);
      if (rows.length === 0) refuse(badRequest('No memberships found'));
      activate(call, group, rows);
      return noContent();
    },
  }),
  // POST /groups/:id/members/approve_all (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/members/approve_all',
    access: (call, args) => requireRootOwner(call, findGroup(call, args.id)),
    handle: ({ call, subject: group }) => {
      const rows = awaiting(call, group);
      if (rows.length === 0) refuse(badRequest('No memberships found'));
      activate(call, group, rows);
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
    access: (call, args) => {
      const user = findUser(call, args.user_id);
      const group = findGroup(call, args.id);
      const may = managesMembers(call, { type: 'group', row: group });
      return group.parent_id === null && may ? { user, group } : refuse(badRequest());
    },
    handle: ({ call, args, subject: { user, group } }) => {
      if (args.state === 'awaiting') suspend(call, group, user);
      else {
        const rows = awaiting(call, group).filter((row) => row.user_id === user.id);
        if (rows.length === 0) refuse(message(422, 'No memberships found'));
        activate(call, group, rows);
      }
      return ok({ success: true });
    },
  }),
];

/** A subgroup and a missing right are told alike. */
function requireRootOwner(call: Call, group: GroupRow): GroupRow {
  const may = group.parent_id === null && hasLevel(call, { type: 'group', row: group }, 50);
  return may ? group : refuse(badRequest());
}

function awaiting(call: Call, group: GroupRow): readonly MemberRow[] {
  return membersBelow(call.world.state, group).filter((row) => row.state === 'awaiting');
}

function activate(call: Call, group: GroupRow, rows: readonly MemberRow[]): void {
  for (const row of rows) change(call, group, row, 'active');
}

function suspend(call: Call, group: GroupRow, user: UserRow): void {
  const rows = membersBelow(call.world.state, group).filter((row) => row.user_id === user.id && row.state === 'active');
  const own = rows.find((row) => row.source_type === 'group' && row.source_id === group.id);
  if (own !== undefined && isLastOwner(call, { type: 'group', row: group }, own)) {
    refuse(message(422, 'The last owner cannot be set to awaiting'));
  }
  if (user === call.user) refuse(message(422, 'You cannot set yourself to awaiting'));
  if (rows.length === 0) refuse(message(422, 'No memberships found'));
  for (const row of rows) change(call, group, row, 'awaiting');
}

function change(call: Call, group: GroupRow, row: MemberRow, to: MemberRow['state']): void {
  const { state, clock } = call.world;
  const target = { id: row.user_id, type: 'User', details: state.users.get(row.user_id)?.name ?? '' };
  const details = {
    change: 'state',
    from: row.state,
    to,
    custom_message: `Changed the membership state to ${to}`,
  };
  state.members.update(row, { state: to, updated_at: timestamp(clock) });
  audit(call, { event: 'change_membership_state', entity: { type: 'Group', row: group }, target, details });
}
