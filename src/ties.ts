import type { Attributes, Instance, LiveEntry, LiveObject } from './model.ts';

/** What an entry names of another section of its scope. */
export interface Tie {
  readonly section: string;
  /** Its key; undefined where it is named by the platform's number. */
  readonly key?: string;
  readonly id?: number;
  /** What it has to be for that: a deploy key that may push. */
  readonly as?: Attributes;
  /** The field of the entry in which it stands, and what it is called there. */
  readonly field: string;
  readonly what: string;
}

/** One that goes: named under the key that it will have by then. */
export type Gone = Pick<LiveEntry, 'key' | 'id' | 'renamedFrom'>;

/** An entry as the platform leaves it when another one of its scope has gone, and the fields that lose something by that. */
export interface Left {
  readonly live: LiveObject;
  readonly spec: Attributes;
  readonly fields: readonly string[];
}

/** What the entries of a kind have of others in their scope, and lose with them without a word: whom a protected branch lets through. */
export interface Ties<Spec> {
  /** The sections with whose entries something is lost on an instance. */
  sections(instance: Instance): readonly string[];
  /** What an entry names of others, whether it would lose that or not. */
  named(spec: Partial<Spec>): readonly Tie[];
  /** The entry without what it loses with one that goes; undefined where it loses nothing. */
  without(entry: Pick<LiveEntry, 'live' | 'spec'>, section: string, gone: Gone): Left | undefined;
}

/** Whether something names an entry. */
export function isTiedTo(tie: Tie, section: string, { key, renamedFrom, id }: Gone): boolean {
  if (tie.section !== section) return false;
  return tie.key === undefined ? tie.id === id : tie.key.toLowerCase() === (renamedFrom ?? key).toLowerCase();
}
