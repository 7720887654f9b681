import type { RequestContext } from '../http/request-context.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import type { RunnerRow } from '../runners/rows.ts';
import { projectsOf, runnerOwner } from '../runners/access.ts';
import { globalId } from './global-id.ts';
import { object, ref, refOrNull, scalar, time } from './object-type.ts';
import type { ObjectType, Refused } from './object-type.ts';
import type { Ref } from './sources.ts';
import { pageArgs, pageOf } from './page.ts';
import { projectConnection } from './project-type.ts';
import { unavailable } from './unavailable.ts';

/** A runner (CiRunner, 18.9): the groups of a group's, the projects of a project's, and null for the others. */
export const runnerType: ObjectType<RunnerRow> = {
  id: scalar((_call, row) => globalId('Ci::Runner', row.id)),
  description: scalar((_call, row) => row.description),
  runnerType: scalar((_call, row) => row.runner_type.toUpperCase()),
  tagList: scalar((_call, row) => row.tag_list),
  runUntagged: scalar((_call, row) => row.run_untagged),
  // Only the runner of a project can be locked to it.
  locked: scalar((_call, row) => row.runner_type === 'project_type' && row.locked),
  paused: scalar((_call, row) => row.paused),
  accessLevel: scalar((_call, row) => row.access_level.toUpperCase()),
  maximumTimeout: scalar((_call, row) => row.maximum_timeout),
  maintenanceNote: scalar((_call, row) => row.maintenance_note),
  createdAt: scalar((_call, row) => time(row.created_at)),
  createdBy: object('UserCore', (context, row) =>
    row.created_by_id === null ? null : refOrNull('UserCore', context.platform.state.users.get(row.created_by_id)),
  ),
  groups: object('GroupConnection', (context, row, args) => groupsOf(context, row, args), {
    args: pageArgs,
    cost: { paged: true },
  }),
  projects: object('ProjectConnection', (context, row, args) => ownProjects(context, row, args), {
    args: pageArgs,
    cost: { paged: true },
  }),
  ownerProject: object('Project', (context, row) => {
    const owner = runnerOwner(context, row);
    return owner?.type === 'project' ? ref('Project', owner.row) : null;
  }),
};

function groupsOf(context: RequestContext, row: RunnerRow, args: JsonObject): Ref | null {
  const owner = runnerOwner(context, row);
  if (owner?.type !== 'group') return null;
  const page = pageOf([owner.row], [{ name: 'id', down: true, of: (group) => group.id }], args, (group) =>
    ref('Group', group),
  );
  return ref('GroupConnection', page);
}

function ownProjects(context: RequestContext, row: RunnerRow, args: JsonObject): Ref | null {
  if (row.runner_type !== 'project_type') return null;
  return projectConnection(
    projectsOf(context, row).map((project) => project.row),
    args,
  );
}

/** What lists of runners take. */
export const runnerArgs = {
  ...pageArgs,
  ...({
    type: 'optional',
    paused: 'optional',
    search: 'optional',
    sort: 'optional',
    upgradeStatus: 'optional',
  } as const),
};

/** Query.runners: for administrators and auditors. */
export function allRunners(context: RequestContext, args: JsonObject): Ref | Refused {
  // A guess: the words of the refusal.
  if (!context.admin && context.user?.auditor !== true) return { refused: unavailable };
  return runnersPage(context.platform.state.runners.all(), args);
}

/** Some runners in pages: the newest first, unless asked for the other way round. */
export function runnersPage(runners: readonly RunnerRow[], args: JsonObject): Ref {
  const text = textOf(args['search']).toLowerCase();
  const rows = runners.filter((row) => {
    if (args['type'] != null && row.runner_type.toUpperCase() !== args['type']) return false;
    if (args['paused'] != null && row.paused !== args['paused']) return false;
    // No runner here tells its version, so that none is known to need another.
    if (args['upgradeStatus'] != null && args['upgradeStatus'] !== 'NOT_PROCESSED') return false;
    return (row.description ?? '').toLowerCase().includes(text);
  });
  const down = args['sort'] !== 'CREATED_ASC';
  const order = [
    { name: 'created_at', down, of: (row: RunnerRow) => keyOfTime(row.created_at) },
    { name: 'id', down, of: (row: RunnerRow) => row.id },
  ];
  return ref(
    'CiRunnerConnection',
    pageOf([...new Set(rows)], order, args, (row) => ref('CiRunner', row)),
  );
}

/** A moment as a cursor holds it: `2026-11-22 12:10:46.911000000 +0000`. */
function keyOfTime(stamp: string): string {
  return stamp.replace('T', ' ').replace(/\.(\d{3})Z$/, '.$1000000 +0000');
}
