import type { MergeRequestRow } from '../merge-requests/rows.ts';
import { isDraft, readyTitle } from '../merge-requests/merge-checks.ts';
import { secondsIn, timeInWords } from '../merge-requests/time.ts';

/** A change that quick actions ask for, in the words of PUT /projects/:id/merge_requests/:iid. */
export interface Wanted {
  readonly title?: string;
  readonly target_branch?: string;
  readonly state_event?: 'close' | 'reopen';
  readonly discussion_locked?: boolean;
  readonly add_labels?: readonly string[];
  readonly remove_labels?: readonly string[];
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
  readonly reviewers?: readonly string[];
  /** Seconds; 0 takes the estimate away. */
  readonly time_estimate?: number;
  /** Seconds to add, or `reset`. */
  readonly spend_time?: number | 'reset';
}

/** What a note's quick actions come to. */
export interface Interpreted {
  /** The note without the lines that were understood. */
  readonly body: string;
  readonly wanted: Wanted;
  readonly summary: readonly string[];
  /** How many lines were quick actions, applied or not. */
  readonly commands: number;
}

interface Effect {
  readonly wanted: Wanted;
  readonly summary: string;
}

type Command = (row: MergeRequestRow, argument: string) => Effect | undefined;

const labelsOf = (text: string) =>
  [...text.matchAll(/~(?:"([^"]+)"|(\S+))/g)].map((match) => match[1] ?? match[2] ?? '');
const namesOf = (text: string) => [...text.matchAll(/@([\w.-]+)/g)].map((match) => match[1] ?? '');

const commands: Readonly<Record<string, Command>> = {
  close: (row) =>
    row.state === 'opened' ? { wanted: { state_event: 'close' }, summary: 'Closed this merge request.' } : undefined,
  reopen: (row) =>
    row.state === 'closed' ? { wanted: { state_event: 'reopen' }, summary: 'Reopened this merge request.' } : undefined,
  title: (_, text) =>
    text === '' ? undefined : { wanted: { title: text }, summary: `Changed the title to "${text}".` },
  draft: (row) =>
    isDraft(row.title)
      ? undefined
      : { wanted: { title: `Draft: ${row.title}` }, summary: 'Marked this merge request as a draft.' },
  ready: (row) =>
    isDraft(row.title)
      ? { wanted: { title: readyTitle(row.title) }, summary: 'Marked this merge request as ready.' }
      : undefined,
  lock: (row) =>
    row.discussion_locked === true
      ? undefined
      : { wanted: { discussion_locked: true }, summary: 'Locked the discussion.' },
  unlock: (row) =>
    row.discussion_locked === true
      ? { wanted: { discussion_locked: false }, summary: 'Unlocked the discussion.' }
      : undefined,
  target_branch: (_, text) =>
    text === '' ? undefined : { wanted: { target_branch: text }, summary: `Set target branch to ${text}.` },
  label: (_, text) => labelling(labelsOf(text), 'Added', (add_labels) => ({ add_labels })),
  unlabel: (row, text) => {
    const gone = text === '' ? row.labels : labelsOf(text);
    return labelling(gone, 'Removed', (remove_labels) => ({ remove_labels }));
  },
  relabel: (_, text) => labelling(labelsOf(text), 'Replaced all labels with', (labels) => ({ labels })),
  assign: (_, text) => people(namesOf(text), 'Assigned', (assignees) => ({ assignees })),
  unassign: () => ({ wanted: { assignees: [] }, summary: 'Removed assignee.' }),
  assign_reviewer: (_, text) => people(namesOf(text), 'Assigned as reviewer', (reviewers) => ({ reviewers })),
  estimate: (_, text) => timing(text, (time_estimate) => ({ time_estimate }), 'Set time estimate to'),
  remove_estimate: () => ({ wanted: { time_estimate: 0 }, summary: 'Removed time estimate.' }),
  spend: (_, text) => {
    const verb = text.startsWith('-') ? 'Subtracted' : 'Added';
    return timing(text, (spend_time) => ({ spend_time }), verb, ' spent time');
  },
  remove_time_spent: () => ({ wanted: { spend_time: 'reset' }, summary: 'Removed spent time.' }),
  unassign_reviewer: () => ({ wanted: { reviewers: [] }, summary: 'Removed reviewer.' }),
};

function labelling(
  labels: readonly string[],
  verb: string,
  wanted: (labels: readonly string[]) => Wanted,
): Effect | undefined {
  if (labels.length === 0) return undefined;
  const shown = labels.map((label) => (label.includes(' ') ? `~"${label}"` : `~${label}`)).join(' ');
  return { wanted: wanted(labels), summary: `${verb} ${shown} ${labels.length === 1 ? 'label' : 'labels'}.` };
}

function people(
  names: readonly string[],
  verb: string,
  wanted: (names: readonly string[]) => Wanted,
): Effect | undefined {
  if (names.length === 0) return undefined;
  return { wanted: wanted(names), summary: `${verb} ${names.map((name) => `@${name}`).join(', ')}.` };
}

function timing(text: string, wanted: (seconds: number) => Wanted, before: string, after = ''): Effect | undefined {
  const seconds = secondsIn(text);
  const words = seconds === undefined ? null : timeInWords(Math.abs(seconds));
  if (seconds === undefined || words === null) return undefined;
  return { wanted: wanted(seconds), summary: `${before} ${words}${after}.` };
}

const aliases: Readonly<Record<string, string>> = {
  reassign: 'assign',
  labels: 'label',
  estimate_time: 'estimate',
  remove_time_estimate: 'remove_estimate',
  spend_time: 'spend',
  remove_label: 'unlabel',
  reviewer: 'assign_reviewer',
  request_review: 'assign_reviewer',
  remove_reviewer: 'unassign_reviewer',
};

/** Takes the quick actions out of a note: lines that begin with a known one at column 0, outside of code blocks. */
export function interpret(row: MergeRequestRow, text: string): Interpreted {
  const kept: string[] = [];
  const summary: string[] = [];
  let wanted: Wanted = {};
  let [count, inCode] = [0, false];
  for (const line of text.split('\n')) {
    if (/^(```|~~~)/.test(line)) inCode = !inCode;
    const match = inCode ? null : /^\/(\w+)(?:[ \t]+(.*))?$/.exec(line.trimEnd());
    const name = match?.[1]?.toLowerCase() ?? '';
    const command = commands[aliases[name] ?? name];
    if (match === null || command === undefined) {
      kept.push(line);
      continue;
    }
    count += 1;
    const effect = command(row, (match[2] ?? '').trim());
    if (effect === undefined) continue;
    wanted = { ...wanted, ...effect.wanted };
    summary.push(effect.summary);
  }
  return { body: kept.join('\n').trim(), wanted, summary, commands: count };
}
