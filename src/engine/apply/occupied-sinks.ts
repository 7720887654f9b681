import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Change } from '../../model.ts';
import { occupancy } from './sink.ts';
import { filesOf } from './secret-files.ts';

/** What stands where a change is to put a secret that is shown once: it is never written over, so the change cannot be carried out. */
export interface OccupiedSink {
  readonly change: Change;
  readonly diagnostic: Diagnostic;
}

/** The changes whose secrets have no place to go to, because something is there already. It looks at the files, and changes none. */
export function occupiedSinks(changes: readonly Change[]): OccupiedSink[] {
  return changes.flatMap((change) =>
    filesOf(change).flatMap((file): OccupiedSink[] => {
      const occupied = occupancy(file);
      return occupied === undefined ? [] : [{ change, diagnostic: noPlace(change, occupied) }];
    }),
  );
}

function noPlace({ address, action, place }: Change, occupied: string): Diagnostic {
  const [made, otherwise] =
    action === 'create'
      ? ['made', '; if only its name is new, give it that name in GitLab too']
      : ['made anew', ': what is there may be the secret that is good until then'];
  return {
    severity: 'error',
    code: 'occupied-sink',
    message: `${address} is to be ${made}, and its secret has nowhere to go: ${occupied}`,
    place,
    remedy: `move that away first, or name another file${otherwise}`,
  };
}
