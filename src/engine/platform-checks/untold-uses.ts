import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Change, Desired, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { removalsOf } from './held-things.ts';

/** Warns of what forgets a thing that goes, without a word and without a list that would show it: nobody can say whether there is any. */
export function untoldUses(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
): Diagnostic[] {
  return removalsOf(changes, desired, world, kinds).flatMap(({ address, kind, declared }): Diagnostic[] => {
    const untold = kind.reads.holdersOf?.untold;
    if (untold === undefined) return [];
    return [
      {
        severity: 'warning',
        code: 'forgets',
        message: `${address}: ${untold} that have it forget it, and keep the access level that it stands on; GitLab does not tell which those are`,
        place: declared?.place(),
        remedy: `look at ${untold} first`,
      },
    ];
  });
}
