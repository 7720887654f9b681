import type { Action, ScopeType, Tier } from '../../../src/model.ts';

/** A part of a document as it stands in the YAML, before it is parsed: plain data, with secrets as references. */
export type Written = null | boolean | number | string | readonly Written[] | { readonly [name: string]: Written };

/** A pair of sections that differ in exactly one entry: both are applied to a platform, and what happens is looked at. */
export interface KindExample {
  /** Where the section stands; the test puts it into a group or project that exists. */
  readonly scope: ScopeType;
  readonly section: string;
  /** The section as written, with as many of the kind's options as make sense. */
  readonly before: Written;
  /** What the page of reference shows in place of it, where it has days that are counted from today. */
  readonly shown?: Written;
  /** The same section with one entry changed. */
  readonly after: Written;
  /** How many changes lead from one to the other, beside the removal of what has been replaced. */
  readonly changes: number;
  readonly action: Action;
  /** Other parts of the same document: `{ instance: { member_roles: … } }`. */
  readonly needs?: { readonly [part: string]: Written };
  /** The lowest tier that has all of it, where the schema does not say so. */
  readonly tier?: Tier;
  /** The first version that has all of it, where the schema does not say so. */
  readonly since?: string;
  /** The usernames that must exist. */
  readonly users?: readonly string[];
  /** The storages that must be configured, and how many snippets lie on each. */
  readonly snippets?: { readonly [storage: string]: number };
}
