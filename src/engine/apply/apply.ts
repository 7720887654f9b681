import type { Change, Outcome, Plan } from '../../model.ts';
import { rememberMade } from './remember.ts';
import { runChange } from './run-change.ts';
import type { Workshop } from './workshop.ts';

/** What a run reports while it is under way, and what can stop it. */
export interface Course {
  /** How many changes may be under way at a time. */
  readonly concurrency: number;
  /** No change is started once this is set off; those under way are finished. */
  readonly stop: AbortSignal;
  /** Whether a change still holds, asked right before its first call: it may be done already, or what it was computed from has changed. */
  check(change: Change): Promise<'holds' | 'done' | 'stale'>;
  /** Whether the rest goes on where a change no longer holds; otherwise nothing more is started. */
  readonly goOnWhenStale: boolean;
  finished(outcome: Outcome): void;
}

/** Carries out a plan: each change after those it needs, independent ones at the same time. One failure stops nothing but what depends on it. */
export async function apply(plan: Plan, workshop: Workshop, course: Course): Promise<readonly Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const dependents = dependentsOf(plan);
  const open = new Map(plan.changes.map((change) => [change.address, new Set(change.needs)]));
  const ready = plan.changes.filter(({ needs }) => needs.length === 0);
  let underWay = 0;
  let halted = false;

  await new Promise<void>((resolve, reject) => {
    const settle = (outcome: Outcome): void => {
      outcomes.set(outcome.change.address, outcome);
      course.finished(outcome);
      for (const dependent of dependents.get(outcome.change.address) ?? []) {
        const needs = open.get(dependent.address);
        if (outcome.status !== 'done') abandon(dependent, outcome.change.address);
        else if (needs?.delete(outcome.change.address) && needs.size === 0) ready.push(dependent);
      }
    };
    const abandon = (change: Change, because: string): void => {
      if (!outcomes.has(change.address)) settle({ change, status: 'not-attempted', because: `it needs ${because}` });
    };
    const start = (change: Change): void => {
      underWay++;
      attempt(change, workshop, course).then((outcome) => {
        underWay--;
        if (outcome.status === 'stale' && !course.goOnWhenStale) halted = true;
        settle(outcome);
        go();
      }, reject);
    };
    const go = (): void => {
      while (!halted && !course.stop.aborted && underWay < course.concurrency) {
        const change = ready.shift();
        if (change === undefined) break;
        if (!outcomes.has(change.address)) start(change);
      }
      if (underWay === 0 && (halted || course.stop.aborted || ready.length === 0)) resolve();
    };
    go();
  });

  return plan.changes.map(
    (change) =>
      outcomes.get(change.address) ?? { change, status: 'not-attempted', because: halted ? STALE : INTERRUPTED },
  );
}

const STALE = 'the plan does not hold any more';
const INTERRUPTED = 'the run was interrupted';

async function attempt(change: Change, workshop: Workshop, course: Course): Promise<Outcome> {
  const checked = await course.check(change);
  if (checked === 'stale') return { change, status: 'stale' };
  if (checked === 'done') {
    await rememberMade(change, workshop);
    return { change, status: 'done', already: true };
  }
  const failure = await runChange(change, workshop);
  if (failure === undefined) return { change, status: 'done' };
  // The platform itself has compared the time of the last change (DELETE with If-Unmodified-Since, 18.9).
  return failure.status === 412 ? { change, status: 'stale' } : { change, status: 'failed', failure };
}

function dependentsOf(plan: Plan): ReadonlyMap<string, readonly Change[]> {
  const dependents = new Map<string, Change[]>();
  for (const change of plan.changes) {
    for (const needed of change.needs) {
      const list = dependents.get(needed);
      if (list === undefined) dependents.set(needed, [change]);
      else list.push(change);
    }
  }
  return dependents;
}
