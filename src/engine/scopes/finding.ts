import type { Declared, LiveEntry } from '../../model.ts';

/** What is to be said of an entry, beside what it is matched with. */
export type Finding =
  /** Both ends of a move are there, so that nothing is moved; `owner` is the entry that what stands at the old path has of its own. */
  | {
      readonly type: 'both';
      readonly entry: Declared;
      readonly here: LiveEntry;
      readonly there: LiveEntry;
      readonly owner?: Declared;
    }
  /** It is the very group that was to come there: so says the user, or what an earlier run wrote down. */
  | { readonly type: 'arrived'; readonly entry: Declared; readonly here: LiveEntry }
  /** It stands where it is declared, and nothing where it was. */
  | { readonly type: 'done'; readonly entry: Declared }
  /** There is nothing at either end. */
  | { readonly type: 'nowhere'; readonly entry: Declared }
  /** It is not there, and the path at which it is said to have been leads to where somebody has taken that by hand. */
  | { readonly type: 'led-on'; readonly entry: Declared; readonly there: LiveEntry }
  /** Several things may be what it was. */
  | { readonly type: 'ambiguous'; readonly entry: Declared; readonly candidates: readonly LiveEntry[] }
  /** Another entry claims what it was. */
  | { readonly type: 'claimed'; readonly entry: Declared; readonly live: LiveEntry; readonly by: string }
  /** Nothing waits for its deletion that it asks to restore; `left` are those that wait under other numbers than the one it names. */
  | { readonly type: 'nothing-left'; readonly entry: Declared; readonly left: readonly LiveEntry[] }
  /** It asks to be restored, and is there. */
  | { readonly type: 'there-already'; readonly entry: Declared; readonly here: LiveEntry }
  /** It is made anew, and what had its path waits for its deletion. */
  | { readonly type: 'leftover'; readonly entry: Declared; readonly left: readonly LiveEntry[] };
