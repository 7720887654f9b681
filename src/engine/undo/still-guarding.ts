import { sectionAddress } from '../../address.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { ChangedSince } from './changed-since.ts';
import type { Undo } from './undo.ts';

/**
 * What the apply has made that keeps people out, where something beside it stays as somebody has left it: a rule for all branches may be all that is left
 * of a rule for one of them. Pure.
 */
export function stillGuarding(
  { entries }: Undo,
  changed: readonly ChangedSince[],
  kinds: Kinds,
): readonly ChangedSince[] {
  const left = new Map(changed.map(({ entry }) => [sectionAddress(entry.scope, entry.section), entry.address]));
  const known = new Set(changed.map(({ entry }) => entry));
  return entries.flatMap((entry): ChangedSince[] => {
    const { did, scope, section } = entry;
    const other = left.get(sectionAddress(scope, section));
    const keepsOut = kindOf(kinds, section).admits?.there === 'keeps-out';
    if (did !== 'create' || !keepsOut || other === undefined || known.has(entry)) return [];
    return [{ entry, how: `may be all that keeps people out of what ${other} was about` }];
  });
}
