import type { Admission, Grant } from './admission.ts';
import type { Secret } from './base/secret.ts';
import type { Batches, LookUps } from './batches.ts';
import type { EntrySchema, Variant } from './field-schema.ts';
import type { HoldersOf } from './holders.ts';
import type { Coming } from './coming.ts';
import type { EventNames } from './event-names.ts';
import type { Inheritance } from './inheritance.ts';
import type {
  Attributes,
  Call,
  Declared,
  Entry,
  FieldChange,
  Instance,
  LiveObject,
  Scope,
  ScopeType,
  Tier,
  Value,
} from './model.ts';
import type { People } from './people.ts';
import type { Ref } from './placeholders.ts';
import type { Read } from './read.ts';
import type { Shown } from './shown.ts';
import type { HandedOn } from './sinks.ts';
import type { Ties } from './ties.ts';

export type { EntrySchema, HandedDown, PropertySchema, ValueNeeds, Variant } from './field-schema.ts';

/** What the tiers are called. */
export const TIER_NAMES = { free: 'Free', premium: 'Premium', ultimate: 'Ultimate' } as const;

/** Where a resource stands, for the functions that make its calls. */
export interface CallContext {
  readonly scope: Scope;
  /** The scope's path below /api/v4: `/groups/platform%2Finfra`, `/projects/…`, or the empty string for the instance. */
  readonly at: string;
  readonly instance: Instance;
  /** The entry of another section that a name refers to, or of one in this scope and the groups above, as it will be once the plan is done; undefined where there is none. */
  find(
    section: string,
    name: string,
  ): { readonly spec: Attributes; ref(field: string): Ref | number | string } | undefined;
}

/** The attributes of an entry of another section, by its name; undefined where it is unknown. */
export type Find = (section: string, name: string) => Attributes | undefined;

/** What a new value closes: the ways to sign in, or the token's own way. */
export interface LockOut {
  readonly path: string;
  readonly closes: 'sign-in' | 'token';
  /** Why the next run could not undo it, as the end of a sentence. */
  readonly why: string;
  /** The scope of a token to which it stays open. */
  readonly unless?: { readonly scope: string };
  /** Set where administrators get through all the same. */
  readonly sparesAdministrators?: true;
}

/** What helps to say a live object in the words of the YAML. */
export interface DecodeContext {
  readonly scope: Scope;
  readonly instance: Instance;
  /** The name of the entry of a section that has this id; undefined where it is unknown. */
  nameOf(section: string, id: number): string | undefined;
  /** The same text, of which there is one copy however many objects show it: of a million members, the names of some thousand people. */
  readonly intern: (text: string) => string;
}

/** What an update has to bring about. */
export interface Changed<Spec extends Attributes> {
  /** The names of the top-level fields that differ, or that are written only and have to be sent again. */
  readonly names: ReadonlySet<keyof Spec & string>;
  /** The declared entry; a declared object is already completed by the live fields beside the declared ones. */
  readonly entry: Declared<Spec>;
  readonly fields: readonly FieldChange[];
}

/**
 * What is wrong with an entry; at `field`, and for want of the fields `missing`. What is wrong only `whenSent` keeps no entry from
 * being declared as it is live: it is refused where a change would send it. What is wrong only `whenMade` is wanted of a new one, and a change
 * of what is there goes without it. What is `idle` has no effect beside the rest: nothing is lost where it is left out.
 */
export interface Fault {
  readonly field: string;
  readonly message: string;
  readonly remedy: string;
  readonly missing?: readonly string[];
  readonly whenSent?: true;
  readonly whenMade?: true;
  readonly idle?: true;
}

