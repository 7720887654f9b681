import type { JournalTale } from '../../engine/apply/journal-tale.ts';
import { pathIn } from '../../engine/guard/swap-consent.ts';
import type { IntendedGroups } from '../../engine/scopes/intended-groups.ts';
import type { PlanningOptions } from '../session/options.ts';
import type { Purpose } from './purpose.ts';

/**
 * The groups that are known to be meant for a path: those whose move an earlier run has begun, those of a permitted swap, and those that an
 * undo brings back, whose numbers no word of the user's takes the place of.
 */
export function intendedGroups(
  tale: JournalTale,
  { allowSwap = new Map(), intended = new Map() }: Pick<PlanningOptions & Purpose, 'allowSwap' | 'intended'>,
): IntendedGroups {
  const moving = tale.type === 'tale' ? tale.moving : [];
  return new Map([
    ...moving.map(({ address, id }) => [pathIn(address).toLowerCase(), id] as const),
    ...allowSwap,
    ...intended,
  ]);
}
