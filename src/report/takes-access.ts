import { accessEffect } from '../engine/access-effect.ts';
import type { Kinds } from '../engine/kinds.ts';
import type { Change } from '../model.ts';

/** Whether somebody has less access by a change than before, or none any more. */
export function takesAccess(change: Change, kinds: Kinds): boolean {
  return accessEffect(change, kinds) === 'takes';
}

/** Whether a change that neither makes nor removes anything takes access away: its sign does not tell that it is dangerous. */
export function lowersAccess(change: Change, kinds: Kinds): boolean {
  return (change.action === 'update' || change.action === 'replace') && takesAccess(change, kinds);
}
