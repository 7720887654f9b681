import { isMap, isScalar, isSeq, type Pair } from 'yaml';
import { isMergeKey, keyName } from './to-json.ts';

/** How many numbers there are for each value. */
export const STRIDE = 5;

/**
 * Where everything in a document stands, in a fraction of the room that its tree of nodes takes. Five numbers for each value, in
 * the order of the text: where its key begins and ends (-1 without one), where it begins and ends (-1 for a map or list, its
 * beginning for nothing), and which value follows it and all that is in it. Undefined for a document with aliases or merge keys, in
 * which a path does not lead to one place alone.
 */
export function offsetsOf(root: unknown, text: string): Int32Array | undefined {
  if (hasOddCharacters(text)) return undefined;
  const offsets: number[] = [];
  return add(offsets, undefined, root, text) ? Int32Array.from(offsets) : undefined;
}

/** Of other line ends than a line feed, and of what is no character to see, the tree knows more than numbers can say. */
export function hasOddCharacters(text: string): boolean {
  return /[^\n\x20-\x7e\xa1-\u1fff\u2010-\u2027\u3001-\ud7ff]/.test(text);
}

function add(offsets: number[], key: unknown, value: unknown, text: string): boolean {
  const range = key === undefined ? NO_KEY : keyRange(key, text);
  if (range === undefined) return false;
  const [keyStart, keyEnd] = range;
  const node = offsets.length;
  if (isScalar(value) && value.range) {
    const [start, end] = value.range;
    const isSmall = value.source !== undefined && value.source !== '';
    offsets.push(keyStart, keyEnd, start, isSmall ? end : start, node / STRIDE + 1);
    return true;
  }
  if (!(isMap(value) || isSeq(value)) || !value.range) return false;
  offsets.push(keyStart, keyEnd, value.range[0], -1, 0);
  const isWhole = isMap(value)
    ? value.items.every((pair: Pair) => !isMergeKey(pair.key) && add(offsets, pair.key, pair.value, text))
    : value.items.every((item) => add(offsets, undefined, item, text));
  offsets[node + 4] = offsets.length / STRIDE;
  return isWhole;
}

type Range = readonly [start: number, end: number];

const NO_KEY: Range = [-1, -1];

/** Where a key stands that is written as it reads, but for its quotes. */
function keyRange(key: unknown, text: string): Range | undefined {
  if (!isScalar(key) || !key.range || key.anchor !== undefined) return undefined;
  const [start, end] = key.range;
  const written = text.slice(start, end);
  return written.replace(/^(["'])(.*)\1$/s, '$2') === keyName(key) ? [start, end] : undefined;
}
