import { visible } from './visible.ts';
import { width } from './width.ts';

/** A line of a file as a terminal shows it, and the line of carets below it. */
export interface SourceExcerpt {
  readonly line: string;
  readonly carets: string;
}

/** How much of a line is shown at most: with its gutter it stays within 90 columns or so. */
const widest = 80;
/** How much is shown before the part that is meant, where the line has to be cut. */
const lead = 24;

interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly marked: boolean;
}

/** Underlines `length` characters from `column` (counted from 1) on; a line that is too long, or than `columns`, is cut around them. */
export function sourceExcerpt(text: string, column: number, length: number, columns = Infinity): SourceExcerpt {
  const cells = cellsOf(text.replace(/\s+$/, ''), column - 1, column - 1 + Math.max(1, length));
  const { first, end } = shownPart(cells, Math.min(widest, columns - 2));
  const shown = cells.slice(first, end);
  const before = first > 0 ? '…' : '';
  const after = end < cells.length ? '…' : '';
  const marked = shown.findIndex((cell) => cell.marked);
  const indent = marked === -1 ? columnsOf(shown) : columnsOf(shown.slice(0, marked));
  const carets = '^'.repeat(Math.max(1, columnsOf(shown.filter((cell) => cell.marked))));
  return {
    line: before + shown.map((cell) => cell.text).join('') + after,
    carets: ' '.repeat(before.length + indent) + carets,
  };
}

/** The characters as they are shown: a tab as two spaces, what is invisible as its code. */
function cellsOf(line: string, from: number, to: number): readonly Cell[] {
  let at = 0;
  return Array.from(line, (character) => {
    const text = character === '\t' ? '  ' : visible(character);
    const cell = { text, columns: width(text), marked: at + character.length > from && at < to };
    at += character.length;
    return cell;
  });
}

/** The part of the line that fits, with the first marked character in it. */
function shownPart(cells: readonly Cell[], most: number): { first: number; end: number } {
  if (columnsOf(cells) <= most) return { first: 0, end: cells.length };
  const found = cells.findIndex((cell) => cell.marked);
  const marked = found === -1 ? cells.length : found;
  const before = Math.min(lead, Math.floor(most / 3));
  const first = columnsOf(cells.slice(0, marked)) < most - before ? 0 : Math.max(0, marked - before);
  let end = first;
  for (let room = most; end < cells.length; end += 1) {
    room -= cells[end]?.columns ?? 0;
    if (room < 0) break;
  }
  return { first, end };
}

function columnsOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.columns, 0);
}