/** What the engine asks of a kind whose entries can be renamed and moved. */
export interface Moves<Live> {
  /** The read that finds what a run has left on its way, when it was interrupted between the calls of one move. */
  readonly halfway: Read;
  /** Whether something has been left on its way to this key: its name says so, so that it is taken for nothing else. */
  isHalfway(live: Live, key: string): boolean;
  /** Whether something has been left on its way, wherever that was to lead. */
  isAside(live: Live): boolean;
  /** Whether the last part of a path is one that a move gives this one for its way. */
  isWayName(segment: string, live: Live): boolean;
  /** Set where the path that something had leads to it until another one takes that path, so that it tells where it has gone. */
  readonly leadsOn?: true;
  /** Whether what has been left on its way, wherever it stands by now, had a path that ended as this key does. */
  mayHaveBeen(live: Live, key: string): boolean;
  /** What it was called before its way, in its own last segment or its name, to be told. */
  calledBefore(live: Live): string;
  /** The path under which it is live, with whatever the platform or a move has put to it. */
  pathOf(live: Live): string;
  /** The id of what it stands in; undefined at the top. */
  parentOf(live: Live): number | undefined;
  /**
   * What no two things below one parent (or at the top) may share, of an entry with these attributes at this path: a word, and what it is. The word that
   * is `identity.namespace` is of one list with those of other kinds.
   */
  slots(spec: Attributes, path: string, atTheTop: boolean): readonly string[];
  /** Whether what is deleted keeps its slots on an instance until it is gone for good, which nothing waits for. */
  keepsPath?(instance: Instance): boolean;
  /** What follows the path where it is not declared and would be in the way: a name that was made of the old one. */
  following(live: Live, key: string): Attributes;
  /** The read of all that stands in something. */
  inside(id: number): Read;
  /** Takes something out of the way on its way to a key: the calls, and what is live after them. */
  stepAside(
    live: Live,
    key: string,
    name: string | undefined,
  ): { readonly calls: readonly Call[]; readonly live: Live };
}

/** How the entries of a section are written. */
export type Shape =
  /** One set of attributes, whose key is the empty string. With `create` it need not be there; without, it always is. */
  | { readonly type: 'single' }
  /**
   * A map whose keys fill the field `name`; a bare scalar instead of a map of attributes fills the field `short`. A list of maps is accepted
   * too. Where a name alone does not tell entries apart, there may be `several` in a list under it.
   */
  | { readonly type: 'map'; readonly name: string; readonly short?: string; readonly several?: true }
  /** A list of maps. */
  | { readonly type: 'list' };

/** What tells the entries of a kind apart. */
export interface Identity<Spec> {
  /** How the platform compares the names of two of them: `folded` where letter case makes no difference. */
  readonly names: 'exact' | 'folded';
  /** What tells entries apart, as it stands in the address. */
  key(spec: Partial<Spec>): string;
  /**
   * Set where names at the top stand in one list with those of other kinds that say the same: users and groups (POST /users, POST /groups,
   * 18.9). It is what a name is called in that list, and in `Moves.slots`.
   */
  readonly namespace?: string;
  /** Set where the number of an entry is that of whom or what it names, so that one which is made anew has the same. */
  readonly numberOfAnother?: true;
  /** Set where an entry can be given another key in place: `previously` says which one it had. */
  readonly renames?: true;
  /** The second name of an entry, which finds a live object without the first. */
  alias?(spec: Partial<Spec>): string | undefined;
  /** Other spellings of the same thing, in the normal form that `decode` speaks. */
  normal?(spec: Partial<Spec>): Partial<Spec>;
  /**
   * Set where one thing of the platform may stand in several scopes: what tells it from others, and the fields that it has in all of them
   * alike. Two entries of one thing are made one after the other, and may not differ in these.
   */
  readonly shared?: Shared<Spec>;
}

/** One thing of the platform that may stand in several scopes. */
export interface Shared<Spec> {
  of(spec: Partial<Spec>): string | undefined;
  readonly fields: readonly (keyof Spec & string)[];
  /** The list of those that making one may come upon, in whatever scope, as far as the token's own user is shown them. */
  everywhere(me: Instance['me']): Read;
  /** The paths of all the scopes that have one, where its row of that list tells. */
  places(live: LiveObject): readonly string[] | undefined;
}

/** What is wrong with an entry beyond its schema. */
export interface Rules<Spec> {
  check?(spec: Partial<Spec>, scope: Scope): readonly Fault[];
  /** What is wrong with the values of its secrets, as far as they are at hand: `textOf` knows those. No message says what they are. */
  checkSecrets?(spec: Partial<Spec>, textOf: (secret: Secret) => string | undefined): readonly Fault[];
  /** Why nothing can be found under a key by which an entry is said to have gone before. */
  checkFormer?(key: string): readonly Fault[];
  /** What is refused of an entry that is made, or that was `before` until now, though it stays where it is live: a rule for new values alone. */
  checkNew?(spec: Partial<Spec>, before: Partial<Spec> | undefined): readonly Fault[];
  /** What is refused of an entry that is made, or made anew, by what is live or declared around it: a lock of the group above. */
  checkPlaced?(spec: Partial<Spec>, site: CallContext): readonly Fault[];
  /** What is wrong with an entry beside the others that its section declares present. */
  checkBeside?(spec: Partial<Spec>, others: readonly Partial<Spec>[]): readonly Fault[];
}

