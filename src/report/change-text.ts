import { stripVTControlCharacters } from 'node:util';
import { placeText, type Place } from '../base/place.ts';
import type { Kinds } from '../engine/kinds.ts';
import type { Action, Change, FieldChange, JointCall } from '../model.ts';
import { callLines } from './call-text.ts';
import { counted } from './counted.ts';
import { fieldText } from './field-text.ts';
import { plainPaint, type Paint, type Stroke } from './paint.ts';
import { reasonText } from './reason-text.ts';
import { splitAddress } from './split-address.ts';
import { accessWords, lowersAccess } from './access-words.ts';
import { visible } from './visible.ts';
import { padded, width } from './width.ts';

/** How a text for people is to look. */
export interface TextOptions {
  readonly paint: Paint;
  /** How wide the text may become; 100 unless told. */
  readonly columns?: number;
  /** Whether every call is shown in full, and everything that is left alone or cannot be compared. */
  readonly verbose?: boolean;
}

/** How changes are to look: what they do to access is a fact of the kinds. */
export interface ChangeTextOptions extends TextOptions {
  readonly kinds: Kinds;
}

/** The columns of a text whose reader has not said how many there are. */
export const usualColumns = 100;

/** The columns of a terminal as a text can use them: in fewer nothing could stand beside each other, and in more the eye loses the line. */
export function textColumns(columns: number | undefined): number {
  return Math.min(250, Math.max(40, columns ?? usualColumns));
}
export const fieldIndent = '      ';
const widestName = 32;
/** With less room than this beside its name, a value stands below it. */
const leastRoom = 24;
const valueIndent = '        ';

/** The sign of an action, in three columns. */
export const signs: { readonly [Name in Action]: string } = {
  create: '  +',
  update: '  ~',
  replace: '-/+',
  delete: '  -',
};

/** The colour of an action. */
export function strokeOf(action: Action, paint: Paint): Stroke {
  switch (action) {
    case 'create':
      return paint.added;
    case 'update':
      return paint.changed;
    case 'replace':
      return paint.replaced;
    case 'delete':
      return paint.removed;
  }
}

/** One change as it stands below its scope: what happens and why, its fields and, when asked for, the calls that it or `joint` sends. */
export function changeText(change: Change, options: ChangeTextOptions, joint?: JointCall): readonly string[] {
  const { paint, verbose = false } = options;
  const name = visible(splitAddress(change.address).rest ?? change.address);
  const lines = [...headLines(change, name, optionalPlace(change.place), options), ...fieldLines(change, options)];
  if (verbose) {
    lines.push(...change.needs.map((need) => `${fieldIndent}after ${visible(need)}`));
    if (joint !== undefined) lines.push(`${fieldIndent}${togetherText(joint)}:`);
    for (const [first = '', ...rest] of (joint === undefined ? change.calls : [joint.call]).map(callLines)) {
      lines.push(`${fieldIndent}${paint.strong(first)}`, ...rest.map((line) => fieldIndent + paint.faint(line)));
    }
  }
  return lines;
}

/** `together with 11 more, as one call`. */
export function togetherText({ addresses }: JointCall): string {
  return `together with ${counted(addresses.length - 1, 'more', 'more')}, as one call`;
}

/** Sign, name and reason, with `where` behind them or, where that is too wide, below. */
export function headLines(
  change: Change,
  name: string,
  where: string,
  { paint, kinds, columns = usualColumns }: ChangeTextOptions,
): readonly string[] {
  const words = accessWords(change, kinds);
  const stroke = lowersAccess(change, kinds) ? paint.removed : strokeOf(change.action, paint);
  const reason = visible(reasonText(change.reason)) + (words === undefined ? '' : `; ${words}`);
  const head = `${stroke(signs[change.action])} ${paint.strong(name)}: ${reason}`;
  if (where === '') return [head];
  const used = width(`${signs[change.action]} ${name}: ${reason}  (${where})`);
  return used <= columns ? [`${head}  ${paint.faint(`(${where})`)}`] : [head, fieldIndent + paint.faint(`(${where})`)];
}

/** Values below each other, as far as the names allow: a long name is never shortened, since it tells fields apart. */
export function fieldLines(change: Change, { paint, columns = usualColumns }: TextOptions): readonly string[] {
  const names = change.fields.map((field) => visible(field.path));
  const widest = Math.min(widestName, columns - leastRoom - fieldIndent.length - 2);
  const usual = Math.min(widest, Math.max(0, ...names.map(width))) + 2;
  return change.fields.flatMap((field, index) => {
    const name = fieldIndent + padded(`${names[index] ?? ''}  `, usual);
    const room = columns - width(name);
    const from = (lines: readonly string[]): readonly string[] => withDefault(lines, field, { paint, columns });
    if (room < leastRoom && !fits(field, change.action, room)) {
      const below = fieldText(field, change.action, columns - valueIndent.length, paint);
      return from([name.trimEnd(), ...below.map((line) => valueIndent + line)]);
    }
    const [first = '', ...rest] = fieldText(field, change.action, Math.max(room, leastRoom), paint);
    return from([name + first, ...rest.map((line) => ' '.repeat(width(name)) + line)]);
  });
}

/** The lines of a field with that of the default that says it: the line of the change is that of its entry. */
function withDefault(
  lines: readonly string[],
  { place }: FieldChange,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): readonly string[] {
  if (place === undefined) return lines;
  const where = `(${defaultText(place)})`;
  const last = lines.at(-1) ?? '';
  return width(stripVTControlCharacters(last)) + 2 + width(where) <= columns
    ? [...lines.slice(0, -1), `${last}  ${paint.faint(where)}`]
    : [...lines, valueIndent + paint.faint(where)];
}

/** Where a default says it. */
export function defaultText(place: Place): string {
  return `default at ${visible(placeText(place))}`;
}

/** Whether all of a field's text finds room on one line. */
function fits(field: FieldChange, action: Action, room: number): boolean {
  const [line = '', ...more] = fieldText(field, action, Number.MAX_SAFE_INTEGER, plainPaint);
  return more.length === 0 && width(line) <= room;
}

/** `file:line:column`, or nothing where nobody wrote it. */
export function optionalPlace(place: Place | undefined): string {
  return place === undefined ? '' : visible(placeText(place));
}
