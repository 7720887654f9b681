import { NOWHERE } from '../../base/place.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import { parallel } from '../../base/parallel.ts';
import { Secret } from '../../base/secret.ts';
import { handedOn, type HandedEntry } from '../../handed-on.ts';
import type { LiveEntry } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import { standsAt } from '../apply/handed-places.ts';
import { isLongEnough, secretHash, type SecretHash } from '../apply/secret-hash.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { createReadCache } from '../observe/read-cache.ts';
import type { Asked } from './meant.ts';
import type { Handed, UndoEntry } from './undo.ts';

const AT_A_TIME = 8;

/** The variables to which an entry hands the secret of what it makes anew. */
export function placesOf({ section, key, was }: UndoEntry, kinds: Kinds): readonly HandedEntry[] {
  const declared = { key, spec: was, state: 'present', protect: false, place: () => NOWHERE } as const;
  return handedOn(kindOf(kinds, section), declared, ({ name }) => kindOf(kinds, name));
}

/** Entries with what their variables hold before the apply. Throws ApiError. */
export async function withHanded(entries: readonly UndoEntry[], asked: Asked): Promise<readonly UndoEntry[]> {
  const cache = createReadCache(asked.client);
  return parallel(entries, 1, async (entry) => {
    const handed = await parallel(placesOf(entry, asked.kinds), AT_A_TIME, async (place): Promise<Handed> => {
      const { kind, scope, address: to } = place;
      const reads = kind.reads.all(scope, [place.entry.key]);
      const live = await standsAt({ to, reads }, asked, cache).catch(unknownIfRefused);
      return { to, held: await heldBy(live, place) };
    });
    return handed.length === 0 ? entry : { ...entry, handed };
  });
}

async function heldBy(live: LiveEntry | undefined, { field, form }: HandedEntry): Promise<NonNullable<Handed['held']>> {
  if (live === undefined) return 'nothing';
  const value = live.spec[field];
  if (!(value instanceof Secret)) return 'hidden';
  const text = value.plainText() ?? '';
  // What is no token may be short enough to be guessed.
  return form.test(text) && isLongEnough(text) ? secretHash(text) : 'other';
}

/** An entry with what its variables have been given, by what became of its change; `secret` is the hash of that. */
export function withGot(entry: UndoEntry, outcome: Outcome, secret: SecretHash | undefined): UndoEntry {
  const { handed = [] } = entry;
  const { change, status } = outcome;
  // In the order in which they are declared, by their addresses after the apply.
  const places = [...new Set(change.calls.flatMap(({ handsOn }) => handsOn?.to ?? []))];
  if (secret === undefined || places.length !== handed.length) return entry;
  // Where the apply has brought it for sure, what was there before is nothing to go by.
  const isPast = ({ held }: Handed): boolean => status === 'done' && held !== 'hidden';
  return {
    ...entry,
    handed: handed.map((one): Handed => (isPast(one) ? { to: one.to, got: secret } : { ...one, got: secret })),
  };
}
