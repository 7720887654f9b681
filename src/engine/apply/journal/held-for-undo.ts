import type { JournalLine } from './journal-lines.ts';

/**
 * By instance, the lines since a run was cut that has an undo: the file says what was there before, and only the journal what the run, and those
 * that finished its work, have come to. Of a file that is gone nothing is kept.
 */
export function heldForUndo(
  lines: readonly JournalLine[],
  isThere: (undo: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const held = new Map<string, string[]>();
  let target = '';
  lines.forEach(({ text, record }, index) => {
    if (record?.type === 'run') {
      target = record.target;
      const { undo } = record;
      if (undo !== undefined && !held.has(target) && !hasEnded(lines, index) && isThere(undo)) held.set(target, []);
    }
    held.get(target)?.push(text);
  });
  return held;
}

/** Whether a run has come to its end, and so told its undo what it did. */
function hasEnded(lines: readonly JournalLine[], start: number): boolean {
  for (const { record } of lines.slice(start + 1)) {
    if (record?.type === 'end') return true;
    if (record?.type === 'run') return false;
  }
  return false;
}
