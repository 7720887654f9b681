import type { LiveEntry } from '../../model.ts';

/** The live group that a declared one is, and how it comes to its path: it stands there, goes along with the one above, is moved or restored. */
export interface Match {
  readonly live: LiveEntry;
  readonly how: 'stays' | 'moves' | 'restored';
}
