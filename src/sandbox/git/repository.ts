import type { GitRefRow } from './rows.ts';
import type { State } from '../store/state.ts';
import { shaOf } from './object.ts';
import type { Commit, GitObject, Tree } from './object.ts';

/** The repository of one project: its objects and refs, kept in the state's tables. */
export interface Repository {
  /** Stores an object, unless it is there already, and returns its name. */
  put(object: GitObject): string;
  get(sha: string): GitObject | undefined;
  commit(sha: string): Commit | undefined;
  tree(sha: string): Tree | undefined;
  /** The bytes of a blob. */
  blob(sha: string): Buffer | undefined;
  /** The one object whose name starts like this. */
  expand(prefix: string): string | undefined;
  /** The short names below `heads` or `tags`, sorted. */
  names(kind: RefKind): readonly string[];
  ref(kind: RefKind, name: string): string | undefined;
  setRef(kind: RefKind, name: string, sha: string): void;
  removeRef(kind: RefKind, name: string): void;
  /** Whether there is no branch yet. */
  empty(): boolean;
}

export type RefKind = 'heads' | 'tags';

const shortest = 4;

/** Opens the repository of a project. */
export function openRepository(state: State, projectId: number): Repository {
  const get = (sha: string) => state.gitObjectByName(`${projectId} ${sha}`)?.object;
  const rowOf = (kind: RefKind, name: string): GitRefRow | undefined =>
    state.gitRefByName(`${projectId} ${kind} ${name}`);
  const namesOf = (kind: RefKind) =>
    state
      .gitRefsOf(projectId)
      .filter((row) => row.kind === kind)
      .map((row) => row.name)
      .toSorted(byBytes);
  return {
    put(object) {
      const sha = shaOf(object);
      if (get(sha) === undefined) state.gitObjects.insert({ project_id: projectId, sha, object });
      return sha;
    },
    get,
    commit: (sha) => ofType(get(sha), 'commit'),
    tree: (sha) => ofType(get(sha), 'tree'),
    blob(sha) {
      const found = ofType(get(sha), 'blob');
      return found === undefined ? undefined : Buffer.from(found.base64, 'base64');
    },
    expand(prefix) {
      if (get(prefix) !== undefined) return prefix;
      if (prefix.length < shortest || !/^[0-9a-f]+$/.test(prefix)) return undefined;
      const found = state.gitObjectsOf(projectId).filter((row) => row.sha.startsWith(prefix));
      return found.length === 1 ? found[0]?.sha : undefined;
    },
    names: namesOf,
    ref: (kind, name) => rowOf(kind, name)?.sha,
    setRef(kind, name, sha) {
      const row = rowOf(kind, name);
      if (row === undefined) state.gitRefs.insert({ project_id: projectId, kind, name, sha });
      else state.gitRefs.update(row, { sha });
    },
    removeRef(kind, name) {
      const row = rowOf(kind, name);
      if (row !== undefined) state.gitRefs.remove(row);
    },
    empty: () => namesOf('heads').length === 0,
  };
}

function ofType<T extends GitObject['type']>(
  object: GitObject | undefined,
  type: T,
): Extract<GitObject, { type: T }> | undefined {
  // The comparison is what makes the type certain.
  return object?.type === type ? (object as Extract<GitObject, { type: T }>) : undefined;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
