import type { Change, FieldChange, Json, Plan, Reason, Touch, Unmanaged } from '../model.ts';
import { hasErrors } from '../base/diagnostic.ts';
import { isList } from '../base/shape.ts';
import { optionalPlace, usualColumns, type TextOptions } from './change-text.ts';
import { diagnosticText } from './diagnostics.ts';
import { asFarAsSeen } from './as-far-as-seen.ts';
import { comparedPart } from './compared-part.ts';
import { pairText, sideText } from './field-text.ts';
import { grouped } from './grouped.ts';
import { without } from './list-difference.ts';
import { planNotes } from './plan-notes.ts';
import { secretWord, valueText } from './value-text.ts';
import { reasonText } from './reason-text.ts';
import { visible } from './visible.ts';
import { shortened, width } from './width.ts';

type Who = ReadonlyMap<string, Touch>;

const widestValue = 60;

/** A plan read from the other side: how the instance differs from the repository and, by address, who did it. */
export function driftText(plan: Plan, options: TextOptions, who: Who = new Map()): string {
  const of = (...actions: readonly Change['action'][]): readonly Change[] =>
    plan.changes.filter(({ action }) => actions.includes(action));
  const [changed, created, deleted] = [of('update', 'replace'), of('delete'), of('create')];
  const extra = plan.unmanaged.flatMap(({ entries = [] }) => undeclared(entries));
  const blocks = [
    block('Changed', changed, options.paint.changed, changedLines, options, who),
    block(
      'On the instance, not in the repository',
      [...created, ...extra],
      options.paint.added,
      createdLines,
      options,
      who,
    ),
    block('In the repository, not on the instance', deleted, options.paint.removed, deletedLines, options, who),
    ...planNotes({ ...plan, unmanaged: [] }, options.verbose ?? false, true).map(({ headline, lines }) => [
      headline,
      ...lines.map((line) => options.paint.faint(`  ${line}`)),
    ]),
    ...plan.diagnostics.map((diagnostic) => [diagnosticText(diagnostic, options.paint).trimEnd()]),
    [options.paint.strong(summary(plan, changed.length, created.length + extra.length, deleted.length))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function summary(plan: Plan, changed: number, created: number, deleted: number): string {
  const url = visible(plan.target.url);
  const { is, beside, alone } = comparedPart(plan);
  const differences = changed + created + deleted;
  if (differences === 0 && hasErrors(plan.diagnostics))
    return `No drift seen on ${url}, where what is told above could not be compared; ${grouped(plan.unchanged)} as declared${beside}`;
  if (differences === 0) return `No drift: ${is} as the repository says${asFarAsSeen(plan)}${alone}.`;
  return `Drift on ${url}: ${changed} changed, ${created} not in the repository, ${deleted} not on the instance; ${grouped(plan.unchanged)} as declared${beside}`;
}

function block(
  title: string,
  changes: readonly Told[],
  stroke: (text: string) => string,
  lines: (change: Told) => readonly string[],
  { paint, columns = usualColumns }: TextOptions,
  who: Who,
): readonly string[] {
  if (changes.length === 0) return [];
  return [
    stroke(title),
    ...changes.flatMap((change) => {
      const touch = who.get(change.address);
      const by =
        touch === undefined
          ? []
          : [`${touch.made ? 'made' : 'last touched'} by ${visible(touch.author)}, ${moment(touch.at)}`];
      const details = [optionalPlace(change.place), ...by].filter((text) => text !== '').join('; ');
      const text = lines(change).map((line) => `  ${line}`);
      const lastLine = `${text.at(-1) ?? ''}  (${details})`;
      if (details === '') return text;
      return text.length === 1 && lastLine.length <= columns
        ? [`${text.join('')}  ${paint.faint(`(${details})`)}`]
        : [...text, paint.faint(`      (${details})`)];
    }),
  ];
}

/** What of a change is told here; what is undeclared and left alone is told as a change is. */
interface Told extends Pick<Change, 'address' | 'fields' | 'reason' | 'place'> {
  /** What it is called where its address does not tell it from others. */
  readonly label?: string;
}

/** Several of one name are told apart by their ids: two runners of one description. */
function undeclared(entries: NonNullable<Unmanaged['entries']>): Told[] {
  const times = new Map<string, number>();
  for (const { address } of entries) times.set(address, (times.get(address) ?? 0) + 1);
  return entries.map(({ address, id }) => {
    const isOneOfSeveral = (times.get(address) ?? 0) > 1 && id !== undefined;
    return {
      address,
      ...(isOneOfSeveral && { label: `${address} (id ${id})` }),
      fields: [],
      reason: { code: 'undeclared' },
    };
  });
}

function changedLines({ address, fields, reason }: Told): readonly string[] {
  const [only, ...more] = fields;
  const leaves = reason.code === 'leaving' ? `is ${visible(reason.since)}, and declared` : undefined;
  if (leaves !== undefined)
    return only === undefined
      ? [`${visible(address)} ${leaves}`]
      : [`${visible(address)} ${leaves}; it has`, ...fields.map((field) => `    ${difference(field, reason)}`)];
  if (only === undefined) return [`${visible(address)}: ${visible(reasonText(reason))}`];
  if (more.length === 0) return [`${visible(address)} has ${difference(only, reason)}`];
  return [`${visible(address)} has`, ...fields.map((field) => `    ${difference(field, reason)}`)];
}

function createdLines({ address, label = address, reason }: Told): readonly string[] {
  return [`${visible(label)}: ${visible(reasonText(reason))}`];
}

function deletedLines({ address }: Told): readonly string[] {
  return [`${visible(address)} is declared, and not there`];
}

/** `access_level maintainer, the repository says developer`; of long lists, what the live one has more and what it lacks. */
function difference({ path, from, to }: FieldChange, reason: Reason): string {
  const name = visible(path);
  if (from === secretWord || to === secretWord)
    return reason.code === 'differs' && reason.fields.includes(path)
      ? `${name} (secret), the repository says another`
      : `${name} (secret), which is not compared and would be sent`;
  const [live, declared] = [sideText(from), sideText(to)];
  if (width(live) > widestValue || width(declared) > widestValue) {
    const lists = listDifference(from, to);
    if (lists !== undefined) return `${name} ${lists}`;
  }
  const [old, now] = pairText(from, to, widestValue);
  const says = `the repository says ${isNothing(to) ? 'none' : now}`;
  return isNothing(from) ? `no ${name}, ${says}` : `${name} ${old}, ${says}`;
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

/** `with x86 in addition, and without arm64`; undefined where these are no lists, or only their order differs. */
function listDifference(from: Json | undefined, to: Json | undefined): string | undefined {
  if (from === undefined || to === undefined || !isList(from) || !isList(to)) return undefined;
  const [extra, lacking] = [without(from, to), without(to, from)];
  const parts = [
    extra.length > 0 ? `with ${listed(extra)} in addition` : [],
    lacking.length > 0 ? `without ${listed(lacking)}` : [],
  ].flat();
  return parts.length === 0 ? undefined : parts.join(', and ');
}

function listed(items: readonly Json[]): string {
  return shortened(items.map(valueText).join(', '), widestValue);
}

/** `2026-11-19 14:03 UTC`; a text that is no time stands as it is. */
function moment(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? visible(at) : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
