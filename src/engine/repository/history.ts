import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isList } from '../../base/shape.ts';
import type { JsonObject } from '../../model.ts';

/** A commit of a branch, when it was made (ISO 8601), and the one before it on the branch. */
export interface Commit {
  readonly sha: string;
  readonly at: string;
  readonly parent: string;
}

/**
 * The last commits on the way to one, the newest first: of a merge the commit of the merge, and not those that it brings
 * (GET …/repository/commits, 18.9). The very first commit of a repository is left out: nothing was before it. Throws ApiError.
 */
export async function commitsBefore(
  client: Pick<Client, 'read'>,
  project: string,
  sha: string,
  most: number,
): Promise<readonly Commit[]> {
  const query = { ref_name: sha, first_parent: true, per_page: most };
  const rows = await client.read({ path: `${project}/repository/commits`, query, unpaged: true });
  if (!Array.isArray(rows)) return [];
  return (rows as readonly JsonObject[]).flatMap(({ id, committed_date: at, parent_ids: parents }) => {
    const [parent] = parents !== undefined && isList(parents) ? parents : [];
    return typeof id === 'string' && typeof at === 'string' && typeof parent === 'string'
      ? [{ sha: id, at, parent }]
      : [];
  });
}

/** A file that a commit has changed: where it was before, and is since; undefined where it was not, or is not. */
export interface ChangedFile {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The files that a commit has changed against the one before it (GET …/commits/:sha/diff, 18.9). Throws ApiError. */
export async function changedFiles(
  client: Pick<Client, 'read'>,
  project: string,
  { sha }: Commit,
): Promise<readonly ChangedFile[]> {
  const rows = await client.read({ path: `${project}/repository/commits/${sha}/diff`, pages: true });
  if (!Array.isArray(rows)) return [];
  return (rows as readonly JsonObject[]).map(({ old_path: from, new_path: to, new_file, deleted_file }) => ({
    from: typeof from === 'string' && new_file !== true ? from : undefined,
    to: typeof to === 'string' && deleted_file !== true ? to : undefined,
  }));
}

/**
 * When a commit came to a branch, at the latest: what was fast-forwarded is older than its merge, which the merge request tells
 * (GET …/commits/:sha/merge_requests, 18.9), and the time of a commit is that of its whole second. Throws ApiError.
 */
export async function landedAt(
  client: Pick<Client, 'read'>,
  project: string,
  { sha, at }: Commit,
  branch: string,
): Promise<string> {
  const path = `${project}/repository/commits/${sha}/merge_requests`;
  const rows = await client.read({ path, query: { state: 'merged' }, unpaged: true }).catch(unknownIfRefused);
  const merged = Array.isArray(rows) ? (rows as readonly JsonObject[]) : [];
  return merged
    .flatMap(({ target_branch, merged_at }) =>
      target_branch === branch && typeof merged_at === 'string' ? [merged_at] : [],
    )
    .reduce((last, one) => (Date.parse(one) > Date.parse(last) ? one : last), endOfSecond(at));
}

function endOfSecond(at: string): string {
  return new Date(Date.parse(at) + 999).toISOString();
}
