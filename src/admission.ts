import type { Value } from './model.ts';

/** The access that an entry gives, before time and the state of its user are looked at. */
export interface Grant {
  /** The user; undefined where an identity provider says who it is. */
  readonly username: string | undefined;
  /** The platform's number: the base of its role, which wins over a level beside it; undefined where it is unknown. */
  readonly level: number | undefined;
  /** The day from which on it gives nothing, YYYY-MM-DD; null for none. */
  readonly ends: string | null;
  /** The field that says another level than the role does, where one stands beside it. */
  readonly contradicted?: string;
}

/** Whom an entry lets do something, beside the people to whom `access` grants it: who has a token or a key, who may push, who may look. */
export interface Admission {
  /** What there being one does: a token lets somebody in, and a protection keeps people out. */
  readonly there?: 'lets-in' | 'keeps-out';
  /** The fields by which more or fewer are let in, each with what makes it wider. */
  readonly wider: { readonly [field: string]: Width };
  /** Those of these fields that decide who may come in: that fewer may takes nothing from who is in. */
  readonly entrance?: ReadonlySet<string>;
}

/** What makes a field let in more than before. */
export type Width =
  /** Its values from the narrowest to the widest; others of it change that some other way. */
  | readonly Value[]
  /** A list, or a text with commas, each part of which lets somebody in or keeps somebody out; `none` is set where an empty one binds nobody. */
  | { readonly each: 'lets-in' | 'keeps-out'; readonly none?: 'lets-all-in' };
