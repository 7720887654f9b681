import { isMap, type YAMLMap } from 'yaml';
import type { Content } from '../yaml/document.ts';
import { lineStart, startOf } from './extent.ts';
import type { Style } from './written-value.ts';

/** A text that is being edited, as it was parsed; it ends with a line break. */
export interface OpenText {
  readonly text: string;
  readonly content: Content;
  /** By how many blanks what is inside of something stands to the right of it. */
  readonly step: number;
}

/** By how many blanks a file moves in what is inside of something, as its first maps show it. */
export function stepOf(root: unknown, text: string): number {
  if (!isMap(root) || root.flow) return USUAL_STEP;
  for (const { value } of root.items) {
    if (!isMap(value) || value.flow || value.items.length === 0) continue;
    const column = columnOf(text, startOf(value.items[0]?.key));
    if (column > 0) return column;
  }
  return USUAL_STEP;
}

const USUAL_STEP = 2;

/** How many characters stand before an offset in its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** How the maps in a map are written, as the last of them shows it; undefined where there is none. */
export function styleOf(map: YAMLMap): Style | undefined {
  const last = map.items.findLast(({ value }) => isMap(value) && value.items.length > 0 && !isReference(value));
  return last === undefined ? undefined : isMap(last.value) && last.value.flow ? 'flow' : 'block';
}

function isReference(value: YAMLMap): boolean {
  const [only, ...more] = value.items;
  const name = only === undefined ? undefined : String(only.key);
  return more.length === 0 && (name === 'env' || name === 'file');
}
