import { listed } from '../base/listed.ts';
import type { First, Reason } from '../reason.ts';

/** Why something is to be changed, as the sentence that people read, without its full stop. */
export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'missing':
      return reason.unseen ? 'declared, and not there, or not shown to this token' : 'declared, and not there';
    case 'differs':
      return differ(reason.fields);
    case 'resent':
      return `${listed(reason.fields)} sent again, and not compared`;
    case 'secret-changed':
      return `${listed(reason.fields)} changed since last sent`;
    case 'unsent':
      return `the ledger does not know what was sent as ${listed(reason.fields)}`;
    case 'points-elsewhere':
      return `${listed(reason.fields)} ${isOne(reason.fields) ? 'names' : 'name'} what this plan takes away or makes anew`;
    case 'handed-down':
      return `${listed(reason.fields)} set again after ${reason.from}, which hands down another value`;
    case 'renamed':
      return `was ${reason.from}`;
    case 'leaving':
      return `brought back with all that is in it: ${reason.since}`;
    case 'makes-way':
      return `makes way for ${reason.for.join(', ')}`;
    case 'immutable':
      return `${listed(reason.fields)} cannot be changed in place: ${order(reason.first)}`;
    case 'no-update':
      return `${differ(reason.fields)}, and GitLab has no way to change it in place: ${order(reason.first)}`;
    case 'secret-lost':
      return `its secret was lost when the last run was interrupted: ${order(reason.first)}`;
    case 'due':
      return `is due for rotation: ${dueText(reason)}; ${order(reason.first)}`;
    case 'replaced':
      return 'its replacement has taken its place';
    case 'pruned':
      return notDeclared(reason.section);
    case 'absent':
      return 'declared absent';
    case 'ended':
      return `what was there would have ended on ${reason.on}`;
    case 'comes':
      return `${reason.pruned === undefined ? 'declared absent' : notDeclared(reason.pruned)}; ${reason.because}`;
    case 'undeclared':
      return 'not declared, and left alone';
  }
}

function notDeclared(section: string): string {
  return `not declared, and ${section} is pruned`;
}

function dueText({ ends, before }: Extract<Reason, { code: 'due' }>): string {
  return ends === null
    ? 'it has no end'
    : `ends on ${ends}, and is renewed ${before} ${before === 1 ? 'day' : 'days'} before that`;
}

function order(first: First): string {
  return first === 'create' ? 'made anew first, then the old one deleted' : 'deleted first, then made anew';
}

/** Whether names stand in a sentence as one thing: `tags` is several, and `access` and `status` are not. */
function isOne(names: readonly string[]): boolean {
  const [name = '', ...more] = names;
  return more.length === 0 && !/[^sui]s$/.test(name);
}

function differ(names: readonly string[]): string {
  return `${listed(names)} ${isOne(names) ? 'differs' : 'differ'}`;
}
