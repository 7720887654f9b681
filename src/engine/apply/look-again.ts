import type { Client } from '../../api/client.ts';
import type { Change, Instance, LiveEntry, Read } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { createLookup } from '../observe/lookup.ts';
import { createReadBook, type ReadBook } from '../observe/read-book.ts';
import { seenHash } from '../plan/seen.ts';
import { showsChange } from './accepted.ts';

/** How a change stands when its resource is looked at again. */
export interface Standing {
  /** The live entries that have its key, or had it when the change was planned. */
  readonly entries: readonly LiveEntry[];
  /** Whether all is as when the change was planned. */
  readonly asSeen: boolean;
  /** Whether all is as the change would have it. */
  readonly asWanted: boolean;
}

/** Looks at the resource of a change as it is now. Throws ApiError. */
export type LookAgain = (change: Change) => Promise<Standing>;

/** What was read serves the changes of the same section for `freshFor` milliseconds; with 0 it is read anew for each. */
export function createLookAgain(client: Client, instance: Instance, kinds: Kinds, freshFor: number): LookAgain {
  let book: ReadBook = createReadBook(client);
  let openedAt = performance.now();
  return async (change) => {
    if (performance.now() - openedAt >= freshFor) {
      book = createReadBook(client);
      openedAt = performance.now();
    }
    return standingOf(change, await entriesOf(change, book, instance, kinds), kinds);
  };
}

function standingOf(change: Change, entries: readonly LiveEntry[], kinds: Kinds): Standing {
  const [only, ...more] = entries;
  const asSeen = more.length === 0 && seenHash(only, change.seen.fields) === change.seen.hash;
  const { kind } = partsOf(change.address, kinds);
  const asWanted =
    change.action === 'delete'
      ? entries.every(({ leaving }) => leaving !== undefined)
      : only !== undefined && more.length === 0 && only.leaving === undefined && showsChange(change, kind, only.spec);
  return { entries, asSeen, asWanted };
}

async function entriesOf(change: Change, book: ReadBook, instance: Instance, kinds: Kinds): Promise<LiveEntry[]> {
  const { kind, scope, key } = partsOf(change.address, kinds);
  const look = createLookup(scope, instance, new Map());
  const wanted = new Set([key.toLowerCase(), change.seen.key.toLowerCase()]);
  const answers = await Promise.all(
    change.seen.reads.map(async (read: Read) => {
      const found = (await book.findWhole({ ...read, mayBeMissing: true })) ?? [];
      return kind.rows === undefined ? found : found.flatMap((row) => kind.rows?.(row, read) ?? []);
    }),
  );
  return answers
    .flat()
    .flatMap((live) => {
      const entry = kind.decode(live, look);
      return entry === undefined ? [] : [{ ...entry, live }];
    })
    .filter((entry) => wanted.has(entry.key.toLowerCase()) && entry.superseded !== true);
}
