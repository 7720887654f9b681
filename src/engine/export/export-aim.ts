import { entryAddress, scopeAddress, sectionAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, Scope, World } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { addressTest, anyAddressTest } from '../parts/address-pattern.ts';
import { mayHoldOf } from '../parts/target.ts';

/** What of an instance some targets mean: whole scopes with all that is in them, and entries by their own addresses. */
export interface ExportAim {
  /** Whether entries of a kind in a scope may be meant, so that they have to be looked at. */
  readonly mayHold: (scope: Scope, kind: Kind) => boolean;
  /** Whether an entry is meant. */
  readonly holds: (scope: Scope, kind: Kind, key: string) => boolean;
}

/** The aim of an export; without targets, everything. */
export function exportAim(targets: readonly string[]): ExportAim {
  if (targets.length === 0) return { mayHold: () => true, holds: () => true };
  const fits = anyAddressTest(targets);
  // A scope that is an entry itself is meant by its own address, and not by that of the instance.
  const isWhole = (scope: Scope, { host }: Kind): boolean => host === undefined && fits(scopeAddress(scope));
  return {
    mayHold: (scope, kind) =>
      isWhole(scope, kind) ||
      (kind.host === undefined && kind.scopes.includes(scope.type) && mayHoldOf(scope, kind, targets)),
    holds: (scope, kind, key) => isWhole(scope, kind) || fits(entryAddress(kind, scope, key)),
  };
}

/** The targets that fit no scope that was looked at, and nothing live in it; what could not be read may hold what is meant. */
export function targetsOfNoneLive(
  targets: readonly string[],
  { sections }: Pick<Desired, 'sections'>,
  world: Pick<World, 'sections'>,
  kinds: Kinds,
): readonly string[] {
  return targets.filter((target) => {
    const fits = addressTest(target);
    return !sections.some(({ scope, name }) => {
      const kind = kindOf(kinds, name);
      if (kind.host === undefined && fits(scopeAddress(scope))) return true;
      const live = world.sections.get(sectionAddress(scope, name));
      if (live === undefined) return kind.host === undefined && mayHoldOf(scope, kind, [target]);
      return live.some(({ key }) => fits(entryAddress(kind, scope, key)));
    });
  });
}
