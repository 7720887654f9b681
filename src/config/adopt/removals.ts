import { isMap, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { dashBefore } from './additions.ts';
import { afterColon, endOf, endOfPair, lineStart, nextLine, startOf } from './extent.ts';
import type { OpenText } from './open-text.ts';
import type { Splice } from './splice.ts';
import type { Hindrance } from './yaml-edit.ts';

/** Takes a pair out of a map, with its own lines; the last one leaves an empty map. `above` is the pair in which the map stands. */
export function pairRemoved(
  map: YAMLMap,
  above: Pair | undefined,
  pair: Pair,
  open: OpenText,
): readonly Splice[] | Hindrance {
  const { text } = open;
  const [start, end] = [startOf(pair.key), endOfPair(pair, text)];
  if (map.flow)
    return takenFrom(
      map,
      map.items.map((item) => [startOf(item.key), endOfPair(item, text)]),
      [start, end],
      text,
    );
  if (map.items.length === 1) return above === undefined ? 'unusual' : emptied(above, '{}', start, end, open);
  return /^ *$/.test(text.slice(lineStart(text, start), start))
    ? [wholeLines(start, end, text)]
    : firstOfItem(map, pair, text);
}

/** Takes an item out of a list. */
export function itemRemoved(
  list: YAMLSeq,
  above: Pair | undefined,
  item: unknown,
  open: OpenText,
): readonly Splice[] | Hindrance {
  const { text } = open;
  const [start, end] = [startOf(item), endOf(item, text)];
  if (list.flow)
    return takenFrom(
      list,
      list.items.map((one) => [startOf(one), endOf(one, text)]),
      [start, end],
      text,
    );
  const dash = dashBefore(start, text);
  if (dash === undefined || !/^ *$/.test(text.slice(lineStart(text, dash), dash))) return 'unusual';
  if (list.items.length === 1) return above === undefined ? 'unusual' : emptied(above, '[]', dash, end, open);
  return [wholeLines(dash, end, text)];
}

/** The lines of what stands alone on them, and what follows it on the last of them: a comment on it. */
function wholeLines(start: number, end: number, text: string): Splice {
  return { start: lineStart(text, start), end: nextLine(text, end), text: '' };
}

/** Where `- ` stands before the first pair of a map, the second comes up to it. */
function firstOfItem(map: YAMLMap, pair: Pair, text: string): readonly Splice[] | Hindrance {
  const next = map.items[map.items.indexOf(pair) + 1];
  if (next === undefined || !/^ *(?:- +)+$/.test(text.slice(lineStart(text, startOf(pair.key)), startOf(pair.key))))
    return 'unusual';
  return [{ start: startOf(pair.key), end: startOf(next.key), text: '' }];
}

/** The pair above with empty braces in place of the lines of the only thing that was in it. */
function emptied(
  { key, value }: Pair,
  empty: string,
  start: number,
  end: number,
  { text }: OpenText,
): readonly Splice[] | Hindrance {
  const colon = afterColon(key, text);
  // An anchor or a tag would stand after what it is of.
  if (/^[ \t]*[&!]/.test(text.slice(colon)) || lineStart(text, start) <= colon || isInline(value)) return 'unusual';
  return [{ start: colon, end: colon, text: ` ${empty}` }, wholeLines(start, end, text)];
}

function isInline(value: unknown): boolean {
  return isMap(value) && value.flow === true;
}

type Stretch = readonly [start: number, end: number];

/** Takes one of several stretches out from between braces or brackets, with the comma that goes with it. */
function takenFrom(
  holder: YAMLMap | YAMLSeq,
  items: readonly Stretch[],
  [start, end]: Stretch,
  text: string,
): readonly Splice[] {
  const at = items.findIndex((item) => item[0] === start);
  const [next, before] = [items[at + 1], items[at - 1]];
  const [from, to] = [startOf(holder), endOf(holder, text)];
  const after = end + (/^\s*,/.exec(text.slice(end, to))?.[0].length ?? 0);
  const hasWords = (...stretch: Stretch): boolean => text.slice(...stretch).includes('#');
  // Words that stand between, or in braces that become empty, stay.
  const alone = isAloneOnLine(start, after, text) ? wholeLines(start, after, text) : { start, end: after, text: '' };
  if (next !== undefined) return [hasWords(after, next[0]) ? alone : { start, end: next[0], text: '' }];
  if (before !== undefined) return [hasWords(before[1], start) ? alone : { start: before[1], end, text: '' }];
  if (hasWords(from, start) || hasWords(after, to)) return [alone];
  return [{ start: from, end: to, text: isMap(holder) ? '{}' : '[]' }];
}

function isAloneOnLine(start: number, end: number, text: string): boolean {
  return text.slice(lineStart(text, start), start).trim() === '' && /^[ \t]*(?:#.*)?(?:\n|$)/.test(text.slice(end));
}
