import type { Client } from '../../api/client.ts';
import { isMap } from '../../base/shape.ts';
import { parallel } from '../../base/parallel.ts';
import type { JsonObject } from '../../model.ts';
import { firstLine } from '../note.ts';
import { fileAtCommit } from '../repository/file-at-commit.ts';
import type { FileOfCommit } from './commit-mark.ts';
import { lookAtBranch, type OwnBranch } from './own-branch.ts';
import { otherFiles, type ReadFolder } from './other-files.ts';
import { branchOf, repositoryOf, type Repository } from './repository.ts';

/** The one branch of a configuration, with one commit, and the one merge request from it: what they are known by, and what the commit holds. */
export interface Wish {
  readonly project: string;
  readonly branch: string;
  /** What tells this configuration from others. */
  readonly key: string;
  /** The first line of the merge request's description. */
  readonly marker: string;
  /** None where there is nothing to be merged. */
  readonly files: readonly FileOfCommit[];
  /** All that was read to know what is to be merged, which has to be so on the default branch as well; undefined for a configuration of one file. */
  readonly folder: ReadFolder | undefined;
  /** What a file holds here, which it has to hold on the default branch as well. */
  readonly here: (path: string) => Uint8Array | undefined;
}

/** What a merge request is made on. */
export interface Ready {
  readonly type: 'ready';
  readonly repository: Repository;
  /** The commit of the default branch at which everything was looked at. */
  readonly base: string;
  readonly branch: Exclude<OwnBranch, { readonly type: 'foreign' }>;
  /** The open merge requests from the branch, all of them ours, the oldest first. */
  readonly requests: readonly JsonObject[];
  /** The last one of ours from it, where none is open and somebody else has closed that, and who. */
  readonly closed: { readonly row: JsonObject; readonly by: string } | undefined;
}

/** What was found where a merge request is to be, or why there can be none. */
export type Ground =
  | Ready
  | { readonly type: 'not there' | 'empty' | 'guarded branch' }
  /** Commits of others stand on the branch; `merged` is the merge request that has merged all that it holds, in other commits. */
  | { readonly type: 'foreign branch'; readonly merged: number | undefined }
  /** Files that are otherwise on the default branch than here. */
  | { readonly type: 'other base'; readonly paths: readonly string[]; readonly branch: string }
  | { readonly type: 'foreign request'; readonly iid: number };

const AT_A_TIME = 8;

/** Looks at the default branch, the branch of a configuration and the merge requests from it. It writes nothing. Throws ApiError. */
export async function lookAtGround(client: Pick<Client, 'read'>, me: number, wish: Wish): Promise<Ground> {
  const repository = await repositoryOf(client, wish.project);
  if (repository === undefined) return { type: 'not there' };
  const target = repository === 'empty' ? undefined : await branchOf(client, repository, repository.defaultBranch);
  if (repository === 'empty' || target === undefined) return { type: 'empty' };
  const base = target.head;
  const rows = await openRequests(client, repository, wish.branch);
  const isOurs = isOwnRequest(me, wish.marker);
  const foreign = rows.find((row) => !isOurs(row));
  if (foreign !== undefined) return { type: 'foreign request', iid: numberOf(foreign) };
  const branch = await lookAtBranch(client, repository, { name: wish.branch, key: wish.key, base });
  if (branch.type === 'foreign') {
    if (branch.why === 'guarded') return { type: 'guarded branch' };
    return { type: 'foreign branch', merged: await mergedWith(client, repository, wish.branch, branch.head) };
  }
  // Where nothing is to be merged, what was to be has to be known here, or a checkout of another day would close it.
  const known = branch.type === 'ours' ? branch.paths : [];
  const asked = wish.files.length > 0 ? wish.files.map(({ path }) => path) : known;
  const paths =
    wish.folder === undefined
      ? await otherwise(client, repository, base, asked, wish.here)
      : await otherFiles(client, repository, base, wish.folder);
  if (paths.length > 0) return { type: 'other base', paths, branch: repository.defaultBranch };
  const closed =
    rows.length > 0 || wish.files.length === 0 ? undefined : await closedByOther(client, repository, wish, me);
  return { type: 'ready', repository, base, branch, requests: rows, closed };
}

/** Those of the files that a commit has otherwise than they are here, byte for byte. */
async function otherwise(
  client: Pick<Client, 'read'>,
  repository: Repository,
  base: string,
  paths: readonly string[],
  here: Wish['here'],
): Promise<readonly string[]> {
  const found = await parallel([...paths], AT_A_TIME, async (path) => {
    const [there, own] = [await fileAtCommit(client, repository.path, path, base), here(path)];
    const isSame = Buffer.isBuffer(there) && own !== undefined ? there.equals(own) : there === own;
    return isSame ? [] : [path];
  });
  return found.flat();
}

/** The open merge requests from a branch of this very project, the oldest first: a fork may have a branch of the same name. */
export async function openRequests(
  client: Pick<Client, 'read'>,
  { path, project }: Repository,
  branch: string,
): Promise<readonly JsonObject[]> {
  const query = { source_branch: branch, state: 'opened' };
  const rows = await client.read({ path: `${path}/merge_requests`, query, pages: true });
  if (!Array.isArray(rows)) return [];
  return (rows as readonly JsonObject[])
    .filter((row) => row['source_project_id'] === project && row['source_branch'] === branch)
    .toSorted((one, other) => numberOf(one) - numberOf(other));
}

/** The merge request that has merged a branch as it stands: squashed or rebased, its commits are none of the default branch (`sha`, GET …/merge_requests, 18.9). */
async function mergedWith(
  client: Pick<Client, 'read'>,
  { path, project, defaultBranch }: Repository,
  branch: string,
  head: string,
): Promise<number | undefined> {
  const query = { source_branch: branch, target_branch: defaultBranch, state: 'merged' };
  const rows = await client.read({ path: `${path}/merge_requests`, query, pages: true });
  const found = (Array.isArray(rows) ? (rows as readonly JsonObject[]) : []).find(
    (row) => row['source_project_id'] === project && row['sha'] === head,
  );
  return found && numberOf(found);
}

/** What became last of the merge requests from a branch, where a person has closed it (GET …/merge_requests, `closed_by`, 18.9). */
async function closedByOther(
  client: Pick<Client, 'read'>,
  { path, project }: Repository,
  { branch, marker }: Wish,
  me: number,
): Promise<Ready['closed']> {
  const query = { source_branch: branch, order_by: 'updated_at', sort: 'desc' };
  const rows = await client.read({ path: `${path}/merge_requests`, query, unpaged: true });
  const [row] = (Array.isArray(rows) ? (rows as readonly JsonObject[]) : []).filter(
    (one) => one['source_project_id'] === project && isOwnRequest(me, marker)(one),
  );
  const by = row?.['closed_by'];
  if (row?.['state'] !== 'closed' || by === undefined || !isMap(by) || by['id'] === me) return undefined;
  return { row, by: typeof by['username'] === 'string' ? by['username'] : 'somebody' };
}

/** Whether this user has made a merge request, and it has the mark of this configuration. */
function isOwnRequest(me: number, marker: string): (row: JsonObject) => boolean {
  return ({ author, description }) =>
    isMap(author) && author['id'] === me && typeof description === 'string' && firstLine(description) === marker;
}

/** The number of a merge request in its project. */
export function numberOf({ iid }: JsonObject): number {
  return typeof iid === 'number' ? iid : NaN;
}
