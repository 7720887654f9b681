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

/** A reason not to apply a plan; it holds until the user waives the guard for one run. */
export interface Refusal {
  readonly guard: GuardName;
  /** One sentence without its full stop. */
  readonly message: string;
  readonly addresses: readonly string[];
}

/** One thing that a plan must not do unasked. */
export interface Guard {
  /** The name in reports; `--allow-<name>` waives it for one run. */
  readonly name: GuardName;
  /** Why this plan is refused; nothing where it is not. */
  refusals(guarded: GuardedPlan): readonly { readonly message: string; readonly addresses: readonly string[] }[];
}
