import type { Change } from '../../model.ts';
import { dependentsOf } from '../dependents.ts';
import type { ApplyOptions } from './apply.ts';

type Check = ApplyOptions['check'];

/**
 * The same check, by which nothing makes way for others that do not come any more: what it makes way for, and what waits for that, is looked at as well
 * before the first of them is sent. Left under the name of its way it would be in nobody's place.
 */
export function checkTogether(check: Check, changes: readonly Change[]): Check {
  const waiting = dependentsOf({ changes });
  return async (change) => {
    const own = await check(change);
    if (own !== 'holds' || change.reason.code !== 'makes-way') return own;
    for (const other of movesAfter(change, waiting)) {
      const found = await check(other);
      // What it comes into may come there by this plan itself.
      if (typeof found !== 'string' && found.code !== 'another-scope')
        return { code: 'other-end', address: other.address };
    }
    return own;
  };
}

/** What is renamed or moved after a change, and waits for it. */
function movesAfter(change: Change, waiting: ReadonlyMap<string, readonly Change[]>): readonly Change[] {
  const found = new Set<Change>();
  const open = [change];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const one of waiting.get(at.address) ?? []) {
      if (found.has(one) || !isMoved(one)) continue;
      found.add(one);
      open.push(one);
    }
  }
  // It comes out of its own way last, and is not there yet.
  return [...found].filter(({ seen }) => seen.id !== change.seen.id);
}

function isMoved({ action, reason }: Change): boolean {
  return action === 'update' && (reason.code === 'renamed' || reason.code === 'makes-way');
}
