import { linesOf, sharedLines } from './line-diff.ts';

/** How many lines of a text came and went. */
export interface LineCount {
  readonly additions: number;
  readonly deletions: number;
}

interface Line {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

const context = 3;

/** Whether git would call this binary: there is a zero byte near the start. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** The hunks of a unified diff between two texts, without the header lines; empty when they are equal. */
export function hunksOf(before: string, after: string): string {
  const lines = scriptOf(before, after);
  const changed = lines.flatMap((line, index) => (line.sign === ' ' ? [] : [index]));
  const hunks: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = hunks.at(-1);
    if (last !== undefined && index - context <= last.to) last.to = Math.min(index + context + 1, lines.length);
    else hunks.push({ from: Math.max(index - context, 0), to: Math.min(index + context + 1, lines.length) });
  }
  return hunks.map((hunk) => hunkText(lines, hunk.from, hunk.to)).join('');
}

/** How many lines came and went between two contents; binary ones have no lines. */
export function countLines(before: Buffer, after: Buffer): LineCount {
  if (isBinary(before) || isBinary(after)) return { additions: 0, deletions: 0 };
  const [old, now] = [linesOf(before.toString('utf8')), linesOf(after.toString('utf8'))];
  const kept = sharedLines(old, now).length;
  return { additions: now.length - kept, deletions: old.length - kept };
}

/** Both texts as one list of lines: kept, removed, added. */
function scriptOf(before: string, after: string): readonly Line[] {
  const a = linesOf(before);
  const b = linesOf(after);
  const lines: Line[] = [];
  let [x, y] = [0, 0];
  const changeUpTo = (toX: number, toY: number) => {
    lines.push(...a.slice(x, toX).map((text) => ({ sign: '-', text }) as const));
    lines.push(...b.slice(y, toY).map((text) => ({ sign: '+', text }) as const));
    [x, y] = [toX, toY];
  };
  for (const [before, after] of sharedLines(a, b)) {
    changeUpTo(before, after);
    lines.push({ sign: ' ', text: a[x] ?? '' });
    [x, y] = [x + 1, y + 1];
  }
  changeUpTo(a.length, b.length);
  return lines;
}

function hunkText(lines: readonly Line[], from: number, to: number): string {
  const shown = lines.slice(from, to);
  const side = (skipped: '+' | '-') => {
    const start = lines.slice(0, from).filter((line) => line.sign !== skipped).length;
    const length = shown.filter((line) => line.sign !== skipped).length;
    return `${length === 0 ? start : start + 1}${length === 1 ? '' : `,${length}`}`;
  };
  return `@@ -${side('+')} +${side('-')} @@\n${shown.map(lineText).join('')}`;
}

function lineText(line: Line): string {
  const ended = line.text.endsWith('\n') ? line.text : `${line.text}\n\\ No newline at end of file\n`;
  return `${line.sign}${ended}`;
}
