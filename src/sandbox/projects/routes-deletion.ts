import { randomBytes } from 'node:crypto';
import { groupChain, hasAbility, hasLevel } from '../access/access.ts';
import { audit, entityOf } from '../admin/audit.ts';
import { schedule, scheduleAfterRetention, unschedule } from '../background/jobs.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { delaysDeletion, renamesMarked } from '../store/edition.ts';
import { projectEntity } from './entity.ts';
import { findProject } from '../access/find.ts';
import { accepted, created, forbidden, message, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from './rows.ts';
import { movePath } from './update.ts';

function removableProject(context: RequestContext, args: { readonly id: string }): ProjectRow {
  const row = findProject(context, args.id);
  const source = { type: 'project', row } as const;
  return hasLevel(context, source, 50) || hasAbility(context, source, 'remove_project') ? row : refuse(forbidden());
}

export const projectDeletionRoutes = [
  // DELETE /projects/:id: marked first, removed later (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id',
    params: { permanently_remove: { type: 'boolean' }, full_path: { type: 'string' } },
    access: removableProject,
    handle: ({ context, args, subject: project }) => {
      requireUnmodified(context, project.updated_at);
      if (args.permanently_remove === true) removeNow(context, project, args.full_path ?? '');
      else mark(context, project);
      return accepted();
    },
  }),
  // POST /projects/:id/restore (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/restore',
    access: removableProject,
    handle: ({ context, subject: project }) => {
      if (project.marked_for_deletion_on === null) refuse(message(400, 'Project has not been marked for deletion'));
      restore(context, project);
      return created(projectEntity(context, project));
    },
  }),
];

function mark(context: RequestContext, project: ProjectRow): void {
  const { platform } = context;
  if (project.marked_for_deletion_on !== null) refuse(message(400, 'Project has already been marked for deletion'));
  // Below a marked group the request is accepted and nothing happens.
  const above = groupChain(platform.state, { type: 'project', row: project });
  if (above.some((group) => group.marked_for_deletion_on !== null)) return;
  if (!delaysDeletion(platform.edition)) {
    beginDelete(context, project);
    return;
  }
  const suffix = `${renamesMarked(platform.edition) ? '-deletion_scheduled-' : '-deleted-'}${project.id}`;
  const now = timestamp(platform.clock);
  platform.state.projects.update(project, {
    marked_for_deletion_on: dayOf(context),
    name: `${project.name}${suffix}`,
    updated_at: now,
  });
  movePath(platform.state, project, `${project.path}${suffix}`, now);
  scheduleAfterRetention(platform, 'delete_project', project.id);
  const details = { custom_message: 'Project marked for deletion' };
  // It stands in the list of the project's group, where there is one (DELETE /projects/:id, 18.9).
  const group = project.group_id === null ? undefined : platform.state.groups.get(project.group_id);
  const entity =
    group === undefined ? entityOf({ type: 'project', row: project }) : entityOf({ type: 'group', row: group });
  const target = { id: project.id, type: 'Project', details: project.name };
  // Guess: the name of this event; no recording has it.
  audit(context, { event: 'project_deletion_marked', entity, target, details });
}

/** The checks come in this order (DELETE /projects/:id with permanently_remove, 18.9). */
function removeNow(context: RequestContext, project: ProjectRow, fullPath: string): void {
  const allowed = context.platform.state.settings['allow_immediate_namespaces_deletion'] !== false || context.admin;
  if (!allowed) refuse(message(400, '`permanently_remove` option is not permitted on this instance.'));
  if (project.marked_for_deletion_on === null) refuse(message(400, 'Project must be marked for deletion first.'));
  if (fullPath !== project.full_path) {
    refuse(message(400, '`full_path` is incorrect. You must enter the complete path for the project.'));
  }
  beginDelete(context, project);
}

/** From here on the project is not found, though its path is taken until the background is done. */
function beginDelete(context: RequestContext, project: ProjectRow): void {
  const attributes = { ...project.attributes, pending_delete: true };
  context.platform.state.projects.update(project, { attributes });
  schedule(context.platform, 'delete_project', project.id);
  const details = { remove: 'project' };
  // Guess: the name of this event; no recording has it.
  audit(context, { event: 'project_destroyed', entity: { type: 'Project', row: project }, details });
}

const suffix = /-(deleted|deletion_scheduled)-[a-zA-Z0-9]+$/;

/** The suffix goes; where the old path was taken meanwhile, five random characters come. */
function restore(context: RequestContext, project: ProjectRow): void {
  const { state, clock } = context.platform;
  unschedule(context.platform, 'delete_project', project.id);
  const taken = state.projectByPath(project.full_path.replace(suffix, '').toLowerCase());
  const extra = taken === undefined || taken === project ? '' : `-${randomBytes(3).toString('hex').slice(0, 5)}`;
  const now = timestamp(clock);
  state.projects.update(project, {
    name: `${project.name.replace(suffix, '')}${extra}`,
    marked_for_deletion_on: null,
    updated_at: now,
  });
  movePath(state, project, `${project.path.replace(suffix, '')}${extra}`, now);
  const details = { custom_message: 'Project restored' };
  // Guess: the name of this event; no recording has it.
  audit(context, { event: 'project_restored', entity: { type: 'Project', row: project }, details });
}
