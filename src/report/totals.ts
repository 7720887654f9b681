import type { Action, Change } from '../model.ts';
import type { Outcome } from '../outcome.ts';
import { grouped } from './grouped.ts';

/** How many changes there are of each action. */
export type Totals = { readonly [Name in Action]: number };

/** Counts changes by what they do. */
export function totalsOf(changes: readonly Pick<Change, 'action'>[]): Totals {
  const totals = { create: 0, update: 0, replace: 0, delete: 0 };
  for (const { action } of changes) totals[action] += 1;
  return totals;
}

/** `1 to create, 2 to update, 0 to replace, 1 to delete`. */
export function totalsText(totals: Totals): string {
  const { create, update, replace, delete: removed } = totals;
  return `${grouped(create)} to create, ${grouped(update)} to update, ${grouped(replace)} to replace, ${grouped(removed)} to delete`;
}

/** The changes that this run has carried out. */
export function doneHere(outcomes: readonly Outcome[]): Change[] {
  return outcomes.flatMap((outcome) =>
    outcome.status === 'done' && !outcome.already && !wasDropped(outcome) ? [outcome.change] : [],
  );
}

/** Whether GitLab has taken the call of an update and accepted none of its fields, as its answer shows. */
export function wasDropped(outcome: Outcome): boolean {
  if (outcome.status !== 'done' || outcome.change.action !== 'update') return false;
  const { change, unshown = [] } = outcome;
  return unshown.length > 0 && change.fields.every(({ path }) => unshown.includes(path));
}

/** Whether a change was so before this run, which did nothing for it. */
export function wasSo(outcome: Outcome): boolean {
  return outcome.status === 'done' && outcome.already === true;
}
