import type { Diagnostic } from './base/diagnostic.ts';
import type { Place } from './base/place.ts';
import type { Secret } from './base/secret.ts';
import type { Finding, Joined, OwnSecret, Ref } from './placeholders.ts';
import type { Background, Emptying, Read, SeenAlong } from './read.ts';
import type { Reason } from './reason.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** A value of the YAML or of a request: JSON in which secrets and not yet known values have a place. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Secret
  | Ref
  | Finding
  | Joined
  | OwnSecret
  | readonly Value[]
  | { readonly [name: string]: Value };

/** The attributes of one resource in the words of the YAML. A field that is undefined is not declared, or not shown. */
export type Attributes = { readonly [name: string]: Value | undefined };

/** An object as the API returned it. */
export type LiveObject = JsonObject;

export type ScopeType = 'instance' | 'group' | 'project';

/** What a section hangs from. */
export type Scope =
  | { readonly type: 'instance' }
  | { readonly type: 'group'; readonly path: string }
  | { readonly type: 'project'; readonly path: string };

export type Tier = 'free' | 'premium' | 'ultimate';

/** One request that changes something, as data: it can be printed, saved, counted and sent. */
export interface Call {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v4, encoded; a path that begins with /api/ stands as it is. `{field}` stands for a field of the body, which goes there alone, or of this change's own earlier answer. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string | number | boolean };
  readonly body?: { readonly [name: string]: Value };
  /** A file that goes with the body, which is sent as a form then. */
  readonly attaches?: Attachment & { readonly field: string };
  /** The platform honours If-Unmodified-Since here: what was changed after it was looked at is not deleted. */
  readonly unlessModified?: boolean;
  /**
   * How much of the object the answer shows: `partial`, so that it cannot be held against what was sent; `whole`, as the kind's
   * detail does; as a list does where it is not set. It may be `another` object, whose number is not that of the entry. A `verdict` is no object: true, null where it may have been so before, false where nothing was done.
   */
  readonly answer?: 'partial' | 'whole' | 'another' | 'verdict';
  /** What the platform does in the background after it has answered: this read finds nothing once it is done, for which apply waits a while. */
  readonly until?: Read;
  /** What the platform goes on with after it has answered, and how that went: apply waits a while, and tells where it has failed. */
  readonly awaits?: Background;
  /** The list that the platform empties once it has answered, however long that takes: apply follows it to its end. */
  readonly empties?: Emptying;
  /** What it takes away, or changes, need not be there. */
  readonly mayBeMissing?: true;
  /** It is sent where the call before it has found nothing that it could change, and nowhere else. */
  readonly ifMissing?: true;
  /** A success says nothing: it is looked at again whether it is gone. */
  readonly isUnproven?: true;
  /** What it does, as a participle, where several calls make one change: `moved`. */
  readonly does?: string;
  /** The calls that take back what it has done, where a later one of its change is refused. */
  readonly takeBack?: readonly Call[];
  /** A secret that the platform shows once, in this answer: the field, and the files that it is written to before anything else happens. */
  readonly saveSecretTo?: { readonly field: string; readonly files: readonly string[] };
  /** It brings the secret of an earlier answer of its change to an entry of another section, and is no call for what the change is about. */
  readonly handsOn?: HandsOn;
}

/** A file by its path, and what is in it, as SHA-256: with anything else in it, it is another one, and is not sent. */
export interface Attachment {
  readonly file: string;
  readonly sha256: string;
}

/** Where a secret is brought: an entry by its address, the field of it that gets the secret, and how it is looked at. */
export interface HandsOn {
  readonly to: string;
  readonly field: string;
  readonly reads: readonly Read[];
  /** The field in which a look at what the change is about shows the secret, where the platform shows it at any time; else an answer does, once. */
  readonly shownIn?: string;
}

/** One declared resource, in normal form, with the places of what was written. */
export interface Declared<Spec extends Attributes = Attributes> {
  readonly key: string;
  /** A second name that finds a live object which lacks the first: the URL of a hook without a name. */
  readonly alias?: string | undefined;
  readonly spec: Partial<Spec>;
  readonly state: 'present' | 'absent';
  readonly protect: boolean;
  /** The day on which it has ended, where an undo would bring it back: it is absent since then, and what is there without such an end goes. */
  readonly endedOn?: string;
  /** The earlier key of the same resource. */
  readonly previously?: string;
  /** Set where what waits for its deletion is to be brought back; by its number, where there may be several. */
  readonly restore?: true | number;
  /** Where the entry, or one of its fields, stands. */
  place(...field: readonly (string | number)[]): Place;
  /** Where a default says a field that the entry leaves open; undefined where it says it itself. Without it no default stands behind it. */
  readonly placeInDefault?: (...field: readonly (string | number)[]) => Place | undefined;
}

