import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, LiveEntry } from '../../model.ts';
import type { Around } from '../scopes/matching.ts';
import type { EndsAt } from './left-behind.ts';
import type { Above } from './parents.ts';
import type { ScopeReader } from './read-scopes.ts';

/** What was found of the declared groups, or projects. */
export interface Seen {
  /** By the declared key. */
  readonly live: ReadonlyMap<string, LiveEntry>;
  /** What is not declared, and has something made or moved in it. */
  readonly parents: readonly LiveEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly unseen: readonly string[];
  readonly around: Around;
  readonly endsAt?: EndsAt;
  readonly beside: readonly LiveEntry[];
  readonly halfMoved: readonly LiveEntry[];
  readonly swaps: readonly (readonly string[])[];
}

/** A way to find them. */
export type Find = (
  kind: Kind,
  entries: readonly Declared[],
  around: Around,
  reader: ScopeReader,
  above: Above | undefined,
  /** The live groups that were found before. */
  groups: readonly LiveEntry[],
) => Promise<Seen>;
