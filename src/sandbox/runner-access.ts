import { descendantsOf, hasAbility, hasLevel } from './access.ts';
import type { Source } from './access.ts';
import type { Call } from './call.ts';
import type { RunnerRow } from './rows.ts';

/** The group or the owner project of a runner; an instance runner has none. */
export function runnerOwner(call: Call, runner: RunnerRow): Source | undefined {
  const { state } = call.world;
  switch (runner.runner_type) {
    case 'instance_type':
      return undefined;
    case 'group_type': {
      const row = runner.group_id === null ? undefined : state.groups.get(runner.group_id);
      return row && { type: 'group', row };
    }
    case 'project_type':
      return projectsOf(call, runner)[0];
  }
}

/** The projects a runner is assigned to, the owner first. */
export function projectsOf(call: Call, runner: RunnerRow): readonly (Source & { type: 'project' })[] {
  return runner.project_ids.flatMap((id) => {
    const row = call.world.state.projects.get(id);
    return row === undefined ? [] : [{ type: 'project', row } as const];
  });
}

/** Whether the caller administers the runners of a place: Owners of a group, Maintainers of a project. */
export function adminsRunners(call: Call, place: Source): boolean {
  return hasLevel(call, place, place.type === 'group' ? 50 : 40) || hasAbility(call, place, 'admin_runners');
}

/** Whether the caller may list the runners of a place: from Maintainer on. */
export function listsRunners(call: Call, place: Source): boolean {
  if (call.user?.auditor === true || hasLevel(call, place, 40)) return true;
  return hasAbility(call, place, 'read_runners') || hasAbility(call, place, 'admin_runners');
}

/** Whether the caller may change or delete a runner (PUT and DELETE /runners/:id, 18.9). */
export function mayUpdate(call: Call, runner: RunnerRow): boolean {
  return adminsOwner(call, runner) || (runner.project_ids.length > 1 && maintainsSome(call, runner));
}

export function mayDelete(call: Call, runner: RunnerRow): boolean {
  return adminsOwner(call, runner);
}

/** Whether the caller may hand a runner to a further project; locked ones are for administrators. */
export function mayAssign(call: Call, runner: RunnerRow): boolean {
  return call.admin || (!runner.locked && runner.runner_type === 'project_type' && mayUpdate(call, runner));
}

/** Whether the caller may see the details: everyone those of instance runners (GET /runners/:id, 18.9). */
export function mayRead(call: Call, runner: RunnerRow): boolean {
  if (runner.runner_type === 'instance_type' || call.user?.auditor === true) return true;
  return mayUpdate(call, runner) || maintainsSome(call, runner) || maintainsBelow(call, runner);
}

/** Whether the caller may see what a runner has worked on (GET /runners/:id/jobs, 18.9). */
export function mayReadJobs(call: Call, runner: RunnerRow): boolean {
  if (call.admin || call.user?.auditor === true) return true;
  if (runner.runner_type === 'instance_type') return false;
  return mayUpdate(call, runner) || (runner.runner_type === 'group_type' && maintainsSome(call, runner));
}

function adminsOwner(call: Call, runner: RunnerRow): boolean {
  if (call.admin) return true;
  const owner = runnerOwner(call, runner);
  return owner !== undefined && adminsRunners(call, owner);
}

function maintainsSome(call: Call, runner: RunnerRow): boolean {
  const group = runner.runner_type === 'group_type' ? runnerOwner(call, runner) : undefined;
  if (group !== undefined) return hasLevel(call, group, 40);
  return projectsOf(call, runner).some((project) => hasLevel(call, project, 40));
}

/** Maintainers of a project further down may see the runners that it inherits. */
function maintainsBelow(call: Call, runner: RunnerRow): boolean {
  const { state } = call.world;
  const owner = runnerOwner(call, runner);
  if (owner?.type !== 'group') return false;
  return [owner.row, ...descendantsOf(state, owner.row)].some((group) =>
    state.projectsByGroup(group.id).some((row) => hasLevel(call, { type: 'project', row }, 40)),
  );
}
