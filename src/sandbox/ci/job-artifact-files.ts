import { timestamp } from '../store/clock.ts';
import type { CiJobRow } from './rows.ts';
import type { JsonObject } from '../store/json.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { Platform } from '../store/platform.ts';

/** Whether a job's artifacts are still to be had; those that the project keeps outlive their last day. */
export function hasArtifacts(platform: Platform, project: ProjectRow, job: CiJobRow): boolean {
  if (job.artifacts.length === 0) return false;
  const expired = job.artifacts_expire_at !== null && job.artifacts_expire_at <= timestamp(platform.clock);
  return !expired || isKept(platform, project, job);
}

/** The artifacts of the last successful pipeline of each ref stay, unless the project says otherwise (18.9). */
export function isKept(platform: Platform, project: ProjectRow, job: CiJobRow): boolean {
  if (project.attributes['keep_latest_artifact'] === false) return false;
  const pipelines = platform.state.pipelinesOf(project.id);
  const own = pipelines.find((pipeline) => pipeline.id === job.pipeline_id);
  const last = pipelines.findLast((pipeline) => pipeline.ref === own?.ref && pipeline.status === 'success');
  return last !== undefined && last === own;
}

/** Whether a path names something inside an archive, and nothing outside of it. */
export function isArtifactPath(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.split('/').some((part) => part === '..' || part === '.');
}

/** The entries of an archive right in a directory, or everywhere below it (GET …/artifacts/tree, 18.9). */
export function artifactTree(job: CiJobRow, directory: string, depth: 'flat' | 'recursive'): readonly JsonObject[] {
  const prefix = directory === '' ? '' : `${directory.replace(/\/+$/, '')}/`;
  const found = new Map<string, JsonObject>();
  for (const file of job.artifacts.filter((one) => one.path.startsWith(prefix))) {
    const parts = file.path.slice(prefix.length).split('/');
    const last = depth === 'flat' ? Math.min(parts.length, 1) : parts.length;
    for (let length = 1; length <= last; length += 1) {
      const path = `${prefix}${parts.slice(0, length).join('/')}`;
      const name = parts[length - 1] ?? '';
      const size = Buffer.from(file.base64, 'base64').length;
      const isFile = length === parts.length;
      found.set(path, isFile ? { name, path, type: 'file', size, mode: '100644' } : { name, path, type: 'directory' });
    }
  }
  return [...found.values()];
}
