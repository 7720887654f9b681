import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind, CallContext } from '../../kind.ts';
import type { Attributes, LiveEntry, Section, World } from '../../model.ts';
import type { SecretState, SentTo } from '../ledger/ledger.ts';
import type { HandedTo } from './handed-values.ts';
import type { Kinds } from '../kinds.ts';
import type { Draft } from './draft.ts';
import type { ResourceIndex } from './resource-index.ts';

/** What the changes of a section are computed in. */
export interface Context {
  readonly section: Section;
  readonly kind: Kind;
  /** The address of the section's entry that has a key. */
  readonly address: (key: string) => string;
  readonly callContext: CallContext;
  readonly resources: ResourceIndex;
  /** The addresses of what this plan replaces by another object. */
  readonly replaced: ReadonlySet<string>;
  readonly world: World;
  readonly kinds: Kinds;
  /** Whether what the API does not return of an entry is to be sent, although nobody can say that it differs. */
  readonly resend: (address: string) => boolean;
  /** What the ledger says of a secret, for what stands there now: `object` is its number. */
  readonly secretState: (field: string, object?: SentTo) => SecretState;
  /** What this plan hands down to the entries of the section from those above them. */
  readonly handedTo: HandedTo;
  /** Whether the secret of what stands at an address was lost when it was made: by its number, since another may have been made there. */
  readonly secretLost: (address: string, id: LiveEntry['id']) => boolean;
  /** Whether an earlier run whose change is not finished has provably made what stands at an address. */
  readonly madeBefore: (address: string, id: LiveEntry['id']) => boolean;
  /** The numbers of what earlier runs were to replace at an address and did not see gone. */
  readonly replacedBefore: (address: string) => readonly (number | string)[];
  /** What a replacement that an earlier run has not finished was to take along of what nobody declares. */
  readonly keptBefore: (address: string) => Attributes | undefined;
}

/** One entry's part: what changes, or nothing, or why not. */
export interface EntryPlan {
  readonly drafts: readonly Draft[];
  readonly unverifiable: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** What is live under the name of an entry that has ended, and goes on: nobody has declared it. */
  readonly outlives?: LiveEntry;
}

/** Nothing to do and nothing to say. */
export const NOTHING: EntryPlan = { drafts: [], unverifiable: [], diagnostics: [] };
