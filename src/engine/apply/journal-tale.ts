import type { Diagnostic } from '../../base/diagnostic.ts';
import { numberIn } from '../guard/swap-consent.ts';
import { readLines } from './journal/journal-file.ts';
import type { JournalRecord } from './journal/journal-record.ts';
import { unfinishedIn } from './left-open.ts';
import type { Unfinished } from './unfinished.ts';

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
