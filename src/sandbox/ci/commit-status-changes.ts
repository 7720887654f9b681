import { letsThrough } from '../repository/branch-levels.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { CiJobRow, CiState, PipelineRow } from './rows.ts';
import { currentJobs, settlePipeline } from './status.ts';
import { timestamp } from '../store/clock.ts';
import type { CommitStatus } from './entity-commit-status.ts';
import { repositoryOf } from '../repository/find-commit.ts';
import { reachable } from '../git/history.ts';
import { insertJob } from './job-runs.ts';
import { protectionOf } from '../repository/protected-branches.ts';
import { forbidden, invalid, message, notFound, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';

/** The states that an outside system may report (POST …/statuses/:sha, 18.9). */
export const statusStates = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const;

type StatusState = (typeof statusStates)[number];

/** A report of an outside system. */
interface Report {
  readonly state: StatusState;
  readonly name: string;
  readonly ref?: string | null | undefined;
  readonly target_url?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly coverage?: number | null | undefined;
  readonly pipeline_id?: number | null | undefined;
}

/** The event of each state, and the states that it leads away from. */
const events: Readonly<Record<StatusState, { readonly name: string; readonly from: readonly CiState[] }>> = {
  pending: { name: 'enqueue', from: ['created'] },
  running: { name: 'run', from: ['created', 'pending'] },
  success: { name: 'success', from: ['created', 'pending', 'running'] },
  failed: { name: 'drop', from: ['created', 'pending', 'running'] },
  canceled: { name: 'cancel', from: ['created', 'pending', 'running'] },
  skipped: { name: 'skip', from: ['created', 'pending'] },
};

/** Keeps a report: on the status of this name that is still open, else as a new one that takes its place. */
export function setStatus(context: RequestContext, project: ProjectRow, sha: string, report: Report): CommitStatus {
  const known = matchingPipeline(context, project, sha, report);
  const ref =
    report.ref ?? known?.ref ?? branchWith(context, project, sha) ?? refuse(notFound('References for commit'));
  if (report.pipeline_id != null && known === undefined) {
    refuse(notFound('Pipeline for pipeline_id, sha and ref'));
  }
  requireRef(context, project, ref);
  const open = known === undefined ? undefined : openStatus(context, known, report.name);
  refuseInvalid(context, known, open, report);
  const pipeline = known ?? externalPipeline(context, project, sha, ref);
  const job = move(context, open ?? newStatus(context, pipeline, report), report);
  settlePipeline(context.platform, pipeline);
  return { pipeline, job };
}

function matchingPipeline(
  context: RequestContext,
  project: ProjectRow,
  sha: string,
  report: Report,
): PipelineRow | undefined {
  return context.platform.state
    .pipelinesOf(project.id)
    .findLast(
      (one) =>
        one.sha === sha &&
        (report.ref == null || one.ref === report.ref) &&
        (report.pipeline_id == null || one.id === report.pipeline_id),
    );
}

/** The first branch, by its name, that holds a commit. */
function branchWith(context: RequestContext, project: ProjectRow, sha: string): string | undefined {
  const repository = repositoryOf(context, project);
  return repository
    .names('heads')
    .find((name) => reachable(repository, [repository.ref('heads', name) ?? '']).has(sha));
}

function requireRef(context: RequestContext, project: ProjectRow, ref: string): void {
  const protection = protectionOf(context.platform.state, project, ref);
  if (protection === undefined) return;
  if (!letsThrough(context, project, [...protection.push, ...protection.merge])) refuse(forbidden());
}

/** The caller's own status of this name, while it is pending or running. */
function openStatus(context: RequestContext, pipeline: PipelineRow, name: string): CiJobRow | undefined {
  return currentJobs(context.platform, pipeline).find(
    (job) =>
      job.kind === 'external' &&
      job.name === name &&
      job.user_id === context.user?.id &&
      (job.status === 'pending' || job.status === 'running'),
  );
}

function refuseInvalid(
  context: RequestContext,
  pipeline: PipelineRow | undefined,
  open: CiJobRow | undefined,
  report: Report,
): void {
  const jobs = pipeline === undefined ? [] : currentJobs(context.platform, pipeline);
  if (jobs.some((job) => job.kind !== 'external' && job.name === report.name)) {
    refuse(invalid({ name: ['has already been taken'] }));
  }
  const problem = report.target_url == null ? undefined : targetProblem(report.target_url);
  if (problem !== undefined) refuse(invalid({ target_url: [problem] }));
  const { name, from } = events[report.state];
  if (open === undefined || from.includes(open.status)) return;
  const reason = `Reason(s): Status cannot transition via "${name}"`;
  refuse(message(400, `Cannot transition status via :${name} from :${open.status} (${reason})`));
}

/** Nothing is asked of a target, so that it may be anywhere. */
function targetProblem(url: string): string | undefined {
  if (url.length > 255) return 'is too long (maximum is 255 characters)';
  return /^https?:\/\//i.test(url) ? undefined : 'is blocked: Only allowed schemes are http, https';
}

function externalPipeline(context: RequestContext, project: ProjectRow, sha: string, ref: string): PipelineRow {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const commit = repositoryOf(context, project).commit(sha);
  return state.pipelines.insert({
    iid: Math.max(0, ...state.pipelinesOf(project.id).map((pipeline) => pipeline.iid)) + 1,
    project_id: project.id,
    status: 'created',
    source: 'external',
    ref,
    sha,
    before_sha: '0'.repeat(40),
    tag: false,
    name: null,
    yaml_errors: null,
    user_id: actor(context).id,
    variables: [],
    merge_request_id: null,
    parent_id: null,
    created_at: now,
    updated_at: now,
    started_at: null,
    finished_at: null,
    committed_at: commit === undefined ? null : new Date(commit.committer.seconds * 1000).toISOString(),
  });
}

/** A new status, in the stage `external`; those of its name count no longer. */
function newStatus(context: RequestContext, pipeline: PipelineRow, report: Report): CiJobRow {
  const { state } = context.platform;
  for (const old of currentJobs(context.platform, pipeline)) {
    if (old.kind === 'external' && old.name === report.name) state.ciJobs.update(old, { retried: true });
  }
  return insertJob(context, pipeline, {
    kind: 'external',
    name: report.name,
    stage: 'external',
    status: 'created',
    user_id: actor(context).id,
    external: { description: null, target_url: null },
  });
}

/** Brings a status into its new state; what the report leaves out stays. */
function move(context: RequestContext, job: CiJobRow, report: Report): CiJobRow {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const ended = report.state !== 'pending' && report.state !== 'running';
  state.ciJobs.update(job, {
    status: report.state,
    coverage: report.coverage ?? job.coverage,
    failure_reason: report.state === 'failed' ? 'api_failure' : null,
    queued_at: job.queued_at ?? now,
    started_at: report.state === 'running' ? now : job.started_at,
    finished_at: ended ? now : null,
    external: {
      description: report.description ?? job.external?.description ?? null,
      target_url: report.target_url ?? job.external?.target_url ?? null,
    },
  });
  return job;
}
