import { isSame, pathsAbove } from '../../base/scope-path.ts';
import { partsOf } from '../address-parts.ts';
import { isHosting, type Kinds } from '../kinds.ts';
import type { ChangedSince } from './changed-since.ts';
import type { Undo, UndoEntry } from './undo.ts';

/**
 * The groups of the apply's own making in which something stays that was there before it: what is left out of an undo, and was moved into one of
 * them, would be deleted with that. Pure.
 */
export function stillHolding({ entries }: Undo, left: readonly ChangedSince[], kinds: Kinds): readonly ChangedSince[] {
  const placeOf = ({ applied }: UndoEntry): string => partsOf(applied, kinds).key;
  const staying = left.flatMap(({ entry, fields, at }) =>
    entry.did !== 'create' && fields === undefined && isHosting(kinds, entry.section) ? [at ?? placeOf(entry)] : [],
  );
  return entries.flatMap((entry): ChangedSince[] => {
    if (entry.did !== 'create' || !isHosting(kinds, entry.section)) return [];
    const own = placeOf(entry);
    const held = staying.find((path) => pathsAbove(path).some((above) => isSame(above, own)));
    return held === undefined ? [] : [{ entry, how: `stays: ${held}, which is left as it is, was moved into it` }];
  });
}
