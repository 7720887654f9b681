import type { JsonObject } from '../../model.ts';

/** A change that an earlier run began and did not finish. */
export interface Unfinished {
  readonly address: string;
  /** The call that was under way, or the last one that was sent. */
  readonly method: string;
  readonly path: string;
  readonly at: string;
  /** Whether the platform refused it, so that it is known to have done nothing. */
  readonly refused: boolean;
  /** Set where that was its only call, and can have left no value behind that no read shows: it is as if nothing had been tried. */
  readonly madeNothing?: true;
  /** Set where every call of it was refused: none has made or set anything, as far as reads can show. */
  readonly onlyRefused?: true;
  /** Whether it was to bring what is live to this address from another. */
  readonly moves: boolean;
  /** Whether a secret may have been made that nobody has: its answer was lost before the secret was kept. */
  readonly secretLost: boolean;
  /** Its calls whose answers hold a secret. */
  readonly makings?: readonly Making[];
  /** The numbers of what it was to replace: where one of them stands beside what was made, it is what was to go. */
  readonly replaces?: readonly (number | string)[];
  /** The number of what it has made last, as an answer has shown it. */
  readonly made?: number | string;
  /** What it was to take along of that, though nobody declares it. */
  readonly keeps?: JsonObject;
}

/** A call that was to make something, and whose answer holds the secret of that. */
export interface Making {
  readonly at: string;
  /** The same by the platform's clock, where that is another. */
  readonly there?: string;
  /** The files that the secret was to go to, and whether something was written to each since, or the run has gone on from there. */
  readonly sinks: readonly string[];
  readonly isKept: boolean;
  /** Set where the answer said no: nothing was made, unless something before the platform has said that of what was done. */
  readonly isRefused?: true;
  /** The numbers of what stood there right before; undefined where nobody knows. */
  readonly before?: readonly (number | string)[];
  /** The number of what it has made, as its answer has shown it. */
  readonly made?: number | string;
}
