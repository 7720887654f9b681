import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { isMap } from '../../base/shape.ts';
import type { JsonObject } from '../../model.ts';
import { fileAtCommit, type FileContent } from './file-at-commit.ts';

/** A file or a folder in the repository of a project, at a branch, a tag or a commit. */
export interface RepositoryPath {
  readonly project: string;
  readonly ref: string;
  /** Without a slash at its ends; '' is the whole repository. */
  readonly path: string;
}

/** A file by its path below the folder that is meant, '' where that is the file itself. */
export interface CommitFile {
  readonly below: string;
  readonly content: FileContent;
}

/** The files of one commit, or why they are not read. */
export type CommitFiles =
  | { readonly type: 'files'; readonly sha: string; readonly files: readonly CommitFile[] }
  | { readonly type: 'no-project' }
  | { readonly type: 'no-commit' }
  /** Where files may be that are not in this commit's own tree. */
  | { readonly type: 'elsewhere'; readonly path: string; readonly what: 'link' | 'submodule' }
  | { readonly type: 'too-many'; readonly files: number; readonly most: number };

type Reader = Pick<Client, 'read' | 'atATime'>;

/** Each is a request. */
const MOST_FILES = 5000;

/**
 * The files that are read of a path, `isRead` by the names on the way to them: all of them at the one commit that the ref stands at, whatever is pushed
 * meanwhile. Where there is nothing, there are none. Throws ApiError.
 */
export async function commitFiles(
  client: Reader,
  { project, ref, path }: RepositoryPath,
  isRead: (steps: readonly string[]) => boolean,
): Promise<CommitFiles> {
  const at = `/projects/${encodeURIComponent(project)}`;
  const commit = await client.read({
    path: `${at}/repository/commits/${encodeURIComponent(ref)}`,
    query: { stats: false },
    mayBeMissing: true,
  });
  const sha = isMap(commit) ? commit['id'] : undefined;
  if (typeof sha !== 'string') {
    const there = await client.read({ path: at, mayBeMissing: true });
    return { type: there === undefined ? 'no-project' : 'no-commit' };
  }
  const found = await client.read({
    path: `${at}/repository/tree`,
    query: { ref: sha, recursive: true, ...(path !== '' && { path }) },
    pages: true,
    mayBeMissing: true,
  });
  const rows = Array.isArray(found) ? (found as readonly JsonObject[]) : [];
  const below = rows.flatMap((row) => entryBelow(row, path));
  // Hidden ones are passed over with all that is in them.
  const elsewhere = below.find(({ steps, what }) => what !== 'file' && steps.every((name) => !name.startsWith('.')));
  if (elsewhere !== undefined && elsewhere.what !== 'file')
    return { type: 'elsewhere', path: elsewhere.path, what: elsewhere.what };
  // What is no folder may be a file.
  const wanted =
    rows.length === 0 && path !== ''
      ? [{ path, below: '' }]
      : below.filter(({ steps }) => isRead(steps)).map(belowPath);
  if (wanted.length > MOST_FILES) return { type: 'too-many', files: wanted.length, most: MOST_FILES };
  const files = await parallel(wanted, client.atATime, async ({ path, below }): Promise<readonly CommitFile[]> => {
    const content = await fileAtCommit(client, at, path, sha);
    return content === undefined ? [] : [{ below, content }];
  });
  return { type: 'files', sha, files: files.flat() };
}

interface Entry {
  readonly path: string;
  readonly steps: readonly string[];
  readonly what: 'file' | 'link' | 'submodule';
}

/** A row of a tree that is no folder; a link is a blob as well, of a mode of its own (GET /projects/:id/repository/tree, 18.9). */
function entryBelow({ type, mode, path }: JsonObject, top: string): readonly Entry[] {
  if (typeof path !== 'string' || type === 'tree') return [];
  const what = type === 'commit' ? 'submodule' : mode === '120000' ? 'link' : 'file';
  const steps = (top === '' ? path : path.slice(top.length + 1)).split('/');
  return [{ path, steps, what }];
}

function belowPath({ path, steps }: Entry): { readonly path: string; readonly below: string } {
  return { path, below: steps.join('/') };
}
