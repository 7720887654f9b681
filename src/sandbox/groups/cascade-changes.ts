import { chainOf, descendantsOf } from '../access/access.ts';
import { cascades, inForce, lockedAbove, valueAbove } from './cascades.ts';
import type { Cascade } from './cascades.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { GroupRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import type { State } from '../store/state.ts';

const availabilities: Readonly<Record<string, readonly [boolean, boolean]>> = {
  default_on: [true, false],
  default_off: [false, false],
  never_on: [false, true],
};

/** The words that stand for a value with its lock: a flow that is not on is locked off (PUT /groups/:id, 18.9). */
export function settleAvailabilities(settled: Record<string, Json>): void {
  const word = settled['duo_availability'];
  const pair = typeof word === 'string' ? availabilities[word] : undefined;
  if (pair !== undefined) {
    settled['duo_features_enabled'] = pair[0];
    settled['lock_duo_features_enabled'] = pair[1];
  }
  for (const flows of ['duo_remote_flows', 'duo_foundational_flows']) {
    const on = settled[`${flows}_availability`];
    if (on === undefined) continue;
    settled[`${flows}_enabled`] = on;
    settled[`lock_${flows}_enabled`] = on !== true;
  }
}

/** A subgroup without a value of its own does not store what stands above it anyway (PUT /groups/:id, 18.9). */
export function withoutHandedDown(state: State, group: GroupRow, settled: Bag): Bag {
  if (group.parent_id === null) return settled;
  const idle = cascades.filter((cascade) => {
    const value = settled[cascade.value];
    const own = group.attributes[cascade.value] ?? null;
    return own === null && value !== null && value === valueAbove(state, group, cascade);
  });
  const names = new Set(idle.map((cascade) => cascade.value));
  return Object.fromEntries(Object.entries(settled).filter(([name]) => !names.has(name)));
}

/** What a lock above forbids: any other value, and any other lock (PUT /groups/:id, 18.9). */
export function lockErrors(state: State, group: GroupRow, settled: Bag): Record<string, readonly string[]> {
  const stored = (name: string): Json => group.attributes[name] ?? null;
  const forbidden = cascades
    .filter((cascade) => lockedAbove(state, group, cascade))
    .flatMap((cascade) => [
      ...(toBeStored(state, group, settled, cascade) === stored(cascade.value) ? [] : [cascade.value]),
      ...((settled[cascade.lock] ?? stored(cascade.lock)) === stored(cascade.lock) ? [] : [cascade.lock]),
    ]);
  const text = ['cannot be changed because it is locked by an ancestor'];
  return Object.fromEntries(forbidden.map((name) => [`namespace_settings.${name}`, text]));
}

/**
 * What is stored where locks are sent, on or off: a group without a value gets the one in force. Recorded with null for a value alone; that it
 * is so without one is read from the platform's source (`lock_…=` of its cascading settings, 18.9), and not recorded.
 */
export function withLockedValues(state: State, group: GroupRow, settled: Bag): Bag {
  const locked = cascades.flatMap((cascade) => {
    const value = toBeStored(state, group, settled, cascade);
    return settled[cascade.lock] === undefined || value === null ? [] : [[cascade.value, value] as const];
  });
  return { ...settled, ...Object.fromEntries(locked) };
}

/** A lock is never of nothing: with it a group without a value gets the one in force (recorded: PUT /groups/:id with null, 18.9). */
function toBeStored(state: State, group: GroupRow, settled: Bag, cascade: Cascade): Json {
  const stored = group.attributes[cascade.value] ?? null;
  const sent = settled[cascade.value];
  const value = sent === undefined ? stored : sent;
  if (settled[cascade.lock] === undefined || stored !== null || value !== null) return value;
  return inForce(state, chainOf(state, group), cascade);
}

/** A lock takes those below away (PUT /groups/:id, 18.9). */
export function unlockBelow(state: State, group: GroupRow, settled: Bag): void {
  const locks = cascades.map((cascade) => cascade.lock).filter((lock) => settled[lock] === true);
  if (locks.length === 0) return;
  const free = Object.fromEntries(locks.map((lock) => [lock, false]));
  for (const row of descendantsOf(state, group)) {
    state.groups.update(row, { attributes: { ...row.attributes, ...free } });
  }
}

/**
 * Whether GitLab Duo is on is written into every group below; a job does it there, soon after the answer
 * (PUT /groups/:id with duo_availability, recorded on 18.9: what stands above is then no change below a lock).
 */
export function handDownDuo(state: State, group: GroupRow, before: Bag): void {
  const on = group.attributes['duo_features_enabled'] ?? null;
  if (on === (before['duo_features_enabled'] ?? null)) return;
  for (const row of descendantsOf(state, group)) {
    state.groups.update(row, { attributes: { ...row.attributes, duo_features_enabled: on } });
  }
}

/** The answer to a change that empties a value shows it empty; what is in force is shown from then on (PUT /groups/:id, 18.9). */
export function justEmptied(sent: Readonly<Record<string, unknown>>, shown: JsonObject): JsonObject {
  const emptied = cascades.map((cascade) => cascade.value).filter((name) => sent[name] === null && name in shown);
  return Object.fromEntries(emptied.map((name) => [name, null]));
}