/** One kind's entries in one scope. */
export interface Section {
  readonly scope: Scope;
  /** The section's name in the YAML; the list of kinds says what it means. */
  readonly name: string;
  readonly entries: readonly Declared[];
  /** Whether what is live and undeclared is to be removed. */
  readonly prune: boolean;
  /** The line that says so, where one does. */
  readonly pruneAt?: () => Place | undefined;
  /** Globs for the names of what is meant to live there undeclared: it is neither removed nor told. */
  readonly ignore?: readonly string[];
  /** The keys of what entries of other sections write here, such as the variable that a token goes to: it is theirs, neither removed nor told. */
  readonly handed?: readonly string[];
}

/** What the YAML asks for. */
export interface Desired {
  readonly sections: readonly Section[];
  /** What nothing is wanted of, and is known by its name where it is live: what an undo's apply has left. */
  readonly alsoNamed?: readonly Section[];
  readonly guards: GuardBounds;
  /** The project in which a run of apply takes a lock, so that there is one at a time. */
  readonly lock?: { readonly project: string; readonly name: string };
  /** The file that remembers, as keyed hashes, which secrets were last sent. */
  readonly ledger?: { readonly file: string };
}

/** The bounds of the guards that can be set in the YAML. */
export interface GuardBounds {
  /** How many entries of one section may be removed by one plan. */
  readonly max_removals: number;
  /** Which share of a section may be removed by one plan, in percent. */
  readonly max_removal_percent: number;
  /** How many entries may be removed by one plan in all, of sections from which these two bounds permit it. */
  readonly max_plan_removals: number;
  /** How many live entries of one section may be updated by one plan. */
  readonly max_changes: number;
  /** Which share of a section may be updated by one plan, in percent, where that is more than a handful. */
  readonly max_change_percent: number;
  /** How many human, active owners every top-level group keeps. */
  readonly min_owners: number;
}

/** A live resource in the words of the YAML. */
export interface Entry<Spec extends Attributes = Attributes> {
  readonly key: string;
  readonly alias?: string | undefined;
  readonly spec: { readonly [Name in keyof Required<Spec>]: Required<Spec>[Name] | undefined };
  /** What references to it are filled with. */
  readonly id?: number | string;
  /** Set where nothing but its id names it: its key is made of that, and declares nothing. */
  readonly nameless?: true;
  /** Why it is not to be changed or removed through its section: "a bot of an access token". */
  readonly readOnlyReason?: string;
  /** Set where the platform lets nobody remove it, though it looks like any other: it is told as undeclared, and stays. */
  readonly held?: true;
  /** Why the platform lets nobody remove it, though its fields can be changed: "a service account of this group". */
  readonly unremovable?: string;
  /** What it may be, for all that anybody is told, so that the platform would refuse to remove it: "a service account of this group". */
  readonly mayBeHeld?: string;
  /** Set where it comes from a scope above: it can be changed here, and is not to be removed. */
  readonly inherited?: true;
  /** Set where it waits for its deletion, with what is known of that: an update brings it back. */
  readonly pendingDeletion?: string;
  /** The key that it had before a replacement took its place: it only waits for its removal. */
  readonly superseded?: string;
  /** The key that it shares with another, where it is told from that by its number: "ci" for `ci#7`. */
  readonly called?: string;
  /** Set where no person stands behind it: a bot of an access token, a service account. */
  readonly robot?: true;
  /** Why it gives its access to nobody now: "blocked". */
  readonly dormant?: string;
}

/** A live entry together with what the API returned for it. */
export interface LiveEntry extends Entry {
  readonly live: LiveObject;
  /** The declared key that it was looked for under an earlier name: it is the same resource, renamed or moved. */
  readonly renamedFrom?: string;
  /** Set on a scope that does not answer under its declared path now, so that it is addressed by its number. */
  readonly elsewhere?: true;
  /** The name that it has now, by which an `ignore` keeps it, where this plan renames what it is called after, and none keeps it afterwards. */
  readonly ignoredAs?: string;
  /** Set on what has lost something by then, since other changes of this plan, by their addresses, take that out of it: of these fields. */
  readonly takenOut?: { readonly fields: readonly string[]; readonly by: readonly string[] };
  /** Set on what is not there yet: its scope is yet to be made, and will have it from the start. */
  readonly initial?: true;
}

/** The instance that is being looked at. */
export interface Instance {
  readonly url: string;
  readonly version: string;
  readonly enterprise: boolean;
  /** The platform's own time when it was first asked, as an HTTP date; the empty string where it does not tell. */
  readonly askedAt: string;
  /** The day, YYYY-MM-DD, that is looked ahead to: what ends or is due by then counts as if it were that day already. */
  readonly onDay?: string;
  /** The user whose token this is. */
  readonly me: { readonly id: number; readonly username: string; readonly admin: boolean };
}

