import type { GroupRow } from './rows.ts';

/** The names from the root down, as "A / B". */
export function fullName(chain: readonly GroupRow[]): string {
  return chain
    .map((group) => group.name)
    .toReversed()
    .join(' / ');
}
