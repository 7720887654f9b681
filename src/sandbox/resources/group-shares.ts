import { hasAbility, hasLevel, rootOf } from '../access.ts';
import { audit } from '../audit.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { groupDetail } from '../entities/group.ts';
import { licensed } from '../edition.ts';
import { findGroup, readableGroup } from '../find.ts';
import { conflict, created, message, noContent, notFound, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, ShareRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

export const groupShareRoutes = [
  // POST /groups/:id/share: 404 without the right, 409 for every invalid link (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/share',
    params: {
      group_id: { type: 'integer', required: true },
      group_access: { type: 'integer', required: true, values: [10, 15, 20, 30, 40, 50] },
      expires_at: { type: 'date' },
      member_role_id: { type: 'integer' },
    },
    // The invited group is looked for first.
    access: (call, args) => {
      const invited = findGroup(call, args.group_id);
      return { group: findGroup(call, args.id), invited };
    },
    handle: ({ call, args, subject: { group, invited } }) => {
      if (!mayShare(call, group, invited)) refuse(message(404, 'Not Found'));
      refuseInvalidLink(call, group, invited, args.expires_at ?? null);
      const roles = licensed(call.world.edition, 'ultimate');
      const share = call.world.state.shares.insert({
        source_type: 'group',
        source_id: group.id,
        group_id: invited.id,
        group_access: args.group_access,
        expires_at: args.expires_at ?? null,
        member_role_id: roles ? (args.member_role_id ?? null) : null,
        created_at: timestamp(call.world.clock),
      });
      auditShare(call, group, invited, share, 'group_share_with_group_link_created');
      return created(groupDetail(call, group, 'after a change'));
    },
  }),
  // DELETE /groups/:id/share/:group_id: without the right 204, and nothing is removed (18.9).
  route({
    method: 'DELETE',
    path: '/groups/:id/share/:group_id',
    params: { group_id: { type: 'integer', required: true } },
    access: readableGroup,
    handle: ({ call, args, subject: group }) => {
      const { state } = call.world;
      const share = linkOf(call, group, args.group_id) ?? refuse(notFound('Group Link'));
      if (!hasLevel(call, { type: 'group', row: group }, 50)) return noContent();
      const invited = state.groups.get(share.group_id);
      state.shares.remove(share);
      if (invited !== undefined) auditShare(call, group, invited, share, 'group_share_with_group_link_removed');
      return noContent();
    },
  }),
];

function linkOf(call: Call, group: GroupRow, invitedId: number): ShareRow | undefined {
  return call.world.state.sharesBySource(sourceKey('group', group.id)).find((share) => share.group_id === invitedId);
}

/** Whether the caller may share with the invited group, and no lock of the hierarchy forbids it. */
function mayShare(call: Call, group: GroupRow, invited: GroupRow): boolean {
  const { state } = call.world;
  const place = { type: 'group', row: group } as const;
  if (!hasLevel(call, place, 50) && !hasAbility(call, place, 'admin_group_member')) return false;
  const root = rootOf(state, group);
  const locked = root.attributes['prevent_sharing_groups_outside_hierarchy'] === true;
  if (locked && rootOf(state, invited) !== root) return false;
  const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
  return parent?.attributes['share_with_group_lock'] !== true;
}

function refuseInvalidLink(call: Call, group: GroupRow, invited: GroupRow, expiresAt: string | null): void {
  if (linkOf(call, group, invited.id) !== undefined) {
    refuse(conflict('Shared group The group has already been shared with this group'));
  }
  if (invited === group) refuse(conflict('Shared with group cannot be the same group'));
  if (expiresAt !== null && expiresAt < dayOf(call)) refuse(conflict('Expires at cannot be a date in the past'));
}

function auditShare(call: Call, group: GroupRow, invited: GroupRow, share: ShareRow, event: string): void {
  const target = { id: invited.id, type: 'Group', details: invited.full_path };
  const details = { group_access: share.group_access, custom_message: `${event}: ${invited.full_path}` };
  audit(call, { event, entity: { type: 'Group', row: group }, target, details });
}
