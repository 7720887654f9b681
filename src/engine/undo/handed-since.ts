import { Secret } from '../../base/secret.ts';
import type { HandedEntry } from '../../handed-on.ts';
import type { LiveEntry } from '../../model.ts';
import { isOneOf, type SecretHash } from '../apply/secret-hash.ts';
import type { Kinds } from '../kinds.ts';
import { differences } from '../plan/secret-places.ts';
import { standingAt } from '../section-at.ts';
import type { ChangedSince } from './changed-since.ts';
import { placesOf } from './handed.ts';
import type { PlannedUndo } from './planned-undo.ts';
import type { Handed, Undo, UndoEntry } from './undo.ts';

/** What is known of the variables to which an undo is to hand a secret on. */
export interface HandedSince {
  /** Those that hold what neither the apply nor this undo has put there, or are gone. */
  readonly changed: readonly ChangedSince[];
  /** Those of which nobody can see it. */
  readonly unseen: readonly ChangedSince[];
}

/**
 * The variables that somebody else has changed since the apply, and that would be written over: what they are given is a secret that nobody brings
 * back. By its hash it is known whether one holds what the apply has left there, what was there before a run that was cut, or what a run of this undo
 * has brought there.
 */
export async function handedSince(
  undo: Undo,
  { changes, world, traces: { steps } }: Pick<PlannedUndo, 'changes' | 'world' | 'traces'>,
  kinds: Kinds,
): Promise<HandedSince> {
  const handing = new Set(
    changes.flatMap(({ address, calls }) => (calls.some(({ handsOn }) => handsOn !== undefined) ? [address] : [])),
  );
  const changed: ChangedSince[] = [];
  const unseen: ChangedSince[] = [];
  for (const entry of undo.entries.filter(({ address }) => handing.has(address))) {
    const isDone = undo.state === 'begun' && steps.done.has(entry.applied);
    const made = [entry.applied, entry.address].flatMap((address) => steps.secrets.get(address) ?? []);
    for (const place of placesOf(entry, kinds)) {
      const known = knownOf(entry, place, isDone);
      const how = await otherwise(place, standingAt(place, world), known, made);
      if (how === undefined) continue;
      const one = { entry, how: `is to hand its secret on to ${place.address}, ${how}` };
      (how === UNSEEN ? unseen : changed).push(one);
    }
  }
  return { changed, unseen };
}

const UNSEEN =
  'whose value is hidden: whether somebody else has changed it since nobody can see, and it is written over';

/** What is known of a variable; what it held before is nothing to go by once a run has brought its secret there. */
function knownOf({ handed = [] }: UndoEntry, { address }: HandedEntry, isDone: boolean): Handed {
  const known = handed.find(({ to }) => to === address) ?? { to: address };
  const { held, ...rest } = known;
  return isDone && held !== 'hidden' ? rest : known;
}

/** How a variable is neither as it was nor as it was left, as a clause; undefined where it is. */
async function otherwise(
  place: HandedEntry,
  live: LiveEntry | undefined,
  { held, got }: Handed,
  made: readonly SecretHash[],
): Promise<string | undefined> {
  if (live === undefined) return held === 'nothing' ? undefined : 'which is gone by now';
  const value = live.spec[place.field];
  if (!(value instanceof Secret))
    return held === 'hidden' ? UNSEEN : 'which hides its value by now, and is another one';
  if (held === 'hidden') return 'which shows its value by now, and is another one';
  const text = value.plainText() ?? '';
  if (typeof held === 'object' && (await isOneOf(text, [held]))) return undefined;
  const brought = got === undefined ? made : [got, ...made];
  if (!(await isOneOf(text, brought)))
    return brought.length === 0 && typeof held !== 'object'
      ? 'and nothing shows what that held'
      : 'which holds another value than it was left with';
  const beside = differences(place, live);
  return beside.length === 0 ? undefined : `which was changed since, and would be changed back: ${beside.join(', ')}`;
}
