import type { Declared } from '../../model.ts';
import type { Finding } from './finding.ts';
import type { Match } from './match.ts';

/** Which live group or project each declared one is: decided once, and asked by everything else. */
export interface Matching {
  /** By the declared path in lower case. */
  readonly matches: ReadonlyMap<string, Match>;
  /** Where that which is to stand at a path stands now; undefined where a group above it is yet to be made. */
  readonly where: (path: string) => string | undefined;
  /** Where that which was at a path may stand now, the likeliest first: through the renames of what was above it, those included that have been done. */
  readonly formerly: (path: string) => readonly (readonly (string | undefined)[])[];
  /** Groups that take each other's paths: after it as before there is something at both ends, so that nobody can see whether it was done. */
  readonly swaps: readonly (readonly Declared[])[];
  readonly findings: readonly Finding[];
}

/** What things stand in that hold none of their own kind: it was matched before. */
export type Around = Pick<Matching, 'where' | 'formerly'>;

/** Of what stands in nothing else. */
export const NOWHERE_ELSE: Around = { where: (path) => path, formerly: (path) => [[path]] };
