import { canRead, levelOn } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';
import type { RunnerRow } from './rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { mayUpdate, projectsOf } from './access.ts';
import { projectEntity } from '../projects/entity.ts';
import { basicUser } from '../users/entity.ts';

const hour = 3_600_000;

/** After this long without contact a runner is offline. */
const onlineFor = 2 * hour;

/** After this long without contact, or since its creation, a runner is stale. */
const freshFor = 7 * 24 * hour;

/** Whether a runner has been in touch lately; null before its first contact (GET /runners, 18.9). */
export function isOnline(context: RequestContext, contactedAt: string | null): boolean | null {
  return contactedAt === null ? null : age(context, contactedAt) < onlineFor;
}

/** Whether nothing has been heard for a week, neither of its creation nor of a contact. */
export function isStale(context: RequestContext, runner: Pick<RunnerRow, 'created_at' | 'contacted_at'>): boolean {
  const last = [runner.created_at, runner.contacted_at ?? ''].reduce((a, b) => (a > b ? a : b));
  return age(context, last) >= freshFor;
}

function age(context: RequestContext, moment: string): number {
  return context.platform.clock.now().getTime() - Date.parse(moment);
}

function statusOf(context: RequestContext, runner: Pick<RunnerRow, 'created_at' | 'contacted_at' | 'paused'>): string {
  if (isStale(context, runner)) return 'stale';
  const online = isOnline(context, runner.contacted_at);
  if (online === null) return 'never_contacted';
  if (runner.paused) return 'paused';
  return online ? 'online' : 'offline';
}

/** A runner as lists show it: without tags, and never with its token (GET /runners, 18.9). */
export function runnerEntity(context: RequestContext, runner: RunnerRow): JsonObject {
  const creator = runner.created_by_id === null ? undefined : context.platform.state.users.get(runner.created_by_id);
  return {
    id: runner.id,
    description: runner.description,
    ip_address: null,
    active: !runner.paused,
    paused: runner.paused,
    is_shared: runner.runner_type === 'instance_type',
    runner_type: runner.runner_type,
    name: null,
    online: isOnline(context, runner.contacted_at),
    ...(creator === undefined ? {} : { created_by: basicUser(context, creator) }),
    created_at: runner.created_at,
    status: statusOf(context, runner),
    job_execution_status: 'idle',
  };
}

/** A runner by itself; its note is for those who may change it (GET /runners/:id, 18.9). */
export function runnerDetail(
  context: RequestContext,
  runner: RunnerRow,
  projects: 'with projects' | 'without projects',
): JsonObject {
  const manager = managersOf(context, runner).toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))[0];
  const info = (name: string): Json => manager?.data[name] ?? null;
  return {
    ...runnerEntity(context, runner),
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
    maintenance_note: mayUpdate(context, runner) ? runner.maintenance_note : null,
    ...(projects === 'with projects' ? { projects: visibleProjects(context, runner) } : {}),
    groups: visibleGroups(context, runner),
  };
}

function visibleProjects(context: RequestContext, runner: RunnerRow): readonly Json[] {
  const projects = projectsOf(context, runner);
  const seen = seesAll(context) ? projects : projects.filter((project) => levelOn(context, project) > 0);
  return seen.map((project) => basicProject(context, project.row));
}

function visibleGroups(context: RequestContext, runner: RunnerRow): readonly Json[] {
  const row = runner.group_id === null ? undefined : context.platform.state.groups.get(runner.group_id);
  if (row === undefined) return [];
  if (!seesAll(context) && levelOn(context, { type: 'group', row }) === 0) return [];
  return [{ id: row.id, web_url: `${context.platform.externalUrl}/groups/${row.full_path}`, name: row.name }];
}

function seesAll(context: RequestContext): boolean {
  return context.admin || context.user?.auditor === true;
}

/** The projects of a runner that the caller may see, each once, owner first. */
export function readableProjectsOf(context: RequestContext, runner: RunnerRow): readonly ProjectRow[] {
  return projectsOf(context, runner)
    .filter((project) => canRead(context, project))
    .map((project) => project.row);
}

const basicFields = [
  ...['id', 'description', 'name', 'name_with_namespace', 'path', 'path_with_namespace', 'created_at'],
  ...['default_branch', 'tag_list', 'topics', 'ssh_url_to_repo', 'http_url_to_repo', 'web_url', 'readme_url'],
  ...['forks_count', 'avatar_url', 'star_count', 'last_activity_at', 'visibility', 'namespace', 'repository_storage'],
];

/** A project in its short form (GET /runners/:id/projects, 18.9). */
export function basicProject(context: RequestContext, project: ProjectRow): JsonObject {
  const whole = projectEntity(context, project);
  return Object.fromEntries(basicFields.filter((name) => name in whole).map((name) => [name, whole[name]]));
}

/** The machines that work under a runner's token. */
export function managersOf(context: RequestContext, runner: RunnerRow): readonly RecordRow[] {
  return context.platform.state.recordsOf(`runner_manager runner:${runner.id}`);
}

/** One machine of a runner (GET /runners/:id/managers, 18.9). */
export function managerEntity(context: RequestContext, manager: RecordRow): JsonObject {
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
    status: statusOf(context, contact),
    job_execution_status: 'idle',
  };
}
