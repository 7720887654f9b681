import type { Change, Plan } from '../../model.ts';
import type { Outcome, Overtaken } from '../../outcome.ts';
import { parallel } from '../../base/parallel.ts';
import { dependentsOf } from '../dependents.ts';
import { notLookedAt } from './call-failure.ts';
import { isForeign } from './foreign.ts';
import { JournalError } from './journal/journal-file.ts';
import { namesAnother } from './names-another.ts';
import { foundMade, remember } from './remember.ts';
import { runChange } from './run-change.ts';
import { runTogether } from './run-together.ts';
import { readyTasks, type Task } from './tasks.ts';
import type { ApplyContext } from './apply-context.ts';
import { findAhead } from './find-ahead.ts';
import { keptNoMore, unkeptSecret } from './unkept-secret.ts';

/** What a run reports while it is under way, and what can stop it. */
export interface ApplyOptions {
  /** How many changes may be under way at a time. */
  readonly concurrency: number;
  /** No change is started once this is set off; those under way are finished. */
  readonly stop: AbortSignal;
  /** Whether a change still holds, asked right before its first call: it may be done already, or what it was computed from has changed. */
  check(change: Change): Promise<'holds' | 'done' | Overtaken>;
  /** What is asked before anything is sent as well: where one of these does not hold, nothing is. */
  readonly askedFirst: readonly Change[];
  /** Whether the rest goes on where a change no longer holds; otherwise nothing more is started. */
  readonly goOnWhenStale: boolean;
  finished(outcome: Outcome): void;
}

/**
 * Carries out a plan: each change after those it needs, independent ones at the same time. One failure stops nothing but what depends on it; an
 * instance that answers no more stops all of it, since each further change would wait for as long in vain.
 */
export async function apply(plan: Plan, context: ApplyContext, options: ApplyOptions): Promise<readonly Outcome[]> {
  await findAhead(plan, context);
  const asked = await parallel(options.askedFirst, options.concurrency, (change) => staleAtOnce(change, options));
  const stale = asked.filter((outcome) => outcome !== undefined);
  const outcomes = new Map<string, Outcome>();
  const dependents = dependentsOf(plan);
  const open = new Map(plan.changes.map((change) => [change.address, new Set(change.needs)]));
  const ready = readyTasks(plan);
  let underWay = 0;
  let unanswered = 0;
  let halted = stale.length > 0 ? STALE : undefined;
  const bugs: unknown[] = [];

  await new Promise<void>((resolve) => {
    const settle = (outcome: Outcome): void => {
      outcomes.set(outcome.change.address, outcome);
      options.finished(outcome);
      ready.ended(outcome.change);
      for (const dependent of dependents.get(outcome.change.address) ?? []) {
        const needs = open.get(dependent.address);
        if (outcome.status !== 'done') abandon(dependent, outcome.change.address);
        else if (needs?.delete(outcome.change.address) && needs.size === 0) ready.add(dependent);
      }
    };
    const abandon = (change: Change, because: string): void => {
      if (!outcomes.has(change.address)) settle({ change, status: 'not-attempted', because: `it needs ${because}` });
    };
    const start = (task: Task): void => {
      underWay++;
      attempt(task, context, options).then(({ settled, left }) => {
        underWay--;
        for (const outcome of settled) {
          if (outcome.status === 'stale' && !options.goOnWhenStale) halted = STALE;
          unanswered = outcome.status === 'failed' && outcome.failure.unanswered ? unanswered + 1 : 0;
          if (unanswered >= MOST_UNANSWERED) halted ??= UNANSWERED;
          settle(outcome);
        }
        for (const change of left) ready.addAlone(change);
        go();
      }, stumble);
    };
    // What is under way is finished first: nobody sends anything once the run has ended, and given back its lock.
    const stumble = (error: unknown): void => {
      underWay--;
      bugs.push(error);
      halted ??= STALE;
      go();
    };
    const go = (): void => {
      while (halted === undefined && !options.stop.aborted && underWay < options.concurrency) {
        const task = ready.next();
        if (task === undefined) break;
        if (!task.changes.some(({ address }) => outcomes.has(address))) start(task);
      }
      if (underWay === 0 && (halted !== undefined || options.stop.aborted || ready.isEmpty())) resolve();
    };
    for (const change of plan.changes) if (change.needs.length === 0) ready.add(change);
    for (const outcome of stale) settle(outcome);
    go();
  });
  if (bugs.length > 0) throw bugs[0];

  const stopped = options.stop.reason instanceof JournalError ? UNWRITTEN : INTERRUPTED;
  return plan.changes.map(
    (change) => outcomes.get(change.address) ?? { change, status: 'not-attempted', because: halted ?? stopped },
  );
}

