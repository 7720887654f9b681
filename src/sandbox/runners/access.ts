import { descendantsOf, hasAbility, hasLevel } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { RunnerRow } from './rows.ts';

/** The group or the owner project of a runner; an instance runner has none. */
export function runnerOwner(context: RequestContext, runner: RunnerRow): Source | undefined {
  const { state } = context.platform;
  switch (runner.runner_type) {
    case 'instance_type':
      return undefined;
    case 'group_type': {
      const row = runner.group_id === null ? undefined : state.groups.get(runner.group_id);
      return row && { type: 'group', row };
    }
    case 'project_type':
      return projectsOf(context, runner)[0];
  }
}

/** The projects a runner is assigned to, the owner first. */
export function projectsOf(context: RequestContext, runner: RunnerRow): readonly (Source & { type: 'project' })[] {
  return runner.project_ids.flatMap((id) => {
    const row = context.platform.state.projects.get(id);
    return row === undefined ? [] : [{ type: 'project', row } as const];
  });
}

/** Whether the caller administers the runners of a place: Owners of a group, Maintainers of a project. */
export function adminsRunners(context: RequestContext, place: Source): boolean {
  return hasLevel(context, place, place.type === 'group' ? 50 : 40) || hasAbility(context, place, 'admin_runners');
}

/** Whether the caller may list the runners of a place: from Maintainer on. */
export function listsRunners(context: RequestContext, place: Source): boolean {
  if (context.user?.auditor === true || hasLevel(context, place, 40)) return true;
  return hasAbility(context, place, 'read_runners') || hasAbility(context, place, 'admin_runners');
}

/** Whether the caller may change or delete a runner (PUT and DELETE /runners/:id, 18.9). */
export function mayUpdate(context: RequestContext, runner: RunnerRow): boolean {
  return adminsOwner(context, runner) || (runner.project_ids.length > 1 && maintainsSome(context, runner));
}

export function mayDelete(context: RequestContext, runner: RunnerRow): boolean {
  return adminsOwner(context, runner);
}

/** Whether the caller may hand a runner to a further project; locked ones are for administrators. */
export function mayAssign(context: RequestContext, runner: RunnerRow): boolean {
  return context.admin || (!runner.locked && runner.runner_type === 'project_type' && mayUpdate(context, runner));
}

/** Whether the caller may see the details: everyone those of instance runners (GET /runners/:id, 18.9). */
export function mayRead(context: RequestContext, runner: RunnerRow): boolean {
  if (runner.runner_type === 'instance_type' || context.user?.auditor === true) return true;
  const owner = runnerOwner(context, runner);
  const told = owner !== undefined && hasAbility(context, owner, 'read_runners');
  return told || mayUpdate(context, runner) || maintainsSome(context, runner) || maintainsBelow(context, runner);
}

/** Whether the caller may see what a runner has worked on (GET /runners/:id/jobs, 18.9). */
export function mayReadJobs(context: RequestContext, runner: RunnerRow): boolean {
  if (context.admin || context.user?.auditor === true) return true;
  if (runner.runner_type === 'instance_type') return false;
  return mayUpdate(context, runner) || (runner.runner_type === 'group_type' && maintainsSome(context, runner));
}

function adminsOwner(context: RequestContext, runner: RunnerRow): boolean {
  if (context.admin) return true;
  const owner = runnerOwner(context, runner);
  return owner !== undefined && adminsRunners(context, owner);
}

function maintainsSome(context: RequestContext, runner: RunnerRow): boolean {
  const group = runner.runner_type === 'group_type' ? runnerOwner(context, runner) : undefined;
  if (group !== undefined) return hasLevel(context, group, 40);
  return projectsOf(context, runner).some((project) => hasLevel(context, project, 40));
}

/** Maintainers of a project further down may see the runners that it inherits. */
function maintainsBelow(context: RequestContext, runner: RunnerRow): boolean {
  const { state } = context.platform;
  const owner = runnerOwner(context, runner);
  if (owner?.type !== 'group') return false;
  return [owner.row, ...descendantsOf(state, owner.row)].some((group) =>
    state.projectsByGroup(group.id).some((row) => hasLevel(context, { type: 'project', row }, 40)),
  );
}
