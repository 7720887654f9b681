import type { State } from '../store/state.ts';
import { openRepository } from './repository.ts';

/** Brings the objects of one project's repository into another's, without moving any of its refs. */
export function fetchObjects(state: State, fromProjectId: number, toProjectId: number): void {
  const target = openRepository(state, toProjectId);
  for (const row of [...state.gitObjectsOf(fromProjectId)]) target.put(row.object);
}

/** Makes a repository a copy of another one: its objects with all branches and tags, or one branch alone. */
export function cloneRepository(state: State, fromProjectId: number, toProjectId: number, only?: string): void {
  fetchObjects(state, fromProjectId, toProjectId);
  const source = openRepository(state, fromProjectId);
  const target = openRepository(state, toProjectId);
  for (const kind of ['heads', 'tags'] as const) {
    for (const name of source.names(kind)) {
      const sha = source.ref(kind, name);
      const wanted = only === undefined || (kind === 'heads' && name === only);
      if (sha !== undefined && wanted) target.setRef(kind, name, sha);
    }
  }
}
