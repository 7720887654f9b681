/** What an entry means for those of other scopes and sections. */
export interface Inheritance<Spec> {
  /** Whether an entry takes over what the nearest group above, or the instance, has under its key. */
  fromAbove?(spec: Partial<Spec>): boolean;
  /** The field that says so: any other change of an entry that takes over turns it off. */
  readonly saidBy?: keyof Spec & string;
  /** Set where what inherits an entry of a group, in the groups and projects below it, changes and goes with it without a call of its own. */
  readonly handsDown?: true;
  /** The sections of the same scope in which nothing can be added or removed by hand while an entry of this kind is there. */
  readonly seals?: readonly string[];
}
