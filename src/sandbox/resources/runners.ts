import { hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import type { Entity } from '../audit.ts';
import type { Call } from '../call.ts';
import { ciStates } from '../ci-rows.ts';
import type { CiJobRow } from '../ci-rows.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { runnerJob } from '../entities/ci-job.ts';
import { basicProject, managerEntity, managersOf, readableProjectsOf, runnerDetail } from '../entities/runner.ts';
import { keyset, paged, paginate, paginateByCursor } from '../pagination.ts';
import { created, forbidden, invalid, noContent, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { RunnerRow } from '../rows.ts';
import { mayDelete, mayRead, mayReadJobs, mayUpdate, runnerOwner } from '../runner-access.ts';
import {
  findRunner,
  removeRunner,
  resetToken,
  runnerAttributes,
  runnerErrors,
  settledColumns,
} from './runner-rules.ts';

const byId = { id: { type: 'integer', required: true } } as const;
const scopes = ['manage_runner'];
const writable = ['description', 'active', 'paused', 'tag_list', 'run_untagged', 'locked', 'access_level'];

type Rule = (call: Call, runner: RunnerRow) => boolean;

function runnerFor(rule: Rule) {
  return (call: Call, args: { readonly id: number }): RunnerRow => {
    const runner = findRunner(call, args.id);
    return rule(call, runner) ? runner : refuse(forbidden('No access granted'));
  };
}

/** What an audit event about a runner is filed under. */
export function runnerEntityOf(call: Call, runner: RunnerRow): Entity {
  const owner = runnerOwner(call, runner);
  if (owner === undefined) return { type: 'Instance' };
  return owner.type === 'group' ? { type: 'Group', row: owner.row } : { type: 'Project', row: owner.row };
}

/** What a runner has worked on, oldest first, as far as the caller has Reporter on the project. */
function jobsOf(call: Call, runner: RunnerRow): readonly CiJobRow[] {
  const { ciJobs, projects } = call.world.state;
  return ciJobs.all().filter((job) => {
    const row = job.runner_id === runner.id ? projects.get(job.project_id) : undefined;
    return row !== undefined && hasLevel(call, { type: 'project', row }, 20);
  });
}

export const runnerRoutes = [
  // GET /runners/:id: instance runners for everyone, others from Maintainer on (18.9).
  route({
    method: 'GET',
    path: '/runners/:id',
    params: { ...byId, include_projects: { type: 'boolean' } },
    scopes,
    access: runnerFor(mayRead),
    handle: ({ call, args, subject }) =>
      ok(runnerDetail(call, subject, args.include_projects === false ? 'without projects' : 'with projects')),
  }),
  // PUT /runners/:id: tag_list is replaced whole; the answer has no projects (18.9).
  route({
    method: 'PUT',
    path: '/runners/:id',
    params: { ...byId, ...runnerAttributes, active: { type: 'boolean' } },
    rules: [{ atLeastOne: [...writable, 'maximum_timeout', 'maintenance_note'] }, { exclusive: ['active', 'paused'] }],
    scopes,
    access: runnerFor(mayUpdate),
    handle: ({ call, args, subject }) => {
      const paused = args.active == null ? args.paused : !args.active;
      const columns = settledColumns({ ...args, paused }, subject);
      const errors = runnerErrors(columns);
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      call.world.state.runners.update(subject, { ...columns, updated_at: timestamp(call.world.clock) });
      return ok(runnerDetail(call, subject, 'without projects'));
    },
  }),
  // DELETE /runners/:id: of several projects, by administrators alone (18.9).
  route({
    method: 'DELETE',
    path: '/runners/:id',
    params: byId,
    scopes,
    access: (call, args) => {
      const runner = findRunner(call, args.id);
      if (!call.admin && runner.project_ids.length > 1) {
        refuse(forbidden('Runner associated with more than one project'));
      }
      return mayDelete(call, runner) ? runner : refuse(forbidden('No access granted'));
    },
    handle: ({ call, subject }) => {
      requireUnmodified(call, subject.updated_at);
      const target = { id: subject.id, type: 'Ci::Runner', details: subject.description ?? '' };
      const details = { custom_message: 'Unregistered CI/CD runner' };
      audit(call, { event: 'ci_runner_unregistered', entity: runnerEntityOf(call, subject), target, details });
      removeRunner(call, subject);
      return noContent();
    },
  }),
  // GET /runners/:id/managers: not paged (18.9).
  route({
    method: 'GET',
    path: '/runners/:id/managers',
    params: byId,
    scopes,
    access: runnerFor(mayRead),
    handle: ({ call, subject }) => ok(managersOf(call, subject).map((manager) => managerEntity(call, manager))),
  }),
  // GET /runners/:id/projects: those that the caller may see (18.9).
  route({
    method: 'GET',
    path: '/runners/:id/projects',
    params: { ...byId, ...paged },
    scopes,
    access: runnerFor(mayRead),
    handle: ({ call, args, subject }) =>
      paginate(call, args, readableProjectsOf(call, subject), (project) => basicProject(call, project)),
  }),
  // GET /runners/:id/jobs: the newest first, of projects whose jobs the caller may see; by machine not counted (18.9).
  route({
    method: 'GET',
    path: '/runners/:id/jobs',
    params: {
      ...byId,
      ...keyset,
      cursor: { type: 'string' },
      system_id: { type: 'string' },
      status: { type: 'string', values: ciStates },
      order_by: { type: 'string', values: ['id'] },
      sort: { type: 'string', values: ['asc', 'desc'] },
    },
    scopes,
    access: runnerFor(mayReadJobs),
    handle: ({ call, args, subject }) => {
      const byMachine = args.system_id != null && args.system_id !== '';
      // No job tells which machine of its runner took it.
      const jobs = byMachine ? [] : jobsOf(call, subject).filter((job) => (args.status ?? job.status) === job.status);
      const sorted = args.sort === 'asc' ? jobs : jobs.toReversed();
      const show = (job: CiJobRow) => runnerJob(call, job);
      if (args.pagination === 'keyset') return paginateByCursor(call, args, sorted, show);
      return paginate(call, args, sorted, show, byMachine ? { uncounted: true } : {});
    },
  }),
  // POST /runners/:id/reset_authentication_token: the old token is void at once (18.9).
  route({
    method: 'POST',
    path: '/runners/:id/reset_authentication_token',
    params: byId,
    scopes,
    access: runnerFor(mayUpdate),
    handle: ({ call, subject }) => {
      resetToken(call, subject);
      return created({ token: subject.token, token_expires_at: subject.token_expires_at });
    },
  }),
];
