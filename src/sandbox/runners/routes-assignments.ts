import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { runnerEntity } from './entity.ts';
import { findProject } from '../access/find.ts';
import { created, failure, forbidden, message, noContent, notFound, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RunnerRow } from './rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { adminsRunners, listsRunners, mayAssign, mayUpdate } from './access.ts';
import { validate } from '../http/validate.ts';
import { findRunner, limitError } from './rules.ts';

export const runnerAssignmentRoutes = [
  // POST /projects/:id/runners: the right on the project, then the runner's kind, lock and owner (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/runners',
    params: { runner_id: { type: 'json' } },
    access: (context, args) => {
      const row = findProject(context, args.id);
      return adminsRunners(context, { type: 'project', row }) ? row : refuse(forbidden());
    },
    handle: ({ context, args, subject }) => {
      // The right comes before what is sent.
      const rule = { runner_id: { type: 'integer', required: true } } as const;
      const { errors } = validate(
        rule,
        [],
        args.runner_id === undefined ? {} : { runner_id: args.runner_id },
        context.platform.edition,
      );
      if (errors.length > 0) refuse(failure(400, errors.join(', ')));
      const runner = findRunner(context, Number(args.runner_id));
      requireAssignable(context, runner);
      const problem = assignmentProblem(context, runner, subject);
      if (problem !== undefined) {
        refuse(message(400, `Assign to Validation failed: Runner projects ${problem} - runner_error`));
      }
      change(context, runner, subject, 'assigned', [...runner.project_ids, subject.id]);
      return created(runnerEntity(context, runner));
    },
  }),
  // DELETE /projects/:id/runners/:runner_id: never from the owner project, not even by an administrator (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/runners/:runner_id',
    params: { runner_id: { type: 'integer', required: true } },
    access: (context, args) => {
      const row = findProject(context, args.id);
      return listsRunners(context, { type: 'project', row }) ? row : refuse(forbidden());
    },
    handle: ({ context, args, subject }) => {
      const runner = assigned(context, subject, args.runner_id);
      if (!context.admin && runner.locked) refuse(forbidden('Runner is locked'));
      if (!adminsRunners(context, { type: 'project', row: subject })) refuse(forbidden('No access granted'));
      requireUnmodified(context, runner.updated_at);
      if (runner.project_ids[0] === subject.id) {
        refuse(forbidden('You cannot unassign a runner from the owner project. Delete the runner instead'));
      }
      const left = runner.project_ids.filter((id) => id !== subject.id);
      change(context, runner, subject, 'unassigned', left);
      return noContent();
    },
  }),
];

function requireAssignable(context: RequestContext, runner: RunnerRow): void {
  if (runner.runner_type === 'group_type') refuse(forbidden('Runner is a group runner'));
  if (!context.admin && runner.locked) refuse(forbidden('Runner is locked'));
  if (runner.runner_type === 'instance_type' || !(mayAssign(context, runner) && mayUpdate(context, runner))) {
    refuse(forbidden('No access granted'));
  }
}

function assignmentProblem(context: RequestContext, runner: RunnerRow, project: ProjectRow): string | undefined {
  if (runner.project_ids.includes(project.id)) return 'runner has already been taken';
  const limit = limitError(context, { type: 'project', id: project.id });
  return limit === undefined ? undefined : `base ${limit}`;
}

function assigned(context: RequestContext, project: ProjectRow, id: number): RunnerRow {
  const runner = context.platform.state.runners.get(id);
  return runner?.project_ids.includes(project.id) === true ? runner : refuse(notFound('Runner'));
}

function change(
  context: RequestContext,
  runner: RunnerRow,
  project: ProjectRow,
  verb: 'assigned' | 'unassigned',
  projectIds: readonly number[],
): void {
  context.platform.state.runners.update(runner, {
    project_ids: projectIds,
    updated_at: timestamp(context.platform.clock),
  });
  const target = { id: runner.id, type: 'Ci::Runner', details: runner.description ?? '' };
  const event = verb === 'assigned' ? 'ci_runner_assigned_to_project' : 'ci_runner_unassigned_from_project';
  const details = { custom_message: `CI/CD runner ${verb}` };
  audit(context, { event, entity: { type: 'Project', row: project }, target, details });
}
