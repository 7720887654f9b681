import type { Client } from '../../api/client.ts';
import type { JsonObject, Read } from '../../model.ts';

/** What a read found: its rows, one for a read of a single object; undefined where there is nothing. */
export type Found = readonly JsonObject[] | undefined;

/** Makes every read once, whoever asks for it, and many reads of single objects from one list where that costs less. */
export interface ReadBook {
  /** What a read shows; from a row of its list where that list has been read. */
  find(read: Read): Promise<Found>;
  /** What a read shows in full, never a row of a list. */
  findWhole(read: Read): Promise<Found>;
  /** Announces reads that will be asked for, so that the cheapest way to make them can be picked. */
  expect(reads: readonly Read[]): Promise<void>;
}

/** Below this many, single reads are made without asking how long their list is. */
const FEW = 4;

export function createReadBook(client: Client): ReadBook {
  const made = new Map<string, Promise<Found>>();
  const rows = new Map<string, ReadonlyMap<string, JsonObject>>();

  const findWhole = (read: Read): Promise<Found> => {
    const name = nameOf(read);
    const before = made.get(name);
    if (before !== undefined) return before;
    const found = client.read(read).then((answer) => {
      // The list of a section is asked for once: who waits for it has it, and it is a million rows together with the others.
      if (read.pages) made.delete(name);
      return isList(answer) ? answer : answer && [answer];
    });
    made.set(name, found);
    return found;
  };

  return {
    findWhole,
    async find(read) {
      const { rowOf } = read;
      const table = rowOf && rows.get(tableName(nameOf(rowOf.list), rowOf.by));
      if (rowOf === undefined || table === undefined || made.has(nameOf(read))) return findWhole(read);
      const row = table.get(rowOf.is.toLowerCase());
      // A scope that is addressed by its number stands in no list by its path.
      if (row === undefined && /^\d+$/.test(rowOf.is)) return findWhole(read);
      return row && [row];
    },
    async expect(reads) {
      for (const [list, singles] of byList(reads)) {
        const [first] = singles;
        if (first?.rowOf === undefined || singles.length < FEW) continue;
        const { by } = first.rowOf;
        const found = await cheaperAsList(client, first.rowOf.list, singles.length);
        if (found !== undefined) rows.set(tableName(list, by), tableOf(found, by));
      }
    },
  };
}

/** The rows of a list if reading it takes no more requests than reading `singles` objects one by one. */
async function cheaperAsList(client: Client, list: Read, singles: number): Promise<readonly JsonObject[] | undefined> {
  const listing = await client.list(list);
  // The platform does not count beyond 10,000 rows, which is a hundred pages.
  const pages = listing.pages ?? 101;
  return pages - 1 <= singles ? listing.all() : undefined;
}

function byList(reads: readonly Read[]): Map<string, Read[]> {
  const lists = new Map<string, Map<string, Read>>();
  for (const read of reads) {
    if (read.rowOf === undefined) continue;
    const list = nameOf(read.rowOf.list);
    const singles = lists.get(list) ?? new Map<string, Read>();
    lists.set(list, singles.set(nameOf(read), read));
  }
  return new Map([...lists].map(([list, singles]) => [list, [...singles.values()]]));
}

function tableOf(list: readonly JsonObject[], by: string): ReadonlyMap<string, JsonObject> {
  const table = new Map<string, JsonObject>();
  for (const row of list) {
    const name = row[by];
    if (typeof name === 'string') table.set(name.toLowerCase(), row);
  }
  return table;
}

function tableName(list: string, by: string): string {
  return `${list} by ${by}`;
}

function nameOf(read: Read): string {
  const query = Object.entries(read.query ?? {}).map(([name, value]) => `${name}=${value}`);
  return `${read.path}?${query.sort().join('&')}`;
}

function isList(answer: JsonObject | readonly JsonObject[] | undefined): answer is readonly JsonObject[] {
  return Array.isArray(answer);
}
