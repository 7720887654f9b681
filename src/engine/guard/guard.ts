import type { Desired, Plan, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import type { GuardName } from './guard-flags.ts';

/** What the guards look at. */
export interface GuardedPlan {
  readonly plan: Plan;
  readonly desired: Desired;
  readonly world: World;
  readonly kinds: Kinds;
}

/** One thing that a plan must not do unasked. */
export interface Guard {
  /** The name in reports; `--allow-<name>` waives it for one run. */
  readonly name: GuardName;
  /** Why this plan is refused; nothing where it is not. */
  refusals(guarded: GuardedPlan): readonly { readonly message: string; readonly addresses: readonly string[] }[];
}
