import type { Attributes, LiveEntry, Scope } from '../../model.ts';
import type { SecretState, SentTo } from '../ledger/ledger.ts';

/** What the user may ask of a plan. */
export interface PlanOptions {
  /** Whether what the API does not return of an entry is to be sent again, although nobody can say that it differs. */
  readonly resend: (address: string) => boolean;
  /** What the ledger says of a declared secret: whether it is the one that was last sent. */
  readonly secretState: (field: string, object?: SentTo) => SecretState;
  /** Whether the secret of what stands at an address was lost when it was made, so that it has to be made anew. */
  readonly secretLost: (address: string, id: LiveEntry['id']) => boolean;
  /** Whether an earlier run whose change is not finished has provably made what stands at an address. */
  readonly madeBefore: (address: string, id: LiveEntry['id']) => boolean;
  /** The numbers of what earlier runs were to replace at an address and did not see gone: it may stand beside its replacement. */
  readonly replacedBefore: (address: string) => readonly (number | string)[];
  /** What a replacement that an earlier run has not finished was to take along of what nobody declares. */
  readonly keptBefore: (address: string) => Attributes | undefined;
  /** Which addresses may change; what they need changes with them. */
  readonly target: (address: string) => boolean;
  /** Of how many days it is asked what will be due within them; undefined where nobody asks. */
  readonly dueWithin?: number | undefined;
  /** Which scopes are planned here; what stands in the others is there to be referred to, and planned elsewhere. */
  readonly owns: (scope: Scope) => boolean;
}

/** All that is desired, and no more. */
export const WHOLE_PLAN: PlanOptions = {
  resend: () => false,
  secretLost: () => false,
  madeBefore: () => false,
  replacedBefore: () => [],
  keptBefore: () => undefined,
  secretState: () => 'unknown',
  target: () => true,
  owns: () => true,
};
