import type { Action, FieldChange, Json } from '../model.ts';
import { canonicalJson, isJsonList } from './canonical-json.ts';
import type { Paint, Stroke } from './paint.ts';
import { secretWord, valueText } from './value-text.ts';
import { fitting, shortened, width } from './width.ts';

/** How many items of a list are named before the rest is counted. */
const mostItems = 24;
const arrow = '→';

/** What a change does to one field, in lines of at most `room` columns: the value that is set, or old → new. */
export function fieldText(field: FieldChange, action: Action, room: number, paint: Paint): readonly string[] {
  const { from, to } = field;
  switch (action) {
    case 'create':
      return [side(to, room)];
    case 'delete':
      return [side(from, room)];
    case 'update':
    case 'replace':
      if (to === secretWord) return [from === secretWord ? `${secretWord}, sent again` : secretWord];
      return listLines(from, to, room, paint) ?? pairLines(from, to, room, paint);
  }
}

/** One side of a change; a side that is missing is said to be. */
export function sideText(value: Json | undefined): string {
  return value === undefined ? '(not set)' : valueText(value);
}

function side(value: Json | undefined, room: number): string {
  const text = sideText(value);
  const length = typeof value === 'string' ? ` (${value.length.toLocaleString('en-US')} characters)` : '';
  return width(text) <= room ? text : shortened(text, room - length.length) + length;
}

function pairLines(from: Json | undefined, to: Json | undefined, room: number, paint: Paint): readonly string[] {
  const [before, after] = [sideText(from), sideText(to)];
  if (width(before) + width(after) + 3 <= room)
    return [`${paint.removed(before)} ${paint.faint(arrow)} ${paint.added(after)}`];
  const [old, now] = aroundDifference(before, after, room - 2);
  return [`  ${paint.removed(old)}`, `${paint.faint(arrow)} ${paint.added(now)}`];
}

/** Two long texts, shortened so that the place where they begin to differ is in sight. */
function aroundDifference(before: string, after: string, room: number): readonly [string, string] {
  const [a, b] = [Array.from(before), Array.from(after)];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const skip = Math.max(a.length, b.length) <= room || same < room / 2 ? 0 : same - 12;
  const cut = (characters: readonly string[]): string =>
    skip === 0 ? shortened(characters.join(''), room) : shortened(`…${characters.slice(skip).join('')}`, room);
  return [cut(a), cut(b)];
}

/** Two lists as what is added and what is removed; undefined where they are no lists, or only the order differs. */
function listLines(
  from: Json | undefined,
  to: Json | undefined,
  room: number,
  paint: Paint,
): readonly string[] | undefined {
  if (from === undefined || to === undefined || !isJsonList(from) || !isJsonList(to)) return undefined;
  const added = without(to, from);
  const removed = without(from, to);
  if (added.length + removed.length === 0) return undefined;
  return [...items(added, '+', paint.added, room), ...items(removed, '-', paint.removed, room)];
}

/** The items of a list that the other one lacks, as often as it lacks them. */
function without(list: readonly Json[], other: readonly Json[]): readonly Json[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(canonicalJson(item), (left.get(canonicalJson(item)) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(canonicalJson(item)) ?? 0;
    left.set(canonicalJson(item), count - 1);
    return count <= 0;
  });
}

function items(list: readonly Json[], sign: string, colour: Stroke, room: number): readonly string[] {
  const words = list.slice(0, mostItems).map((item) => shortened(sign + valueText(item), room));
  if (list.length > mostItems) words.push(`and ${list.length - mostItems} more`);
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''}  ${word}`;
    if (lines.length > 0 && width(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(fitting(word, room));
  }
  return lines.map(colour);
}
