import type { Call, Change } from '../model.ts';
import type { Failure, Outcome } from '../outcome.ts';
import { optionalPlace, signs, strokeOf, usualColumns, type TextOptions } from './change-text.ts';
import { counted } from './counted.ts';
import { overtakenText } from './overtaken-text.ts';
import { filled, punctuated } from './paragraphs/filled.ts';
import { requestLine } from './request-line.ts';
import { doneHere, totalsOf, wasDropped, wasSo } from './totals.ts';
import { visible } from './visible.ts';

const indent = '      ';

/** How an outcome is to look. */
export interface OutcomeOptions extends TextOptions {
  /** Where the changes themselves are told: above, as the plan that was carried out; or else here. */
  readonly told?: 'above' | 'here';
}

/** What an apply has done, as far as the plan above has not said it, what failed and what was not attempted, with the sums last. */
export function outcomeText(outcomes: readonly Outcome[], options: OutcomeOptions): string {
  if (outcomes.length === 0) return 'Nothing was to be done.\n';
  const blocks = [
    block('Done', doneLines(outcomes, options), options),
    block(
      'Failed',
      outcomes.flatMap((outcome) => failureLines(outcome, options)),
      options,
    ),
    block('Stale: changed since the plan was made', staleLines(outcomes, options), options),
    block('Not attempted', notAttemptedLines(outcomes, options), options),
    [options.paint.strong(outcomeSummary(outcomes))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** `Applied: 1 created, 2 updated, 0 replaced, 1 deleted`, or the same with what was so already and what went wrong. */
export function outcomeSummary(outcomes: readonly Outcome[]): string {
  const done = totalsOf(doneHere(outcomes));
  const failures = outcomes.filter((outcome) => outcome.status === 'failed');
  const left = outcomes.filter(({ status }) => status === 'not-attempted').length;
  const stale = outcomes.filter(({ status }) => status === 'stale').length;
  const already = outcomes.filter(wasSo).length;
  const dropped = outcomes.filter(wasDropped).length;
  const what = [
    `${done.create} created, ${done.update} updated, ${done.replace} replaced, ${done.delete} deleted`,
    ...(already === 0 ? [] : [`${already} ${already === 1 ? 'was' : 'were'} so already`]),
    ...(dropped === 0 ? [] : [`${dropped} ${dropped === 1 ? 'was' : 'were'} not accepted`]),
  ].join('; ');
  if (failures.length + left + stale === 0) return `Applied: ${what}`;
  const partly = failures.filter(({ sent = [] }) => sent.length > 0).length;
  const wrong = `${counted(failures.length, 'change')} failed${partly === 0 ? '' : ` (${partly} done in part)`}, ${stale === 0 ? '' : `${stale} stale, `}${left} not attempted`;
  if (failures.length + left + stale < outcomes.length - already - dropped || partly > 0)
    return `Applied in part: ${what}; ${wrong}`;
  const so = already === 0 ? '' : `; ${already} ${already === 1 ? 'was' : 'were'} so already`;
  const unknown = failures.some(({ failure }) => failure.code === 'unknown-outcome');
  return `${unknown ? 'Nothing is known to have been applied' : 'Nothing was applied'}: ${wrong}${so}`;
}

function block(title: string, lines: readonly string[], { paint }: TextOptions): readonly string[] {
  return lines.length === 0 ? [] : [paint.strong(title), ...lines];
}

function head(change: Change, { paint }: TextOptions): string {
  return `${strokeOf(change.action, paint)(signs[change.action])} ${visible(change.address)}`;
}

type Done = Extract<Outcome, { status: 'done' }>;

/** What was done otherwise than planned always, and what was done as planned where no plan stands above. */
function doneLines(outcomes: readonly Outcome[], options: OutcomeOptions): readonly string[] {
  const done = outcomes.filter((outcome): outcome is Done => outcome.status === 'done');
  const isAsPlanned = ({ already, gaveWay, remade, unshown }: Done): boolean =>
    !already && !gaveWay && remade === undefined && unshown === undefined;
  const plain = done.filter(isAsPlanned);
  const others = done.filter((one) => !isAsPlanned(one));
  if (options.told === 'above') return otherLines(others, options);
  if (plain.length < MANY && others.length < MANY) return done.map((one) => doneLine(one, options));
  return [...changeLines(plain, options), ...otherLines(others, options)];
}

/** From so many on, changes of which the same is said stand beside each other. */
const MANY = 10;

/** The signs and addresses of changes, as many on a line as it holds. */
function changeLines(outcomes: readonly Outcome[], { columns = usualColumns }: TextOptions): readonly string[] {
  const words = outcomes.map(({ change }) => `${signs[change.action].trim()} ${visible(change.address)}`);
  return filled(punctuated(words), columns - '  '.length).map((line) => `  ${line}`);
}

/** What was done otherwise: those together, where they are many, of which the same is said. */
function otherLines(others: readonly Done[], options: TextOptions): readonly string[] {
  const alike = new Map<string, Done[]>();
  for (const one of others) {
    const fields = one.unshown?.join() ?? '';
    const those = alike.get(fields);
    if (those === undefined) alike.set(fields, [one]);
    else those.push(one);
  }
  return [...alike].flatMap(([fields, those]) =>
    fields === '' || those.length < MANY
      ? those.map((one) => doneLine(one, options))
      : [
          `  ${counted(those.length, 'change')}: ${those.slice(0, 1).map(doneText).join('')}`,
          ...changeLines(those, options).map((line) => `  ${line}`),
        ],
  );
}

function doneLine(outcome: Done, options: TextOptions): string {
  const line = head(outcome.change, options);
  const besides = doneText(outcome);
  return besides === undefined ? line : `${line}: ${besides}`;
}

/** What is to be told of a change that is done, where it is not just that. */
function doneText({ gaveWay, remade, already, unshown }: Extract<Outcome, { status: 'done' }>): string | undefined {
  if (gaveWay) return 'another run made it at the same time, and what this run made was removed again';
  if (remade !== undefined)
    return `made twice, since the answer to the first try was lost and its secret with it; what that had made (id ${JSON.stringify(remade)}) was removed`;
  if (unshown !== undefined)
    return `GitLab took the call, and its answer does not show ${visible(unshown.join(', '))}, which need${unshown.length === 1 ? 's' : ''} a licence: not accepted`;
  return already ? 'was so already' : undefined;
}

/** What is told of one outcome beside its change, in as many lines as it takes. */
export function outcomeLines(outcome: Outcome): readonly string[] {
  switch (outcome.status) {
    case 'done':
      return [doneText(outcome) ?? []].flat();
    case 'failed':
      return [visible(outcome.failure.message), ...partText(outcome), ...failureDetails(outcome.failure)];
    case 'stale':
      return [overtakenText(outcome.overtaken)];
    case 'not-attempted':
      return [visible(outcome.because)];
  }
}

function failureLines(outcome: Outcome, options: TextOptions): readonly string[] {
  if (outcome.status !== 'failed') return [];
  const { paint } = options;
  const { change, failure } = outcome;
  const place = optionalPlace(change.place);
  return [
    `${head(change, options)}: ${paint.error(visible(failure.message))}${place === '' ? '' : `  ${paint.faint(`(${place})`)}`}`,
    ...[...partText(outcome), ...failureDetails(failure)].map((line) => indent + line),
  ];
}

/** What of a change is done, and what is not, such as what was taken back: `done of it: renamed; not done: moved`. */
function partText({ change: { calls }, sent = [] }: Extract<Outcome, { status: 'failed' }>): readonly string[] {
  if (sent.length === 0) return [];
  const left = calls.filter((call) => !sent.includes(call)).map(deedOf);
  return [`done of it: ${sent.map(deedOf).join(', ')}${left.length === 0 ? '' : `; not done: ${left.join(', ')}`}`];
}

function deedOf(call: Call): string {
  const fields = Object.keys(call.body ?? {});
  return visible(call.does ?? `${requestLine(call)}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`);
}

/** The call with its status, the platform's own words, and what can be done about it. */
function failureDetails({ call, status, serverMessage, remedy }: Failure): readonly string[] {
  const request = call === undefined ? [] : [`${visible(call.method)} ${visible(call.path)}`];
  const answer = status === undefined ? '' : ` answered ${status}`;
  return [
    ...request.map((line) => line + answer),
    ...(serverMessage === undefined ? [] : [`GitLab says: ${visible(serverMessage)}`]),
    ...(remedy === undefined ? [] : [`= help: ${visible(remedy)}`]),
  ];
}

/** What has changed of each, and what to do about all of them. */
function staleLines(outcomes: readonly Outcome[], options: TextOptions): readonly string[] {
  const lines = outcomes.flatMap((outcome) =>
    outcome.status === 'stale' ? [`${head(outcome.change, options)}: ${overtakenText(outcome.overtaken)}`] : [],
  );
  if (lines.length === 0) return [];
  const done = doneHere(outcomes).length;
  const stays =
    done === 0
      ? ''
      : `; ${counted(done, 'change')} of this one ${done === 1 ? 'was' : 'were'} applied, and will not be in it`;
  return [...lines, `${indent}= help: make the plan anew, look at it, and apply that${stays}`];
}

/** The changes that were left out, those together that were for the same reason. */
function notAttemptedLines(outcomes: readonly Outcome[], options: TextOptions): readonly string[] {
  const reasons = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    if (outcome.status !== 'not-attempted') continue;
    const alike = reasons.get(outcome.because);
    if (alike === undefined) reasons.set(outcome.because, [outcome]);
    else alike.push(outcome);
  }
  return [...reasons].flatMap(([because, alike]) =>
    alike.length < MANY
      ? alike.map(({ change }) => `${head(change, options)}: ${visible(because)}`)
      : [
          `  ${counted(alike.length, 'change')}: ${visible(because)}`,
          ...changeLines(alike, options).map((line) => `  ${line}`),
        ],
  );
}
