import type { Read } from './read.ts';

/** What entries are that are people: one of them is the user whose token this is, and others keep the instance and its groups in hand. */
export interface People<Spec> {
  /** Whether somebody may sign in. */
  isActive(spec: Partial<Spec>): boolean;
  /** Whether somebody is an administrator. */
  isAdministrator(spec: Partial<Spec>): boolean;
  /** The list of the people who are administrators and may sign in. */
  readonly administrators?: Read;
  /** What no two people share, so that somebody is known by it whatever they are called: the field, and the list of those who may have a value. */
  readonly knownBy?: { readonly field: keyof Spec & string; find(value: string): Read };
  /** The lists of what somebody has who is to go: groups and projects of others with the access there, and what goes along. */
  belongings(id: number): { readonly memberships: Read; readonly goesAlong: Read };
}
