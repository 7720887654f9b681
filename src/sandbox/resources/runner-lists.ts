import { chainOf, hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { runnerEntity } from '../entities/runner.ts';
import { findGroup, findProject } from '../find.ts';
import { paginate } from '../pagination.ts';
import { forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, ProjectRow, RunnerRow } from '../rows.ts';
import { listsRunners, projectsOf, runnerOwner } from '../runner-access.ts';
import { filtered, runnerFilters, scoped, scopedFilters } from './runner-filters.ts';

export const runnerListRoutes = [
  // GET /runners: those of groups one owns and of projects one maintains, for administrators too (18.9).
  route({
    method: 'GET',
    path: '/runners',
    params: scopedFilters,
    access: actor,
    handle: ({ call, args }) => {
      const own = call.world.state.runners.all().filter((runner) => owns(call, runner));
      return shown(call, args, filtered(call, scoped(call, own, args.scope, 'states alone'), args));
    },
  }),
  // GET /runners/all: administrators and auditors (18.9).
  route({
    method: 'GET',
    path: '/runners/all',
    params: scopedFilters,
    access: (call) => {
      if (!actor(call).auditor && !call.admin) refuse(forbidden());
    },
    handle: ({ call, args }) => {
      const all = call.world.state.runners.all();
      return shown(call, args, filtered(call, scoped(call, all, args.scope, 'all scopes'), args));
    },
  }),
  // GET /projects/:id/runners: its own, those of the groups above, and those of the instance (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/runners',
    params: scopedFilters,
    access: (call, args) => {
      const row = findProject(call, args.id);
      return listsRunners(call, { type: 'project', row }) ? row : refuse(forbidden());
    },
    handle: ({ call, args, subject }) => {
      const runners = scoped(call, reachingProject(call, subject), args.scope, 'all scopes');
      return shown(call, args, filtered(call, runners, args));
    },
  }),
  // GET /groups/:id/runners: its own, those of the groups above, and those of the instance (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/runners',
    params: runnerFilters,
    access: (call, args) => {
      const row = findGroup(call, args.id);
      return listsRunners(call, { type: 'group', row }) ? row : refuse(forbidden());
    },
    handle: ({ call, args, subject }) => shown(call, args, filtered(call, reachingGroup(call, subject), args)),
  }),
];

function shown(call: Call, args: Parameters<typeof paginate>[1], runners: readonly RunnerRow[]) {
  return paginate(call, args, runners, (runner) => runnerEntity(call, runner));
}

/** By membership alone: being an administrator makes no runner one's own. */
function owns(call: Call, runner: RunnerRow): boolean {
  const asMember = { ...call, admin: false };
  if (runner.runner_type === 'project_type') {
    return projectsOf(call, runner).some((project) => hasLevel(asMember, project, 40));
  }
  const group = runnerOwner(call, runner);
  return group !== undefined && hasLevel(asMember, group, 50);
}

function reachingProject(call: Call, project: ProjectRow): readonly RunnerRow[] {
  const { state } = call.world;
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  const inherits = group !== undefined && project.attributes['group_runners_enabled'] !== false;
  const shared = project.attributes['shared_runners_enabled'] !== false;
  return byId([
    ...(shared ? state.runnersByType('instance_type') : []),
    ...(inherits ? ofChain(call, group) : []),
    ...state.runnersByType('project_type').filter((runner) => runner.project_ids.includes(project.id)),
  ]);
}

function reachingGroup(call: Call, group: GroupRow): readonly RunnerRow[] {
  const shared = (group.attributes['shared_runners_setting'] ?? 'enabled') === 'enabled';
  return byId([...(shared ? call.world.state.runnersByType('instance_type') : []), ...ofChain(call, group)]);
}

function ofChain(call: Call, group: GroupRow): readonly RunnerRow[] {
  const { state } = call.world;
  return chainOf(state, group).flatMap((row) => state.runnersByGroup(row.id));
}

function byId(runners: readonly RunnerRow[]): readonly RunnerRow[] {
  return runners.toSorted((a, b) => a.id - b.id);
}
