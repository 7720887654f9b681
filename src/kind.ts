import type {
  Attributes,
  Call,
  Declared,
  Entry,
  FieldChange,
  Instance,
  LiveObject,
  Read,
  Ref,
  Scope,
  ScopeType,
  Tier,
  Value,
} from './model.ts';

/** What the tiers are called. */
export const TIER_NAMES = { free: 'Free', premium: 'Premium', ultimate: 'Ultimate' } as const;

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
  /** A secret: written as a reference, sent, and never shown, saved or compared, even where the API returns it. */
  readonly 'x-secret'?: boolean;
  /** The name of an entry of that section, in the same scope or one above it. */
  readonly 'x-ref'?: string;
  /** The lowest tier that has it. */
  readonly 'x-tier'?: Tier;
  /** The first version that has it, as major.minor. */
  readonly 'x-since'?: string;
  /** Shown by the kind's `detail` read alone, not by its list. */
  readonly 'x-detail'?: boolean;
  /** Meant for this program alone, never sent: the file that a token is written to. */
  readonly 'x-local'?: boolean;
  /** May not exceed the same field of the group above; its enum goes from least to most. */
  readonly 'x-within-parent'?: boolean;
  /** Other fields that have to be declared with it when it is true (or set). */
  readonly 'x-requires'?: readonly string[];
}

/** The JSON Schema of one entry: a schema for each field of the spec, and rules between them. */
export interface EntrySchema<Spec> {
  readonly properties: { readonly [Name in keyof Required<Spec>]: PropertySchema };
  readonly required?: readonly (keyof Spec & string)[];
  /** Exactly one, or at least one, of several fields. */
  readonly oneOf?: readonly { readonly required: readonly (keyof Spec & string)[] }[];
  readonly anyOf?: readonly { readonly required: readonly (keyof Spec & string)[] }[];
}

/** Where a resource stands, for the functions that make its calls. */
export interface Site {
  readonly scope: Scope;
  /** The scope's path below /api/v4: `/groups/platform%2Finfra`, `/projects/…`, or the empty string for the instance. */
  readonly at: string;
  readonly instance: Instance;
  /** The entry of another section that a name refers to, as it will be once the plan is done; undefined where there is none. */
  find(
    section: string,
    name: string,
  ): { readonly spec: Attributes; ref(field: string): Ref | number | string } | undefined;
}

/** What helps to say a live object in the words of the YAML. */
export interface Lookup {
  readonly scope: Scope;
  readonly instance: Instance;
  /** The name of the entry of a section that has this id; undefined where it is unknown. */
  nameOf(section: string, id: number): string | undefined;
  /** The same text, of which there is one copy however many objects show it: of a million members, the names of some thousand people. */
  readonly once: (text: string) => string;
}

/** What an update has to bring about. */
export interface Changed<Spec extends Attributes> {
  /** The names of the top-level fields that differ, or that are written only and have to be sent again. */
  readonly names: ReadonlySet<keyof Spec & string>;
  /** The declared entry; a declared object is already completed by the live fields beside the declared ones. */
  readonly entry: Declared<Spec>;
  readonly fields: readonly FieldChange[];
}

/** Something that no entry makes, and that has to be there before another can be made. */
export interface Presumed {
  /** A list that is empty, or an object that is missing, where it is not there. */
  readonly read: Read;
  /** Its name in a sentence: "user alice". */
  readonly what: string;
  readonly remedy: string;
}

/** How the entries of a section are written. */
export type Shape =
  /** One set of attributes, whose key is the empty string. */
  | { readonly type: 'single' }
  /** A map whose keys fill the field `name`; a bare scalar instead of a map of attributes fills the field `short`. A list of maps is accepted too. */
  | { readonly type: 'map'; readonly name: string; readonly short?: string }
  /** A list of maps. */
  | { readonly type: 'list' };

