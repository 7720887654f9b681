import { statSync } from 'node:fs';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { JsonObject } from '../../model.ts';
import { numberIn } from '../guard/swap-consent.ts';
import { readLines } from './journal/journal-file.ts';
import type { JournalRecord } from './journal/journal-record.ts';

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
  /** Its calls whose answers hold a secret, but for those that were refused. */
  readonly makings?: readonly Making[];
  /** The numbers of what it was to replace: where one of them stands beside what was made, it is what was to go. */
  readonly replaces?: readonly (number | string)[];
  /** What it was to take along of that, though nobody declares it. */
  readonly keeps?: JsonObject;
}

/** A call that was to make something, and whose answer holds the secret of that. */
export interface Making {
  readonly at: string;
  /** The file that the secret was to go to, and whether something was written there since, or the run has gone on from there. */
  readonly sink: string;
  readonly isKept: boolean;
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

/** What the records of a journal leave open of the instance at `target`. */
export function unfinishedIn(records: readonly JournalRecord[], target: string): Unfinished[] {
  const open = new Map<string, Unfinished>();
  const alone = new Set<string>();
  const went = new Set<string>();
  // Where the last call was to make something with a secret.
  const making = new Set<string>();
  let ours = false;
  for (const record of records) {
    if (record.type === 'run') ours = record.target === target;
    if (!ours || record.type === 'run' || record.type === 'end') continue;
    const before = open.get(record.address);
    if (record.type === 'done') {
      open.delete(record.address);
      continue;
    }
    if (record.type === 'made') {
      if (before !== undefined && making.has(record.address))
        open.set(record.address, { ...before, ...made(before, record.object) });
      continue;
    }
    if (record.type === 'refused') {
      if (before === undefined) continue;
      const madeNothing = alone.has(record.address) && leavesNothing(before);
      const onlyRefused = !went.has(record.address);
      const { makings = [], ...rest } = before;
      open.set(record.address, {
        ...rest,
        refused: true,
        // What was made before the call that was refused is there all the same.
        ...makingsOf(making.has(record.address) ? makings.slice(0, -1) : makings),
        ...(madeNothing && { madeNothing }),
        ...(onlyRefused && { onlyRefused }),
      });
      making.delete(record.address);
      continue;
    }
    const { address, method, path, at, sink, kept, moves = false, replaces, keeps = before?.keeps } = record;
    if (before === undefined || before.madeNothing) alone.add(address);
    else alone.delete(address);
    // What was under way before may have gone through.
    if (before === undefined) went.delete(address);
    else if (!before.refused) went.add(address);
    if (sink === undefined) making.delete(address);
    else making.add(address);
    const replaced = [...new Set([...(before?.replaces ?? []), ...(replaces === undefined ? [] : [replaces])])];
    const now = sink === undefined ? [] : [{ at, sink, isKept: keptSince(sink, at), ...stoodBefore(record) }];
    open.set(address, {
      ...{ address, method, path, at, refused: false, moves },
      ...makingsOf([...earlier(before, kept), ...now]),
      ...(replaced.length > 0 && { replaces: replaced }),
      ...(keeps && { keeps }),
    });
  }
  return [...open.values()];
}

function makingsOf(makings: readonly Making[]): Pick<Unfinished, 'makings' | 'secretLost'> {
  const secretLost = makings.some(({ isKept }) => !isKept);
  return { secretLost, ...(makings.length > 0 && { makings }) };
}

/** What was to be made before a call; the last of it is kept for sure where the run has gone on to that. */
function earlier(before: Unfinished | undefined, kept: true | undefined): readonly Making[] {
  const makings = before?.makings ?? [];
  return kept ? makings.map((one, at) => (at === makings.length - 1 ? { ...one, isKept: true } : one)) : makings;
}

function made({ makings = [] }: Unfinished, object: number | string): Pick<Unfinished, 'makings'> {
  return { makings: makings.map((one, at) => (at === makings.length - 1 ? { ...one, made: object } : one)) };
}

function stoodBefore({ before }: { readonly before?: Making['before'] }): Pick<Making, 'before'> {
  return before === undefined ? {} : { before };
}

/** Whether a refused call leaves no difference that a plan cannot see: one that makes or removes, and not one that sets values. */
function leavesNothing({ method, path }: Unfinished): boolean {
  return method === 'DELETE' || (method === 'POST' && !path.endsWith('/graphql'));
}

/** By how much a file system's clock, which goes in ticks, may lag behind that of the program, in milliseconds. */
const LAG = 50;

/** Whether something was written to a file after a moment: then the secret in the answer was kept. */
function keptSince(file: string, at: string): boolean {
  try {
    const { mtimeMs, size } = statSync(file);
    // An empty one is only the place that was made for it.
    return size > 0 && mtimeMs >= Date.parse(at) - LAG;
  } catch {
    // It is not there, or an edited journal names what can be no file.
    return false;
  }
}
