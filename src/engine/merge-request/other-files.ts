import { createHash } from 'node:crypto';
import type { Client } from '../../api/client.ts';
import type { JsonObject } from '../../model.ts';
import type { Repository } from './repository.ts';

/** The folder of a configuration that was read, by its path in the repository, '' for all of that. */
export interface ReadFolder {
  readonly path: string;
  /** What its files hold, by their paths in the repository. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Whether a file is one of them, by the names on the way to it from the folder. */
  readonly isRead: (steps: readonly string[]) => boolean;
}

/** The paths of the files that a commit has otherwise than they were read, or that one of both lacks (GET …/repository/tree, 18.9). Throws ApiError. */
export async function otherFiles(
  client: Pick<Client, 'read'>,
  { path: project }: Repository,
  ref: string,
  { path, files, isRead }: ReadFolder,
): Promise<readonly string[]> {
  const query = { ref, recursive: true, ...(path !== '' && { path }) };
  const found = await client.read({ path: `${project}/repository/tree`, query, pages: true, mayBeMissing: true });
  const there = new Map<string, string>();
  for (const { type, mode, path: at, id } of Array.isArray(found) ? (found as readonly JsonObject[]) : []) {
    // What a link leads to is another file of the repository, or none.
    if (type !== 'blob' || mode === '120000' || typeof at !== 'string' || typeof id !== 'string') continue;
    if (isRead((path === '' ? at : at.slice(path.length + 1)).split('/'))) there.set(at, id);
  }
  const isOther = (at: string): boolean => {
    const [id, own] = [there.get(at), files.get(at)];
    return id === undefined || own === undefined || blobId(own, id.length) !== id;
  };
  return [...new Set([...there.keys(), ...files.keys()])].filter(isOther).sort();
}

/** The name that git gives to what a file holds, by SHA-1 or SHA-256, as long as the repository has them. */
function blobId(bytes: Uint8Array, length: number): string {
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}
