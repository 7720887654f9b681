import { canRead, groupChain, hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { licensed } from '../edition.ts';
import { projectAtLevel } from '../find.ts';
import type { JsonObject } from '../json.ts';
import { conflict, created, forbidden, message, noContent, notFound, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, ProjectRow, ShareRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

export const projectShareRoutes = [
  // POST /projects/:id/share: a group that is not there, or hidden, is 404; an invalid link is 409 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/share',
    params: {
      group_id: { type: 'integer', required: true },
      group_access: { type: 'integer', required: true, values: [10, 15, 20, 30, 40, 50] },
      expires_at: { type: 'date' },
      member_role_id: { type: 'integer' },
    },
    access: projectAtLevel(40),
    handle: ({ call, args, subject: project }) => {
      const invited = shareable(call, project, args.group_id);
      // Only an Owner hands out ownership.
      if (args.group_access === 50 && !hasLevel(call, { type: 'project', row: project }, 50)) refuse(forbidden());
      refuseInvalidLink(call, project, invited, args.expires_at ?? null);
      const roles = licensed(call.world.edition, 'ultimate');
      const share = call.world.state.shares.insert({
        source_type: 'project',
        source_id: project.id,
        group_id: invited.id,
        group_access: args.group_access,
        expires_at: args.expires_at ?? null,
        member_role_id: roles ? (args.member_role_id ?? null) : null,
        created_at: timestamp(call.world.clock),
      });
      auditShare(call, project, invited, share, 'project_group_link_created');
      return created(linkEntity(call, share));
    },
  }),
  // DELETE /projects/:id/share/:group_id (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/share/:group_id',
    params: { group_id: { type: 'integer', required: true } },
    access: projectAtLevel(40),
    handle: ({ call, args, subject: project }) => {
      const share = linkOf(call, project, args.group_id) ?? refuse(notFound('Group Link'));
      requireUnmodified(call, share.created_at);
      if (share.group_access === 50 && !hasLevel(call, { type: 'project', row: project }, 50)) refuse(forbidden());
      const invited = call.world.state.groups.get(share.group_id);
      call.world.state.shares.remove(share);
      if (invited !== undefined) auditShare(call, project, invited, share, 'project_group_link_deleted');
      return noContent();
    },
  }),
];

function linkEntity(call: Call, share: ShareRow): JsonObject {
  return {
    id: share.id,
    project_id: share.source_id,
    group_id: share.group_id,
    group_access: share.group_access,
    expires_at: share.expires_at,
    ...(licensed(call.world.edition, 'ultimate') ? { member_role_id: share.member_role_id } : {}),
  };
}

function linkOf(call: Call, project: ProjectRow, groupId: number): ShareRow | undefined {
  const links = call.world.state.sharesBySource(sourceKey('project', project.id));
  return links.find((share) => share.group_id === groupId);
}

/** The invited group, unless the project's own group forbids sharing (400), or the caller cannot see it (404). */
function shareable(call: Call, project: ProjectRow, groupId: number): GroupRow {
  const { state } = call.world;
  const own = project.group_id === null ? undefined : state.groups.get(project.group_id);
  if (own?.attributes['share_with_group_lock'] === true) {
    refuse(message(400, 'The project sharing with group is disabled'));
  }
  const invited = state.groups.get(groupId);
  const seen = invited !== undefined && canRead(call, { type: 'group', row: invited });
  return seen ? invited : refuse(message(404, 'Not Found'));
}

function refuseInvalidLink(call: Call, project: ProjectRow, invited: GroupRow, expiresAt: string | null): void {
  if (linkOf(call, project, invited.id) !== undefined) refuse(conflict('Group already shared with this group'));
  if (groupChain(call.world.state, { type: 'project', row: project }).includes(invited)) {
    refuse(conflict('Project cannot be shared with the group it is in or one of its ancestors.'));
  }
  if (expiresAt !== null && expiresAt < dayOf(call)) refuse(conflict('Expires at cannot be a date in the past'));
}

function auditShare(call: Call, project: ProjectRow, invited: GroupRow, share: ShareRow, event: string): void {
  const target = { id: invited.id, type: 'Group', details: invited.full_path };
  const details = { group_access: share.group_access, custom_message: `${event}: ${invited.full_path}` };
  audit(call, { event, entity: { type: 'Project', row: project }, target, details });
}
