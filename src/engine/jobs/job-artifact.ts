import { wasTooLarge } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isList, isMap } from '../../base/shape.ts';
import type { JsonObject } from '../../model.ts';
import { reviewedPipelines, type NoPipelines, type Pipeline } from './reviewed-pipelines.ts';

/** A file that a job has kept, and the pipeline that is meant. */
export interface JobFile {
  readonly project: string;
  /** A protected branch or tag, or the full name of a commit. */
  readonly ref: string;
  readonly job: string;
  readonly path: string;
}

/** The commit that the run itself is for, in a pipeline, and its project by its number where that is known. */
export interface OwnCommit {
  readonly sha: string;
  readonly project: number | undefined;
}

/** A file as the job has kept it, and where it comes from. */
export interface FoundFile {
  readonly type: 'found';
  readonly text: string;
  readonly job: number;
  readonly pipeline: Pipeline;
}

/** Why there is no file that is to be believed. */
export type NoFile =
  | NoPipelines
  /** The run is in a pipeline of the same project, for another commit. */
  | { readonly type: 'other-commit'; readonly pipeline: Pipeline; readonly own: string }
  | { readonly type: 'no-job'; readonly pipeline: Pipeline; readonly jobs: readonly string[] }
  | { readonly type: 'not-succeeded'; readonly pipeline: Pipeline; readonly job: number; readonly status: string }
  | { readonly type: 'expired'; readonly job: number; readonly at: string }
  | { readonly type: 'no-artifacts'; readonly job: number }
  | { readonly type: 'no-file'; readonly job: number }
  /** It is larger than any answer may be. */
  | { readonly type: 'too-large'; readonly job: number };

const TOO_LARGE = { is: 'too large' } as const;

type Reader = Pick<Client, 'read' | 'list' | 'text'>;

/**
 * The file that a job has kept: that of the newest pipeline which has such a job, whatever else the pipeline has come to, and never that of
 * an earlier one in its place. Throws ApiError.
 */
export async function jobArtifact(
  client: Reader,
  file: JobFile,
  own: OwnCommit | undefined,
): Promise<FoundFile | NoFile> {
  const reviewed = await reviewedPipelines(client, file.project, file.ref);
  if (reviewed.type !== 'pipelines') return reviewed;
  const { pipelines, isTag } = reviewed;
  const [newest] = pipelines;
  const isOwn = own !== undefined && (own.project ?? newest.project) === newest.project;
  if (isOwn && own.sha !== newest.sha) return { type: 'other-commit', pipeline: newest, own: own.sha };
  const jobs = new Set<string>();
  for (const pipeline of pipelines) {
    const rows = await client.read({ path: `${at(pipeline)}/pipelines/${pipeline.id}/jobs`, pages: true });
    // A tag may have the name of a branch, and other people may push it.
    const of = (Array.isArray(rows) ? (rows as readonly JsonObject[]) : []).filter(({ tag }) => tag === isTag);
    const job = of.find(({ name }) => name === file.job);
    if (job !== undefined) return fileOf(client, pipeline, job, file.path);
    for (const { name } of of) if (typeof name === 'string') jobs.add(name);
  }
  return { type: 'no-job', pipeline: newest, jobs: [...jobs] };
}

async function fileOf(client: Reader, pipeline: Pipeline, row: JsonObject, path: string): Promise<FoundFile | NoFile> {
  const { id, status, artifacts, artifacts_expire_at: expires } = row;
  const job = Number(id);
  if (status !== 'success')
    return { type: 'not-succeeded', pipeline, job, status: typeof status === 'string' ? status : 'unknown' };
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const text = await client.text(`${at(pipeline)}/jobs/${job}/artifacts/${encoded}`).catch((error: unknown) => {
    if (wasTooLarge(error)) return TOO_LARGE;
    throw error;
  });
  if (typeof text === 'object') return { type: 'too-large', job };
  if (text !== undefined) return { type: 'found', text, job, pipeline };
  // The log of a job is among its artifacts (18.9).
  const hasArchive = isList(artifacts) && artifacts.some((one) => isMap(one) && one['file_type'] === 'archive');
  if (typeof expires === 'string' && Date.parse(expires) <= Date.now()) return { type: 'expired', job, at: expires };
  return hasArchive ? { type: 'no-file', job } : { type: 'no-artifacts', job };
}

/** By its number, which stays where the project is moved. */
function at({ project }: Pipeline): string {
  return `/projects/${project}`;
}
