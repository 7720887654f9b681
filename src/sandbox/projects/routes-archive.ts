import { groupChain, hasAbility, hasLevel } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { projectEntity } from './entity.ts';
import { findProject } from '../access/find.ts';
import { created, forbidden, message, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from './rows.ts';

/** Access rule: the project, for its Owners and for custom roles that archive (POST /projects/:id/archive, 18.9). */
function archivable(context: RequestContext, args: { readonly id: string }): ProjectRow {
  const row = findProject(context, args.id);
  const source = { type: 'project', row } as const;
  return hasLevel(context, source, 50) || hasAbility(context, source, 'archive_project') ? row : refuse(forbidden());
}

export const projectArchiveRoutes = [
  // POST /projects/:id/archive: what is archived stays so, with 201 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/archive',
    access: archivable,
    handle: ({ context, subject: project }) => {
      const above = groupChain(context.platform.state, { type: 'project', row: project });
      if (!project.archived && above.some((group) => group.archived)) {
        refuse(message(400, 'Cannot archive project since one of the ancestors is already archived.'));
      }
      if ([project, ...above].some((place) => place.marked_for_deletion_on !== null)) {
        refuse(message(400, 'Cannot archive project since it is scheduled for deletion.'));
      }
      return set(context, project, true);
    },
  }),
  // POST /projects/:id/unarchive: what is not archived stays so, with 201 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/unarchive',
    access: archivable,
    handle: ({ context, subject: project }) => set(context, project, false),
  }),
];

function set(context: RequestContext, project: ProjectRow, archived: boolean) {
  if (project.archived !== archived) {
    context.platform.state.projects.update(project, { archived, updated_at: timestamp(context.platform.clock) });
    const event = archived ? 'project_archived' : 'project_unarchived';
    const details = { custom_message: archived ? 'Project archived' : 'Project unarchived' };
    audit(context, { event, entity: { type: 'Project', row: project }, details });
  }
  return created(projectEntity(context, project));
}
