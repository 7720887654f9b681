import type { Made, TokenFacts, UserFacts } from '../../review-facts.ts';
import type { LiveObject } from '../../model.ts';
import type { LeftOut, PlaceScope } from './review.ts';

/** What was read for a review. */
export interface Seen {
  /** All places by their folded address: those that the review is about, those above them, and the groups that are invited. */
  readonly places: ReadonlyMap<string, Place>;
  readonly users: ReadonlyMap<number, UserFacts>;
  readonly tokens: readonly TokenFacts[];
  /** When somebody last used a token that is good no longer, by the number of the user. */
  readonly spent: ReadonlyMap<number, string>;
  readonly left: readonly LeftOut[];
  /** Whether a target means any of the places. */
  fits(target: string): boolean;
}

/** A group or project with whoever has access by what stands there. */
export interface Place {
  readonly scope: PlaceScope;
  readonly id: number;
  /** As a list of groups or projects shows it. */
  readonly live: LiveObject;
  /** Whether the review is about it; others only lend their members. */
  readonly isMeant: boolean;
  readonly members: readonly Membership[];
  /** Whoever has access by whatever way, each with the highest level; nobody where all ways are shown. */
  readonly everybody: readonly Membership[];
  readonly shares: readonly Share[];
  readonly links: readonly Link[];
  /** To whom it belongs, where it stands in somebody's own namespace. */
  readonly owner: number | undefined;
}

/** One membership. */
export interface Membership {
  readonly user: number;
  readonly level: number;
  readonly kept: number;
  readonly role: string | undefined;
  readonly ends: string | undefined;
  readonly idle: string | undefined;
  readonly directory: 'kept' | 'by-hand' | undefined;
  readonly made: Made;
}

/** A group that is invited. */
export interface Share {
  readonly group: string;
  readonly level: number;
  readonly kept: number;
  readonly role: string | undefined;
  readonly ends: string | undefined;
  readonly made: Made;
}

/** A link of an identity provider or a directory. */
export interface Link {
  readonly address: string;
  readonly level: number;
}

/** What a place is known by, whatever the letter case of its path. */
export function placeKey({ type, path }: PlaceScope): string {
  return `${type}[${path.toLowerCase()}]`;
}
