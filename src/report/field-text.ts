import { isKept } from '../engine/plan/kept-fields.ts';
import type { Action, FieldChange, Json } from '../model.ts';
import { isList } from '../base/shape.ts';
import { without } from './list-difference.ts';
import type { Paint, Stroke } from './paint.ts';
import { grouped } from './grouped.ts';
import { quotedText, secretWord, valueText } from './value-text.ts';
import { shortened, width } from './width.ts';

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
      // What it was is not shown: a secret's file, of which nothing tells where it went before.
      if (action === 'replace' && from === undefined) return [side(to, room)];
      if (isKept(field, action)) return [side(to, room - 6) + paint.faint(', kept')];
      return listLines(from, to, room, paint) ?? pairLines(from, to, room, paint);
  }
}

/** One side of a change; a side that is missing is said to be. */
export function sideText(value: Json | undefined): string {
  return value === undefined ? '(not set)' : valueText(value);
}

function side(value: Json | undefined, room: number): string {
  const text = sideText(value);
  const length = typeof value === 'string' ? ` (${grouped(value.length)} characters)` : '';
  if (width(text) <= room) return text;
  // The quote and the mark of what is left out need two columns beside the length.
  return room < length.length + 2 ? shortened(text, room) : shortened(text, room - length.length) + length;
}

function pairLines(from: Json | undefined, to: Json | undefined, room: number, paint: Paint): readonly string[] {
  const old = from === undefined ? paint.faint : paint.removed;
  const now = to === undefined ? paint.faint : paint.added;
  const sides = [sideText(from), sideText(to)] as const;
  const sign = paint.faint(arrow);
  if (width(sides[0]) + width(sides[1]) + 3 <= room) return [`${old(sides[0])} ${sign} ${now(sides[1])}`];
  const [before, after] = pairText(from, to, room - 2);
  return [`  ${old(before)}`, `${sign} ${now(after)}`];
}

/** Both sides of a change, each in at most `room` columns, and so that the place where they begin to differ is in sight. */
export function pairText(from: Json | undefined, to: Json | undefined, room: number): readonly [string, string] {
  const [before, after] = [sideText(from), sideText(to)];
  if (width(before) <= room && width(after) <= room) return [before, after];
  // Texts are both quoted here: where only one is, they would seem to differ from their first character on.
  if (typeof from === 'string' && typeof to === 'string')
    return aroundDifference(quotedText(from), quotedText(to), room);
  return aroundDifference(before, after, room);
}

function aroundDifference(before: string, after: string, room: number): readonly [string, string] {
  const [a, b] = [Array.from(before), Array.from(after)];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const skip = same < room / 2 ? 0 : same - 12;
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
  if (from === undefined || to === undefined || !isList(from) || !isList(to)) return undefined;
  const added = without(to, from);
  const removed = without(from, to);
  if (added.length + removed.length === 0) return undefined;
  return wrapped(
    [
      ...words(added, { sign: '+', verb: 'added', stroke: paint.added }, room),
      ...words(removed, { sign: '-', verb: 'removed', stroke: paint.removed }, room),
    ],
    room,
  );
}

interface Word {
  readonly text: string;
  readonly stroke: Stroke;
}

interface Side {
  readonly sign: '+' | '-';
  readonly verb: 'added' | 'removed';
  readonly stroke: Stroke;
}

function words(list: readonly Json[], { sign, verb, stroke }: Side, room: number): readonly Word[] {
  const shown = list
    .slice(0, mostItems)
    .map((item) => ({ text: shortened(signed(sign, valueText(item)), room), stroke }));
  const rest = list.length - shown.length;
  return rest > 0 ? [...shown, { text: `and ${rest} more ${verb}`, stroke }] : shown;
}

/** `+arm64`, but `- 23`: what comes or goes is not to be read as a number of its own. */
function signed(sign: Side['sign'], item: string): string {
  return /^[-+.\d]/.test(item) ? `${sign} ${item}` : sign + item;
}

/** Words in lines of at most `room` columns, two spaces between them. */
function wrapped(list: readonly Word[], room: number): readonly string[] {
  const lines: string[] = [];
  let used = Infinity;
  for (const { text, stroke } of list) {
    const longer = used + 2 + width(text);
    if (longer <= room) lines[lines.length - 1] = `${lines.at(-1) ?? ''}  ${stroke(text)}`;
    else lines.push(stroke(text));
    used = longer <= room ? longer : width(text);
  }
  return lines;
}
