import type { Draft } from './draft.ts';
import type { Needs } from './needs.ts';

/** Puts changes into an order in which each stands after what it needs; otherwise as they came, deletions last. Throws where they need each other in a circle, which is a bug. */
export function ordered(drafts: readonly Draft[], needs: Needs): Draft[] {
  const byAddress = new Map(drafts.map((draft) => [draft.change.address, draft]));
  const state = new Map<string, 'open' | 'done'>();
  const result: Draft[] = [];
  const place = (draft: Draft): void => {
    const { address } = draft.change;
    const seen = state.get(address);
    if (seen === 'done') return;
    if (seen === 'open') throw new Error(`${address} needs itself`);
    state.set(address, 'open');
    for (const needed of needs.get(address) ?? []) {
      const earlier = byAddress.get(needed);
      if (earlier !== undefined) place(earlier);
    }
    state.set(address, 'done');
    result.push(draft);
  };
  const isDeletion = ({ change }: Draft): boolean => change.action === 'delete';
  for (const draft of drafts) if (!isDeletion(draft)) place(draft);
  for (const draft of drafts) if (isDeletion(draft)) place(draft);
  return result;
}
