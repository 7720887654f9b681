import type { Change, FieldChange, FieldTouch, Json, Plan, Touch, Unmanaged } from '../model.ts';
import type { Reason } from '../reason.ts';
import { hasErrors } from '../base/diagnostic.ts';
import { differingFields } from '../engine/plan/kept-fields.ts';
import { isList } from '../base/shape.ts';
import { usualColumns, type TextOptions } from './change-text.ts';
import { diagnosticBlocks } from './diagnostics.ts';
import { addressLines } from './paragraphs/address-lines.ts';
import { paragraphs } from './paragraphs/likeness.ts';
import { isPlural, placesText, scopesText, subjectText } from './paragraphs/subject.ts';
import { asFarAsSeen } from './as-far-as-seen.ts';
import { comparedPart } from './compared-part.ts';
import { pairText, sideText } from './field-text.ts';
import { grouped } from './grouped.ts';
import { without } from './list-difference.ts';
import { moment } from './moment.ts';
import { dueSoonNote, ownAccessNote, planNotes, type PlanNote } from './plan-notes.ts';
import { secretWord, valueText } from './value-text.ts';
import { reasonText } from './reason-text.ts';
import { totalsOf } from './totals.ts';
import { visible } from './visible.ts';
import { shortened, width } from './width.ts';

type Who = ReadonlyMap<string, Touch>;

const widestValue = 60;
const listIndent = '      ';

