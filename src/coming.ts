import type { Call } from './model.ts';

/** What may come with a new group or project by itself, for all that anybody knows before that is made. */
export interface Coming {
  readonly key: string;
  /** Set where nobody can tell its name before: its key is none that anything has, and what `ignore` names may be it. */
  readonly nameless?: true;
  /** Where it comes from, as a clause: "a new project comes with that of its group, where there is one". */
  readonly because: string;
  /** The call that takes it away; that it has not come is fine. */
  readonly remove: Call;
}
