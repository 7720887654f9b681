import type { Scope } from '../../model.ts';
import type { UserFacts } from '../../review-facts.ts';

/** A group or project in which somebody may do something. */
export type PlaceScope = Exclude<Scope, { readonly type: 'instance' }>;

/** Who may do what where, and what could not be read of it. */
export interface Review {
  readonly target: { readonly url: string; readonly version: string };
  /** The day that it holds for, YYYY-MM-DD. */
  readonly day: string;
  /** What it is about, where that is not the whole instance. */
  readonly targets: readonly string[];
  readonly people: readonly Person[];
  /** What was looked at. */
  readonly places: readonly PlaceScope[];
  /** How many groups and projects that is. */
  readonly looked: { readonly groups: number; readonly projects: number };
  readonly left: readonly LeftOut[];
}

/** Somebody, with all that they may do, and their tokens. */
export interface Person extends UserFacts {
  readonly access: readonly Held[];
  readonly tokens: readonly Token[];
  /** When a token was used that is good no longer, where that is asked for. */
  readonly spentUse?: string;
}

/** What somebody may do in a place, with the ways that begin there; it holds in all that is in the place. */
export interface Held {
  readonly place: PlaceScope;
  /** The highest level that counts there now, what is inherited included; 0 where nothing does. */
  readonly level: number;
  readonly ways: readonly Way[];
  /** The highest of what comes from above, and from where. */
  readonly inherited?: { readonly level: number; readonly from: string };
}

/** One way by which somebody has access. */
export interface Way {
  /** `hidden`: it is told that somebody has access, and not by what, such as a share of a group that the caller may not see. */
  readonly through: 'direct' | 'lent' | 'namespace' | 'hidden';
  /** What counts now: 0 where it has ended, or nobody can use it. */
  readonly level: number;
  /** The level as it is kept. */
  readonly kept: number;
  readonly role?: string;
  /** The share, and the group in which the membership stands by which it is somebody's. */
  readonly share?: { readonly group: string; readonly most: number; readonly member: string };
  /** Set where a directory keeps the membership: at its own level, or at one that was set by hand. */
  readonly directory?: 'kept' | 'by-hand';
  /** The links of a provider that may have given it: they make nobody a member before they sign in, and leave no trace on whom they did. */
  readonly links?: readonly string[];
  /** When it was made (ISO 8601), and by whom. */
  readonly since?: string;
  readonly by?: string;
  readonly ends?: string;
  /** Why it gives nothing now. */
  readonly idle?: string;
}

/** A token that is good. */
export interface Token {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created: string;
  /** How many days it is there. */
  readonly age: number;
  readonly ends: string | null;
  readonly lastUsed: string | null;
  /** Whose token it is, where it is not that of a person. */
  readonly place?: PlaceScope;
}

/** A part of a review that nobody could read, or of which only some was. */
export type Part =
  | 'people'
  | 'activity'
  | 'groups'
  | 'projects'
  | 'memberships'
  | 'everybody'
  | 'invited-groups'
  | 'seats'
  | 'personal-tokens'
  | 'tokens'
  | 'events'
  | 'roles'
  | 'hidden-groups';

/** What was left out, where, and why. */
export interface LeftOut {
  readonly part: Part;
  /** `administrator`: it is told to those alone; `refused`: with this status; `owner`: only what the token's user may see of it is shown. */
  readonly because: 'administrator' | 'refused' | 'owner';
  readonly status?: number;
  /** The addresses of the places, where it is not left out of all. */
  readonly places?: readonly string[];
}

/** What may have more people in it, or more that they may do. */
const HIDING: ReadonlySet<Part> = new Set(['groups', 'projects', 'memberships', 'everybody', 'invited-groups']);

/** Whether something was left out that may hide people or access: that nobody was found says nothing then. */
export function mayHidePeople({ left }: Pick<Review, 'left'>): boolean {
  return left.some(({ part }) => HIDING.has(part));
}
