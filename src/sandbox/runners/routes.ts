import { hasLevel } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { ciStates, type CiJobRow } from '../ci/rows.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { runnerJob } from '../ci/entity-job.ts';
import { basicProject, managerEntity, managersOf, readableProjectsOf, runnerDetail } from './entity.ts';
import { keyset, paged, paginate, paginateByCursor } from '../http/pagination.ts';
import { created, forbidden, invalid, noContent, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RunnerRow } from './rows.ts';
import { mayDelete, mayRead, mayReadJobs, mayUpdate } from './access.ts';
import { findRunner, removeRunner, resetToken, runnerAttributes, runnerErrors, settledColumns } from './rules.ts';
import { runnerEntityOf } from './audit-entity.ts';

const byId = { id: { type: 'integer', required: true } } as const;

const scopes = ['manage_runner'];

const writable = ['description', 'active', 'paused', 'tag_list', 'run_untagged', 'locked', 'access_level'];

type Rule = (context: RequestContext, runner: RunnerRow) => boolean;

function runnerFor(rule: Rule) {
  return (context: RequestContext, args: { readonly id: number }): RunnerRow => {
    const runner = findRunner(context, args.id);
    return rule(context, runner) ? runner : refuse(forbidden('No access granted'));
  };
}

/** What a runner has worked on, oldest first, as far as the caller has Reporter on the project. */
function jobsOf(context: RequestContext, runner: RunnerRow): readonly CiJobRow[] {
  const { ciJobs, projects } = context.platform.state;
  return ciJobs.all().filter((job) => {
    const row = job.runner_id === runner.id ? projects.get(job.project_id) : undefined;
    return row !== undefined && hasLevel(context, { type: 'project', row }, 20);
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
    handle: ({ context, args, subject }) =>
      ok(runnerDetail(context, subject, args.include_projects === false ? 'without projects' : 'with projects')),
  }),
  // PUT /runners/:id: tag_list is replaced whole; the answer has no projects (18.9).
  route({
    method: 'PUT',
    path: '/runners/:id',
    params: { ...byId, ...runnerAttributes, active: { type: 'boolean' } },
    rules: [{ atLeastOne: [...writable, 'maximum_timeout', 'maintenance_note'] }, { exclusive: ['active', 'paused'] }],
    scopes,
    access: runnerFor(mayUpdate),
    handle: ({ context, args, subject }) => {
      const paused = args.active == null ? args.paused : !args.active;
      const columns = settledColumns({ ...args, paused }, subject);
      const errors = runnerErrors(columns);
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      context.platform.state.runners.update(subject, { ...columns, updated_at: timestamp(context.platform.clock) });
      return ok(runnerDetail(context, subject, 'without projects'));
    },
  }),
  // DELETE /runners/:id: of several projects, by administrators alone (18.9).
  route({
    method: 'DELETE',
    path: '/runners/:id',
    params: byId,
    scopes,
    access: (context, args) => {
      const runner = findRunner(context, args.id);
      if (!context.admin && runner.project_ids.length > 1) {
        refuse(forbidden('Runner associated with more than one project'));
      }
      return mayDelete(context, runner) ? runner : refuse(forbidden('No access granted'));
    },
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.updated_at);
      const target = { id: subject.id, type: 'Ci::Runner', details: subject.description ?? '' };
      const details = { custom_message: 'Unregistered CI/CD runner' };
      audit(context, { event: 'ci_runner_unregistered', entity: runnerEntityOf(context, subject), target, details });
      removeRunner(context, subject);
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
    handle: ({ context, subject }) =>
      ok(managersOf(context, subject).map((manager) => managerEntity(context, manager))),
  }),
  // GET /runners/:id/projects: those that the caller may see (18.9).
  route({
    method: 'GET',
    path: '/runners/:id/projects',
    params: { ...byId, ...paged },
    scopes,
    access: runnerFor(mayRead),
    handle: ({ context, args, subject }) =>
      paginate(context, args, readableProjectsOf(context, subject), (project) => basicProject(context, project)),
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
    handle: ({ context, args, subject }) => {
      const byMachine = args.system_id != null && args.system_id !== '';
      // No job tells which machine of its runner took it.
      const jobs = byMachine
        ? []
        : jobsOf(context, subject).filter((job) => (args.status ?? job.status) === job.status);
      const sorted = args.sort === 'asc' ? jobs : jobs.toReversed();
      const show = (job: CiJobRow) => runnerJob(context, job);
      if (args.pagination === 'keyset') return paginateByCursor(context, args, sorted, show);
      return paginate(context, args, sorted, show, byMachine ? { uncounted: true } : {});
    },
  }),
  // POST /runners/:id/reset_authentication_token: the old token is void at once (18.9).
  route({
    method: 'POST',
    path: '/runners/:id/reset_authentication_token',
    params: byId,
    scopes,
    access: runnerFor(mayUpdate),
    handle: ({ context, subject }) => {
      resetToken(context, subject);
      return created({ token: subject.token, token_expires_at: subject.token_expires_at });
    },
  }),
];
