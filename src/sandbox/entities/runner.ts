import { canRead, levelOn } from '../access.ts';
import type { Call } from '../call.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ProjectRow, RecordRow, RunnerRow } from '../rows.ts';
import { mayUpdate, projectsOf } from '../runner-access.ts';
import { projectEntity } from './project.ts';
import { basicUser } from './user.ts';

const hour = 3_600_000;

/** After this long without contact a runner is offline. */
const onlineFor = 2 * hour;

/** After this long without contact, or since its creation, a runner is stale. */
const freshFor = 7 * 24 * hour;

/** Whether a runner has been in touch lately; null before its first contact (GET /runners, 18.9). */
export function isOnline(call: Call, contactedAt: string | null): boolean | null {
  return contactedAt === null ? null : age(call, contactedAt) < onlineFor;
}

/** Whether nothing has been heard for a week, neither of its creation nor of a contact. */
export function isStale(call: Call, runner: Pick<RunnerRow, 'created_at' | 'contacted_at'>): boolean {
  const last = [runner.created_at, runner.contacted_at ?? ''].reduce((a, b) => (a > b ? a : b));
  return age(call, last) >= freshFor;
}

function age(call: Call, moment: string): number {
  return call.world.clock.now().getTime() - Date.parse(moment);
}

function statusOf(call: Call, runner: Pick<RunnerRow, 'created_at' | 'contacted_at' | 'paused'>): string {
  if (isStale(call, runner)) return 'stale';
  const online = isOnline(call, runner.contacted_at);
  if (online === null) return 'never_contacted';
  if (runner.paused) return 'paused';
  return online ? 'online' : 'offline';
}

/** A runner as lists show it: without tags, and never with its token (GET /runners, 18.9). */
export function runnerEntity(call: Call, runner: RunnerRow): JsonObject {
  const creator = runner.created_by_id === null ? undefined : call.world.state.users.get(runner.created_by_id);
  return {
    id: runner.id,
    description: runner.description,
    ip_address: null,
    active: !runner.paused,
    paused: runner.paused,
    is_shared: runner.runner_type === 'instance_type',
    runner_type: runner.runner_type,
    name: null,
    online: isOnline(call, runner.contacted_at),
    ...(creator === undefined ? {} : { created_by: basicUser(call, creator) }),
    created_at: runner.created_at,
    status: statusOf(call, runner),
    job_execution_status: 'idle',
  };
}

/** A runner by itself; its note is for those who may change it (GET /runners/:id, 18.9). */
export function runnerDetail(
  call: Call,
  runner: RunnerRow,
  projects: 'with projects' | 'without projects',
): JsonObject {
  const manager = managersOf(call, runner).toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))[0];
  const info = (name: string): Json => manager?.data[name] ?? null;
  return {
    ...runnerEntity(call, runner),
    tag_list: runner.tag_list,
    run_untagged: runner.run_untagged,
    locked: runner.locked,
    maximum_timeout: runner.maximum_timeout,
    access_level: runner.access_level,
    version: info('version'),
    revision: info('revision'),
    platform: info('platform'),
    architecture: info('architecture'),
    contacted_at: runner.contacted_at,
    maintenance_note: mayUpdate(call, runner) ? runner.maintenance_note : null,
    ...(projects === 'with projects' ? { projects: visibleProjects(call, runner) } : {}),
    groups: visibleGroups(call, runner),
  };
}

function visibleProjects(call: Call, runner: RunnerRow): readonly Json[] {
  const projects = projectsOf(call, runner);
  const seen = seesAll(call) ? projects : projects.filter((project) => levelOn(call, project) > 0);
  return seen.map((project) => basicProject(call, project.row));
}

function visibleGroups(call: Call, runner: RunnerRow): readonly Json[] {
  const row = runner.group_id === null ? undefined : call.world.state.groups.get(runner.group_id);
  if (row === undefined) return [];
  if (!seesAll(call) && levelOn(call, { type: 'group', row }) === 0) return [];
  return [{ id: row.id, web_url: `${call.world.externalUrl}/groups/${row.full_path}`, name: row.name }];
}

function seesAll(call: Call): boolean {
  return call.admin || call.user?.auditor === true;
}

/** The projects of a runner that the caller may see, each once, owner first. */
export function readableProjectsOf(call: Call, runner: RunnerRow): readonly ProjectRow[] {
  return projectsOf(call, runner)
    .filter((project) => canRead(call, project))
    .map((project) => project.row);
}

const basicFields = [
  ...['id', 'description', 'name', 'name_with_namespace', 'path', 'path_with_namespace', 'created_at'],
  ...['default_branch', 'tag_list', 'topics', 'ssh_url_to_repo', 'http_url_to_repo', 'web_url', 'readme_url'],
  ...['forks_count', 'avatar_url', 'star_count', 'last_activity_at', 'visibility', 'namespace'],
];

/** A project in its short form (GET /runners/:id/projects, 18.9). */
export function basicProject(call: Call, project: ProjectRow): JsonObject {
  const whole = projectEntity(call, project);
  return Object.fromEntries(basicFields.map((name) => [name, whole[name]]));
}

/** The machines that work under a runner's token. */
export function managersOf(call: Call, runner: RunnerRow): readonly RecordRow[] {
  return call.world.state.recordsOf(`runner_manager runner:${runner.id}`);
}

/** One machine of a runner (GET /runners/:id/managers, 18.9). */
export function managerEntity(call: Call, manager: RecordRow): JsonObject {
  const contact = { created_at: manager.created_at, contacted_at: manager.updated_at, paused: false };
  const info = (name: string): Json => manager.data[name] ?? null;
  return {
    id: manager.id,
    system_id: manager.key,
    version: info('version'),
    revision: info('revision'),
    platform: info('platform'),
    architecture: info('architecture'),
    created_at: manager.created_at,
    contacted_at: manager.updated_at,
    ip_address: '127.0.0.1',
    status: statusOf(call, contact),
    job_execution_status: 'idle',
  };
}
