import { isMap, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { afterColon, endOf, endOfPair, hasText, lineStart, nextLine, startOf } from './extent.ts';
import { columnOf, styleOf, type OpenText } from './open-text.ts';
import type { Splice } from './splice.ts';
import { inlinePairs, inline, itemLines, pairLines, type Style } from './written-value.ts';
import type { Hindrance } from './yaml-edit.ts';

/** A pair that is to come into a map; so many levels of maps in it are written in lines of their own. */
export interface NewPair {
  readonly key: string;
  readonly value: YamlValue;
  readonly levels: number;
}

/** A new pair at the end of a map, written as those before it are. `above` is the pair in which the map stands. */
export function pairAdded(
  map: YAMLMap,
  above: Pair | undefined,
  added: NewPair,
  open: OpenText,
): readonly Splice[] | Hindrance {
  const { text, step } = open;
  const { key, value, levels } = added;
  const last = map.items.at(-1);
  if (last === undefined) return above === undefined ? 'unusual' : intoEmpty(above, added, open);
  if (map.flow)
    return insertedIn(map, `${inline(key)}: ${inline(value)}`, [startOf(last.key), endOfPair(last, text)], text);
  const first = startOf(map.items[0]?.key);
  const before = text.slice(lineStart(text, first), first);
  if (!/^ *(?:- +)*$/.test(before)) return 'unusual';
  const indent = ' '.repeat(before.length);
  const style = levels === 0 ? styleOf(map) : undefined;
  const lines = pairLines(key, value, { indent, step, levels, style });
  return [afterLine(endOfPair(last, text), isApart(map, text) ? ['', ...lines] : lines, text)];
}

/** A new item at the end of a list, written as those before it are. */
export function itemAdded(
  list: YAMLSeq,
  above: Pair | undefined,
  value: YamlValue,
  open: OpenText,
): readonly Splice[] | Hindrance {
  const { text, step } = open;
  const last = list.items.at(-1);
  if (last === undefined) return above === undefined ? 'unusual' : intoEmptyList(above, value, open);
  if (list.flow) return insertedIn(list, inline(value), [startOf(last), endOf(last, text)], text);
  const dash = dashBefore(startOf(last), text);
  if (dash === undefined || !/^ *$/.test(text.slice(lineStart(text, dash), dash))) return 'unusual';
  const style: Style | undefined = isMap(last) ? (last.flow ? 'flow' : 'block') : undefined;
  const indent = ' '.repeat(columnOf(text, dash));
  return [afterLine(endOf(last, text), itemLines(value, { indent, step, style }), text)];
}

/** Where the dash of an item stands that begins at an offset; undefined where something else is between them. */
export function dashBefore(offset: number, text: string): number | undefined {
  const before = /-[ \t]+$/.exec(text.slice(lineStart(text, offset), offset));
  return before === null ? undefined : lineStart(text, offset) + before.index;
}

/** The first pair of what has been empty, or nothing at all: in a line below its key. */
export function intoEmpty(above: Pair, { key, value, levels }: NewPair, open: OpenText): readonly Splice[] | Hindrance {
  return belowKey(
    above,
    open,
    (indent) => pairLines(key, value, { indent, step: open.step, levels, style: undefined }),
    { opens: '{', closes: '}', inner: inlinePairs([[key, value]]) },
  );
}

/** The same for the first item of a list. */
export function intoEmptyList(above: Pair, value: YamlValue, open: OpenText): readonly Splice[] | Hindrance {
  const layout = { step: open.step, style: undefined };
  return belowKey(above, open, (indent) => itemLines(value, { ...layout, indent }), {
    opens: '[',
    closes: ']',
    inner: inline(value),
  });
}

/** What is new, as it is written within braces or brackets. */
interface Within {
  readonly opens: '{' | '[';
  readonly closes: '}' | ']';
  readonly inner: string;
}

/** What takes the place of an empty value: lines below its key, or, within braces, a text there. */
function belowKey(
  { key, value }: Pair,
  { text, step }: OpenText,
  lines: (indent: string) => readonly string[],
  { opens, closes, inner }: Within,
): readonly Splice[] | Hindrance {
  const start = startOf(key);
  const colon = afterColon(key, text);
  const before = text.slice(lineStart(text, start), start);
  const end = hasText(value) ? endOf(value, text) : colon;
  // An anchor or a tag stands before the value, and goes with it.
  if (hasText(value) ? text.slice(colon, startOf(value)).trim() !== '' : /^[ \t]*[&!]/.test(text.slice(colon)))
    return 'unusual';
  if (hasText(value) && text.slice(startOf(value), end).includes('#'))
    return text[startOf(value)] === opens ? belowWords(end, inner, step, text) : 'unusual';
  if (!/^ *$/.test(before)) return [{ start: colon, end, text: ` ${opens} ${inner} ${closes}` }];
  const indent = ' '.repeat(before.length + step);
  return [{ start: colon, end, text: '' }, afterLine(end, lines(indent), text)];
}

/** A line below the words between braces or brackets that hold nothing else: these end their lines, so that what closes begins its own. */
function belowWords(end: number, inner: string, step: number, text: string): readonly Splice[] {
  const start = lineStart(text, end);
  const indent = ' '.repeat(columnOf(text, end - 1) + step);
  return [{ start, end: start, text: `${indent}${inner}\n` }];
}

/** Lines after the one in which an offset is. */
function afterLine(offset: number, lines: readonly string[], text: string): Splice {
  const start = nextLine(text, offset);
  return { start, end: start, text: lines.map((line) => `${line}\n`).join('') };
}

/** Something more within braces or brackets, after the last that is there: on a line of its own where that has one. */
function insertedIn(
  holder: YAMLMap | YAMLSeq,
  added: string,
  [start, end]: readonly [start: number, end: number],
  text: string,
): readonly Splice[] {
  const rest = text.slice(end, endOf(holder, text) - 1);
  const comma = /^\s*,/.exec(rest)?.[0].length ?? 0;
  const indent = text.slice(lineStart(text, start), start);
  if (!rest.includes('\n') || indent.trim() !== '') {
    const at = end + comma;
    return [{ start: at, end: at, text: comma > 0 ? ` ${added}` : `, ${added}` }];
  }
  const at = nextLine(text, end + comma);
  const line = { start: at, end: at, text: `${indent}${added}${comma > 0 ? ',' : ''}\n` };
  return comma > 0 ? [line] : [{ start: end, end, text: ',' }, line];
}

/** Whether blank lines stand between all the pairs of a map. */
function isApart({ items }: YAMLMap, text: string): boolean {
  const gaps = items.slice(1).map((pair, index) => text.slice(endOf(items[index]?.key, text), startOf(pair.key)));
  return gaps.length > 0 && gaps.every((gap) => /\n[ \t]*\n/.test(gap));
}

/** Whether a value holds nothing, and so may become a map or a list: null, or what is empty. */
export function isNothing(value: unknown): boolean {
  if (isMap(value) || isSeq(value)) return value.items.length === 0;
  return value === null || value === undefined || (isScalar(value) && value.value === null);
}
