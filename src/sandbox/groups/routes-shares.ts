import { gradeParam } from '../access/levels.ts';
import { hasLevel, rootOf } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { groupDetail } from './entity.ts';
import { licensed } from '../store/edition.ts';
import { findGroup, readableGroup } from '../access/find.ts';
import { conflict, created, message, noContent, notFound, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ShareRow } from '../members/rows.ts';
import type { GroupRow } from './rows.ts';
import { sourceKey } from '../store/state.ts';

export const groupShareRoutes = [
  // POST /groups/:id/share: 404 without the right, 409 for every invalid link (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/share',
    params: {
      group_id: { type: 'integer', required: true },
      group_access: { ...gradeParam, required: true },
      expires_at: { type: 'date' },
      member_role_id: { type: 'integer' },
    },
    // The invited group is looked for first.
    access: (context, args) => {
      const invited = findGroup(context, args.group_id);
      return { group: findGroup(context, args.id), invited };
    },
    handle: ({ context, args, subject: { group, invited } }) => {
      if (!mayShare(context, group, invited)) refuse(message(404, 'Not Found'));
      refuseInvalidLink(context, group, invited, args.expires_at ?? null);
      const roles = licensed(context.platform.edition, 'ultimate');
      const share = context.platform.state.shares.insert({
        source_type: 'group',
        source_id: group.id,
        group_id: invited.id,
        group_access: args.group_access,
        expires_at: args.expires_at ?? null,
        member_role_id: roles ? (args.member_role_id ?? null) : null,
        created_at: timestamp(context.platform.clock),
      });
      auditShare(context, group, invited, share, 'group_share_with_group_link_created');
      return created(groupDetail(context, group, 'after a change'));
    },
  }),
  // DELETE /groups/:id/share/:group_id: without the right 204, and nothing is removed (18.9).
  route({
    method: 'DELETE',
    path: '/groups/:id/share/:group_id',
    params: { group_id: { type: 'integer', required: true } },
    access: readableGroup,
    handle: ({ context, args, subject: group }) => {
      const { state } = context.platform;
      const share = linkOf(context, group, args.group_id) ?? refuse(notFound('Group Link'));
      if (!hasLevel(context, { type: 'group', row: group }, 50)) return noContent();
      const invited = state.groups.get(share.group_id);
      state.shares.remove(share);
      if (invited !== undefined) auditShare(context, group, invited, share, 'group_share_with_group_link_removed');
      return noContent();
    },
  }),
];

function linkOf(context: RequestContext, group: GroupRow, invitedId: number): ShareRow | undefined {
  return context.platform.state
    .sharesBySource(sourceKey('group', group.id))
    .find((share) => share.group_id === invitedId);
}

/** Whether the caller may share with the invited group, and no lock of the hierarchy forbids it. */
function mayShare(context: RequestContext, group: GroupRow, invited: GroupRow): boolean {
  const { state } = context.platform;
  if (!hasLevel(context, { type: 'group', row: group }, 50)) return false;
  const root = rootOf(state, group);
  const locked = root.attributes['prevent_sharing_groups_outside_hierarchy'] === true;
  if (locked && rootOf(state, invited) !== root) return false;
  const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
  return parent?.attributes['share_with_group_lock'] !== true;
}

/** A group may be shared with itself (POST /groups/:id/share, 18.9). */
function refuseInvalidLink(
  context: RequestContext,
  group: GroupRow,
  invited: GroupRow,
  expiresAt: string | null,
): void {
  if (linkOf(context, group, invited.id) !== undefined) {
    refuse(conflict('Shared group The group has already been shared with this group'));
  }
  if (expiresAt !== null && expiresAt < dayOf(context)) refuse(conflict('Expires at cannot be a date in the past'));
}

function auditShare(context: RequestContext, group: GroupRow, invited: GroupRow, share: ShareRow, event: string): void {
  const target = { id: invited.id, type: 'Group', details: invited.full_path };
  const details = { group_access: share.group_access, custom_message: `${event}: ${invited.full_path}` };
  audit(context, { event, entity: { type: 'Group', row: group }, target, details });
}
