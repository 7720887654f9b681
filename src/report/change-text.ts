import { placeText, type Place } from '../base/place.ts';
import type { Action, Change, JointCall } from '../model.ts';
import { callLines } from './call-text.ts';
import { counted } from './counted.ts';
import { fieldText } from './field-text.ts';
import type { Paint, Stroke } from './paint.ts';
import { reasonText } from './reason-text.ts';
import { splitAddress } from './split-address.ts';
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

/** The columns of a text whose reader has not said how many there are. */
export const usualColumns = 100;
const fieldIndent = '      ';
const widestName = 32;
/** What is left for a value where the columns are few. */
const leastRoom = 24;

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
export function changeText(change: Change, options: TextOptions, joint?: JointCall): readonly string[] {
  const { paint, columns = usualColumns, verbose = false } = options;
  const lines = [...headLines(change, columns, paint), ...fieldLines(change, columns, paint)];
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

/** Sign, name and reason, with the place behind them or, where that is too wide, below. */
function headLines(change: Change, columns: number, paint: Paint): readonly string[] {
  const stroke = strokeOf(change.action, paint);
  const name = visible(splitAddress(change.address).rest ?? change.address);
  const reason = visible(reasonText(change.reason));
  const head = `${stroke(signs[change.action])} ${paint.strong(name)}: ${reason}`;
  if (change.place === undefined) return [head];
  const where = `(${visible(placeText(change.place))})`;
  const used = width(`${signs[change.action]} ${name}: ${reason}  ${where}`);
  return used <= columns ? [`${head}  ${paint.faint(where)}`] : [head, fieldIndent + paint.faint(where)];
}

/** Values below each other, as far as the names allow: a long name is never shortened, since it tells fields apart. */
function fieldLines(change: Change, columns: number, paint: Paint): readonly string[] {
  const names = change.fields.map((field) => visible(field.path));
  const usual = Math.min(widestName, Math.max(0, ...names.map(width))) + 2;
  return change.fields.flatMap((field, index) => {
    const name = fieldIndent + padded(`${names[index] ?? ''}  `, usual);
    const room = Math.max(leastRoom, columns - width(name));
    const [first = '', ...rest] = fieldText(field, change.action, room, paint);
    return [name + first, ...rest.map((line) => ' '.repeat(width(name)) + line)];
  });
}

/** `file:line:column`, or nothing where nobody wrote it. */
export function optionalPlace(place: Place | undefined): string {
  return place === undefined ? '' : visible(placeText(place));
}
