import type { Client } from '../api/client.ts';
import type { Change, Instance, LiveEntry, Plan, Read } from '../model.ts';
import { partsOf } from './address-parts.ts';
import type { Kinds } from './kinds.ts';
import { createLookup } from './observe/lookup.ts';
import { seenHash } from './plan/seen.ts';
import { createReadBook, type ReadBook } from './observe/read-book.ts';

/** The changes of a saved plan whose live fields are no longer as they were when it was made. */
export async function staleChanges(
  plan: Plan,
  client: Client,
  instance: Instance,
  kinds: Kinds,
): Promise<readonly Change[]> {
  const book = createReadBook(client);
  const fresh = await Promise.all(plan.changes.map((change) => isFresh(change, book, instance, kinds)));
  return plan.changes.filter((_, index) => !fresh[index]);
}

async function isFresh(change: Change, book: ReadBook, instance: Instance, kinds: Kinds): Promise<boolean> {
  const { key, fields, hash, reads } = change.seen;
  const live = await liveEntry(change, reads, key, book, instance, kinds);
  return seenHash(live, fields) === hash;
}

async function liveEntry(
  change: Change,
  reads: readonly Read[],
  key: string,
  book: ReadBook,
  instance: Instance,
  kinds: Kinds,
): Promise<LiveEntry | undefined> {
  const { kind, scope } = partsOf(change.address, kinds);
  const look = createLookup(scope, instance, new Map());
  const answers = await Promise.all(
    reads.map(async (read) => {
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
    .find((entry) => entry.key.toLowerCase() === key.toLowerCase());
}
