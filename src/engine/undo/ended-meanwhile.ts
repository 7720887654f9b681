import { canonicalJson } from '../../base/canonical-json.ts';
import { endedOn, endsOf } from '../ended-on.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { sinkFields } from './secret-sinks.ts';
import type { Lost, Undo, UndoEntry } from './undo.ts';

/**
 * An undo with the days on which what it would bring back has ended until today: without the apply that would be gone by now, so that what the apply has
 * left in its place goes, and its secret with it. Pure.
 */
export function endedMeanwhile(undo: Undo, kinds: Kinds, today: string): Undo {
  const entries = undo.entries.map((entry) => withEnd(entry, kinds, today));
  const over = entries.filter(({ ended }) => ended !== undefined);
  if (over.length === 0) return undo;
  const isOver = (address: string): boolean =>
    over.some((entry) => address === entry.address || address.startsWith(`${entry.address}.`));
  return {
    ...undo,
    entries,
    lost: [...undo.lost.filter(({ address }) => !isOver(address)), ...over.flatMap(voidSecret)],
  };
}

function withEnd(entry: UndoEntry, kinds: Kinds, today: string): UndoEntry {
  const kind = kindOf(kinds, entry.section);
  const ended = endedOn(kind, entry.was, today);
  if (ended === undefined) return entry;
  // No secret is made: who undoes the undo hands the next one on to where it would go.
  const local = new Set(sinkFields(kind));
  const [sinks, was] = [true, false].map((isLocal) =>
    Object.fromEntries(Object.entries(entry.was).filter(([name]) => local.has(name) === isLocal)),
  );
  return { ...entry, was: was ?? {}, ...(local.size > 0 && { sinks: sinks ?? {} }), ended };
}

function voidSecret({ address, did, handed = [] }: UndoEntry): readonly Lost[] {
  if (did === 'delete' || handed.length === 0) return [];
  const places = handed.map(({ to }) => to).join(', ');
  return [{ address, why: `the secret of what the apply has made in its place stays in ${places}, and is void then` }];
}

/** What is to be said of an entry that is good until a day alone, and that the apply gives another end, or none. */
export function untilItsEnd({ address, section, did, was, left }: UndoEntry, kinds: Kinds): readonly Lost[] {
  if (did !== 'update' && did !== 'replace') return [];
  const kind = kindOf(kinds, section);
  const [before, after] = [was, left].map((spec) => endsOf(kind, spec));
  const [day] = before ?? [];
  if (day === undefined || canonicalJson(before ?? []) === canonicalJson(after ?? [])) return [];
  return [
    {
      address,
      why: `it ends on ${day}: from that day on it is not brought back, and what the apply leaves in its place is taken away`,
    },
  ];
}
