import type { Kinds } from '../../engine/kinds.ts';
import { anyAddressTest } from '../../engine/parts/address-pattern.ts';
import { partOf, type ShardView } from '../../engine/parts/shard.ts';
import { aimedAt } from '../../engine/parts/target.ts';
import type { Desired } from '../../model.ts';
import type { PlanningOptions } from '../session/options.ts';

/** What of a configuration a run is about. */
export interface WantedPart {
  /** What is declared of what the targets fit, and what that needs. */
  readonly aimed: Desired;
  /** What of that falls to the shard of this run. */
  readonly wanted: Desired;
  /** Whether a scope falls to the shard of this run. */
  readonly owns: ShardView['owns'];
  /** Whether an address is one that the targets fit. */
  readonly isTargeted: (address: string) => boolean;
}

/** The part of a configuration that the targets and the shard of a run leave. */
export function wantedPart(
  desired: Desired,
  { target, shard }: Pick<PlanningOptions, 'target' | 'shard'>,
  kinds: Kinds,
): WantedPart {
  const aimed = target.length === 0 ? desired : aimedAt(desired, target, kinds);
  const isTargeted = target.length === 0 ? () => true : anyAddressTest(target);
  const part = shard && partOf(aimed, shard, kinds);
  return { aimed, wanted: part?.desired ?? aimed, owns: part?.owns ?? (() => true), isTargeted };
}