/** How the live objects of a kind are read, whose fields have these names. */
export interface Reads<Live, Field extends string, Spec = Attributes> {
  /** The reads that show the live objects of a scope: all of them, or those of `keys` where the API has no list. */
  all(scope: Scope, keys: readonly string[]): readonly Read[];
  /** The list of all, where `all` shows those of `keys` alone: read in its place where what nobody declares counts. */
  whole?(scope: Scope): Read;
  /** The same of many scopes at once, by GraphQL. */
  readonly batches?: Batches<Spec, Live>;
  /**
   * Set where these are the lists of the people whom entries name, and who these may be: "a service account of its own". Of nobody else
   * anything is known, so that nothing here is ever pruned.
   */
  ofNamed?(scope: Scope): string;
  /** The read that shows one by its number, whatever it is called, where no list that is read anyway shows all there are. */
  numbered?(id: number): Read;
  /** The live objects in an answer; by default its items, or itself. */
  rows?(answer: LiveObject, read: Read): readonly LiveObject[];
  /** The live objects that a whole list tells of, be it an empty one, where none of its rows is one. */
  listed?(list: readonly LiveObject[], read: Read): readonly LiveObject[];
  /** The read that shows what a list leaves out, where it leaves anything out; made only for what is declared or about to be removed, or may not belong here. */
  detail?(live: Live, scope: Scope): Read | undefined;
  /** The reads that tell by name what a live object shows by its number alone, such as users, or whose it is: what each shows (of `pages` all of it), or null, stands in its field `named`. The answer to a call has none. */
  named?(live: Live, instance: Instance): { readonly [name: string]: Read };
  /** Whether a row of a scope's list may be that of a scope above it, which the detail alone tells. */
  mayBeInherited?(scope: Scope): boolean;
  /** The list of those that the platform lets nobody remove from a scope, though their rows look like any other, and what they are; none where it has none. */
  heldFrom?(scope: Scope, instance: Instance): { readonly list: Read; readonly what: string } | undefined;
  /**
   * The list of those among them who are no people, and what they are, where their rows do not tell this caller: nobody declares or removes
   * them here. None where the rows do. Asked where what nobody declares counts.
   */
  robots?(instance: Instance): { readonly list: Read; readonly what: string } | undefined;
  /** The fields of a live object that its calls and the guards look at, besides the entry that it becomes; all of them where none are named. */
  readonly retainedFields?: readonly Field[];
  /** Set where one of these may be the very token that asks: `decode` tells it as read-only then, whoever made the plan. */
  readonly tellsOwnToken?: true;
  /** What of these the platform leaves out of what it shows to who is no administrator: "shares with groups that its user may not see". */
  readonly hides?: string;
  /** Whether an instance has such a section in a scope at all, as far as that shows without asking. */
  offered?(scope: Scope, instance: Instance): boolean;
  /** The lowest tier that shows them: a lower one refuses the read, or answers that there are none. Other kinds show their own absence alike in each. */
  readonly tier?: Tier;
  /** The keys that every instance has, where the API has no list of them. */
  readonly wellKnownKeys?: readonly string[];
  /** What stands in a new scope from the start: the creator of a group is its owner. */
  initial?(look: DecodeContext): readonly Live[];
  /** The section whose entries keep one of this kind from being removed, and how many of them the platform counts: in all scopes there are. */
  readonly holdersOf?: HoldersOf<Live>;
}

/** The calls that change entries. An absent function is a thing the API cannot do: without `update`, a change is a replacement. */
export interface Calls<Spec extends Attributes, Live> {
  /** What the answers to these calls show, so that any other proves nothing. */
  readonly shown?: Shown;
  create?(entry: Declared<Spec>, site: CallContext): readonly Call[];
  update?(live: Live, changed: Changed<Spec>, site: CallContext): readonly Call[];
  remove?(live: Live, site: CallContext): readonly Call[];
  /**
   * What may come by itself, under this key, with a group or project that is yet to be made: it is taken away where it is declared absent.
   * Without a key it is what a pruned section would not keep of that.
   */
  comes?(key: string | undefined, site: CallContext): Coming | undefined;
  /** The calls that free the key of a live object, so that its replacement can stand before it is removed. */
  supersede?(live: Live, site: CallContext): readonly Call[];
  /** Set where two of one key may stand side by side: a replacement is made before what it replaces goes, by calls of one change. */
  readonly beside?: true;
  /**
   * The field in the body of `create`'s only call in which the platform takes several names, separated by commas, and how many: calls
   * that differ in nothing else may go as one. Its answer need not tell what became of each.
   */
  readonly batch?: { readonly field: string; readonly most: number };
  /** The settings that a new entry takes what is not declared of it from, as they are at that moment: it is made once they are as declared. */
  readonly takesFrom?: { readonly section: string; readonly fields: readonly string[] };
  /** What to do where a call is refused with this status, where the kind knows: turn a feature flag on. */
  refused?(call: Call, status: number): string | undefined;
  /** What a new entry of this key is made with where nothing else is declared. */
  otherwise?(key: string): Partial<Spec>;
  /** How what calls look up one by one, such as users, is found many at once, and told where it is missing. */
  readonly lookUps?: LookUps;
  /** What an update makes the platform forget that is not declared, and so cannot be sent again; each as a phrase: "the header X-Team". */
  sideEffects?(live: Live, changed: Changed<Spec>): readonly string[];
}

