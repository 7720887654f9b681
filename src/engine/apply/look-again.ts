import type { Client } from '../../api/client.ts';
import { scopePath } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Instance, LiveEntry, Read } from '../../model.ts';
import { partsOf, type AddressParts } from '../address-parts.ts';
import { propertyOf, type Kinds } from '../kinds.ts';
import { createLookup } from '../observe/lookup.ts';
import { createReadBook, type ReadBook } from '../observe/read-book.ts';
import { seenHash } from '../plan/seen.ts';
import { showsChange } from './accepted.ts';
import type { Agreement } from './agreement.ts';
import { nameReferences } from './name-references.ts';

/** How a change stands when its resource is looked at again. */
export interface Standing {
  /** The live entries that have its key, or had it when the change was planned. */
  readonly entries: readonly LiveEntry[];
  /** Whether all is as when the change was planned. */
  readonly asSeen: boolean;
  /** Whether all is as the change would have it; `unseen` where nothing contradicts it, and a secret may differ. */
  readonly asWanted: Agreement;
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
    const parts = partsOf(change.address, kinds);
    return standingOf(change, await entriesOf(change, parts, book, instance, kinds), parts);
  };
}

function standingOf(change: Change, entries: readonly LiveEntry[], parts: AddressParts): Standing {
  const [only, ...more] = entries;
  const leftover = only !== undefined && isOwnLeftover(change, parts);
  const asSeen = more.length === 0 && (leftover || seenHash(only, change.seen.fields) === change.seen.hash);
  if (change.action === 'delete') {
    return { entries, asSeen, asWanted: entries.every(({ leaving }) => leaving !== undefined) ? 'agrees' : 'differs' };
  }
  const alone = only !== undefined && more.length === 0 && only.leaving === undefined;
  return { entries, asSeen, asWanted: alone ? showsChange(change, parts.kind, only.spec) : 'differs' };
}

/** What a plan puts behind the key of what a replacement takes the place of. */
const LEFTOVER = ' (replaced)';

/** What a replacement has taken the place of has another name by now than when the plan was made, and is the same all the same. */
function isOwnLeftover(change: Change, { kind }: AddressParts): boolean {
  return change.action === 'delete' && kind.supersede !== undefined && change.seen.key.endsWith(LEFTOVER);
}

async function entriesOf(
  change: Change,
  parts: AddressParts,
  book: ReadBook,
  instance: Instance,
  kinds: Kinds,
): Promise<LiveEntry[]> {
  const { kind, scope, key } = parts;
  const look = namesMatter(change, kind)
    ? await nameReferences(kind, scope, instance, kinds, book)
    : createLookup(scope, instance, new Map());
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
    .filter(
      (entry) =>
        isRemovedBy(change, entry, parts, instance) || (!entry.superseded && wanted.has(entry.key.toLowerCase())),
    );
}

/** Whether names of other entries tell how a change stands: what is to be new is held against what it refers to, and nothing else. */
function namesMatter({ action, fields }: Change, kind: Kind): boolean {
  return (
    action !== 'create' || fields.some(({ path, to }) => propertyOf(kind, path)?.['x-ref'] && (to ?? null) !== null)
  );
}

/** Whether a change removes exactly this, whatever it is called by now: its calls have its number. */
function isRemovedBy(change: Change, entry: LiveEntry, { kind, scope }: AddressParts, instance: Instance): boolean {
  if (change.action !== 'delete') return false;
  const site = { scope, at: scopePath(scope), instance, find: () => undefined };
  const paths = (kind.remove?.(entry.live, site) ?? []).map(({ path }) => path);
  return paths.join() === change.calls.map(({ path }) => path).join();
}
