import type { State } from '../store/state.ts';
import type { Signature } from './object.ts';
import { openRepository } from './repository.ts';
import { filesOf, writeTree } from './tree-files.ts';
import type { FileEntry } from './tree-files.ts';

/** One change of a file, as a commit makes it. */
export type FileChange =
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer; readonly mode: string }
  | { readonly kind: 'place'; readonly path: string; readonly file: FileEntry }
  | { readonly kind: 'remove'; readonly path: string };

/** A commit to be made: where it goes, what it stands on, and what it changes there. */
export interface NewCommit {
  readonly branch: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
  readonly changes: readonly FileChange[];
}

/** Makes a commit on top of its first parent and moves the branch to it. */
export function commitChanges(state: State, projectId: number, made: NewCommit): string {
  const repository = openRepository(state, projectId);
  const base = repository.commit(made.parents[0] ?? '');
  const files = new Map(filesOf(repository, base?.tree));
  for (const change of made.changes) {
    switch (change.kind) {
      case 'write': {
        const sha = repository.put({ type: 'blob', base64: change.bytes.toString('base64') });
        files.set(change.path, { mode: change.mode, sha });
        break;
      }
      case 'place':
        files.set(change.path, change.file);
        break;
      case 'remove':
        files.delete(change.path);
        break;
    }
  }
  const sha = repository.put({
    type: 'commit',
    tree: writeTree(repository, files),
    parents: made.parents,
    author: made.author,
    committer: made.committer,
    message: made.message,
  });
  repository.setRef('heads', made.branch, sha);
  return sha;
}
