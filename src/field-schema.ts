import type { Json, ScopeType, Tier } from './model.ts';

/** How a field of a group comes to the groups below it without a call of their own. */
export interface HandedDown {
  /** The field that keeps all below from another value while it is true, and from being true itself. */
  readonly lock?: string;
  /** The values that are handed down, and those that they take the place of below; where none are named, each does in place of any other. */
  readonly values?: readonly HandedValue[];
}

/** A value that a group hands down when it is set. */
export interface HandedValue {
  readonly value: string | boolean;
  readonly inPlaceOf: readonly (string | boolean)[];
  /** What it is below, where that is not the same. */
  readonly below?: string | boolean;
  /** Set where nothing below can have another value while it stands. */
  readonly final?: true;
  /** Set where it is only shown below while it stands: what is below keeps a value of its own, which shows again then. */
  readonly hides?: true;
}

/** The type, bounds and annotations of one value in the YAML: JSON Schema, whose `x-` words are the rules of the diff. */
export interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: PropertySchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** A fixed set of fields: compared field by field, on those that are declared. */
  readonly properties?: { readonly [name: string]: PropertySchema };
  /** A free map: compared as a whole, so that a name that is not declared is removed. */
  readonly additionalProperties?: PropertySchema | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly PropertySchema[];
  readonly oneOf?: readonly PropertySchema[];
  /** The API never returns it: sent, not compared. */
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  /** What to write instead of a deprecated name. */
  readonly 'x-replacement'?: string;
  /** Cannot be changed in place: a change of it is a replacement. */
  readonly 'x-immutable'?: boolean;
  /** A list whose order means nothing. */
  readonly 'x-set'?: boolean;
  /**
   * A secret: written as a reference, sent, and never shown or saved, even where the API returns it. Where `decode` hands that on as a
   * `Secret`, the two are held against each other in memory; else the ledger alone tells whether it is the one that was last sent.
   */
  readonly 'x-secret'?: boolean;
  /** The name of an entry of that section, in the same scope or one above it; of groups, the path of one, which may be declared or merely live. */
  readonly 'x-ref'?: string;
  /** The names of people: of entries of these sections where they are declared, and else of whom the platform knows. In a list or a map, of all in it. */
  readonly 'x-names'?: readonly string[];
  /** The lowest tier that has it. */
  readonly 'x-tier'?: Tier;
  /** The first version in which it needs no licence any more, as major.minor. */
  readonly 'x-free-from'?: string;
  /** The lowest tier that has it in a group, where others have it in every tier. */
  readonly 'x-group-tier'?: Tier;
  /** Taken from administrators alone. */
  readonly 'x-administrator'?: boolean;
  /** The first version that has it, as major.minor. */
  readonly 'x-since'?: string;
  /** What single values of an enum need, where others are taken everywhere: by the value in its normal form. */
  readonly 'x-values'?: { readonly [value: string]: ValueNeeds };
  /** Shown by the kind's `detail` read alone, not by its list. */
  readonly 'x-detail'?: boolean;
  /** A file, relative to the file that names it, which has to be there: the kind is given it as an `Attachment`. */
  readonly 'x-file'?: boolean;
  /** IntendedGroups for this program alone, never sent: the file that a token is written to. */
  readonly 'x-local'?: boolean;
  /**
   * Says how an entry is made that is not there, counts then alone, and is no difference afterwards. An entry without it is never made, so that
   * a mistyped path stays an error; and no default gives it.
   */
  readonly 'x-making'?: boolean;
  /**
   * Brought about one way only, and why nothing takes it back, as the end of a sentence. Where it is live, null says that nothing is left to be
   * brought about: it is as declared, whatever that is.
   */
  readonly 'x-one-way'?: string;
  /** The fields with whose change the platform sets this one anew, whatever it was. */
  readonly 'x-reset-by'?: readonly string[];
  /** Worked out by the platform from other things where it is unset, and shown as if it were set: an export would pin it, and leaves it out. */
  readonly 'x-derived'?: boolean;
  /** May not exceed the same field of the group above; its enum goes from least to most. */
  readonly 'x-within-parent'?: boolean;
  /** Set where what a group has is handed down to the groups below it. */
  readonly 'x-handed-down'?: HandedDown;
  /** While it is true, nothing can be added to these sections of what stands right in it. */
  readonly 'x-bars'?: { readonly in: ScopeType; readonly sections: readonly string[] };
  /** A pattern: of a text, what it matches is what counts, and the rest is a comment. It is sent, and makes no difference. */
  readonly 'x-counts'?: string;
  /** A day, YYYY-MM-DD, from which on it is worth nothing: of an entry whose day has come, nothing is made. */
  readonly 'x-ends'?: boolean;
  /**
   * A rule by which an entry is made anew in time, as two spans (`before`, `lifetime`), and the field of the day that it renews: that is worked
   * out by the rule where a new one is made, and is no difference.
   */
  readonly 'x-renews'?: string;
  /** How a value that matches the pattern looks, as people write it: YYYY-MM-DD. */
  readonly 'x-form'?: string;
  /** What the platform sets in a new object where nothing is declared. */
  readonly 'x-default'?: Json;
  /** Other fields that have to be declared with it when it is true (or set). */
  readonly 'x-requires'?: readonly string[];
}

/** Where a value of a field is taken: since a version, and from a tier on. */
export type ValueNeeds = Pick<PropertySchema, 'x-since' | 'x-tier' | 'x-free-from'>;

/** The JSON Schema of one entry: a schema for each field of the spec, and rules between them. */
export interface EntrySchema<Spec> {
  readonly properties: { readonly [Name in keyof Required<Spec>]: PropertySchema };
  readonly required?: readonly (keyof Spec & string)[];
  /** Exactly one, or at least one, of several fields. */
  readonly oneOf?: readonly { readonly required: readonly (keyof Spec & string)[] }[];
  readonly anyOf?: readonly { readonly required: readonly (keyof Spec & string)[] }[];
}

/** What an entry of one name takes, of all the fields that its kind knows. */
export interface Variant {
  /** What a reader calls it: `slack integration`. */
  readonly title: string;
  readonly description: string;
  readonly properties: { readonly [name: string]: PropertySchema };
  readonly required: readonly string[];
}
