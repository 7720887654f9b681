import { fingerprint } from '../../base/canonical-json.ts';
import type { Change } from '../../model.ts';
import { readLines } from './journal/journal-file.ts';
import { undoFrom, type JournalRecord } from './journal/journal-record.ts';
import type { Recheck } from './look-again.ts';
import type { SecretHash } from './secret-hash.ts';

/** The last word of a journal on each address, where that is a change which a run has carried out itself. */
export type OwnWork = ReadonlyMap<string, Extract<JournalRecord, { readonly type: 'done' }>>;

/** What tells a change of a plan from any other, started again or not: where it stands, what it was computed from, and its calls. No secret is in it. */
export function changeHash({ address, action, calls, seen }: Change): string {
  return fingerprint({ address, action, calls, seen });
}

/** What earlier runs against the instance at `target` have carried out, as their journal tells; nothing where it cannot be read. */
export function readOwnWork(file: string, target: string): OwnWork {
  return ownWorkIn(recordsIn(file), target);
}

/** At which addresses such runs have sent something that was not refused, and where all of it was done; all are empty where no journal tells. */
interface Steps {
  readonly tried: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  /** What the last call that made something there was answered with: its number, whether or not the rest was done. */
  readonly made: ReadonlyMap<string, number | string>;
  /** The hashes of all secrets that were made there and handed on. */
  readonly secrets: ReadonlyMap<string, readonly SecretHash[]>;
}

/** What a journal shows of what earlier runs have done, and of how far they came. */
export interface Traces {
  readonly work: OwnWork;
  readonly steps: Steps;
}

/** The traces of earlier runs against the instance at `target`, since the one with this undo began; none where the journal cannot be read. */
export function readTraces(file: string, target: string, undo: string): Traces {
  const all = recordsIn(file);
  const name = undoFrom(file, undo);
  const began = all.findLastIndex((record) => record.type === 'run' && record.undo === name);
  const records = all.slice(Math.max(0, began));
  return { work: ownWorkIn(records, target), steps: stepsIn(records, target) };
}

function stepsIn(records: readonly JournalRecord[], target: string): Steps {
  const sent = new Map<string, number>();
  const done = new Set<string>();
  const made = new Map<string, number | string>();
  const secrets = new Map<string, readonly SecretHash[]>();
  let ours = false;
  for (const record of records) {
    if (record.type === 'run') ours = record.target === target;
    if (!ours || !('address' in record)) continue;
    if (record.type === 'made') {
      made.set(record.address, record.object);
      if (record.secret) secrets.set(record.address, [...(secrets.get(record.address) ?? []), record.secret]);
    }
    const { address } = record;
    const known = sent.get(address) ?? 0;
    if (record.type === 'intent' || (record.type === 'done' && record.change !== undefined))
      sent.set(address, known + 1);
    if (record.type === 'refused') sent.set(address, known - 1);
    if (record.type === 'done') done.add(address);
  }
  const tried = new Set([...sent].flatMap(([address, calls]) => (calls > 0 ? [address] : [])));
  return { tried, done: new Set([...done].filter((address) => tried.has(address))), made, secrets };
}

function recordsIn(file: string): readonly JournalRecord[] {
  const lines = readLines(file);
  return 'severity' in lines ? [] : lines.flatMap(({ record }) => record ?? []);
}

/** The same of the records of a journal: whatever was tried at an address later, even by another run, takes its proof away. */
export function ownWorkIn(records: readonly JournalRecord[], target: string): OwnWork {
  const done = new Map<string, Extract<JournalRecord, { readonly type: 'done' }>>();
  let ours = false;
  for (const record of records) {
    if (record.type === 'run') ours = record.target === target;
    if (!ours || record.type === 'run' || record.type === 'end') continue;
    if (record.type === 'done' && record.change !== undefined) done.set(record.address, record);
    else done.delete(record.address);
  }
  return done;
}

/**
 * Whether what stands there is what an earlier run of this very plan has made of it, by the journal and by its number: then its secret is the
 * one that was sent, as far as anybody can see. What has no number is proved where it cannot be made by anybody: by an update alone.
 */
export function isOwnWork(change: Change, { entries, asWanted }: Recheck, work: OwnWork): boolean {
  const done = work.get(change.address);
  const [only, ...more] = entries;
  if (done === undefined || only === undefined || more.length > 0 || asWanted === 'differs') return false;
  if (change.action === 'delete' || done.change !== changeHash(change) || only.inherited) return false;
  return only.id === done.object && (only.id !== undefined || change.action === 'update');
}
