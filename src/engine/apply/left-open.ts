import { statSync } from 'node:fs';
import { sinksOf, type JournalRecord } from './journal/journal-record.ts';
import type { Making, Unfinished } from './unfinished.ts';

/** An address whose change is under way, and what of its calls tells how it stands. */
interface Open {
  readonly left: Unfinished;
  /** Whether its last call is the only one that may have done something. */
  readonly isAlone: boolean;
  /** Whether a call before the last one may have gone through. */
  readonly hasGone: boolean;
  /** Whether its last call was to make something with a secret, and nothing has said that it did not. */
  readonly isMaking: boolean;
}

type Intent = Extract<JournalRecord, { readonly type: 'intent' }>;

/** What the records of a journal leave open of the instance at `target`. */
export function unfinishedIn(records: readonly JournalRecord[], target: string): Unfinished[] {
  const open = new Map<string, Open>();
  let ours = false;
  for (const record of records) {
    if (record.type === 'run') ours = record.target === target;
    if (!ours || record.type === 'run' || record.type === 'end') continue;
    const now = after(record, open.get(record.address));
    if (now === undefined) open.delete(record.address);
    else open.set(record.address, now);
  }
  return [...open.values()].map(({ left }) => left);
}

/** How an address stands once a record says more of it; undefined where nothing is open. */
function after(
  record: Exclude<JournalRecord, { readonly type: 'run' | 'end' }>,
  before: Open | undefined,
): Open | undefined {
  switch (record.type) {
    case 'intent':
      return begun(record, before);
    case 'made':
      return before && shownMade(before, record.object);
    case 'refused':
      return before && refused(before);
    case 'done':
      return undefined;
  }
}

/** With the number of what the last call has made. */
function shownMade(open: Open, made: number | string): Open {
  const { left } = open.isMaking ? withLast(open, { made }) : open;
  return { ...open, left: { ...left, made } };
}

function begun(record: Intent, before: Open | undefined): Open {
  const { address, method, path, at, sink, kept, moves = false, replaces, keeps = before?.left.keeps } = record;
  const made = before?.left.made;
  const replaced = [...new Set([...(before?.left.replaces ?? []), ...(replaces === undefined ? [] : [replaces])])];
  const now = sink === undefined ? [] : [makingOf(sinksOf(sink), record)];
  return {
    left: {
      ...{ address, method, path, at, refused: false, moves },
      ...makingsOf([...earlier(before, kept), ...now]),
      ...(replaced.length > 0 && { replaces: replaced }),
      ...(keeps && { keeps }),
      ...(made !== undefined && { made }),
    },
    isAlone: before === undefined || before.left.madeNothing === true,
    // What was under way before may have gone through.
    hasGone: before !== undefined && (before.hasGone || !before.left.refused),
    isMaking: sink !== undefined,
  };
}

function makingOf(sinks: readonly string[], { at, there, before }: Intent): Making {
  const isKept = sinks.length > 0 && sinks.every((file) => keptSince(file, at));
  return { at, ...(there !== undefined && { there }), sinks, isKept, ...(before !== undefined && { before }) };
}

/** What was to be made before a call; the last of it is kept for sure where the run has gone on to that. */
function earlier(before: Open | undefined, kept: true | undefined): readonly Making[] {
  const { makings = [] } = (before && kept ? withLast(before, { isKept: true }) : before)?.left ?? {};
  return makings;
}

function refused(before: Open): Open {
  // What was made before the call that was refused is there all the same.
  const { left, isAlone, hasGone } = before.isMaking ? withRefusal(before) : before;
  return {
    left: {
      ...left,
      refused: true,
      ...(isAlone && leavesNothing(left) && { madeNothing: true }),
      ...(!hasGone && { onlyRefused: true }),
    },
    isAlone,
    hasGone,
    isMaking: false,
  };
}

/** With the last thing that was to be made refused; of several refusals of one the last is enough. */
function withRefusal(open: Open): Open {
  const { makings = [] } = open.left;
  const last = makings.at(-1);
  const told = makings.filter((one) => one === last || !one.isRefused || one.sinks.join() !== last?.sinks.join());
  return withLast({ ...open, left: { ...open.left, makings: told } }, { isRefused: true });
}

/** With more known of the last thing that was to be made. */
function withLast(open: Open, more: Partial<Making>): Open {
  const { makings = [] } = open.left;
  const known = makings.map((one, at) => (at === makings.length - 1 ? { ...one, ...more } : one));
  return { ...open, left: { ...open.left, ...makingsOf(known) } };
}

function makingsOf(makings: readonly Making[]): Pick<Unfinished, 'makings' | 'secretLost'> {
  const secretLost = makings.some(({ isKept, isRefused }) => !isKept && !isRefused);
  return { secretLost, ...(makings.length > 0 && { makings }) };
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
