import type { Place } from '../../base/place.ts';
import type { Change, Json, JointCall, Refusal } from '../../model.ts';

/** Why something is as it is: what is wanted of it and by which line, what is live, and what a plan would do about it. */
export interface Answer {
  readonly address: string;
  /** The field that was asked for; undefined where all of it was. */
  readonly field: string | undefined;
  readonly wanted: Wanted;
  readonly live: Live;
  /** The field that was asked for, or those that are declared; of what nobody declares, those that are live. */
  readonly fields: readonly FieldAnswer[];
  /** Whether what is live, or the field that was asked for, is not as it is declared. */
  readonly differs: boolean;
  /** The change that a plan of this address makes, be it of other fields. */
  readonly change: Change | undefined;
  /** The call that does its work together with others', where one does. */
  readonly joint: JointCall | undefined;
  /** What of all that was looked at waits for it. */
  readonly waiting: readonly string[];
  /** What the guards say against that plan. */
  readonly refusals: readonly Refusal[];
}

/** Whether something is declared, and where: else why nothing, or its end, is wanted of it. */
export type Wanted =
  | { readonly state: 'present' | 'absent'; readonly place: Place; readonly pattern?: string }
  | { readonly state: 'undeclared'; readonly section: string; readonly because: Undeclared };

/** What becomes of what nobody declares, and the line that says so. */
export type Undeclared =
  /** Groups and projects are never pruned. */
  | { readonly code: 'scope' }
  /** Nobody has written the section, so that no plan looks at it. */
  | { readonly code: 'unwritten' }
  | { readonly code: 'additive' }
  /** It holds the secret of an entry, which says so at this line. */
  | { readonly code: 'handed'; readonly from: string; readonly place: Place }
  | { readonly code: 'ignored'; readonly glob: string; readonly place?: Place }
  | { readonly code: 'pruned'; readonly place?: Place }
  /** The section is pruned, and this is kept all the same: the access of the token's own user, or what cannot be removed through it. */
  | { readonly code: 'kept'; readonly why: string; readonly place?: Place };

/** What is live of it; `unknown` where it could not be read, or nothing tells which of several is meant. */
export type Live =
  | { readonly state: 'missing' | 'unknown' }
  | { readonly state: 'there'; readonly id?: number | string; readonly key?: string; readonly leaving?: string };

/** One field: what is wanted, what is live, and all that speaks of it in the order in which it counts. */
export interface FieldAnswer {
  readonly path: string;
  readonly wanted: Json | undefined;
  readonly live: Json | undefined;
  readonly layers: readonly FieldLayer[];
  readonly differs: boolean;
  /** Why nobody can say whether it is as declared: GitLab never returns it, or this answer lacks it. */
  readonly unverifiable?: 'hidden' | 'unseen';
}

/** The entry itself, or a default that fits, and what it says of a field; undefined where it says nothing. */
export interface FieldLayer {
  readonly pattern?: string;
  readonly place: Place;
  readonly value: Json | undefined;
}