/** A list of what goes with something that is deleted. */
export interface Contents {
  /** The word for one of them: "subgroup". */
  readonly what: string;
  readonly read: Read;
  /** The field that shows the path of each, where it can leave before. */
  readonly path?: string;
}

/** One list of what stands in something and keeps it from a lower value of a field. */
export interface Bounded {
  readonly kind: ScopeType;
  readonly read: Read;
  /** The field that shows the path of each. */
  readonly path: string;
  /** The field that is set on those that do not count. */
  readonly unless?: string;
}

/** Entries that are themselves scopes, so that other sections stand in them: groups and projects. */
export interface Host<Live> {
  /** The fields that tell most of one that nobody declared. */
  readonly tells?: readonly string[];
  readonly type: ScopeType;
  /** Set where an entry can be renamed and moved, with all that is in it. */
  readonly moves?: Moves<Live>;
  /** The read that finds what is left under another name of an entry which is not there: what waits for its deletion, and can be restored. */
  findPendingDeletion?(key: string): Read;
  /** What is deleted waits until it is gone for good: in every tier since that version, and from that tier on before. */
  readonly waits?: {
    /** The setting of the instance that says for how many days. */
    readonly setting: { readonly section: string; readonly field: string };
    readonly everywhereSince: string;
    readonly before: Tier;
  };
  /** Why an entry does not hold what it was to begin with, where the platform shows that it could not be made so. */
  inVain?(live: Live): string | undefined;
  /** The list of those whose names or paths are like this, the likeliest first. */
  findNamed?(name: string): Read;
  /** The list of those that stand in nothing. */
  readonly atTheTop?: Read;
  /** The read whose `exists` tells whether a path is taken, also by what the caller cannot see; `parent` is the number of the group above. */
  taken?(path: string, parent: number | undefined): Read;
  /** The lists that tell what is in something that is to be deleted. */
  contents?(live: Live): readonly Contents[];
  /** The lists of what stands right in something and has this value of an `x-within-parent` field, so that it cannot go below. */
  bounded?(live: Live, field: string, value: Value): readonly Bounded[];
}

/** The access that entries give and take, which the guards weigh. */
export interface AccessGiven<Spec, Live> {
  /** The access that an entry gives; `find` knows the entries of other sections that it refers to. Asked of every member there is. */
  grants?(spec: Partial<Spec>, key: string, find: Find): Grant;
  /** The fields that an entry leaves to what it refers to, as they will be by that: the level, which its role stands on. */
  follows?(spec: Partial<Spec>, find: Find): Attributes;
  /** The list that has a user in it only where that is a person who may sign in: an entry does not tell it of everybody. Read by guards alone. */
  person?(username: string): Read;
  /** The reads that show what access one user has in a scope: by an entry of its own there, and by all that counts there. Read by guards alone. */
  ownershipReads?(userId: number, scope: Scope): { readonly own: Read; readonly total: Read };
  /** The group whose members have the access that a live entry gives, each no more than there: that which a share invites. Read by guards alone. */
  lentTo?(live: Live): Scope;
  /** The list of all who have access in a scope, by an entry there, by one above it or by a share, and the platform's number of what each has. */
  readonly everybody?: {
    read(scope: Scope): Read;
    level(live: Live): number;
    /** The list of the projects that a group is invited to with those who inherit access to it; `path` is the field that shows theirs. */
    invitedTo(scope: Scope): { readonly read: Read; readonly path: string };
  };
  /** Which of the new values could keep this token's user out, so that the next run could not undo this one; `after` is the entry as it will be. */
  locksOut?(fields: readonly FieldChange[], after: Attributes): readonly LockOut[];
  /** The fields whose new values let everybody read something, signed in or not, who could not; of the entry as it was and as it will be. */
  opens?(fields: readonly FieldChange[], before: Attributes, after: Attributes): readonly string[];
}

