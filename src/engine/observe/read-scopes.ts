import { INSTANCE } from '../../address.ts';
import type { Kind, Moves } from '../../kind.ts';
import { parallel } from '../../base/parallel.ts';
import type { Declared, Instance, LiveEntry, LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import { decoded } from './decoded.ts';
import { createDecodeContext } from './decode-context.ts';
import type { Found, ReadCache } from './read-cache.ts';
import { liveTree, type KnownTree, type Unread } from '../scopes/live-tree.ts';
import { matchScopes } from '../scopes/match-scopes.ts';
import type { Around, Matching } from '../scopes/matching.ts';
import type { IntendedGroups } from '../scopes/intended-groups.ts';

const AT_A_TIME = 256;

/** Reads live scopes as they are asked for. */
export interface ScopeReader {
  readonly instance: Instance;
  readonly known: KnownTree;
  /** What is live at a path. */
  at(path: string): Promise<LiveEntry | undefined>;
  /** What a path leads to, be it its own or one that it had before. */
  ledTo(path: string): Promise<LiveEntry | undefined>;
  readonly rows: (read: Read) => Promise<readonly LiveEntry[]>;
  /** What a read shows that is about something else: the events of one of them. */
  readonly raw: (read: Read) => Promise<Found>;
}

/** A reader of the entries of one hosting kind. */
export function scopeReader(kind: Kind, cache: ReadCache, instance: Instance): ScopeReader {
  const known: KnownTree = { paths: new Map(), leftovers: new Map(), halfway: undefined };
  const decodeContext = createDecodeContext(INSTANCE, instance, new Map());
  const rows = async (read: Read): Promise<LiveEntry[]> => {
    const found = await cache.find(read);
    return found === undefined ? [] : decoded(kind, found, decodeContext);
  };
  return {
    ...{ instance, known, rows },
    raw: (read) => cache.find(read),
    async at(path) {
      const found = await Promise.all(kind.reads.all(INSTANCE, [path]).map(rows));
      const live = found.flat().find(({ key }) => key.toLowerCase() === path.toLowerCase());
      // What waits for its deletion is led to from its old path, and does not stand there.
      const isLedTo = kind.host?.moves?.leadsOn === true && live?.pendingDeletion !== undefined;
      known.paths.set(path.toLowerCase(), isLedTo ? undefined : live);
      return live;
    },
    async ledTo(path) {
      const found = await Promise.all(kind.reads.all(INSTANCE, [path]).map((read) => cache.findWhole(read)));
      return decoded(
        kind,
        found.flatMap((shown) => shown ?? []),
        decodeContext,
      )[0];
    },
  };
}

/** What kept a path from being read. */
export type Unreadable = (error: unknown, path: string) => void;

/** Matches declared groups with live ones, and reads whatever that takes. */
export async function readMatching(
  kind: Kind,
  moves: Moves<LiveObject>,
  declared: readonly Declared[],
  reader: ScopeReader,
  unreadable: Unreadable,
  intended: IntendedGroups,
  around: Around | undefined,
): Promise<Matching> {
  for (;;) {
    const { tree, unread } = liveTree(reader.known, ({ live }, key) => moves.isHalfway(live, key));
    const matching = matchScopes(declared, tree, ({ live }) => moves.pathOf(live), intended, around);
    const missing = unread();
    // What nobody has looked at is taken for missing: what else is asked for because of that is asked for too early.
    if (missing.paths.size > 0) await readPaths(missing.paths, reader, unreadable);
    else if (missing.halfway) reader.known.halfway = await reader.rows(moves.halfway);
    else if (missing.leftovers.size > 0) await readLeftovers(kind, missing.leftovers, reader, unreadable);
    else return matching;
  }
}

async function readPaths(paths: Unread['paths'], reader: ScopeReader, unreadable: Unreadable): Promise<void> {
  await parallel([...paths], AT_A_TIME, async (path) => {
    try {
      await reader.at(path);
    } catch (error) {
      unreadable(error, path);
      reader.known.paths.set(path.toLowerCase(), undefined);
      // It is told once that this cannot be looked at.
      reader.known.leftovers.set(path.toLowerCase(), []);
    }
  });
}

async function readLeftovers(
  kind: Kind,
  paths: Unread['leftovers'],
  { known, rows }: ScopeReader,
  unreadable: Unreadable,
): Promise<void> {
  await parallel([...paths], AT_A_TIME, async (path) => {
    const left = await (
      kind.host?.findPendingDeletion === undefined ? Promise.resolve([]) : rows(kind.host.findPendingDeletion(path))
    ).catch((error: unknown) => {
      unreadable(error, path);
      return [];
    });
    const fitting = left.filter(
      ({ key, pendingDeletion }) => pendingDeletion !== undefined && key.toLowerCase() === path.toLowerCase(),
    );
    known.leftovers.set(path.toLowerCase(), fitting);
  });
}