/** A plan read from the other side: how the instance differs from the repository and, by address, who did it. */
export function driftText(plan: Plan, options: TextOptions, who: Who = new Map()): string {
  // What is made anew has fields that stay as they are.
  const differing = plan.changes.map((change) => ({ ...change, fields: differingFields(change) }));
  const of = (...actions: readonly Change['action'][]): readonly Change[] =>
    differing.filter(({ action }) => actions.includes(action));
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
    ...driftNotes(plan, options.verbose ?? false).map(({ headline, lines }) => [
      headline,
      ...lines.map((line) => options.paint.faint(`  ${line}`)),
    ]),
    ...diagnosticBlocks(plan.diagnostics, options.paint, options.columns).map((text) => [text.trimEnd()]),
    [options.paint.strong(driftSummary(plan))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** What is told beside what differs: what nobody declared stands among that. */
export function driftNotes(plan: Plan, verbose: boolean): readonly PlanNote[] {
  const beside = [dueSoonNote(plan, verbose), ownAccessNote(plan, verbose)].flatMap((note) => note ?? []);
  return [...beside, ...planNotes({ ...plan, unmanaged: [] }, verbose, true)];
}

/** `Drift on https://gitlab.example.com: 2 changed, 1 not in the repository, 0 not on the instance; 40 as declared`. */
export function driftSummary(plan: Plan): string {
  const totals = totalsOf(plan.changes);
  const extra = plan.unmanaged.reduce((sum, { entries = [] }) => sum + entries.length, 0);
  const [changed, created, deleted] = [totals.update + totals.replace, totals.delete + extra, totals.create];
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
  lines: (told: Subject) => readonly string[],
  options: TextOptions,
  who: Who,
): readonly string[] {
  if (changes.length === 0) return [];
  const byOf = (change: Told): string => byText(who.get(change.address));
  return [
    stroke(title),
    ...together(changes, byOf, options.verbose ?? false).flatMap((alike) => {
      const [first] = alike;
      if (first === undefined) return [];
      const details = [placesText(alike), byOf(first)].filter((text) => text !== '').join('; ');
      const told = lines(subjectOf(first, alike)).map((line) => `  ${line}`);
      return [...withDetails(told, details, options), ...listLines(alike, options)];
    }),
  ];
}

/** The changes, those that are alike and were made by the same at the same time together, where they are many. */
function together(
  changes: readonly Told[],
  byOf: (change: Told) => string,
  isEachAlone: boolean,
): readonly (readonly Told[])[] {
  if (isEachAlone) return changes.map((change) => [change]);
  const paragraphOf = paragraphs(changes, (change) => `${byOf(change)} ${change.label ?? ''}`);
  const blocks = new Map<string | Told, Told[]>();
  for (const change of changes) {
    const name = paragraphOf(change) ?? change;
    const alike = blocks.get(name);
    if (alike === undefined) blocks.set(name, [change]);
    else alike.push(change);
  }
  return [...blocks.values()];
}

function byText(touch: Touch | undefined): string {
  return touch === undefined ? '' : touchText(touch);
}

function withDetails(
  text: readonly string[],
  details: string,
  { paint, columns = usualColumns }: TextOptions,
): readonly string[] {
  if (details === '') return text;
  const [only = ''] = text;
  return text.length === 1 && width(`${only}  (${details})`) <= columns
    ? [`${only}  ${paint.faint(`(${details})`)}`]
    : [...text, paint.faint(`      (${details})`)];
}

/** Which they are, where several are told together. */
function listLines(alike: readonly Told[], { columns = usualColumns }: TextOptions): readonly string[] {
  if (alike.length === 1) return [];
  return addressLines(alike, columns - listIndent.length).map((line) => listIndent + line);
}

/** What of a change is told here; what is undeclared and left alone is told as a change is. */
export interface Told extends Pick<Change, 'address' | 'action' | 'fields' | 'reason' | 'place'> {
  /** What it is called where its address does not tell it from others. */
  readonly label?: string;
}

/** What a sentence is about: one change, or several that are alike. */
interface Subject extends Pick<Told, 'fields' | 'reason'> {
  readonly name: string;
  readonly has: 'has' | 'have';
  readonly is: 'is' | 'are';
}

function subjectOf({ address, label = address, fields, reason }: Told, alike: readonly Told[]): Subject {
  if (alike.length === 1) return { name: visible(label), has: 'has', is: 'is', fields, reason };
  const [subject, scopes] = [subjectText(alike), scopesText(alike)];
  const name = subject === scopes ? scopes : `${subject} in ${scopes}`;
  return isPlural(alike)
    ? { name, has: 'have', is: 'are', fields, reason }
    : { name, has: 'has', is: 'is', fields, reason };
}

/** Several of one name are told apart by their ids: two runners of one description. */
export function undeclared(entries: NonNullable<Unmanaged['entries']>): Told[] {
  const times = new Map<string, number>();
  for (const { address } of entries) times.set(address, (times.get(address) ?? 0) + 1);
  return entries.map(({ address, id, fields = [] }) => {
    const isOneOfSeveral = (times.get(address) ?? 0) > 1 && id !== undefined;
    return {
      address,
      ...(isOneOfSeveral && { label: `${address} (id ${id})` }),
      action: 'delete',
      fields: fields.map(({ path, from }) => ({ path, from, to: undefined })),
      reason: { code: 'undeclared' },
    };
  });
}

function changedLines({ name, has, is, fields, reason }: Subject): readonly string[] {
  const [only, ...more] = fields;
  const leaves = reason.code === 'leaving' ? `${is} ${visible(reason.since)}, and declared` : undefined;
  if (leaves !== undefined)
    return only === undefined
      ? [`${name} ${leaves}`]
      : [`${name} ${leaves}; it ${has}`, ...fields.map((field) => `    ${difference(field, reason)}`)];
  // The day that a new one would get is none that the repository says.
  if (reason.code === 'due') return [`${name} ${visible(reasonText(reason)).replace(/^is /, `${is} `)}`];
  if (only === undefined) return [`${name}: ${visible(reasonText(reason))}`];
  if (more.length === 0) return [`${name} ${has} ${difference(only, reason)}`];
  return [`${name} ${has}`, ...fields.map((field) => `    ${difference(field, reason)}`)];
}

/** With what tells most of it: an owner that nobody declared is another thing than a guest. */
function createdLines({ name, has, fields, reason }: Subject): readonly string[] {
  const told = fields.map(({ path, from }) => `${visible(path)} ${shortened(sideText(from), widestValue)}`).join(', ');
  return [
    `${name}: ${visible(reasonText(reason))}${told === '' ? '' : `; ${has === 'has' ? 'it has' : 'they have'} ${told}`}`,
  ];
}

function deletedLines({ name, is, reason }: Subject): readonly string[] {
  return [`${name} ${is} ${visible(reasonText(reason))}`];
}

/** `access_level maintainer, the repository says developer`; of long lists, what the live one has more and what it lacks. */
export function difference({ path, from, to }: FieldChange, reason: Reason): string {
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

/** `last touched by alice, 2026-11-19 14:03 UTC`; where its fields were not all touched by the same person, each with its own. */
export function touchText({ made, author, at, fields = [] }: Touch): string {
  if (new Set(fields.map((one) => one.author)).size > 1) return fields.map(fieldTouchText).join('; ');
  return `${made ? 'made' : 'last touched'} by ${visible(author)}, ${moment(at)}`;
}

function fieldTouchText({ field, author, at }: FieldTouch): string {
  const name = visible(field);
  return author === undefined || at === undefined
    ? `${name} by nobody that an event names`
    : `${name} ${touchText({ author, at })}`;
}