/** One kind of resource: the shape of its entry, what tells entries apart, how it is read, and the calls that change it. It holds facts; policy is the engine's. */
export interface Kind<Spec extends Attributes = Attributes, Live extends LiveObject = LiveObject> {
  /** The section's name in the YAML: `saml_links`. */
  readonly section: string;
  /** The name in an address: `saml_link`. */
  readonly singular: string;
  /** Where the section may stand. */
  readonly scopes: readonly ScopeType[];
  /** Set where an entry is itself a scope, so that other sections stand in it. */
  readonly hosts?: ScopeType;
  readonly shape: Shape;
  readonly schema: EntrySchema<Spec>;
  /** The lowest tier that has this kind. */
  readonly tier?: Tier;
  /** One sentence for editors and messages. */
  readonly description: string;
  /** What tells entries apart, as it stands in the address. */
  key(spec: Partial<Spec>): string;
  /** The second name of an entry, which finds a live object without the first. */
  alias?(spec: Partial<Spec>): string | undefined;
  /** Other spellings of the same thing, in the normal form that `decode` speaks. */
  normal?(spec: Partial<Spec>): Partial<Spec>;
  /** What is wrong with an entry beyond its schema; at `field`. */
  check?(
    spec: Partial<Spec>,
    scope: Scope,
  ): readonly { readonly field: string; readonly message: string; readonly remedy: string }[];
  /** The reads that show the live objects of a scope: all of them, or those of `keys` where the API has no list. */
  reads(scope: Scope, keys: readonly string[]): readonly Read[];
  /** The live objects in an answer; by default its items, or itself. */
  rows?(answer: LiveObject, read: Read): readonly LiveObject[];
  /** The read that shows what a list leaves out, where it leaves anything out; made only for what is declared or about to be removed. */
  detail?(live: Live, scope: Scope): Read | undefined;
  /** The fields of a live object that its calls and the guards look at, besides the entry that it becomes; all of them where none are named. */
  readonly keeps?: readonly (keyof Live & string)[];
  /** A live object in the words of the YAML; undefined where it does not belong to the scope (it is inherited). Every field of the spec is named, so that none is forgotten. */
  decode(live: Live, look: Lookup): Entry<Spec> | undefined;
  /** The calls of each change. An absent function is a thing the API cannot do: without `update`, a change is a replacement. */
  create?(entry: Declared<Spec>, site: Site): readonly Call[];
  /**
   * The field in the body of `create`'s only call in which the platform takes several names, separated by commas, and how many: calls
   * that differ in nothing else may go as one. Its answer need not tell what became of each.
   */
  readonly several?: { readonly field: string; readonly most: number };
  update?(live: Live, changed: Changed<Spec>, site: Site): readonly Call[];
  remove?(live: Live, site: Site): readonly Call[];
  /** What an update makes the platform forget that is not declared, and so cannot be sent again; each as a phrase: "the header X-Team". */
  loses?(live: Live, changed: Changed<Spec>): readonly string[];
  /** The calls that free the key of a live object, so that its replacement can stand before it is removed. */
  supersede?(live: Live, site: Site): readonly Call[];
  /** Where an entry may be found that has been renamed or moved, or is waiting for its deletion: other keys to read, besides its own. */
  whereabouts?(entry: Declared<Spec>): readonly string[];
  /** The read that finds what is left under another name of an entry which is not there: a group that waits for its deletion. */
  remains?(key: string): Read;
  /** The platform makes a second one of the same key without a word, so that two runs at once have to settle which one stays. */
  readonly doubles?: true;
  /** The keys that every instance has, where the API has no list of them. */
  readonly usual?: readonly string[];
  /** What stands in a new scope from the start: the creator of a group is its owner. */
  initial?(look: Lookup): readonly Live[];
  /** What has to be there for an entry to be made, where no other entry makes it. */
  presumes?(entry: Declared<Spec>): Presumed | undefined;
  /** Access that an entry gives to a user, in the platform's numbers. */
  grants?(spec: Partial<Spec>, key: string): { readonly username: string; readonly level: number } | undefined;
}

/** A kind in which field names and live objects are checked, for a list of kinds that are all alike to the engine. */
export function kind<Spec extends Attributes, Live extends LiveObject>(definition: Kind<Spec, Live>): Kind {
  // The engine hands a kind only specs that fit its schema and objects from its own reads.
  return definition;
}

/** The fields of `spec` among `names` (all that are set, without it), under the names of the API where these differ. */
export function pick<Spec extends Attributes>(
  spec: Partial<Spec>,
  names: Iterable<keyof Spec & string>,
  rename: { readonly [Name in keyof Spec]?: string } = {},
): { [name: string]: Value } {
  const picked: { [name: string]: Value } = {};
  for (const name of names) {
    const value = spec[name];
    if (value !== undefined) picked[rename[name] ?? name] = value;
  }
  return picked;
}
