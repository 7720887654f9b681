import { gradeParam } from '../access/levels.ts';
import { groupChain, hasLevel, opening } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { licensed } from '../store/edition.ts';
import { findProject, projectAtLevel } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import { conflict, created, message, noContent, notFound, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { forgetInvited } from '../repository/lost-levels.ts';
import { isKeptInside } from './kept-inside.ts';
import type { ShareRow } from '../members/rows.ts';
import type { ProjectRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { sourceKey } from '../store/state.ts';

export const projectShareRoutes = [
  // POST /projects/:id/share: 404 for Maintainers, and for a group of which the caller is no member (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/share',
    params: {
      group_id: { type: 'integer', required: true },
      group_access: { ...gradeParam, required: true },
      expires_at: { type: 'date' },
      member_role_id: { type: 'integer' },
    },
    access: projectAtLevel(40),
    handle: ({ context, args, subject: project }) => {
      const invited = shareable(context, project, args.group_id);
      refuseInvalidLink(context, project, invited, args.expires_at ?? null);
      const roles = licensed(context.platform.edition, 'ultimate');
      const share = context.platform.state.shares.insert({
        source_type: 'project',
        source_id: project.id,
        group_id: invited.id,
        group_access: args.group_access,
        expires_at: args.expires_at ?? null,
        member_role_id: roles ? (args.member_role_id ?? null) : null,
        created_at: timestamp(context.platform.clock),
      });
      auditShare(context, project, invited, share, 'project_group_link_created');
      return created(linkEntity(context, share));
    },
  }),
  // DELETE /projects/:id/share/:group_id: Owners (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/share/:group_id',
    params: { group_id: { type: 'integer', required: true } },
    access: (context, args) => {
      const row = findProject(context, args.id);
      return hasLevel(context, { type: 'project', row }, 50) ? row : refuse(message(403, 'Forbidden'));
    },
    handle: ({ context, args, subject: project }) => {
      const share = linkOf(context, project, args.group_id) ?? refuse(notFound('Group Link'));
      requireUnmodified(context, share.created_at);
      const invited = context.platform.state.groups.get(share.group_id);
      context.platform.state.shares.remove(share);
      forgetInvited(context.platform.state, { type: 'project', row: project }, share.group_id);
      if (invited !== undefined) auditShare(context, project, invited, share, 'project_group_link_deleted');
      return noContent();
    },
  }),
];

function linkEntity(context: RequestContext, share: ShareRow): JsonObject {
  return {
    id: share.id,
    project_id: share.source_id,
    group_id: share.group_id,
    group_access: share.group_access,
    expires_at: share.expires_at,
    ...(licensed(context.platform.edition, 'ultimate') ? { member_role_id: share.member_role_id } : {}),
  };
}

function linkOf(context: RequestContext, project: ProjectRow, groupId: number): ShareRow | undefined {
  const links = context.platform.state.sharesBySource(sourceKey('project', project.id));
  return links.find((share) => share.group_id === groupId);
}

/** The invited group, unless the project's own group forbids sharing (400), or the caller is no Owner here or no member there (404). */
function shareable(context: RequestContext, project: ProjectRow, groupId: number): GroupRow {
  const { state } = context.platform;
  const own = project.group_id === null ? undefined : state.groups.get(project.group_id);
  if (own?.attributes['share_with_group_lock'] === true) {
    refuse(message(400, 'The project sharing with group is disabled'));
  }
  const invited = state.groups.get(groupId);
  if (invited !== undefined && isKeptInside(context, project, invited)) refuse(message(404, 'Not Found'));
  const owner = hasLevel(context, { type: 'project', row: project }, 50);
  const joined = invited !== undefined && hasLevel(context, { type: 'group', row: invited }, opening);
  return owner && joined ? invited : refuse(message(404, 'Not Found'));
}

function refuseInvalidLink(
  context: RequestContext,
  project: ProjectRow,
  invited: GroupRow,
  expiresAt: string | null,
): void {
  if (linkOf(context, project, invited.id) !== undefined) refuse(conflict('Project already shared with this group'));
  if (groupChain(context.platform.state, { type: 'project', row: project }).includes(invited)) {
    refuse(conflict('Project cannot be shared with the group it is in or one of its ancestors.'));
  }
  if (expiresAt !== null && expiresAt < dayOf(context)) refuse(conflict('Expires at cannot be a date in the past'));
}

function auditShare(
  context: RequestContext,
  project: ProjectRow,
  invited: GroupRow,
  share: ShareRow,
  event: string,
): void {
  // It stands in the list of the invited group (POST /projects/:id/share, 18.9).
  const target = { id: project.id, type: 'Project', details: project.full_path };
  const details = { group_access: share.group_access, custom_message: `${event}: ${invited.full_path}` };
  audit(context, { event, entity: { type: 'Group', row: invited }, target, details });
}
