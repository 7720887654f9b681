import type { JournalLine } from './journal-lines.ts';
import { heldForUndo } from './held-for-undo.ts';

/** What a journal tells of one instance. */
interface Told {
  run: string;
  /** The calls of each change that is not done, by address: of those that say the same the last one that was refused, and of others the first and the last. */
  readonly open: Map<string, Map<string, readonly JournalLine[]>>;
  /** The lines of moves that are done, by address. */
  readonly moved: Map<string, readonly string[]>;
  /** The lines of changes that a run has carried out itself, by address: its plan may be started again. */
  readonly own: Map<string, string>;
}

/**
 * The lines of a journal that a later run has to know: those of every change, on whatever instance, that no run has done or found done.
 * Moves that are done are among them where `isUnfinished`, or where others of their instance are not: they belong together. Where `isUnfinished`, so is what a run
 * has carried out itself: its saved plan may be started again. And so is all since a run was cut whose undo stands in a file that `isThere`.
 */
export function linesToKeep(
  lines: readonly JournalLine[],
  isUnfinished: boolean,
  isThere: (undo: string) => boolean,
): readonly string[] {
  const held = heldForUndo(lines, isThere);
  return [...toldBy(lines)].flatMap(([target, { run, open, moved, own }]) => {
    const left = [...open.values()].flatMap((known) => [...known.values()].flat());
    const isMoving = left.some(({ record }) => record?.type === 'intent' && record.moves);
    const before = isUnfinished || isMoving ? [...moved.values()].flat() : [];
    const done = isUnfinished ? [...own].flatMap(([address, text]) => (moved.has(address) ? [] : [text])) : [];
    const since = held.get(target) ?? [];
    const known = new Set(since);
    const kept = [...before, ...done, ...left.map(({ text }) => text)].filter((text) => !known.has(text));
    return kept.length === 0 ? since : [run, ...kept, ...since];
  });
}

function toldBy(lines: readonly JournalLine[]): ReadonlyMap<string, Told> {
  const all = new Map<string, Told>();
  let now: Told | undefined;
  for (const line of lines) {
    const { text, record } = line;
    if (record?.type === 'run') {
      now = all.get(record.target) ?? { run: text, open: new Map(), moved: new Map(), own: new Map() };
      now.run = text;
      all.set(record.target, now);
    }
    if (now === undefined || record === undefined || record.type === 'run' || record.type === 'end') continue;
    const known = now.open.get(record.address) ?? new Map<string, readonly JournalLine[]>();
    now.own.delete(record.address);
    if (record.type === 'done') {
      if (record.change !== undefined) now.own.set(record.address, text);
      const moves = [...known.values()].flat().filter((one) => one.record?.type === 'intent' && one.record.moves);
      if (moves.length > 0) now.moved.set(record.address, [...moves.map((one) => one.text), text]);
      now.open.delete(record.address);
      continue;
    }
    const says = JSON.stringify({ ...record, at: '' });
    // What is said of a call stays with it. One that may have gone through is not forgotten for a later one like it that was refused.
    const [last, sent = []] = record.type === 'intent' ? [] : ([...known].at(-1) ?? []);
    if (last !== undefined) known.delete(last);
    const before = sent.map((one) => JSON.stringify({ ...one.record, at: '' })).join('');
    const call = record.type === 'intent' && known.has(says) ? `${says} again` : `${before}${says}`;
    known.delete(call);
    known.set(call, [...sent, line]);
    now.open.set(record.address, known);
  }
  return all;
}
