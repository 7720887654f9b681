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
  return outcomes.flatMap((outcome) => (outcome.status === 'done' && !outcome.already ? [outcome.change] : []));
}

/** Whether a change was so before this run, which did nothing for it. */
export function wasSo(outcome: Outcome): boolean {
  return outcome.status === 'done' && outcome.already === true;
}
