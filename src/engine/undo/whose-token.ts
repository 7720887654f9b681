import { sectionAddress } from '../../address.ts';
import { Secret } from '../../base/secret.ts';
import { identity } from '../../kind.ts';
import { filesAmong } from '../../sinks.ts';
import { isOneOf } from '../apply/secret-hash.ts';
import { isKept } from '../apply/sink.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { standingAt } from '../section-at.ts';
import type { ChangedSince } from './changed-since.ts';
import { placesOf } from './handed.ts';
import { numberMade } from './number-made.ts';
import { numberShown } from './number-shown.ts';
import { isMadeByUndo, type PlannedUndo } from './planned-undo.ts';
import { sinkFields } from './secret-sinks.ts';
import type { Undo, UndoEntry } from './undo.ts';

/**
 * What is as the undo would have it and has another number, where the secret that GitLab shows once is not where this undo would have brought it:
 * somebody else has made it, or nobody has its secret. What is not planned to be made is looked at, and files alone; it changes none.
 */
export async function whoseToken(undo: Undo, planned: PlannedUndo, kinds: Kinds): Promise<readonly ChangedSince[]> {
  const changing = new Set(planned.changes.map(({ address }) => address));
  const found: ChangedSince[] = [];
  for (const entry of undo.entries) {
    const { did, section, scope, key, id } = entry;
    const kind = kindOf(kinds, section);
    if ((did !== 'delete' && did !== 'replace') || changing.has(entry.address) || sinkFields(kind).length === 0)
      continue;
    const there = planned.world.sections.get(sectionAddress(scope, section)) ?? [];
    const live = there.find((one) => identity(kind, one.key) === identity(kind, key));
    const number = live && numberShown(live);
    if (number === undefined || number === id || isMadeByUndo(entry, number, planned)) continue;
    if (number === numberMade(entry, undo, planned.traces, kinds)) continue;
    const missing = await lackingSecret(entry, planned, kinds);
    if (missing === undefined) continue;
    const how = `is there as it was (id ${String(number)}, and not ${String(id)}), and nothing shows that this undo has made it: ${missing}`;
    found.push({ entry, how, remedy: REMEDY });
  }
  return found;
}

const REMEDY =
  'see who made it, and who has its secret: where this undo did, and that was handed over, nothing is left to do of it; where nobody has it, remove it by hand, and apply this once more';

/** A place that its secret would be in, had this undo made it, and is not; undefined where it may be in all of them. */
async function lackingSecret(
  entry: UndoEntry,
  { world }: Pick<PlannedUndo, 'world'>,
  kinds: Kinds,
): Promise<string | undefined> {
  const files = sinkFields(kindOf(kinds, entry.section)).flatMap((field) => filesAmong(entry.was[field]));
  const file = files.find((one) => !isKept(one));
  if (file !== undefined) return `${file}, where its secret would be, is not there`;
  for (const place of placesOf(entry, kinds)) {
    const live = standingAt(place, world);
    if (live === undefined) return `${place.address}, where its secret would be, is not there`;
    const value = live.spec[place.field];
    const known = entry.handed?.find(({ to }) => to === place.address);
    const before = [known?.held, known?.got].flatMap((one) => (typeof one === 'object' ? [one] : []));
    if (value instanceof Secret && (await isOneOf(value.plainText() ?? '', before)))
      return `${place.address}, where its secret would be, holds what was there before`;
  }
  return undefined;
}
