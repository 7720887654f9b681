import { canRead, hasLevel, rootOf } from '../access.ts';
import { audit } from '../audit.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { groupDetail } from '../entities/group.ts';
import { licensed } from '../edition.ts';
import { readableGroup } from '../find.ts';
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
    access: readableGroup,
    handle: ({ call, args, subject: group }) => {
      const invited = shareable(call, group, args.group_id) ?? refuse(message(404, 'Not Found'));
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
      return created(groupDetail(call, group, 'with projects'));
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

/** The invited group, when the caller may share with it and no lock of the hierarchy forbids it. */
function shareable(call: Call, group: GroupRow, invitedId: number): GroupRow | undefined {
  const { state } = call.world;
  const invited = state.groups.get(invitedId);
  if (invited === undefined || !canRead(call, { type: 'group', row: invited })) return undefined;
  if (!hasLevel(call, { type: 'group', row: group }, 50)) return undefined;
  const root = rootOf(state, group);
  const locked = root.attributes['prevent_sharing_groups_outside_hierarchy'] === true;
  if (locked && rootOf(state, invited) !== root) return undefined;
  const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
  return parent?.attributes['share_with_group_lock'] === true ? undefined : invited;
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
