import type { Diagnostic } from '../base/diagnostic.ts';
import { permittingFlag } from '../engine/guard/permitting-flag.ts';
import { isKept } from '../engine/plan/kept-fields.ts';
import type { Action, Change, FieldChange, Plan } from '../model.ts';
import { byScope, type ScopeChanges } from './by-scope.ts';
import { defaultText, optionalPlace, signs } from './change-text.ts';
import { comparedPart } from './compared-part.ts';
import { counted } from './counted.ts';
import { grouped } from './grouped.ts';
import { diagnosticBlocks } from './diagnostics.ts';
import { pairText, sideText } from './field-text.ts';
import { plainPaint } from './paint.ts';
import { permittedNote } from './permitted-note.ts';
import { planNotes } from './plan-notes.ts';
import { asOfText, emptyPlanSentence, planForecast } from './plan-text.ts';
import { reasonText } from './reason-text.ts';
import { splitAddress } from './split-address.ts';
import { totalsOf } from './totals.ts';
import { visible } from './visible.ts';
import { secretWord } from './value-text.ts';
import { shortened } from './width.ts';

/** The first line of a plan that is printed in Markdown, by which whoever makes a note of it finds the note again. It is not shown. */
export const planMarker = '<!-- keelson:plan -->';

/** How many characters a note may have (POST /projects/:id/merge_requests/:iid/notes, 18.9). */
export const longestNote = 1_000_000;
/** How many warnings are shown in full. */
const mostWarnings = 20;
/** How many lines of one are shown: warnings of one kind are one, with a line for each. */
const mostWarningLines = 40;
const widestValue = 160;
const longestRefusal = 500;

/** So much is told of a warning: some name everybody whom a change concerns. */
const longestWarning = 2000;

/** What stands above a plan that is printed. */
const printedHead = [planMarker, '### Keelson plan'];

/** A plan as the note of a merge request, below its `heading`, within `limit` characters; changes that do not fit are counted. */
export function planMarkdown(plan: Plan, reads: number, limit = longestNote, heading = printedHead): string {
  const head = [...heading, targetLine(plan), ...refusalBlocks(plan), ...permittedBlocks(plan)];
  if (plan.changes.length === 0) {
    const start = [...head, prose(emptyPlanSentence(plan))];
    return paragraphs([...start, ...fittingNotes(plan, limit - paragraphs(start).length)]);
  }
  const start = [...head, totalsTable(plan)];
  // What is left alone may be more than what changes, and takes no more than half of the room.
  const end = [
    ...fittingNotes(plan, (limit - paragraphs(start).length) / 2),
    `<sub>${prose(planForecast(plan, reads))}</sub>`,
  ];
  const room = limit - paragraphs([...start, ...end]).length;
  return paragraphs([...start, ...scopeBlocks(plan, room), ...end]);
}

/** What stands above the refusals of its guards. */
export const refusalIntroduction = 'It will not be applied as it is:';

/** Why the plan is not to be applied as it is: whoever reviews the note has to know it before the changes. */
function refusalBlocks({ refusals = [], changes }: Plan): readonly string[] {
  const shown = refusals.slice(0, mostWarnings).map(({ guard, message, addresses, instead }) => {
    const said = prose(shortened(visible(message), longestRefusal));
    if (instead !== undefined) return `* ${said}; ${prose(instead)}`;
    const flag = escaped(permittingFlag({ guard, addresses }, changes));
    return `* ${said}; to permit it for one run: <code>${flag}</code>`;
  });
  if (shown.length === 0) return [];
  return [`**${refusalIntroduction}**`, bulletsOf(shown, refusals.length)];
}

/** What was permitted: whoever reviews the note is the last one who can refuse it. */
function permittedBlocks(plan: Plan): readonly string[] {
  const [note] = permittedNote(plan);
  if (note === undefined) return [];
  const shown = note.lines.slice(0, mostWarnings).map((line) => `* ${prose(shortened(line, longestRefusal))}`);
  return [`**${prose(note.headline)}:**`, bulletsOf(shown, note.lines.length)];
}

function bulletsOf(shown: readonly string[], count: number): string {
  const rest = count - shown.length;
  return [...shown, ...(rest > 0 ? [`* and ${rest} more`] : [])].join('\n');
}

/** The notes, as far as there is room: in full, or their first lines alone. */
function fittingNotes(plan: Plan, room: number): readonly string[] {
  const whole = noteBlocks(plan);
  if (paragraphs(whole).length <= room) return whole;
  const headlines = planNotes(plan, false).map(({ headline }) => prose(shortened(headline, widestValue)));
  const warnings = plan.diagnostics.length === 0 ? [] : [counted(plan.diagnostics.length, 'warning')];
  return [...headlines, ...warnings, 'A note cannot be longer: see all of it with <code>keelson plan</code>.'];
}

