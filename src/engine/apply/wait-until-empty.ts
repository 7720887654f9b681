import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { withoutSecrets } from '../../base/hidden-values.ts';
import { listed } from '../../base/listed.ts';
import { isMap } from '../../base/shape.ts';
import type { Call, JsonObject } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import type { Emptying } from '../../read.ts';

/** So much of the list of jobs is read at most, in pages. */
const MOST_PAGES = 50;
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 5_000;
/** For so long nothing may change before it is not followed any more, in milliseconds. */
const PATIENCE = 600_000;

/** How much is left in a list that is being emptied; undefined where the platform does not say how much. */
export interface StillThere {
  readonly left: number | undefined;
  readonly what: string;
}

/** Who follows what goes on in the background: until when, and whom that is told. */
export interface Follower {
  readonly client: Pick<Client, 'count' | 'readUntil'>;
  /** Set off where this is to end, though the work goes on. */
  readonly stop: AbortSignal;
  readonly tell: (standing: StillThere) => void;
}

/** The number from which on jobs count as those of a call that is yet to be sent: those to come, and those under way, which it passes over. */
export async function firstJob(emptying: Emptying, client: Pick<Client, 'readUntil'>): Promise<number> {
  // The oldest are done first: behind one that has ended there are hardly any that have not.
  const { rows } = await client.readUntil(emptying.jobs, (job) => !goesOn(job, emptying), MOST_PAGES);
  const underWay = rows.filter((job) => isOf(job, emptying) && goesOn(job, emptying));
  return underWay.length > 0 ? Math.min(...underWay.map(numberOf)) : Math.max(0, ...rows.map(numberOf)) + 1;
}

/**
 * Follows a list until nothing is left of it and no job is under way, however long that takes, and gives why it came to nothing. What goes
 * on goes on whether anybody looks or not: where it is to stop, or nothing has changed for long, that is told.
 */
export async function waitUntilEmpty(
  { method, path }: Call,
  emptying: Emptying,
  first: number,
  { client, stop, tell }: Follower,
  patience = PATIENCE,
): Promise<Failure | undefined> {
  const fail = (message: string, remedy: string): Failure => {
    return { code: 'not-accepted', message: `GitLab took the call, ${message}`, call: { method, path }, remedy };
  };
  let seen = '';
  let changedAt = performance.now();
  let before: number | undefined = Infinity;
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const began = performance.now();
    try {
      const left = await client.count(emptying.list);
      tell({ left, what: emptying.what });
      // While it gets shorter, nobody has to know of the jobs.
      const jobs = left === 0 || left === before ? await newestJobs(emptying, first, client) : undefined;
      const failed = jobs?.filter((job) => emptying.failed.is.includes(stateOf(job, emptying))) ?? [];
      const isOver =
        jobs?.every((job) => !goesOn(job, emptying)) === true && (left === 0 || failed.length >= (left ?? Infinity));
      if (isOver) return failed.length === 0 ? undefined : fail(whatFailed(failed, emptying), FAILED);
      const now = `${left} ${jobs?.map((job) => stateOf(job, emptying)).join() ?? ''}`;
      if (now !== seen) changedAt = performance.now();
      seen = now;
      before = left;
      if (performance.now() - changedAt > patience)
        return fail(`and nothing has changed for long: ${leftText(left, emptying)}`, ON);
      if (stop.aborted) return fail(`and goes on with it: ${leftText(left, emptying)}`, ON);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return fail(`and how far it has come cannot be seen: ${error.message}`, ON);
    }
    await wait(Math.max(pause, performance.now() - began), undefined, { signal: stop }).catch(() => undefined);
  }
}

const FAILED = 'see why in GitLab, and apply again: what is still there is tried once more';
const ON = 'apply again to follow it to its end';

function leftText(left: number | undefined, { what }: Emptying): string {
  return `${left ?? 'an unknown number of'} ${what}${left === 1 ? ' is still where it was' : 's are still where they were'}`;
}

/** The newest job of each row, of those that count. */
async function newestJobs(
  emptying: Emptying,
  first: number,
  client: Pick<Client, 'readUntil'>,
): Promise<readonly JsonObject[]> {
  const { rows } = await client.readUntil(emptying.jobs, (job) => numberOf(job) < first, MOST_PAGES);
  const newest = new Map<number, JsonObject>();
  for (const job of rows.filter((one) => numberOf(one) >= first && isOf(one, emptying))) {
    const row = rowOf(job, emptying);
    if (!newest.has(row)) newest.set(row, job);
  }
  return [...newest.values()];
}

function isOf(job: JsonObject, { of }: Emptying): boolean {
  return Object.entries(of).every(([field, value]) => job[field] === value);
}

function goesOn(job: JsonObject, emptying: Emptying): boolean {
  return emptying.while.includes(stateOf(job, emptying));
}

function stateOf(job: JsonObject, { field }: Emptying): string {
  const state = job[field];
  return typeof state === 'string' ? state : '';
}

function numberOf({ id }: JsonObject): number {
  return typeof id === 'number' ? id : 0;
}

/** The number of the row that a job is for; where that is not shown, the job stands for itself. */
function rowOf(job: JsonObject, { row }: Emptying): number {
  const shown = job[row];
  return isMap(shown) ? numberOf(shown) : -numberOf(job);
}

function whatFailed(failed: readonly JsonObject[], emptying: Emptying): string {
  const each = failed.map((job) => {
    const why = job[emptying.failed.why];
    const because = typeof why === 'string' && why !== '' ? `: ${withoutSecrets(why)}` : '';
    return `${Math.abs(rowOf(job, emptying))} (${stateOf(job, emptying)}${because})`;
  });
  return `and what it went on with has failed for ${failed.length === 1 ? 'a' : failed.length} ${emptying.what}${failed.length === 1 ? '' : 's'}: ${listed(each)}`;
}
