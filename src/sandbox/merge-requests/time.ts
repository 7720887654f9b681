import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { JsonObject } from '../store/json.ts';
import type { MergeRequestRow } from './rows.ts';

const kind = 'merge_request_time';

/** Working time: a day has 8 hours, a week 5 days, a month 4 weeks (POST …/time_estimate, 18.9). */
const units = [
  ['mo', 4 * 5 * 8 * 3600],
  ['w', 5 * 8 * 3600],
  ['d', 8 * 3600],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const;

/** The seconds of a text like `3w 1h`, or `-30m`; undefined for one that is none. A bare number is of hours. */
export function secondsIn(text: string): number | undefined {
  const bare = text.trim().toLowerCase();
  const [sign, rest] = bare.startsWith('-') ? [-1, bare.slice(1)] : [1, bare];
  if (/^\d+$/.test(rest)) return sign * Number(rest) * 3600;
  if (!/^(?:\s*\d+(?:\.\d+)?\s*(?:mo|[wdhms])[a-z]*)+$/.test(rest)) return undefined;
  const parts = [...rest.matchAll(/(\d+(?:\.\d+)?)\s*(mo|[wdhms])/g)];
  const lengths = parts.map(([, count, unit]) => Number(count) * (units.find(([name]) => name === unit)?.[1] ?? 0));
  return sign * Math.round(lengths.reduce((sum, length) => sum + length, 0));
}

/** A length of time in words, such as `3w 1h`; null for none. */
export function timeInWords(seconds: number): string | null {
  let left = Math.abs(seconds);
  const words = units.flatMap(([name, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return count === 0 ? [] : [`${count}${name}`];
  });
  if (words.length === 0) return null;
  return `${seconds < 0 ? '-' : ''}${words.join(' ')}`;
}

/** What a merge request is thought to take, and what it took, in seconds. */
export interface TimeSpent {
  readonly estimate: number;
  readonly spent: number;
}

/** The time that stands on a merge request. */
export function timeOn(context: RequestContext, row: MergeRequestRow): TimeSpent {
  const data = context.platform.state.recordByKey(`${kind} merge_request:${row.id} time`)?.data;
  return { estimate: Number(data?.['estimate'] ?? 0), spent: Number(data?.['spent'] ?? 0) };
}

/** Writes time down on a merge request. */
export function setTime(context: RequestContext, row: MergeRequestRow, time: TimeSpent): void {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const owner = `merge_request:${row.id}`;
  const known = state.recordByKey(`${kind} ${owner} time`);
  const data = { ...time };
  if (known === undefined) state.records.insert({ kind, owner, key: 'time', data, created_at: now, updated_at: now });
  else state.records.update(known, { data, updated_at: now });
  state.mergeRequests.update(row, { updated_at: now });
}

/** The time of a merge request as the API shows it (APIEntitiesIssuableTimeStats, 18.9). */
export function timeStats(context: RequestContext, row: MergeRequestRow): JsonObject {
  const { estimate, spent } = timeOn(context, row);
  return {
    time_estimate: estimate,
    total_time_spent: spent,
    human_time_estimate: timeInWords(estimate),
    human_total_time_spent: timeInWords(spent),
  };
}
