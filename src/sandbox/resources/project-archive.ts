import { groupChain } from '../access.ts';
import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { projectEntity } from '../entities/project.ts';
import { projectAtLevel } from '../find.ts';
import { created, message, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow } from '../rows.ts';

export const projectArchiveRoutes = [
  // POST /projects/:id/archive: what is archived stays so, with 201 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/archive',
    access: projectAtLevel(50),
    handle: ({ call, subject: project }) => {
      const above = groupChain(call.world.state, { type: 'project', row: project });
      if (!project.archived && above.some((group) => group.archived)) {
        refuse(message(400, 'Cannot archive project since one of the ancestors is already archived.'));
      }
      if ([project, ...above].some((place) => place.marked_for_deletion_on !== null)) {
        refuse(message(400, 'Cannot archive project since it is scheduled for deletion.'));
      }
      return set(call, project, true);
    },
  }),
  // POST /projects/:id/unarchive: what is not archived stays so, with 201 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/unarchive',
    access: projectAtLevel(50),
    handle: ({ call, subject: project }) => set(call, project, false),
  }),
];

function set(call: Call, project: ProjectRow, archived: boolean) {
  if (project.archived !== archived) {
    call.world.state.projects.update(project, { archived, updated_at: timestamp(call.world.clock) });
    const event = archived ? 'project_archived' : 'project_unarchived';
    const details = { change: 'archived', from: !archived, to: archived };
    audit(call, { event, entity: { type: 'Project', row: project }, details });
  }
  return created(projectEntity(call, project));
}
