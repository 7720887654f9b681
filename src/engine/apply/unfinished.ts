import type { Diagnostic } from '../../base/diagnostic.ts';
import type { JsonObject } from '../../model.ts';
import { numberIn } from '../guard/swap-consent.ts';
import { readLines } from './journal/journal-file.ts';
import type { JournalRecord } from './journal/journal-record.ts';
import { unfinishedIn } from './left-open.ts';

/** A change that an earlier run began and did not finish. */
export interface Unfinished {
  readonly address: string;
  /** The call that was under way, or the last one that was sent. */
  readonly method: string;
  readonly path: string;
  readonly at: string;
  /** Whether the platform refused it, so that it is known to have done nothing. */
  readonly refused: boolean;
  /** Set where that was its only call, and can have left no value behind that no read shows: it is as if nothing had been tried. */
  readonly madeNothing?: true;
  /** Set where every call of it was refused: none has made or set anything, as far as reads can show. */
  readonly onlyRefused?: true;
  /** Whether it was to bring what is live to this address from another. */
  readonly moves: boolean;
  /** Whether a secret may have been made that nobody has: its answer was lost before the secret was kept. */
  readonly secretLost: boolean;
  /** Its calls whose answers hold a secret. */
  readonly makings?: readonly Making[];
  /** The numbers of what it was to replace: where one of them stands beside what was made, it is what was to go. */
  readonly replaces?: readonly (number | string)[];
  /** What it was to take along of that, though nobody declares it. */
  readonly keeps?: JsonObject;
}

/** A call that was to make something, and whose answer holds the secret of that. */
export interface Making {
  readonly at: string;
  /** The file that the secret was to go to, and whether something was written there since. */
  readonly sink: string;
  readonly isKept: boolean;
  /** Set where the answer said no: nothing was made, unless something before the platform has said that of what was done. */
  readonly isRefused?: true;
  /** The numbers of what stood there right before; undefined where nobody knows. */
  readonly before?: readonly (number | string)[];
  /** The number of what it has made, as its answer has shown it. */
  readonly made?: number | string;
}

/** What an earlier run was to bring to an address from another, by its number; whether it has come there, the instance knows. */
export interface Moving {
  readonly address: string;
  readonly id: number;
}

/** What runs against an instance at another address left unfinished: nobody knows whether that is this one under another name. */
export interface UnfinishedElsewhere {
  readonly target: string;
  readonly unfinished: readonly Unfinished[];
}

/** What the journal of an earlier run tells; `problem` where it cannot be understood. */
export type JournalTale =
  | {
      readonly type: 'tale';
      readonly unfinished: readonly Unfinished[];
      readonly moving: readonly Moving[];
      readonly elsewhere: readonly UnfinishedElsewhere[];
    }
  | { readonly type: 'problem'; readonly problem: Diagnostic };

/** Reads the journal of an earlier run against the instance at `target`. It does not throw, whatever the file holds. */
export function readJournal(file: string, target: string): JournalTale {
  const lines = readLines(file);
  if ('severity' in lines) return { type: 'problem', problem: lines };
  const records = lines.flatMap(({ record }) => record ?? []);
  const targets = new Set(records.flatMap((record) => (record.type === 'run' ? [record.target] : [])));
  targets.delete(target);
  const elsewhere = [...targets].map((other) => ({ target: other, unfinished: unfinishedIn(records, other) }));
  return {
    type: 'tale',
    unfinished: unfinishedIn(records, target),
    moving: movingIn(records, target),
    elsewhere: elsewhere.filter(({ unfinished }) => unfinished.length > 0),
  };
}

/** Every move that was begun, what is done of them too: the last word on each address holds. */
function movingIn(records: readonly JournalRecord[], target: string): Moving[] {
  const moving = new Map<string, Moving>();
  let ours = false;
  for (const record of records) {
    if (record.type === 'run') ours = record.target === target;
    if (!ours || record.type !== 'intent' || !record.moves) continue;
    const id = numberIn(record.path);
    if (id !== undefined) moving.set(record.address, { address: record.address, id });
  }
  return [...moving.values()];
}
