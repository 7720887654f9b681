import type { Client } from '../../api/client.ts';
import { namedRef } from './named-ref.ts';

/** A pipeline, as far as it tells what a job of it is to be taken for. */
export interface Pipeline {
  readonly id: number;
  readonly project: number;
  readonly sha: string;
  readonly ref: string;
}

/** The pipelines of one commit at one protected branch or tag, the newest first, of which there is one at least. */
export interface ReviewedPipelines {
  readonly type: 'pipelines';
  readonly pipelines: readonly [Pipeline, ...Pipeline[]];
  readonly isTag: boolean;
}

/** Why there is no pipeline whose plan is to be believed. */
export type NoPipelines =
  | { readonly type: 'no-project' }
  | { readonly type: 'no-ref' }
  /** Whoever may push a branch makes the pipeline of a merge request, and every word of its plan. */
  | { readonly type: 'merge-request' }
  | { readonly type: 'unprotected'; readonly refs: readonly string[] }
  | { readonly type: 'several-refs'; readonly refs: readonly string[] }
  | { readonly type: 'no-pipeline' }
  /** The newest pipeline there is that of another commit than the head. */
  | { readonly type: 'moved-on'; readonly head: string; readonly last: string };

type Reader = Pick<Client, 'read' | 'list'>;

/** So many branches and tags of one commit are asked whether they are protected. */
const MOST_REFS = 20;

/**
 * The pipelines of what is meant: of the commit at the head of a branch or tag, or of a commit itself by its full name. Only a protected
 * branch or tag counts: a plan is made by the job, and the job by whoever may push there. Throws ApiError.
 */
export async function reviewedPipelines(
  client: Reader,
  project: string,
  ref: string,
): Promise<ReviewedPipelines | NoPipelines> {
  if (/^(refs\/)?merge-requests\//.test(ref)) return { type: 'merge-request' };
  return isCommitName(ref) ? pipelinesOfCommit(client, project, ref) : pipelinesAtHead(client, project, ref);
}

/** Whether it is the full name of a commit, of SHA-1 or SHA-256. */
export function isCommitName(ref: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
}

async function pipelinesAtHead(
  client: Reader,
  project: string,
  name: string,
): Promise<ReviewedPipelines | NoPipelines> {
  const ref = await namedRef(client, project, name);
  if (ref === undefined) return (await isThere(client, project)) ? { type: 'no-ref' } : { type: 'no-project' };
  if (!ref.isProtected) return { type: 'unprotected', refs: [name] };
  const [first, ...others] = await pipelinesIn(client, project, { ref: name, sha: ref.sha });
  if (first !== undefined) return { type: 'pipelines', pipelines: [first, ...others], isTag: ref.isTag };
  const [last] = await pipelinesIn(client, project, { ref: name });
  return last === undefined ? { type: 'no-pipeline' } : { type: 'moved-on', head: ref.sha, last: last.sha };
}

async function pipelinesOfCommit(
  client: Reader,
  project: string,
  sha: string,
): Promise<ReviewedPipelines | NoPipelines> {
  if (!(await isThere(client, project))) return { type: 'no-project' };
  const all = await pipelinesIn(client, project, { sha });
  const named = [...new Set(all.map(({ ref }) => ref))];
  const refs = named.filter((ref) => !ref.startsWith('refs/'));
  if (named.length > 0 && refs.length === 0) return { type: 'merge-request' };
  if (refs.length > MOST_REFS) return { type: 'several-refs', refs };
  const found = await Promise.all(refs.map((ref) => namedRef(client, project, ref)));
  const [one, ...more] = found.filter((ref) => ref?.isProtected === true).flatMap((ref) => ref ?? []);
  if (one === undefined) return refs.length === 0 ? { type: 'no-pipeline' } : { type: 'unprotected', refs };
  if (more.length > 0) return { type: 'several-refs', refs: [one, ...more].map(({ name }) => name) };
  const [first, ...others] = all.filter(({ ref }) => ref === one.name);
  if (first === undefined) return { type: 'no-pipeline' };
  return { type: 'pipelines', pipelines: [first, ...others], isTag: one.isTag };
}

/** The newest pipelines that fit, a page of them at most; those of children are not listed (GET /projects/:id/pipelines, 18.9). */
async function pipelinesIn(
  client: Reader,
  project: string,
  which: { readonly ref?: string; readonly sha?: string },
): Promise<readonly Pipeline[]> {
  const path = `/projects/${encodeURIComponent(project)}/pipelines`;
  const { rows } = await client.list({ path, query: { ...which, order_by: 'id', sort: 'desc' } });
  return rows.flatMap(({ id, project_id, sha, ref }): Pipeline[] => {
    if (typeof id !== 'number' || typeof project_id !== 'number') return [];
    if (typeof sha !== 'string' || typeof ref !== 'string') return [];
    // What was asked for is held against what is shown: it decides what is applied.
    const fits = (which.sha ?? sha) === sha && (which.ref ?? ref) === ref;
    return fits ? [{ id, project: project_id, sha, ref }] : [];
  });
}

async function isThere(client: Reader, project: string): Promise<boolean> {
  return (await client.read({ path: `/projects/${encodeURIComponent(project)}`, mayBeMissing: true })) !== undefined;
}