/** So many changes in a row without an answer, and it is not this or that one: each has been tried several times. */
const MOST_UNANSWERED = 3;

const STALE = 'the plan does not hold any more';
const UNANSWERED = `GitLab has not answered for ${MOST_UNANSWERED} changes in a row`;
const UNWRITTEN = 'the journal could not be written any more';
const INTERRUPTED = 'the run was interrupted';

/** What became of a task: its outcomes, and the changes of a joint call that have to be carried out on their own. */
interface Attempt {
  readonly settled: readonly Outcome[];
  readonly left: readonly Change[];
}

async function attempt({ changes, call }: Task, context: ApplyContext, options: ApplyOptions): Promise<Attempt> {
  if (call === undefined) {
    return { settled: await Promise.all(changes.map((change) => attemptOne(change, context, options))), left: [] };
  }
  const checked = await Promise.all(changes.map((change) => options.check(change))).catch(notLookedAt);
  if (!Array.isArray(checked))
    return { settled: changes.map((change) => ({ change, status: 'failed', failure: checked })), left: [] };
  // The call is sent as it was planned, or not at all.
  if (checked.some((check) => check !== 'holds')) return { settled: [], left: changes };
  const done = await runTogether(call, changes, context);
  return {
    settled: changes.filter((change) => done.has(change)).map((change) => ({ change, status: 'done' })),
    left: changes.filter((change) => !done.has(change)),
  };
}

/** Whether a change that waits for no other one does not hold, before anything of the plan is sent; what cannot be looked at is told in its turn. */
async function staleAtOnce(change: Change, options: ApplyOptions): Promise<Outcome | undefined> {
  const checked = await options.check(change).catch(() => 'holds' as const);
  return typeof checked === 'string' ? undefined : { change, status: 'stale', overtaken: checked };
}

async function attemptOne(change: Change, context: ApplyContext, options: ApplyOptions): Promise<Outcome> {
  const known = await knownBefore(change, context, options);
  if (known !== undefined) return known;
  const outcome = await runChange(change, context);
  // The platform itself has compared the time of the last change (DELETE with If-Unmodified-Since, 18.9).
  return outcome.status === 'failed' && outcome.failure.status === 412
    ? { change, status: 'stale', overtaken: { code: 'modified' } }
    : outcome;
}

/** What becomes of a change for which nothing is to be sent, by a look right before it: done already, changed since, or not to be seen. */
async function knownBefore(change: Change, context: ApplyContext, options: ApplyOptions): Promise<Outcome | undefined> {
  try {
    return await lookedAt(change, context, options);
  } catch (error) {
    return { change, status: 'failed', failure: notLookedAt(error) };
  }
}

async function lookedAt(change: Change, context: ApplyContext, options: ApplyOptions): Promise<Outcome | undefined> {
  const checked = await options.check(change);
  if (checked === 'done') {
    const there = await foundMade(change, context);
    if (there !== undefined && (await isForeign(change, there, context)))
      return { change, status: 'stale', overtaken: { code: 'somebody-elses', id: there.id } };
    const lost = unkeptSecret(change);
    if (lost !== undefined) return { change, status: 'failed', failure: keptNoMore(there, lost) };
    remember(change, there, context);
    return { change, status: 'done', already: true };
  }
  const overtaken = checked === 'holds' ? await namesAnother(change, context) : checked;
  return overtaken && { change, status: 'stale', overtaken };
}