/** Blocks of Markdown, one below the other. */
export function paragraphs(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

function targetLine(plan: Plan): string {
  return `For ${code(plan.target.url)} (GitLab ${prose(plan.target.version)})${prose(asOfText(plan) + comparedPart(plan).only)}`;
}

function totalsTable(plan: Plan): string {
  const totals = totalsOf(plan.changes);
  const cells = [totals.create, totals.update, totals.replace, totals.delete, plan.unchanged];
  return [
    '| to create | to update | to replace | to delete | unchanged |',
    '| --: | --: | --: | --: | --: |',
    `| ${cells.map(grouped).join(' | ')} |`,
  ].join('\n');
}

/** One folded block per scope; when the room is used up, a sentence that says how many changes are missing. */
function scopeBlocks(plan: Plan, room: number): readonly string[] {
  const blocks: string[] = [];
  let shown = 0;
  let left = room - missingSentence(plan.changes.length).length - 2;
  for (const group of byScope(plan.changes)) {
    const part = fittingPart(group, left);
    if (part.changes.length > 0) {
      const block = scopeBlock(part);
      blocks.push(block);
      left -= block.length + 2;
      shown += part.changes.length;
    }
    if (part.changes.length < group.changes.length) break;
  }
  const missing = plan.changes.length - shown;
  return missing === 0 ? blocks : [...blocks, missingSentence(missing)];
}

/** As many changes from the beginning of a scope as fit. */
function fittingPart(group: ScopeChanges, room: number): ScopeChanges {
  if (scopeBlock(group).length + 2 <= room) return group;
  let [least, most] = [0, group.changes.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    const block = scopeBlock({ ...group, changes: group.changes.slice(0, middle) });
    if (block.length + 2 <= room) least = middle;
    else most = middle - 1;
  }
  return { ...group, changes: group.changes.slice(0, least) };
}

function missingSentence(count: number): string {
  return `**${counted(count, 'more change is', 'more changes are')} not shown, because a note cannot be longer. See the whole plan with \`keelson plan\`.**`;
}

function scopeBlock({ scope, changes }: ScopeChanges): string {
  const totals = Object.entries(totalsOf(changes)).filter(([, count]) => count > 0);
  const sum = totals.map(([action, count]) => `${count} to ${action}`).join(', ');
  return [
    `<details><summary><code>${escaped(visible(scope))}</code>: ${sum}</summary>`,
    fenced('diff', changes.flatMap(changeLines)),
    '</details>',
  ].join('\n\n');
}

/** A change as lines of a diff: a header, then what is taken away and what is put in its place. */
function changeLines(change: Change): readonly string[] {
  const name = visible(splitAddress(change.address).rest ?? change.address);
  const place = optionalPlace(change.place);
  const sign = signs[change.action].trim();
  const head = `@@ ${sign} ${name}: ${visible(reasonText(change.reason))}${place === '' ? '' : ` (${place})`} @@`;
  return [head, ...change.fields.flatMap((field) => fieldLines(field, change.action))];
}

function fieldLines(field: FieldChange, action: Action): readonly string[] {
  const { path, from, to, place } = field;
  const name = visible(path);
  switch (action) {
    case 'create':
      return [`+ ${name}: ${shortened(sideText(to), widestValue)}`];
    case 'delete':
      return [`- ${name}: ${shortened(sideText(from), widestValue)}`];
    case 'update':
    case 'replace': {
      if (from === secretWord && to === secretWord) return [`+ ${name}: ${secretWord}, sent again`];
      if (isKept(field, action)) return [`  ${name}: ${shortened(sideText(to), widestValue)}, kept`];
      const [old, now] = pairText(from, to, widestValue);
      const where = place === undefined ? '' : ` (${defaultText(place)})`;
      return [...(from === undefined ? [] : [`- ${name}: ${old}`]), `+ ${name}: ${now}${where}`];
    }
  }
}

function noteBlocks(plan: Plan): readonly string[] {
  const notes = planNotes(plan, false).map(
    ({ headline, lines }) =>
      `<details><summary>${prose(headline)}</summary>\n\n${fenced(
        'text',
        lines.map((line) => `  ${shortened(line, widestValue)}`),
      )}\n\n</details>`,
  );
  return [...notes, ...warningBlocks(plan)];
}

function warningBlocks(plan: Plan): readonly string[] {
  return toldBlocks(plan.diagnostics, mostWarnings);
}

/** What is told, in a block of code: so many of it at most, and no more of each than its first lines. */
export function toldBlocks(diagnostics: readonly Diagnostic[], most: number): readonly string[] {
  if (diagnostics.length === 0) return [];
  const blocks = diagnosticBlocks(diagnostics, plainPaint);
  const shown = blocks.slice(0, most).map((block) => block.trimEnd());
  const rest = blocks.length - shown.length;
  const lines = shown.flatMap((text) => {
    const all = text.split('\n').map((line) => ` ${shortened(line, longestWarning)}`);
    const left = all.length - mostWarningLines;
    return left > 1 ? [...all.slice(0, mostWarningLines), `   and ${grouped(left)} more lines`] : all;
  });
  return [fenced('text', rest > 0 ? [...lines, ` and ${rest} more`] : lines)];
}

/** A block of code that nothing within it can end. */
export function fenced(language: string, lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.map((line) => Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))),
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** A text in the words of code, of which nothing is Markdown. */
export function code(text: string): string {
  return `<code>${escaped(visible(text))}</code>`;
}

/** A text outside of code that is no Markdown, and calls nobody and refers to nothing: an entity alone is a mention to GitLab all the same. */
function prose(text: string): string {
  return escaped(text.replace(/[@#!%$&~^](?=\w)/g, `$&${WORD_JOINER}`));
}

/** Has no width, and parts no line. */
const WORD_JOINER = '\u2060';

function escaped(text: string): string {
  return text.replace(/[&<>"@|*_`[\]~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
