import type { Change } from '../model.ts';

/** Changes in an order in which each stands after what it needs; otherwise as they came, deletions last. */
export function ordered(changes: readonly Change[]): readonly Change[] {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const placed = new Set<string>();
  const result: Change[] = [];
  const place = (change: Change): void => {
    if (placed.has(change.address)) return;
    placed.add(change.address);
    for (const needed of change.needs) {
      const earlier = byAddress.get(needed);
      if (earlier !== undefined) place(earlier);
    }
    result.push(change);
  };
  for (const change of changes) if (change.action !== 'delete') place(change);
  for (const change of changes) place(change);
  return result;
}
