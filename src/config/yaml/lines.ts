import { LineCounter } from 'yaml';

/** Where a character of a text stands; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
  /** The offset at which its line begins. */
  readonly start: number;
  /** The line itself. */
  readonly text: string;
}

/** A function that finds the offsets of a text in its lines, which are counted when it is first asked. */
export function positionsIn(text: string): (offset: number) => Position {
  let lines: LineCounter | undefined;
  return (offset) => {
    lines ??= counted(text);
    const { line, col } = lines.linePos(offset);
    const start = offset - col + 1;
    const end = text.indexOf('\n', start);
    const whole = text.slice(start, end === -1 ? text.length : end).replace(/\r$/, '');
    // A lone carriage return at the end of a line is no part of it.
    return { line, column: Math.min(col, whole.length + 1), start, text: whole };
  };
}

/** What the library counts while it parses leaves lines out where a text is broken. */
function counted(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) lines.addNewLine(start);
  return lines;
}
