import type { Read } from './read.ts';

/** What entries are that are people: one of them is the user whose token this is, and others keep the instance and its groups in hand. */
export interface People<Spec> {
  /** Whether somebody may sign in. */
  isActive(spec: Partial<Spec>): boolean;
  /** Whether somebody is an administrator. */
  isAdministrator(spec: Partial<Spec>): boolean;
  /** The fields that decide together what somebody may do on the instance. */
  readonly rights: readonly (keyof Spec & string)[];
  /** The list of the people who are administrators and may sign in. */
  readonly administrators?: Read;
  /**
   * The field with the address that only one of them can have, so that somebody is known by it whatever they are called; the list of those who have
   * one, be it as a second address, and that of somebody's other addresses. What was somebody's address before a change stays a second one of theirs, and
   * is free for nobody.
   */
  readonly address?: { readonly field: keyof Spec & string; holders(address: string): Read; others(id: number): Read };
  /** The lists of what somebody has who is to go: groups and projects of others with the access there, and what goes along. */
  belongings(id: number): {
    readonly memberships: Read;
    readonly goesAlong: { readonly what: string; readonly read: Read };
  };
}
