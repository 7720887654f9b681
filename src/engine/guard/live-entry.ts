import { sectionAddress } from '../../address.ts';
import { identity } from '../../kind.ts';
import type { Change, LiveEntry } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { GuardedPlan } from './guard.ts';

/** The live entry that a change is about, whatever its name is now; undefined for what is not there. */
export function liveEntryOf(
  change: Change,
  { world, kinds }: Pick<GuardedPlan, 'world' | 'kinds'>,
): LiveEntry | undefined {
  const { kind, scope, key } = partsOf(change.address, kinds);
  const wanted = identity(kind, key);
  return world.sections
    .get(sectionAddress(scope, kind.section))
    ?.find((entry) => identity(kind, entry.renamedFrom ?? entry.key) === wanted);
}
