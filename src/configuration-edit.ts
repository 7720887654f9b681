import type { Place } from './base/place.ts';
import type { Attributes, Scope, Value } from './model.ts';

/** A value in an entry that is to be as it is live; undefined where a name of a free map is not there. */
export interface LiveValue {
  readonly path: readonly [field: string, ...inside: string[]];
  readonly from: Value | undefined;
  readonly value: Value | undefined;
}

/** What an edit of the configuration is about: an entry, by its scope, section and key. */
export interface EditedEntry {
  readonly scope: Scope;
  readonly section: string;
  readonly key: string;
  readonly address: string;
  /** Where it is declared; undefined where it is not. */
  readonly place?: Place | undefined;
}

/**
 * A change of what the configuration says of one entry, as data: some of its values are others; it is there, with these attributes, though
 * nothing declares it or an entry says that it is absent; it is not there; or, of a group, it is no longer to be removed.
 */
export type ConfigurationEdit = EditedEntry &
  (
    | { readonly does: 'set'; readonly values: readonly LiveValue[] }
    | { readonly does: 'add'; readonly spec: Attributes }
    | { readonly does: 'remove' }
    | { readonly does: 'keep' }
  );
