import { randomBytes } from 'node:crypto';
import { groupChain, hasAbility, hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import { schedule, scheduleAfterRetention, unschedule } from '../background.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { delaysDeletion, renamesMarked } from '../edition.ts';
import { projectEntity } from '../entities/project.ts';
import { findProject } from '../find.ts';
import { accepted, created, forbidden, message, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow } from '../rows.ts';
import { movePath } from './project-update.ts';

function removableProject(call: Call, args: { readonly id: string }): ProjectRow {
  const row = findProject(call, args.id);
  const source = { type: 'project', row } as const;
  return hasLevel(call, source, 50) || hasAbility(call, source, 'remove_project') ? row : refuse(forbidden());
}

export const projectDeletionRoutes = [
  // DELETE /projects/:id: marked first, removed later (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id',
    params: { permanently_remove: { type: 'boolean' }, full_path: { type: 'string' } },
    access: removableProject,
    handle: ({ call, args, subject: project }) => {
      requireUnmodified(call, project.updated_at);
      if (args.permanently_remove === true) removeNow(call, project, args.full_path ?? '');
      else mark(call, project);
      return accepted();
    },
  }),
  // POST /projects/:id/restore (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/restore',
    access: removableProject,
    handle: ({ call, subject: project }) => {
      if (project.marked_for_deletion_on === null) refuse(message(400, 'Project has not been marked for deletion'));
      restore(call, project);
      return created(projectEntity(call, project));
    },
  }),
];

function mark(call: Call, project: ProjectRow): void {
  const { world } = call;
  if (project.marked_for_deletion_on !== null) refuse(message(400, 'Project has already been marked for deletion'));
  // Below a marked group the request is accepted and nothing happens.
  const above = groupChain(world.state, { type: 'project', row: project });
  if (above.some((group) => group.marked_for_deletion_on !== null)) return;
  if (!delaysDeletion(world.edition)) {
    beginDelete(call, project);
    return;
  }
  const suffix = `${renamesMarked(world.edition) ? '-deletion_scheduled-' : '-deleted-'}${project.id}`;
  const now = timestamp(world.clock);
  world.state.projects.update(project, {
    marked_for_deletion_on: dayOf(call),
    // A project that waits for its deletion is read-only.
    archived: true,
    name: `${project.name}${suffix}`,
    updated_at: now,
  });
  movePath(world.state, project, `${project.path}${suffix}`, now);
  scheduleAfterRetention(world, 'delete_project', project.id);
  const details = { custom_message: 'Project marked for deletion' };
  audit(call, { event: 'project_deletion_marked', entity: { type: 'Project', row: project }, details });
}

/** The checks come in this order (DELETE /projects/:id with permanently_remove, 18.9). */
function removeNow(call: Call, project: ProjectRow, fullPath: string): void {
  const allowed = call.world.state.settings['allow_immediate_namespaces_deletion'] !== false || call.admin;
  if (!allowed) refuse(message(400, '`permanently_remove` option is not permitted on this instance.'));
  if (project.marked_for_deletion_on === null) refuse(message(400, 'Project must be marked for deletion first.'));
  if (fullPath !== project.full_path) {
    refuse(message(400, '`full_path` is incorrect. You must enter the complete path for the project.'));
  }
  beginDelete(call, project);
}

/** From here on the project is not found, though its path is taken until the background is done. */
function beginDelete(call: Call, project: ProjectRow): void {
  const attributes = { ...project.attributes, pending_delete: true };
  call.world.state.projects.update(project, { attributes });
  schedule(call.world, 'delete_project', project.id);
  const details = { remove: 'project' };
  audit(call, { event: 'project_destroyed', entity: { type: 'Project', row: project }, details });
}

const suffix = /-(deleted|deletion_scheduled)-[a-zA-Z0-9]+$/;

/** The suffix goes; where the old path was taken meanwhile, five random characters come. */
function restore(call: Call, project: ProjectRow): void {
  const { state, clock } = call.world;
  unschedule(call.world, 'delete_project', project.id);
  const taken = state.projectByPath(project.full_path.replace(suffix, '').toLowerCase());
  const extra = taken === undefined || taken === project ? '' : `-${randomBytes(3).toString('hex').slice(0, 5)}`;
  const now = timestamp(clock);
  state.projects.update(project, {
    name: `${project.name.replace(suffix, '')}${extra}`,
    marked_for_deletion_on: null,
    archived: false,
    updated_at: now,
  });
  movePath(state, project, `${project.path.replace(suffix, '')}${extra}`, now);
  const details = { custom_message: 'Project restored' };
  audit(call, { event: 'project_restored', entity: { type: 'Project', row: project }, details });
}