/** Who did what, as the platform remembers it. */
export interface History<Live> {
  /** How audit events tell who made, changed or removed an entry. */
  readonly events?: EventNames;
  /** The id of the user who made a live object, as its detail shows it. Without it nothing proves that a run has made what it finds. */
  maker?(live: Live): number | undefined;
  /** When a live object was made, as an ISO time: what was made long after a call, or before it, is not of that call. */
  madeAt?(live: Live): string | undefined;
  /** How it shows that a user has made a live object that does not say so itself, and in which others are going to be made. */
  madeBy?(live: Live, userId: number): { readonly read: Read; proves(answer: LiveObject): boolean };
  /** The platform makes a second one of the same key without a word, so that two runs at once have to settle which one stays. */
  readonly allowsDuplicateKeys?: true;
}

/** How far ahead the instance lets something end, which its settings tell. */
export interface LatestEnd {
  /** The field of the day. */
  readonly field: string;
  readonly read: Read;
  /** The settings that it hangs from. */
  readonly settings: readonly string[];
  /** In days: what is refused for sure, and what is unless the instance has more switched on than any setting tells; undefined for any day. */
  days(settings: LiveObject): { readonly most: number; readonly usual: number } | undefined;
}

/**
 * One kind of resource: the shape of its entry, what tells entries apart, how it is read, and the calls that change it. It holds facts;
 * policy is the engine's. A simple kind has the members up to `calls`, and needs no other.
 */
export interface Kind<Spec extends Attributes = Attributes, Live extends LiveObject = LiveObject> {
  /** The section's name in the YAML: `saml_links`. */
  readonly section: string;
  /** The name in an address: `saml_link`. */
  readonly singular: string;
  /** One sentence for editors and messages. */
  readonly description: string;
  /** Where the section may stand. */
  readonly scopes: readonly ScopeType[];
  /** The lowest tier that has this kind. */
  readonly tier?: Tier;
  readonly shape: Shape;
  readonly schema: EntrySchema<Spec>;
  /** The fields of the entries of some names, for a map in which the name says which fields there are. */
  readonly variants?: ReadonlyMap<string, Variant>;
  readonly identity: Identity<Spec>;
  readonly reads: Reads<Live, keyof Live & string, Spec>;
  /**
   * A live object in the words of the YAML; undefined where it does not belong to the scope (it is inherited). Every field of the spec is
   * named, so that none is forgotten. A text that may be a secret though GitLab shows it is a `Secret`: compared, and never shown, saved,
   * hashed or exported.
   */
  decode(live: Live, look: DecodeContext): Entry<Spec> | undefined;
  readonly calls: Calls<Spec, Live>;
  readonly rules?: Rules<Spec>;
  /** The entries of other sections that get the secret which the platform shows when one of these is made. */
  handsOn?(spec: Partial<Spec>): readonly HandedOn[];
  /**
   * Set where the platform shows that secret at any time. `decode` tells those that are live, as a list of `Secret`s in the field that says where
   * one goes: any will do, and it is brought to what holds none. Where there is none, an update of that field makes one.
   */
  readonly showsHandedOn?: true;
  readonly history?: History<Live>;
  readonly access?: AccessGiven<Spec, Live>;
  readonly admits?: Admission;
  readonly inheritance?: Inheritance<Spec>;
  readonly host?: Host<Live>;
  readonly people?: People<Spec>;
  readonly latestEnd?: LatestEnd;
  /** What entries have of others in their scope, and lose with them. */
  readonly ties?: Ties<Spec>;
}

/** A kind in which field names and live objects are checked, for a list of kinds that are all alike to the engine. */
export function kind<Spec extends Attributes, Live extends LiveObject>(definition: Kind<Spec, Live>): Kind {
  // The engine hands a kind only specs that fit its schema and objects from its own reads.
  return definition;
}

/** The field that the key of an entry in a map fills; undefined where there is none. */
export function nameField({ shape }: Pick<Kind, 'shape'>): string | undefined {
  return shape.type === 'map' ? shape.name : undefined;
}

/** What a key is compared by: for a kind whose names fold, `Alice` and `alice` are one. */
export function identity({ identity: { names } }: Pick<Kind, 'identity'>, key: string): string {
  return names === 'folded' ? key.toLowerCase() : key;
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