/** Live groups, and live projects, by the section of their kind: one of each may have the same number. */
export type BySection = ReadonlyMap<string, readonly LiveEntry[]>;

/** The live state, in the words of the YAML: for each section that was looked at, by its address, what is there. */
export interface World {
  readonly instance: Instance;
  readonly sections: ReadonlyMap<string, readonly LiveEntry[]>;
  /** The sections that batches have shown, and REST has not: what is there is just what is declared, and not all of it is known. */
  readonly inBatches?: ReadonlySet<string>;
  /** The sections that were not read, since no event tells of a change: they are as an earlier look has read them. All of them are in `inBatches`. */
  readonly believed?: ReadonlySet<string>;
  /** What nobody declares, in the groups that others are moved to, by section: their paths and names are taken. */
  readonly beside?: BySection;
  /** What an interrupted move has left under a name of its way, and no entry finishes, by section. */
  readonly halfMoved?: BySection;
  /** The addresses of groups, or of projects, that take each other's paths; nobody can see from outside whether that was done before. */
  readonly swaps?: readonly (readonly string[])[];
}

/** A change that an earlier run left unfinished at a moment, and that was found to be as it was to be since. */
export interface Settled {
  readonly address: string;
  readonly at: string;
  /** The change of this plan that is left to do of it: the removal of what it has replaced. */
  readonly once?: string;
}

export type Action = 'create' | 'update' | 'replace' | 'delete';

/** One field of a change; a secret shows as `(secret)`. */
export interface FieldChange {
  readonly path: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  /** Where what it will be stands, where that is no part of the entry: a default says so. */
  readonly place?: Place;
}

/** What happens to one resource, why, and the calls that do it. */
export interface Change {
  readonly address: string;
  readonly action: Action;
  readonly reason: Reason;
  readonly fields: readonly FieldChange[];
  readonly calls: readonly Call[];
  /** The addresses of the changes that must be done before this one. */
  readonly needs: readonly string[];
  readonly place?: Place | undefined;
  /** What it gives or takes of people's access beside what its fields tell: by a move into another group. */
  readonly access?: 'gives' | 'takes' | 'changes';
  /** The declared fields whose secrets the calls carry, for the ledger. */
  readonly sends?: { readonly [field: string]: Value };
  /** What this change was computed from, so that a saved plan can find out whether it still holds. */
  readonly seen: Seen;
}

/** The live fields that a change was computed from, and how to read them again. */
export interface Seen {
  readonly reads: readonly Read[];
  /** The key of the live entry among what the reads show; where there is none, that of the one to come. */
  readonly key: string;
  /** The number of the live entry: its calls have it, and another one may bear its name or stand at its path later. */
  readonly id?: number | string;
  /** The fields that count; all of them where the whole entry is to go. */
  readonly fields?: readonly string[];
  readonly hash: string;
  /** The number of the group or project that it was seen in, where it is addressed by its path: another one may stand there later. */
  readonly within?: number;
  /** What the change names, such as a role, by the numbers that its calls have: another one may bear that name later. */
  readonly names?: readonly NamedAs[];
  /** The number of the thing that it makes, where the platform had it already in another scope, and the plan has told so. */
  readonly thing?: number | string;
  /** What goes along with what is removed, by the lists that show it and the numbers in them: what comes there later was told to nobody. */
  readonly along?: readonly SeenAlong[];
}

/** An entry of a section by its name, and the number that it had. */
export interface NamedAs {
  readonly section: string;
  readonly name: string;
  readonly id: number;
}

/**
 * One call that does the work of several changes, because the platform takes their names as a list. What it does not bring about is
 * left to the change's own call. The addresses are those of two or more changes of one section, each with a call of its own.
 */
export type JointCall = { readonly call: Call; readonly addresses: readonly string[] };

/** A reason not to apply a plan; it holds until the user waives its guard for one run. */
export interface Refusal {
  readonly guard: string;
  /** One sentence without its full stop. */
  readonly message: string;
  readonly addresses: readonly string[];
  /** What to do where no flag helps, since GitLab would refuse it as well. */
  readonly instead?: string;
}

/** What a saved plan has to hold so that its guards can be weighed again on what is live when it is applied. */
export interface GuardBasis {
  readonly bounds: GuardBounds;
  /** The guards that were waived when it was made. */
  readonly waived: readonly string[];
  /** The sections that they look at. */
  readonly looks: readonly GuardLook[];
  /** Where it shows whether the token's own user stays an owner of what the plan moves. */
  readonly keptOwnership?: readonly KeptOwnership[];
}

