import { chainOf } from '../access/access.ts';
import type { Json } from '../store/json.ts';
import type { GroupRow } from './rows.ts';
import type { State } from '../store/state.ts';

/** A setting that groups hand down, and the lock that keeps the groups below from another value. */
export interface Cascade {
  readonly value: string;
  readonly lock: string;
}

/** What a group without a value of its own takes from above (PUT /groups/:id, 18.9). */
export const cascades: readonly Cascade[] = [
  'duo_features_enabled',
  'duo_remote_flows_enabled',
  'duo_foundational_flows_enabled',
  'math_rendering_limits_enabled',
].map((value) => ({ value, lock: `lock_${value}` }));

/** The value that the nearest group above holds; null where none does. */
export function valueAbove(state: State, group: GroupRow, { value }: Cascade): Json {
  const above = chainOf(state, group).slice(1);
  return above.find((row) => row.attributes[value] != null)?.attributes[value] ?? null;
}

/** Whether a group above, or the instance, keeps this group from a value of its own. */
export function lockedAbove(state: State, group: GroupRow, { lock }: Cascade): boolean {
  const above = chainOf(state, group).slice(1);
  return above.some((row) => row.attributes[lock] === true) || state.settings[lock] === true;
}

/** What is in force: what is locked above, else the group's own, else that of above, else the instance's (GET /groups/:id, 18.9). */
export function inForce(state: State, chain: readonly GroupRow[], { value, lock }: Cascade): Json {
  const [own, ...above] = chain;
  const locking = above.find((row) => row.attributes[lock] === true);
  if (locking !== undefined) return locking.attributes[value] ?? null;
  const setting = state.settings[value] ?? true;
  if (state.settings[lock] === true) return setting;
  const holder = [own, ...above].find((row) => row?.attributes[value] != null);
  return holder?.attributes[value] ?? setting;
}
