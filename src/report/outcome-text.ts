import type { Change, Failure, Outcome } from '../model.ts';
import { optionalPlace, signs, strokeOf, type TextOptions } from './change-text.ts';
import { counted } from './counted.ts';
import { totalsOf } from './totals.ts';
import { visible } from './visible.ts';

const indent = '      ';

/** What an apply has done, what failed and what was not attempted, with the sums last. */
export function outcomeText(outcomes: readonly Outcome[], options: TextOptions): string {
  if (outcomes.length === 0) return 'Nothing was to be done.\n';
  const blocks = [
    block(
      'Done',
      outcomes.flatMap((outcome) => (outcome.status === 'done' ? [doneLine(outcome, options)] : [])),
      options,
    ),
    block(
      'Failed',
      outcomes.flatMap((outcome) => failureLines(outcome, options)),
      options,
    ),
    block(
      'Stale: changed since the plan was made',
      outcomes.flatMap((outcome) => (outcome.status === 'stale' ? [head(outcome.change, options)] : [])),
      options,
    ),
    block(
      'Not attempted',
      outcomes.flatMap((outcome) => notAttemptedLines(outcome, options)),
      options,
    ),
    [options.paint.strong(outcomeSummary(outcomes))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** `Applied: 1 created, 2 updated, 0 replaced, 1 deleted`, or the same with what went wrong. */
export function outcomeSummary(outcomes: readonly Outcome[]): string {
  const done = totalsOf(outcomes.filter(({ status }) => status === 'done').map(({ change }) => change));
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  const left = outcomes.filter(({ status }) => status === 'not-attempted').length;
  const what = `${done.create} created, ${done.update} updated, ${done.replace} replaced, ${done.delete} deleted`;
  const stale = outcomes.filter(({ status }) => status === 'stale').length;
  if (failed + left + stale === 0) return `Applied: ${what}`;
  const wrong = `${counted(failed, 'change')} failed, ${stale === 0 ? '' : `${stale} stale, `}${left} not attempted`;
  return failed + left + stale === outcomes.length
    ? `Nothing was applied: ${wrong}`
    : `Applied in part: ${what}; ${wrong}`;
}

function block(title: string, lines: readonly string[], { paint }: TextOptions): readonly string[] {
  return lines.length === 0 ? [] : [paint.strong(title), ...lines];
}

function head(change: Change, { paint }: TextOptions): string {
  return `${strokeOf(change.action, paint)(signs[change.action])} ${visible(change.address)}`;
}

function doneLine(outcome: Extract<Outcome, { status: 'done' }>, options: TextOptions): string {
  return outcome.already ? `${head(outcome.change, options)}: was so already` : head(outcome.change, options);
}

function failureLines(outcome: Outcome, options: TextOptions): readonly string[] {
  if (outcome.status !== 'failed') return [];
  const { paint } = options;
  const { change, failure } = outcome;
  const place = optionalPlace(change.place);
  return [
    `${head(change, options)}: ${paint.error(visible(failure.message))}${place === '' ? '' : `  ${paint.faint(`(${place})`)}`}`,
    ...failureDetails(failure).map((line) => indent + line),
  ];
}

/** The call with its status, the platform's own words, and what can be done about it. */
function failureDetails({ call, status, words, remedy }: Failure): readonly string[] {
  const request = call === undefined ? [] : [`${visible(call.method)} ${visible(call.path)}`];
  const answer = status === undefined ? '' : ` answered ${status}`;
  return [
    ...request.map((line) => line + answer),
    ...(words === undefined ? [] : [`GitLab says: ${visible(words)}`]),
    ...(remedy === undefined ? [] : [`= help: ${visible(remedy)}`]),
  ];
}

function notAttemptedLines(outcome: Outcome, options: TextOptions): readonly string[] {
  return outcome.status === 'not-attempted' ? [`${head(outcome.change, options)}: ${visible(outcome.because)}`] : [];
}
