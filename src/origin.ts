import type { Place } from './base/place.ts';
import type { Attributes, Scope } from './model.ts';

/** One place that speaks of an entry: where it is written itself, or a default that holds for its scope. */
export interface Layer {
  /** The pattern of the default; undefined where the entry itself is written. */
  readonly pattern?: string;
  /** What is written there, in full form; undefined where the pattern fits and says nothing of the entry. */
  readonly fields: Attributes | undefined;
  /** Where it stands, or one of its fields. */
  place(...field: readonly (string | number)[]): Place;
}

/** What a configuration says of one entry, and of what nobody declares beside it. */
export interface Origin {
  /** All that speaks of it, what counts most first: a later one is heard only on what those before it leave open. */
  readonly layers: readonly Layer[];
  /** Whether its section is written in its scope, be it in a default: else nothing of it is looked at. */
  readonly isWritten: boolean;
  /** The line by which what nobody declares is removed from the section. */
  readonly prune?: Place;
  /** The globs of what is left alone in the section, each with its line. */
  readonly ignore: readonly { readonly glob: string; readonly place: Place }[];
}

/** Where what is declared of an entry comes from. */
export type Origins = (scope: Scope, section: string, key: string) => Origin;
