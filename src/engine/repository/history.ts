import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { JsonObject } from '../../model.ts';

/** A commit of a branch, and when it was made (ISO 8601). */
export interface Commit {
  readonly sha: string;
  readonly at: string;
}

/**
 * The last commits on the way to one that have changed a file, the newest first: of a merge the commit of the merge, and not those that it brings
 * (GET …/repository/commits, 18.9). Throws ApiError.
 */
export async function commitsOf(
  client: Pick<Client, 'read'>,
  project: string,
  { sha, file, most }: { readonly sha: string; readonly file: string; readonly most: number },
): Promise<readonly Commit[]> {
  const query = { ref_name: sha, path: file, first_parent: true, per_page: most };
  const rows = await client.read({ path: `${project}/repository/commits`, query, unpaged: true });
  if (!Array.isArray(rows)) return [];
  return (rows as readonly JsonObject[]).flatMap(({ id, committed_date: at }) =>
    typeof id === 'string' && typeof at === 'string' ? [{ sha: id, at }] : [],
  );
}

/**
 * When a commit came to a branch: what was fast-forwarded is older than its merge, which the merge request tells
 * (GET …/commits/:sha/merge_requests, 18.9). Throws ApiError.
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
    .reduce((last, one) => (Date.parse(one) > Date.parse(last) ? one : last), at);
}
