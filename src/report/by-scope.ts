import type { Change } from '../model.ts';
import { splitAddress } from './split-address.ts';

/** Changes of one scope that are printed together. */
export interface ScopeChanges {
  readonly scope: string;
  readonly changes: readonly Change[];
}

/**
 * The changes by scope, in an order in which they can be applied: none stands before what it needs, and removals and
 * the rest stay on their sides of each other. A scope comes twice where that order asks for it.
 */
export function byScope(changes: readonly Change[]): readonly ScopeChanges[] {
  const groups: { scope: string; changes: Change[] }[] = [];
  for (const change of phases(changes).flatMap(gathered)) {
    const { scope } = splitAddress(change.address);
    const last = groups.at(-1);
    if (last?.scope === scope) last.changes.push(change);
    else groups.push({ scope, changes: [change] });
  }
  return groups;
}

/** The runs of removals, and of anything else, as they follow each other. */
function phases(changes: readonly Change[]): readonly (readonly Change[])[] {
  const runs: Change[][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (run !== undefined && (run[0]?.action === 'delete') === (change.action === 'delete')) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

/** One phase in an order that stays in a scope for as long as what is left of it needs nothing from elsewhere. */
function gathered(phase: readonly Change[]): readonly Change[] {
  const { followers, waitsFor } = dependencies(phase);
  const ready = new Map<string, number[]>();
  const release = (index: number): void => {
    const { scope } = splitAddress(phase[index]?.address ?? '');
    const queue = ready.get(scope);
    if (queue === undefined) ready.set(scope, [index]);
    else if (queue.push(index) > 1 && index < (queue.at(-2) ?? 0)) queue.sort((a, b) => a - b);
  };
  waitsFor.forEach((count, index) => {
    if (count === 0) release(index);
  });
  const order: number[] = [];
  for (let scope = earliest(ready); scope !== undefined; scope = earliest(ready)) {
    for (let index = ready.get(scope)?.shift(); index !== undefined; index = ready.get(scope)?.shift()) {
      order.push(index);
      for (const follower of followers.get(index) ?? []) {
        const left = (waitsFor[follower] ?? 0) - 1;
        waitsFor[follower] = left;
        if (left === 0) release(follower);
      }
    }
    ready.delete(scope);
  }
  // Needs that go round in a circle cannot be ordered: then the phase stands as it came.
  return order.length === phase.length ? order.flatMap((index) => phase[index] ?? []) : phase;
}

/** For each change of a phase, by its index, the changes that wait for it, and for how many it waits itself. */
function dependencies(phase: readonly Change[]): {
  followers: ReadonlyMap<number, readonly number[]>;
  waitsFor: number[];
} {
  const position = new Map(phase.map((change, index) => [change.address, index]));
  const followers = new Map<number, number[]>();
  const waitsFor = phase.map((change, index) => {
    const needs = [...new Set(change.needs)].flatMap((address) => position.get(address) ?? []);
    for (const need of needs) {
      const queue = followers.get(need);
      if (queue === undefined) followers.set(need, [index]);
      else queue.push(index);
    }
    return needs.length;
  });
  return { followers, waitsFor };
}

/** The scope whose first ready change comes first. */
function earliest(ready: ReadonlyMap<string, readonly number[]>): string | undefined {
  let best: { scope: string; index: number } | undefined;
  for (const [scope, [index]] of ready) {
    if (index !== undefined && (best === undefined || index < best.index)) best = { scope, index };
  }
  return best?.scope;
}
