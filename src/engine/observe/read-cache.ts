import { isList } from '../../base/shape.ts';
import { ApiError, isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { DecodeContext } from '../../kind.ts';
import type { JsonObject } from '../../model.ts';
import { listOf, type Read } from '../../read.ts';
import { chooseStrategy, type ReadStrategy } from './read-strategy.ts';

/** What a read found: its rows, one for a read of a single object; undefined where there is nothing. */
export type Found = readonly JsonObject[] | undefined;

/** A read that has been made. */
interface Made {
  found: Promise<Found> | undefined;
}

/** Makes every read once, whoever asks for it, and many reads of single objects from lists where that costs less. */
export interface ReadCache {
  /** What a read shows; from a row of its list where that list has been read. */
  find(read: Read): Promise<Found>;
  /** One copy of a text that many answers show. */
  readonly intern: DecodeContext['intern'];
  /** What a read shows in full, never a row of a list. */
  findWhole(read: Read): Promise<Found>;
  /** The rows of a list that has been read whole for the reads of single objects; undefined where it has not. */
  readonly rowsOf: (list: Read) => readonly JsonObject[] | undefined;
  /** Announces reads that will be asked for, picks the cheapest way to make them, and says how many requests that will take. */
  weigh(reads: readonly Read[]): Promise<number>;
  /** Makes the announced reads in the way that was picked. */
  expect(reads: readonly Read[]): Promise<void>;
}

/** The read of what one looks for by name, by the name that it had before; undefined where nobody says that it had another. */
export type Formerly = (read: Read) => Read | undefined;

export function createReadCache(client: Client, formerly: Formerly = () => undefined): ReadCache {
  const made = new Map<string, Made>();
  const ways = new Map<string, Promise<ReadStrategy>>();
  const rows = new Map<string, ReadonlyMap<string, JsonObject>>();
  const wholes = new Map<string, readonly JsonObject[]>();

  const texts = new Map<string, string>();
  const once: DecodeContext['intern'] = (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };

  const findWhole = (read: Read): Promise<Found> => (read.of === undefined ? findOnce(read) : findOf(read, read.of));

  const findOf = async (read: Read, of: Read): Promise<Found> => {
    const owner = await onlyOne(of);
    const before = owner === undefined ? formerly(of) : undefined;
    const id = (owner ?? (before && (await onlyOne(before))))?.['id'];
    return typeof id === 'number' ? findOnce(listOf(read, id)) : undefined;
  };

  /** Of several that answer to a name nobody knows which is meant. */
  const onlyOne = async (read: Read): Promise<JsonObject | undefined> => {
    const [only, ...more] = (await find(read)) ?? [];
    return more.length > 0 ? undefined : only;
  };

  const findOnce = (read: Read): Promise<Found> => {
    const name = nameOf(read);
    const before = made.get(name)?.found;
    if (before !== undefined) return before;
    const found = readOrElse(client, read).then((answer) => {
      if (read.pages) letGo(name);
      return isList(answer) ? answer : answer && [answer];
    });
    made.set(name, { found });
    return found;
  };

  /** The list of a section is asked for once: who waits for it has it, and it is a million rows together with the others. */
  const letGo = (name: string): void => {
    const read = made.get(name);
    made.delete(name);
    // The table of a map that was made anew stays until old memory is swept, and so would all the answers that it refers to.
    if (read !== undefined) read.found = undefined;
  };

  const wayOf = (list: string, singles: readonly Read[]): Promise<ReadStrategy> => {
    const known = ways.get(list);
    if (known !== undefined) return known;
    const way = chooseStrategy(client, singles);
    ways.set(list, way);
    return way;
  };

  const find = async (read: Read): Promise<Found> => {
    const { rowOf } = read;
    if (rowOf === undefined || made.has(nameOf(read))) return findWhole(read);
    const { by } = rowOf;
    const whole = rows.get(tableName(nameOf(rowOf.list), by));
    const table = whole ?? (rowOf.within && rows.get(tableName(nameOf(rowOf.within), by)));
    if (table === undefined) return findWhole(read);
    const row = table.get(rowOf.is.toLowerCase());
    // A scope that is addressed by its number stands in no list by its path.
    if (row === undefined && /^\d+$/.test(rowOf.is)) return findWhole(read);
    return row && [row];
  };

  return {
    intern: once,
    findWhole,
    rowsOf: (list) => wholes.get(nameOf(list)),
    find,
    async weigh(reads) {
      const listed = [...byList(reads)];
      const chosen = await Promise.all(listed.map(([list, singles]) => wayOf(list, singles)));
      const others = new Set(reads.filter(({ rowOf }) => rowOf === undefined).map(nameOf));
      return others.size + chosen.reduce((sum, { requests }) => sum + requests, 0);
    },
    async expect(reads) {
      for (const [list, singles] of byList(reads)) {
        const { by } = singles[0]?.rowOf ?? {};
        const way = await wayOf(list, singles);
        const found = await Promise.all(way.lists.map(async ({ read, all }) => ({ read, found: await all() })));
        for (const one of found) {
          if (one.found === undefined) continue;
          wholes.set(nameOf(one.read), one.found);
          if (by !== undefined) rows.set(tableName(nameOf(one.read), by), tableOf(one.found, by));
        }
      }
    },
  };
}

/** What is for other callers may be told elsewhere: a role, which administrators alone read by REST. */
async function readOrElse(client: Client, read: Read): ReturnType<Client['read']> {
  try {
    return await client.read(read);
  } catch (error) {
    const isForOthers = error instanceof ApiError && error.code === 'forbidden';
    if (!isForOthers || read.otherwise === undefined) throw error;
    // Where it is told nowhere, the first refusal says why.
    return client.read(read.otherwise).catch((other: unknown) => {
      throw isRefused(other) ? error : other;
    });
  }
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

function nameOf({ path, query, of }: Read): string {
  const words = Object.entries(query ?? {}).map(([name, value]) => `${name}=${value}`);
  const whose = of === undefined ? '' : ` of ${nameOf(of)}`;
  return `${path}${query === undefined ? '' : `?${words.sort().join('&')}`}${whose}`;
}
