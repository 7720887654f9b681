import { chainOf, hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { runnerEntity } from './entity.ts';
import { findGroup, findProject } from '../access/find.ts';
import { paginate } from '../http/pagination.ts';
import { forbidden, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RunnerRow } from './rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { listsRunners, projectsOf, runnerOwner } from './access.ts';
import { filtered, runnerFilters, scoped, scopedFilters } from './filters.ts';

export const runnerListRoutes = [
  // GET /runners: those of groups one owns and of projects one maintains, for administrators too (18.9).
  route({
    method: 'GET',
    path: '/runners',
    params: scopedFilters,
    access: actor,
    handle: ({ context, args }) => {
      const own = context.platform.state.runners.all().filter((runner) => owns(context, runner));
      return shown(context, args, filtered(context, scoped(context, own, args.scope, 'states alone'), args));
    },
  }),
  // GET /runners/all: administrators and auditors (18.9).
  route({
    method: 'GET',
    path: '/runners/all',
    params: scopedFilters,
    access: (context) => {
      if (!actor(context).auditor && !context.admin) refuse(forbidden());
    },
    handle: ({ context, args }) => {
      const all = context.platform.state.runners.all();
      return shown(context, args, filtered(context, scoped(context, all, args.scope, 'all scopes'), args));
    },
  }),
  // GET /projects/:id/runners: its own, those of the groups above, and those of the instance (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/runners',
    params: scopedFilters,
    access: (context, args) => {
      const row = findProject(context, args.id);
      return listsRunners(context, { type: 'project', row }) ? row : refuse(forbidden());
    },
    handle: ({ context, args, subject }) => {
      const runners = scoped(context, reachingProject(context, subject), args.scope, 'all scopes');
      return shown(context, args, filtered(context, runners, args));
    },
  }),
  // GET /groups/:id/runners: its own, those of the groups above, and those of the instance (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/runners',
    params: runnerFilters,
    access: (context, args) => {
      const row = findGroup(context, args.id);
      return listsRunners(context, { type: 'group', row }) ? row : refuse(forbidden());
    },
    handle: ({ context, args, subject }) =>
      shown(context, args, filtered(context, reachingGroup(context, subject), args)),
  }),
];

function shown(context: RequestContext, args: Parameters<typeof paginate>[1], runners: readonly RunnerRow[]) {
  return paginate(context, args, runners, (runner) => runnerEntity(context, runner));
}

/** By membership alone: being an administrator makes no runner one's own. */
function owns(context: RequestContext, runner: RunnerRow): boolean {
  const asMember = { ...context, admin: false };
  if (runner.runner_type === 'project_type') {
    return projectsOf(context, runner).some((project) => hasLevel(asMember, project, 40));
  }
  const group = runnerOwner(context, runner);
  return group !== undefined && hasLevel(asMember, group, 50);
}

function reachingProject(context: RequestContext, project: ProjectRow): readonly RunnerRow[] {
  const { state } = context.platform;
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  const inherits = group !== undefined && project.attributes['group_runners_enabled'] !== false;
  const shared = project.attributes['shared_runners_enabled'] !== false;
  return byId([
    ...(shared ? state.runnersByType('instance_type') : []),
    ...(inherits ? ofChain(context, group) : []),
    ...state.runnersByType('project_type').filter((runner) => runner.project_ids.includes(project.id)),
  ]);
}

function reachingGroup(context: RequestContext, group: GroupRow): readonly RunnerRow[] {
  const shared = (group.attributes['shared_runners_setting'] ?? 'enabled') === 'enabled';
  return byId([...(shared ? context.platform.state.runnersByType('instance_type') : []), ...ofChain(context, group)]);
}

function ofChain(context: RequestContext, group: GroupRow): readonly RunnerRow[] {
  const { state } = context.platform;
  return chainOf(state, group).flatMap((row) => state.runnersByGroup(row.id));
}

function byId(runners: readonly RunnerRow[]): readonly RunnerRow[] {
  return runners.toSorted((a, b) => a.id - b.id);
}
