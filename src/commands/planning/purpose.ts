import type { IntendedGroups } from '../../engine/scopes/intended-groups.ts';

/** What a plan is made for. */
export interface Purpose {
  /** Nobody applies it: what is wrong with it hides nothing of what has changed, and is told in the plan. */
  readonly onlyLooks?: true;
  /** Somebody asks for the reasons of one thing: what is wrong hides nothing of it, and is told in the plan. */
  readonly explains?: true;
  /** Somebody goes on working with what it was made from. */
  readonly keepsGround?: true;
  /** It is to be looked at, where secrets need not be at hand. */
  readonly mayLackSecrets?: true;
  /** The groups that are known to be meant for a path: those that an undo brings back. */
  readonly intended?: IntendedGroups;
}
