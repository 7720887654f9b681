import type { Desired, KeptOwnership, Plan, Refusal, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import type { GuardName } from './guard-flags.ts';

/** What the guards look at. */
export interface GuardedPlan {
  readonly plan: Plan;
  readonly desired: Pick<Desired, 'sections' | 'guards'>;
  /** What is live in the sections that the plan touches, and in those that were read for the guards alone. */
  readonly world: World;
  readonly kinds: Kinds;
  /** Sections of a saved plan that are not read again when it is applied: of their bounds, what was said when it was made holds. */
  readonly unread?: ReadonlySet<string>;
  /** Of a saved plan, where it shows what the token's own user is after its moves. */
  readonly keptOwnership?: readonly KeptOwnership[] | undefined;
  /** What was read for the guards alone; absent where nobody could look. */
  readonly findings?: Findings;
}

/** What only guards ask of the instance. */
export interface Findings {
  /** What is in the groups that are to be deleted, by their address: `3 subgroups, 12 projects`. */
  readonly contents: ReadonlyMap<string, string>;
  /** The usernames of owners, folded, who can give nobody access: service accounts, and who is blocked or deactivated. */
  readonly uncounted: ReadonlySet<string>;
  /** The addresses of the moves after which the token's own user is seen to be an owner of what has moved. */
  readonly firmMoves: ReadonlySet<string>;
  /** The numbers of the people who administer the instance; undefined where that was not asked, or is not told. */
  readonly administrators: ReadonlySet<number> | undefined;
  /** The groups that those whom the plan removes or blocks are the last active owner of, by the address of the change. */
  readonly soleOwners: ReadonlyMap<string, readonly string[]>;
  /** The addresses of the changes of shares by which the token's own user is seen to lose nothing. */
  readonly harmlessShares: ReadonlySet<string>;
  /** The scopes of the token; undefined where it does not tell. */
  readonly tokenScopes: readonly string[] | undefined;
}

/** One thing that a plan must not do unasked. */
export interface Guard {
  /** The name in reports; `--allow-<name>` waives it for one run. */
  readonly name: GuardName;
  /** Set where it depends on what is live beyond the changes, so that it is asked again when a saved plan is applied. */
  readonly weighedAgain?: true;
  /** Why this plan is refused; nothing where it is not. */
  refusals(guarded: GuardedPlan): readonly Omit<Refusal, 'guard'>[];
}
