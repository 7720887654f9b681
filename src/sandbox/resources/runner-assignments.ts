import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { runnerEntity } from '../entities/runner.ts';
import { findProject } from '../find.ts';
import { created, forbidden, message, noContent, notFound, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, RunnerRow } from '../rows.ts';
import { adminsRunners, listsRunners, mayAssign, mayUpdate } from '../runner-access.ts';
import { findRunner, limitError } from './runner-rules.ts';

export const runnerAssignmentRoutes = [
  // POST /projects/:id/runners: the right on the project, then the runner's kind, lock and owner (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/runners',
    params: { runner_id: { type: 'integer', required: true } },
    access: (call, args) => {
      const row = findProject(call, args.id);
      return adminsRunners(call, { type: 'project', row }) ? row : refuse(forbidden());
    },
    handle: ({ call, args, subject }) => {
      const runner = findRunner(call, args.runner_id);
      requireAssignable(call, runner);
      const problem = assignmentProblem(call, runner, subject);
      if (problem !== undefined) {
        refuse(message(400, `Assign to Validation failed: Runner projects ${problem} - runner_error`));
      }
      change(call, runner, subject, 'assigned', [...runner.project_ids, subject.id]);
      return created(runnerEntity(call, runner));
    },
  }),
  // DELETE /projects/:id/runners/:runner_id: never from the owner project, not even by an administrator (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/runners/:runner_id',
    params: { runner_id: { type: 'integer', required: true } },
    access: (call, args) => {
      const row = findProject(call, args.id);
      return listsRunners(call, { type: 'project', row }) ? row : refuse(forbidden());
    },
    handle: ({ call, args, subject }) => {
      const runner = assigned(call, subject, args.runner_id);
      if (!call.admin && runner.locked) refuse(forbidden('Runner is locked'));
      if (!adminsRunners(call, { type: 'project', row: subject })) refuse(forbidden('No access granted'));
      requireUnmodified(call, runner.updated_at);
      if (runner.project_ids[0] === subject.id) {
        refuse(forbidden('You cannot unassign a runner from the owner project. Delete the runner instead'));
      }
      const left = runner.project_ids.filter((id) => id !== subject.id);
      change(call, runner, subject, 'unassigned', left);
      return noContent();
    },
  }),
];

function requireAssignable(call: Call, runner: RunnerRow): void {
  if (runner.runner_type === 'group_type') refuse(forbidden('Runner is a group runner'));
  if (!call.admin && runner.locked) refuse(forbidden('Runner is locked'));
  if (runner.runner_type === 'instance_type' || !(mayAssign(call, runner) && mayUpdate(call, runner))) {
    refuse(forbidden('No access granted'));
  }
}

function assignmentProblem(call: Call, runner: RunnerRow, project: ProjectRow): string | undefined {
  if (runner.project_ids.includes(project.id)) return 'runner has already been taken';
  const limit = limitError(call, { type: 'project', id: project.id });
  return limit === undefined ? undefined : `base ${limit}`;
}

function assigned(call: Call, project: ProjectRow, id: number): RunnerRow {
  const runner = call.world.state.runners.get(id);
  return runner?.project_ids.includes(project.id) === true ? runner : refuse(notFound('Runner'));
}

function change(
  call: Call,
  runner: RunnerRow,
  project: ProjectRow,
  verb: 'assigned' | 'unassigned',
  projectIds: readonly number[],
): void {
  call.world.state.runners.update(runner, { project_ids: projectIds, updated_at: timestamp(call.world.clock) });
  const target = { id: runner.id, type: 'Ci::Runner', details: runner.description ?? '' };
  const event = verb === 'assigned' ? 'ci_runner_assigned_to_project' : 'ci_runner_unassigned_from_project';
  const details = { custom_message: `CI/CD runner ${verb}` };
  audit(call, { event, entity: { type: 'Project', row: project }, target, details });
}
