import type { FileChange } from '../git/commit-changes.ts';
import { lastChange } from '../git/history.ts';
import type { Repository } from '../git/repository.ts';
import { filesOf } from '../git/tree-files.ts';
import type { FileEntry } from '../git/tree-files.ts';
import { message, refuse } from '../http/reply.ts';
import type { Action } from './commit-actions.ts';

/** The text of a file that is not, or no longer, there. */
export const absentFile = "A file with this name doesn't exist";
/** The text of a file that is there already. */
export const presentFile = 'A file with this name already exists';

const bad = (text: string): never => refuse(message(400, text));

/**
 * The changes that actions come to on top of a commit; the first one that cannot be made refuses them all
 * (POST …/repository/commits, 18.9).
 */
export function changesOf(
  repository: Repository,
  parent: string | undefined,
  actions: readonly Action[],
): readonly FileChange[] {
  const files = new Map(filesOf(repository, parent === undefined ? undefined : repository.commit(parent)?.tree));
  for (const action of actions) refuseStale(repository, parent, action);
  return actions.flatMap((action) => {
    refuseBadPath(action.path);
    const changes = change(repository, files, action);
    for (const made of changes) remember(repository, files, made);
    return changes;
  });
}

/** A file whose last change is not the one the caller knew was edited by someone else. */
function refuseStale(repository: Repository, parent: string | undefined, action: Action): void {
  if (action.lastCommitId === undefined || parent === undefined) return;
  if (action.action === 'create' || action.action === 'chmod') return;
  const path = action.action === 'move' ? action.previousPath : action.path;
  if (lastChange(repository, parent, path) !== action.lastCommitId) {
    bad(`The file has changed since you started editing it: ${path}`);
  }
}

function refuseBadPath(path: string): void {
  if (path.split('/').some((part) => part === '..')) bad('Path cannot include directory traversal');
  if (path.split('/').some((part) => part === '' || part === '.' || part.toLowerCase() === '.git')) {
    bad(`invalid path: '${path}'`);
  }
}

function change(repository: Repository, files: ReadonlyMap<string, FileEntry>, action: Action): FileChange[] {
  const { path } = action;
  const there = files.get(path);
  switch (action.action) {
    case 'create':
      if (there !== undefined) bad(presentFile);
      if ([...files.keys()].some((other) => other.startsWith(`${path}/`)))
        bad('A directory with this name already exists');
      return [{ kind: 'write', path, bytes: action.content ?? Buffer.alloc(0), mode: modeOf(action.executable) }];
    case 'update':
      return [{ kind: 'write', path, bytes: action.content ?? Buffer.alloc(0), mode: there?.mode ?? bad(absentFile) }];
    case 'move': {
      const source = files.get(action.previousPath) ?? bad(absentFile);
      if (there !== undefined) bad(presentFile);
      const bytes = action.content ?? repository.blob(source.sha) ?? Buffer.alloc(0);
      return [
        { kind: 'remove', path: action.previousPath },
        { kind: 'write', path, bytes, mode: source.mode },
      ];
    }
    case 'delete':
      if (there === undefined) bad(absentFile);
      return [{ kind: 'remove', path }];
    case 'chmod': {
      const file = there ?? bad(absentFile);
      return [{ kind: 'place', path, file: { mode: modeOf(action.executable), sha: file.sha } }];
    }
  }
}

function modeOf(executable: boolean): string {
  return executable ? '100755' : '100644';
}

/** Later actions see what earlier ones did. */
function remember(repository: Repository, files: Map<string, FileEntry>, made: FileChange): void {
  if (made.kind === 'remove') files.delete(made.path);
  else if (made.kind === 'place') files.set(made.path, made.file);
  else {
    const sha = repository.put({ type: 'blob', base64: made.bytes.toString('base64') });
    files.set(made.path, { mode: made.mode, sha });
  }
}
