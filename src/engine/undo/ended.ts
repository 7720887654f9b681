import type { Instance, Json, JsonObject } from '../../model.ts';
import { isRefusal, type Outcome } from '../../outcome.ts';
import { numberOf } from '../apply/journal/journal-record.ts';
import type { SecretHash } from '../apply/secret-hash.ts';
import { decodedAnswer } from '../apply/accepted.ts';
import { decidingFields } from '../deciding-fields.ts';
import { fieldsWith, kindOf, propertyOf, type Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { shown } from '../plan/diff.ts';
import { withHostMade } from './gone-with-hosts.ts';
import { withGot } from './handed.ts';
import { isMadeInside } from './inside.ts';
import { unshownNames } from '../unshown-names.ts';
import type { Lost, Undo, UndoEntry } from './undo.ts';
import { isUnseen, isWithheld } from './value-back.ts';

/** What became of a run: of each of its changes, and what it has made by the addresses that it had for that. */
export interface Ended {
  readonly outcomes: readonly Outcome[];
  readonly made: ReadonlyMap<string, JsonObject>;
  /** The hashes of the secrets that it has handed on, by the same addresses. */
  readonly secrets: ReadonlyMap<string, SecretHash>;
}

/**
 * The same once the run has ended: what it has done itself, with the numbers of what it has made. What others have done, or nobody, is not
 * its own to take back.
 */
export function ended(undo: Undo, { outcomes, made, secrets }: Ended, kinds: Kinds, instance: Instance): Undo {
  const own = new Map(outcomes.filter(hasDone).map((outcome) => [outcome.change.address, outcome]));
  const others = undo.entries.filter(({ applied }) => !own.has(applied));
  return {
    ...undo,
    state: 'ended',
    entries: undo.entries.flatMap((entry) => {
      const outcome = own.get(entry.applied);
      if (outcome === undefined) return [];
      const numbered = withHostMade(withNumber(entry, made), (address) => made.get(address)?.['id'], kinds);
      const known = withShown(numbered, made.get(entry.applied), kinds, instance);
      return [withGot(known, outcome, secrets.get(entry.applied))];
    }),
    lost: [
      ...undo.lost.filter(
        ({ address, applied }) =>
          !others.some((entry) => isOf(address, entry)) && (applied === undefined || own.has(applied)),
      ),
      ...madeInOthers(undo, others, new Set(own.keys()), kinds),
    ],
  };
}

/** Whether a run has done something of a change, or may have. */
function hasDone(outcome: Outcome): boolean {
  switch (outcome.status) {
    case 'done':
      return outcome.already !== true;
    case 'failed': {
      const { failure, sent = [] } = outcome;
      const isUndone = isRefusal(failure) || failure.code === 'overtaken' || failure.code === 'secret';
      return sent.length > 0 || !isUndone;
    }
    case 'stale':
    case 'not-attempted':
      return false;
  }
}

function withNumber(entry: UndoEntry, made: Ended['made']): UndoEntry {
  const isMade = entry.did === 'create' || entry.did === 'replace';
  const id = isMade ? numberOf(made.get(entry.applied)?.['id']) : undefined;
  return id === undefined ? entry : { ...entry, made: id };
}

/**
 * What the platform has made of what the apply left to it, as its answer shows, so that a later hand in it is seen: what it sets anew with other fields or
 * lowers with a move, and what decides of something new who may do what.
 */
function withShown(entry: UndoEntry, answer: JsonObject | undefined, kinds: Kinds, instance: Instance): UndoEntry {
  const { scope, section, was, left, made } = entry;
  const kind = kindOf(kinds, section);
  // What has no number of its own is somebody else's where it says more than the apply did.
  const isNew = entry.did === 'create' && made !== undefined && kind.identity.numberOfAnother !== true;
  const lowered = entry.previously === undefined ? [] : fieldsWith(kind, 'x-within-parent');
  const reset = [...fieldsWith(kind, 'x-reset-by'), ...lowered].map(([field]) => field);
  const fields = isNew ? decidingFields(kind) : reset.filter((field) => field in was);
  const wanted = fields.filter((field) => !(field in left) && !isUnseen(kind, field));
  if (wanted.length === 0 || answer === undefined) return entry;
  const spec = decodedAnswer(kind, answer, createDecodeContext(scope, instance, new Map()))?.spec ?? {};
  // What an answer names by number is called by its name later.
  const unshown = unshownNames(kind, spec);
  const shownNow = wanted.flatMap((field): [string, Json][] => {
    const [schema, value] = [propertyOf(kind, field), spec[field]];
    const isTold = schema !== undefined && value !== undefined && !isWithheld(value) && !unshown.has(field);
    return isTold ? [[field, shown(schema, value)]] : [];
  });
  return { ...entry, left: { ...left, ...Object.fromEntries(shownNow) } };
}

function isOf(address: string, entry: UndoEntry): boolean {
  return address === entry.address || address.startsWith(`${entry.address}.`);
}

/** What is made in a group goes with it, and has no entry of its own: it stays where the group is another's. */
function madeInOthers(
  { entries }: Undo,
  others: readonly UndoEntry[],
  own: ReadonlySet<string>,
  kinds: Kinds,
): readonly Lost[] {
  const wasThere = (address: string): boolean =>
    entries.some(({ applied, did }) => did !== 'create' && applied === address);
  const groups = others.filter(({ did, section }) => did === 'create' && kindOf(kinds, section).host !== undefined);
  return groups.flatMap(({ applied }) => {
    if (![...own].some((address) => isMadeInside(address, new Set([applied]), wasThere, kinds))) return [];
    return [{ address: applied, why: 'this run has not made it: what it has made in it stays' }];
  });
}
