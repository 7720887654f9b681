/** Which of the two a replacement does first: where both can stand side by side, nothing is missing in between. */
export type First = 'create' | 'delete';

/** Why something is to be changed, or is told of: a closed list. `report` has the sentence of each. */
export type Reason =
  /** Declared, and not there; `unseen` where it may be there, and not be shown to this token. */
  | { readonly code: 'missing'; readonly unseen?: true }
  /** Fields that were compared with what is live. */
  | { readonly code: 'differs'; readonly fields: readonly string[] }
  /** Fields that the platform does not show, sent because it was asked for: nobody compared them. */
  | { readonly code: 'resent'; readonly fields: readonly string[] }
  /** Secrets that are others than the ledger remembers as sent. */
  | { readonly code: 'secret-changed'; readonly fields: readonly string[] }
  /** Secrets of which the ledger does not know that any was sent to what stands there. */
  | { readonly code: 'unsent'; readonly fields: readonly string[] }
  /** Fields that name what this plan replaces: the name stays, and the number is another. */
  | { readonly code: 'points-elsewhere'; readonly fields: readonly string[] }
  /** Fields that are as declared, and would not stay so: a change of this plan above hands down another value. */
  | { readonly code: 'handed-down'; readonly fields: readonly string[]; readonly from: string }
  | { readonly code: 'renamed'; readonly from: string }
  | { readonly code: 'leaving'; readonly since: string }
  | { readonly code: 'makes-way'; readonly for: readonly string[] }
  | { readonly code: 'immutable'; readonly fields: readonly string[]; readonly first: First }
  | { readonly code: 'no-update'; readonly fields: readonly string[]; readonly first: First }
  | { readonly code: 'secret-lost'; readonly first: First }
  /** The day on which it ends, null for none, and how many days before that it is made anew. */
  | { readonly code: 'due'; readonly ends: string | null; readonly before: number; readonly first: First }
  | { readonly code: 'replaced' }
  | { readonly code: 'pruned'; readonly section: string }
  | { readonly code: 'absent' }
  /** An undo would bring back what would have ended by now. */
  | { readonly code: 'ended'; readonly on: string }
  /** It may come by itself with what this plan makes, and is not to be there: where it comes from, and the section that is pruned where it is not declared absent. */
  | { readonly code: 'comes'; readonly because: string; readonly pruned?: string }
  /** Live, not declared, and left alone. */
  | { readonly code: 'undeclared' };
