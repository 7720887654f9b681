import { column } from '../../sandbox/cast.ts';
import type { Answer } from '../../sandbox/client.ts';

/** The ids in a list, smallest first, for lists whose order is of no concern. */
export function sortedIds(answer: Answer): readonly number[] {
  return column(answer, 'id').map(Number).toSorted(ascending);
}

/** Ids, smallest first. */
export function sorted(...ids: readonly number[]): readonly number[] {
  return ids.toSorted(ascending);
}

function ascending(a: number, b: number): number {
  return a - b;
}
