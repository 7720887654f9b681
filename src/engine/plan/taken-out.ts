import type { LiveEntry } from '../../model.ts';
import type { Difference } from './diff.ts';

/** The difference with what is as declared until another change of this plan takes something out of it: it names what goes. */
export function withTakenOut(live: LiveEntry | undefined, found: Difference): Difference {
  const again = (live?.takenOut?.fields ?? []).filter((field) => found.names.has(field));
  if (again.length === 0) return found;
  return {
    ...found,
    uncompared: new Map([...found.uncompared, ...again.map((one) => [one, 'points-elsewhere'] as const)]),
  };
}
