import { timestamp } from '../store/clock.ts';
import type { CiJobRow, CiState, PipelineRow } from './rows.ts';
import type { Platform } from '../store/platform.ts';

const finished: readonly CiState[] = ['success', 'failed', 'canceled'];
const active: readonly CiState[] = [
  ...(['waiting_for_resource', 'preparing', 'waiting_for_callback', 'pending', 'running'] as const),
];

/** Whether a job or pipeline has come to its end. */
export function isFinished(status: CiState): boolean {
  return finished.includes(status);
}

/** Whether a job or pipeline is at work, or about to be. */
export function isActive(status: CiState): boolean {
  return active.includes(status);
}

/** Whether a cancel still reaches it. */
export function isCancelable(status: CiState): boolean {
  return isActive(status) || status === 'created' || status === 'scheduled' || status === 'manual';
}

/** Whether a job can be run again: it runs here, came to an end, and no later one has taken its place. */
export function isRetryable(job: CiJobRow): boolean {
  return job.kind !== 'external' && isFinished(job.status) && !job.retried;
}

/** The jobs of a pipeline that count: each name once, its latest. */
export function currentJobs(platform: Platform, pipeline: PipelineRow): readonly CiJobRow[] {
  return platform.state.ciJobsOf(pipeline.id).filter((job) => !job.retried);
}

/** The state of a pipeline as its jobs make it. */
function compositeStatus(jobs: readonly CiJobRow[]): CiState | undefined {
  if (jobs.length === 0) return undefined;
  const states = jobs.map((job) => (job.status === 'failed' && job.allow_failure ? 'success' : job.status));
  const all = (...allowed: readonly CiState[]) => states.every((state) => allowed.includes(state));
  const some = (...wanted: readonly CiState[]) => states.some((state) => wanted.includes(state));
  if (all('skipped')) return 'skipped';
  if (all('success', 'skipped')) return 'success';
  if (all('created')) return 'created';
  if (some('canceling')) return 'canceling';
  if (some('running')) return 'running';
  if (some('pending') && !some('success', 'failed', 'canceled')) return 'pending';
  if (some('pending')) return 'running';
  if (some('waiting_for_resource')) return 'waiting_for_resource';
  if (some('waiting_for_callback')) return 'waiting_for_callback';
  if (some('preparing')) return 'preparing';
  if (some('failed')) return 'failed';
  if (some('manual')) return blocked(jobs) ? 'manual' : all('manual', 'created') ? 'skipped' : 'success';
  if (some('canceled')) return 'canceled';
  return some('scheduled') ? 'scheduled' : 'running';
}

/** A manual job that may not fail holds up what follows. */
function blocked(jobs: readonly CiJobRow[]): boolean {
  return jobs.some((job) => job.status === 'manual' && !job.allow_failure);
}

/** Brings a pipeline's state in line with its jobs. */
export function settlePipeline(platform: Platform, pipeline: PipelineRow): void {
  const status = compositeStatus(currentJobs(platform, pipeline)) ?? pipeline.status;
  const now = timestamp(platform.clock);
  const ended = isFinished(status);
  platform.state.pipelines.update(pipeline, { status, updated_at: now, finished_at: ended ? now : null });
}
