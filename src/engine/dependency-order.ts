import type { Change } from '../model.ts';

/**
 * Puts changes into an order in which each stands after what it needs; otherwise as they came, deletions last. Throws where they need each
 * other in a circle, which is a bug.
 */
export function ordered<One extends Pick<Change, 'address' | 'action' | 'needs'>>(changes: readonly One[]): One[] {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const state = new Map<string, 'open' | 'done'>();
  const result: One[] = [];
  const place = (change: One): void => {
    const seen = state.get(change.address);
    if (seen === 'done') return;
    if (seen === 'open') throw new Error(`${change.address} needs itself`);
    state.set(change.address, 'open');
    for (const needed of change.needs) {
      const earlier = byAddress.get(needed);
      if (earlier !== undefined) place(earlier);
    }
    state.set(change.address, 'done');
    result.push(change);
  };
  for (const change of changes) if (change.action !== 'delete') place(change);
  for (const change of changes) if (change.action === 'delete') place(change);
  return result;
}
