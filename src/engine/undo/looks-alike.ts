import { sectionAddress } from '../../address.ts';
import { identity } from '../../kind.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { ChangedSince } from './changed-since.ts';
import { isMadeByUndo, type PlannedUndo } from './planned-undo.ts';
import type { Undo } from './undo.ts';

/**
 * People who are as the undo would have them, and have another number: nothing is done for them, and nobody but their administrator can tell whether they
 * are the same.
 */
export function looksAlike({ entries }: Undo, planned: PlannedUndo, kinds: Kinds): readonly ChangedSince[] {
  const changing = new Set(planned.changes.map(({ address }) => address));
  return entries.flatMap((entry): ChangedSince[] => {
    const { scope, section, key, did, id: before, address } = entry;
    const kind = kindOf(kinds, section);
    if (kind.people === undefined || did === 'create' || changing.has(address)) return [];
    const there = planned.world.sections.get(sectionAddress(scope, section)) ?? [];
    const id = there.find((live) => identity(kind, live.key) === identity(kind, key))?.id;
    if (id === undefined || id === before || isMadeByUndo(entry, id, planned)) return [];
    return [{ entry, how: `looks as it did, and has the number ${String(id)}, and not ${String(before)}` }];
  });
}
