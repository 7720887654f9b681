import { scopeAddress } from '../../address.ts';
import type { Plan } from '../../model.ts';
import type { Traces } from '../apply/own-work.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { isMadeInside } from './inside.ts';
import type { Undo, UndoEntry } from './undo.ts';

/** The groups and projects that are not there, as a plan shows: those that it would make, and those that cannot be made, by the entries at which it tells so. */
export interface MissingHosts {
  readonly changes: Plan['changes'];
  readonly misplaced: readonly UndoEntry[];
}

/**
 * What the apply has made in a group or project of its own making that is not there any more, so that nothing is left to be done for it: an earlier run of
 * the undo, or somebody, has deleted that with all that is in it. Pure.
 */
export function goneWithHosts(
  { entries }: Pick<Undo, 'entries'>,
  { changes, misplaced }: MissingHosts,
  kinds: Kinds,
): readonly UndoEntry[] {
  const made = new Set(entries.flatMap(({ did, applied }) => (did === 'create' ? [applied] : [])));
  const stood = new Set(entries.flatMap(({ did, applied }) => (did === 'create' ? [] : [applied])));
  const missing = new Set([
    ...changes.flatMap(({ action, address }) => (action === 'create' ? [address] : [])),
    ...misplaced.map(({ scope }) => scopeAddress(scope)),
  ]);
  return entries.filter(
    ({ did, applied, scope }) =>
      did === 'create' &&
      missing.has(scopeAddress(scope)) &&
      isMadeInside(applied, made, (address) => stood.has(address), kinds),
  );
}

/** An undo whose run was cut, with the numbers that its journal has of what it has made around something. Pure. */
export function withHostsMade(undo: Undo, { work, steps }: Traces, kinds: Kinds): Undo {
  if (undo.state === 'ended') return undo;
  const numberOf = (address: string): unknown => work.get(address)?.object ?? steps.made.get(address);
  return { ...undo, entries: undo.entries.map((entry) => withHostMade(entry, numberOf, kinds)) };
}

/** An entry with the number of the group or project that the apply has made around it. */
export function withHostMade(entry: UndoEntry, numberOf: (address: string) => unknown, kinds: Kinds): UndoEntry {
  const { scope } = partsOf(entry.applied, kinds);
  const within = scope.type === 'instance' ? undefined : numberOf(scopeAddress(scope));
  return entry.within === undefined && typeof within === 'number' ? { ...entry, within } : entry;
}
