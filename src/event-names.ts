import type { JsonObject, LiveObject, ScopeType } from './model.ts';

/** By which names and targets the platform's audit events tell of a kind; what leaves no event has no name here (18.9). */
export interface EventNames {
  /** The types that a target may have. */
  readonly targets: readonly string[];
  readonly made: readonly string[];
  readonly removed: readonly string[];
  /** Those of a change of one field. */
  readonly changed: (field: string) => readonly string[];
  /** Whether an event of a change is one of this field, where its name does not say so: what it tells from and to. */
  readonly isOf?: (details: JsonObject, field: string) => boolean;
  /** Whether an event of this name tells of a change, of whatever field; without it no change leaves any. */
  readonly isChange?: (name: string) => boolean;
  /** What the events are filed under where it is not the scope. */
  readonly filedUnder?: string;
  /**
   * Where events call entries by less than their key, so that several of a scope are told alike: by what of a key, which field of what is live
   * that is, and in which scopes. Of several that are told alike nobody knows which an event is about.
   */
  readonly alike?: {
    readonly of: (key: string) => string;
    readonly field: string;
    readonly scopes: readonly ScopeType[];
  };
  /** Whether the words of an event name an entry, where its target is the scope. */
  readonly mentions?: (message: string, key: string) => boolean;
  /**
   * Where a section changes by nothing that leaves no event, whoever changes it, so that it may be taken for what it was until there is one:
   * the types of scope, and which groups or projects are no such place after all. Without it a section is read every time.
   */
  readonly complete?: { readonly scopes: readonly ScopeType[]; readonly isUntold?: (host: LiveObject) => boolean };
}
