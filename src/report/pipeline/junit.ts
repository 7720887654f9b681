import type { Outcome } from '../../outcome.ts';
import { splitAddress } from '../split-address.ts';
import { placeText } from '../../base/place.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Change, Unmanaged } from '../../model.ts';
import { visible } from '../visible.ts';
import { leftUndone } from './left-undone.ts';
import { outcomesOf } from './outcomes-of.ts';
import { isBarrier, saidOf, type EndedRun } from './run-record.ts';
import { relativePath } from './relative-path.ts';

/** One test of a report: without an ending it has passed. */
interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly file?: string | undefined;
  readonly ending?: { readonly type: 'failure' | 'skipped'; readonly message: string; readonly text?: string };
}

/**
 * A run as tests, for the artifact report `junit`. What was planned, or after an apply what is done, has passed; errors, refusals of guards,
 * what differs behind the repository, and what could not be applied have failed; what was not begun is skipped.
 */
export function junit(run: EndedRun): string {
  const cases = casesOf(run);
  const count = (type: 'failure' | 'skipped'): number => cases.filter(({ ending }) => ending?.type === type).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}"`;
  const name = `name="keelson ${run.command}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${name} ${counts}>`,
    `  <testsuite ${name} ${counts}>`,
    ...cases.map(caseText),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Whether a text is such a report of this program. */
export function isJunit(text: string): boolean {
  return /^<\?xml [^>]*\?>\s*<testsuites name="keelson /.test(text);
}

function casesOf(run: EndedRun): readonly TestCase[] {
  const barriers = saidOf(run).filter(isBarrier).map(ofDiagnostic);
  const cases = [...barriers, ...ofWhatWasDone(run)];
  if (!run.isDone && !cases.some(({ ending }) => ending?.type === 'failure'))
    return [...cases, { suite: 'keelson', name: run.command, ending: failure('it ended before all was done') }];
  return cases.length > 0 ? cases : [{ suite: 'keelson', name: ALL_WELL[run.command] }];
}

/** What has been found where nothing else is to be told. */
const ALL_WELL: { readonly [Name in EndedRun['command']]: string } = {
  validate: 'the configuration is valid',
  plan: 'the instance is as declared',
  apply: 'the instance is as declared',
  drift: 'the instance is as declared',
};

function ofWhatWasDone(run: EndedRun): readonly TestCase[] {
  const { command, plan } = run;
  const outcomes = outcomesOf(run);
  if (outcomes !== undefined) return outcomes.map(ofOutcome);
  if (plan === undefined) return [];
  if (command === 'drift') return [...plan.changes.map(ofDrift), ...plan.unmanaged.flatMap(ofUndeclared)];
  return plan.changes.map(ofChange);
}

function ofDiagnostic({ code, message, remedy, place }: Diagnostic): TestCase {
  const where = place === undefined ? '' : `${placeText({ ...place, file: relativePath(place.file) })}: `;
  return {
    suite: code,
    name: message,
    file: place?.file,
    ending: failure(message, `${where}${message}${remedy === undefined ? '' : `\n${remedy}`}`),
  };
}

function ofChange({ address, action, place }: Change): TestCase {
  const { scope, rest } = splitAddress(address);
  return { suite: scope, name: `${action} ${rest ?? scope}`, file: place?.file };
}

function ofDrift(change: Change): TestCase {
  const fields = change.fields.map(({ path }) => path);
  const differs =
    fields.length > 0 && change.action === 'update' ? `differs: ${fields.join(', ')}` : DRIFTED[change.action];
  const { scope, rest } = splitAddress(change.address);
  return { suite: scope, name: rest ?? scope, file: change.place?.file, ending: failure(differs) };
}

const DRIFTED: { readonly [Name in Change['action']]: string } = {
  create: 'is declared, and is not there',
  update: 'differs from what is declared',
  replace: 'differs from what is declared, and has to be replaced',
  delete: 'is there, and is not to be',
};

function ofUndeclared({ entries = [] }: Unmanaged): readonly TestCase[] {
  return entries.map(({ address }) => {
    const { scope, rest } = splitAddress(address);
    return { suite: scope, name: rest ?? scope, ending: failure('is there, and nobody has declared it') };
  });
}

function ofOutcome(outcome: Outcome): TestCase {
  const passed = ofChange(outcome.change);
  const { how, lines = [] } = leftUndone(outcome) ?? {};
  const [first = ''] = lines;
  switch (how) {
    case undefined:
    case 'accepted-in-part':
      return passed;
    case 'failed':
      return { ...passed, ending: failure(first, lines.join('\n')) };
    case 'stale':
      return { ...passed, ending: failure(`changed since the plan was made: ${first}`) };
    case 'not-accepted':
    case 'not-attempted':
      return { ...passed, ending: { type: 'skipped', message: first } };
  }
}

function failure(message: string, text?: string): NonNullable<TestCase['ending']> {
  return { type: 'failure', message, ...(text !== undefined && { text }) };
}

function caseText({ suite, name, file, ending }: TestCase): string {
  const at = file === undefined ? '' : ` file="${escaped(relativePath(file))}"`;
  const open = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}"${at}`;
  if (ending === undefined) return `${open}/>`;
  const { type, message, text = message } = ending;
  const inside =
    type === 'failure'
      ? `<failure message="${escaped(message)}">${escaped(text)}</failure>`
      : `<skipped message="${escaped(message)}"/>`;
  return `${open}>${inside}</testcase>`;
}

/** A text as XML 1.0 takes it: most control characters cannot stand there in any form, and are shown as `visible` shows them. */
function escaped(text: string): string {
  return text
    .split('\n')
    .map(visible)
    .join('\n')
    .replace(/[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
