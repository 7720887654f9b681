import type { LiveObject, Scope } from './model.ts';
import type { Read } from './read.ts';

/** Who keeps something from being removed, as the platform counts them. */
export interface HoldersOf<Live> {
  readonly section: string;
  read(scope: Scope): Read;
  /** Undefined where the answer does not say. */
  count(answer: LiveObject, id: number | string | undefined): number | undefined;
  /** What else may have one, forgets it without a word when it goes, and is listed nowhere: "shares of groups and projects". */
  readonly untold?: string;
  /** The list of what may hold one back as well, and does not show whether it has it; by its name in a sentence: "invitation". */
  readonly perhaps?: {
    readonly what: string;
    read(scope: Scope): Read;
    mayHold(row: LiveObject, live: Live): boolean;
  };
}
