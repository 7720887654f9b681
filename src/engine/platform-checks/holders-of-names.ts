import { identity, type Kind } from '../../kind.ts';
import type { Renaming } from './renamings.ts';

/** Somebody who had a name before whoever has it now. */
export interface FormerHolder {
  readonly id: unknown;
  /** What they are called by now; undefined where they are gone. */
  readonly now: string | undefined;
}

/** Who had which name, as the latest events tell. */
export interface HoldersOfNames {
  /** Whether anybody gave up a name. */
  wasGivenUp(name: string): boolean;
  /**
   * Who else had a name that somebody has now, the latest first; nobody where whoever has it now is the first who is told to have had
   * it: that one has got it back.
   */
  before(name: string, holder: unknown): readonly FormerHolder[];
  /** What somebody was called when they took a name; undefined for whoever had it from the start. */
  tookFrom(name: string, holder: unknown): string | undefined;
}

/** Who had which name by what the events tell, of which the latest stand first. */
export function holdersOfNames(told: readonly Renaming[], kind: Kind): HoldersOfNames {
  const isSame = (one: string | undefined, other: string): boolean =>
    one !== undefined && identity(kind, one) === identity(kind, other);
  return {
    wasGivenUp: (name) => told.some(({ from }) => isSame(from, name)),
    before(name, holder) {
      if (told.findLast(({ from, to }) => isSame(from, name) || isSame(to, name))?.id === holder) return [];
      const others = told.flatMap(({ id, from }) => (isSame(from, name) && id !== holder ? [id] : []));
      return [...new Set(others)].map((id) => ({ id, now: told.find((one) => one.id === id)?.to }));
    },
    tookFrom: (name, holder) => told.find(({ id, to }) => id === holder && isSame(to, name))?.from,
  };
}
