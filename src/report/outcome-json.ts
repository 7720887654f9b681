import type { Action, Json, Plan } from '../model.ts';
import type { Failure, Outcome, Overtaken } from '../outcome.ts';
import { jsonText } from './json-text.ts';
import { doneHere, totalsOf, wasDropped, wasSo } from './totals.ts';

/** The format of what `keelson apply --json` prints. */
export const outcomeFormat = 'keelson/outcome@1';

/** What became of a plan, as JSON. */
export interface OutcomeDocument {
  readonly format: typeof outcomeFormat;
  readonly target: Plan['target'];
  readonly summary: {
    readonly created: number;
    readonly updated: number;
    readonly replaced: number;
    readonly deleted: number;
    /** How many were so before this run, which did nothing for them. */
    readonly already: number;
    /** How many updates GitLab took without accepting any field of them. */
    readonly not_accepted?: number;
    readonly failed: number;
    readonly stale: number;
    readonly not_attempted: number;
  };
  readonly outcomes: readonly OutcomeEntry[];
}

/** What became of one change. */
export interface OutcomeEntry {
  readonly address: string;
  readonly action: Action;
  readonly status: Outcome['status'];
  /** It was so before this run, which sent nothing for it, or is so by another one. */
  readonly already?: true;
  /** Another run made it at the same time, and this one removed its own. */
  readonly gave_way?: true;
  /** The number of what its first try had made, and which was removed again, since its secret was lost with the answer. */
  readonly remade?: Json;
  /** The fields that were sent and need a licence, and that GitLab's answer does not show. */
  readonly unshown?: readonly string[];
  /** The calls that went through before one failed. */
  readonly sent?: readonly { readonly method: string; readonly path: string }[];
  readonly failure?: Failure;
  readonly because?: string;
  /** What has changed since the plan was made. */
  readonly overtaken?: Overtaken;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/** What became of each change of a plan for `target`, in the order given. */
export function outcomeDocument(target: Plan['target'], outcomes: readonly Outcome[]): OutcomeDocument {
  const done = totalsOf(doneHere(outcomes));
  const dropped = outcomes.filter(wasDropped).length;
  return {
    format: outcomeFormat,
    target: { url: target.url, version: target.version },
    summary: {
      created: done.create,
      updated: done.update,
      replaced: done.replace,
      deleted: done.delete,
      already: outcomes.filter(wasSo).length,
      ...(dropped > 0 && { not_accepted: dropped }),
      failed: outcomes.filter(({ status }) => status === 'failed').length,
      stale: outcomes.filter(({ status }) => status === 'stale').length,
      not_attempted: outcomes.filter(({ status }) => status === 'not-attempted').length,
    },
    outcomes: outcomes.map(entryOf),
  };
}

/** The same as text for standard output. */
export function outcomeJson(target: Plan['target'], outcomes: readonly Outcome[]): string {
  return `${jsonText(outcomeDocument(target, outcomes), 2)}\n`;
}

function entryOf(outcome: Outcome): OutcomeEntry {
  const { address, action, place } = outcome.change;
  return {
    address,
    action,
    status: outcome.status,
    ...(wasSo(outcome) && { already: true as const }),
    ...(outcome.status === 'done' && outcome.gaveWay && { gave_way: true as const }),
    ...(outcome.status === 'done' && outcome.remade !== undefined && { remade: outcome.remade }),
    ...(outcome.status === 'done' && outcome.unshown && { unshown: outcome.unshown }),
    ...(outcome.status === 'failed' &&
      outcome.sent && { sent: outcome.sent.map(({ method, path: to }) => ({ method, path: to })) }),
    ...(outcome.status === 'failed' && { failure: outcome.failure }),
    ...(outcome.status === 'stale' && { overtaken: outcome.overtaken }),
    ...(outcome.status === 'not-attempted' && { because: outcome.because }),
    ...(place !== undefined && { place: { file: place.file, line: place.line, column: place.column } }),
  };
}