/**
 * Where it shows whether the token's own user is an owner of what a move has taken elsewhere, by the numbers of groups: `own` are those that
 * move, in which a membership of its own would do, and `whole` is the first one above that stays where it is, in which all access counts.
 * `project` is that of a project that moves, in which one of its own would do as well.
 */
export type KeptOwnership = {
  readonly address: string;
  readonly own: readonly number[];
  readonly whole?: number;
  readonly project?: number;
};

/** A section to be read again for the guards. */
export interface GuardLook {
  readonly section: string;
  /** The number of its group or project, which may be called otherwise by then; none for the instance. */
  readonly at?: number;
  /** Whom the configuration names there, in a group at the top. */
  readonly declared?: readonly string[];
  /** Of groups or projects themselves, which no list of the section shows: those that were looked at. */
  readonly among?: readonly { readonly key: string; readonly id: number }[];
}

/** What stands in a section that nobody declared, and that is left alone. */
export interface Unmanaged {
  readonly section: string;
  readonly count: number;
  readonly entries?: readonly UndeclaredEntry[];
}

/** Something live that nobody declared, with what tells most of it: the level of a member. */
export interface UndeclaredEntry {
  readonly address: string;
  readonly id?: number | string;
  readonly fields?: readonly { readonly path: string; readonly from: Json }[];
}

/** Who touched a resource last, by username, and when (ISO 8601), as the audit log tells. */
export interface Touch {
  readonly author: string;
  readonly at: string;
  /** Set where the last that the log tells is its making: changes since may have left nothing there. */
  readonly made?: true;
  /** Where several of its fields differ: each of them, with who touched it. */
  readonly fields?: readonly FieldTouch[];
}

/** Who touched one field last; of nobody where no event tells. */
export interface FieldTouch extends Partial<Pick<Touch, 'author' | 'at'>> {
  readonly field: string;
}

/** How many of the declared sections were read, and how many were believed to be as they were. */
export interface LookedAt {
  readonly read: number;
  readonly believed: number;
  /** When the first of what was believed was read (ISO 8601). */
  readonly since?: string;
  /** Why everything was read, where it was. */
  readonly why?: string;
}

/** What is to be made anew within some days, and is not due yet: its day, and that on which what is there ends. */
export interface DueSoon {
  readonly within: number;
  readonly entries: readonly { readonly address: string; readonly due: string; readonly ends: string }[];
}

/** What apply would do, as plain data. */
export interface Plan {
  readonly target: { readonly url: string; readonly version: string };
  /** The day to come (YYYY-MM-DD) that it was made for, to look ahead: nobody applies it. */
  readonly at?: string;
  readonly changes: readonly Change[];
  /** Calls that are sent in place of those of several changes. */
  readonly joint?: readonly JointCall[];
  /** Changes of other shards that changes of this one wait for: they are not sent from here. */
  readonly awaited?: readonly Change[];
  readonly unchanged: number;
  /** What it was made from, where an earlier look was to spare some of the reading. */
  readonly look?: LookedAt;
  /** Live and undeclared entries of additive sections, by the address of the section. */
  readonly unmanaged: readonly Unmanaged[];
  /** The addresses of what nobody declared in pruned sections and what stays all the same: the access of the token's own user. */
  readonly spared?: readonly string[];
  /** The same of additive sections: for who watches for drift, and in no plan file. */
  readonly ownAccess?: readonly string[];
  /** What will be due, where it was asked for: for who watches for drift, and in no plan file. */
  readonly dueSoon?: DueSoon;
  /** Declared values that the API does not return, so that nobody can say whether they are as declared. */
  readonly unverifiable: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** What earlier runs left unfinished and needs no change any more: where the plan is applied, the journal forgets it. */
  readonly settled?: readonly Settled[];
  /** Why it is not to be applied as it is. */
  readonly refusals?: readonly Refusal[];
  /** What guards would say against it that were waived when it was made. */
  readonly permitted?: readonly Refusal[];
  /** What its guards were weighed by, for the day on which it is applied from a file. */
  readonly guards?: GuardBasis;
  readonly lock?: Desired['lock'];
  readonly ledger?: Desired['ledger'];
  /** The globs of the addresses that it is for, where it is not for all: nothing else was compared. */
  readonly targets?: readonly string[];
  /** Set where an undo says what is wanted, and no repository. */
  readonly undoes?: true;
  /** Which part of the configuration it is for, where it was planned in parts. */
  readonly shard?: {
    readonly index: number;
    readonly of: number;
    /** What tells the configuration that it is a part of from others. */
    readonly configuration: string;
  };
}
