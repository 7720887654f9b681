import { ApiError } from '../../api/api-error.ts';
import type { Client, Listing } from '../../api/client.ts';
import type { JsonObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import { pagesOf } from '../../base/page-count.ts';

/** The cheapest way to make many reads of single objects: what is in none of its lists is read by itself. */
export interface ReadStrategy {
  /** How many requests it takes in all, those included that were made to find out. */
  readonly requests: number;
  readonly lists: readonly {
    readonly read: Read;
    /** The rows of the list; undefined where the platform does not give all of them. */
    readonly all: () => Promise<readonly JsonObject[] | undefined>;
  }[];
}

/** Below this many, single reads are made without asking how long their list is. */
const FEW = 4;
/** The platform does not count beyond 10,000 rows, which is a hundred pages. */
const BEYOND_COUNT = 101;

/** Weighs the reads one by one, the whole list, and the lists of the trees that they stand in; each list tells with its first page how long it is. */
export async function chooseStrategy(client: Client, singles: readonly Read[]): Promise<ReadStrategy> {
  const list = singles[0]?.rowOf?.list;
  if (list === undefined || singles.length < FEW) return { requests: singles.length, lists: [] };
  const trees = byTree(singles);
  const least = trees.reduce((sum, tree) => sum + Math.min(tree.length, leastOf(tree)), 0);
  // A handful of trees of an instance of unknown size: its list would be asked for in vain.
  const whole = await client.list(list);
  const pages = whole.pages ?? BEYOND_COUNT;
  const asList: ReadStrategy = { requests: pages, lists: [{ read: list, all: () => allOf(whole) }] };
  const oneByOne: ReadStrategy = { requests: singles.length + 1, lists: [] };
  const best = pages - 1 <= singles.length ? asList : oneByOne;
  if (least + 1 >= best.requests) return best;
  const byTrees = await weighTrees(client, trees);
  return byTrees.requests + 1 < best.requests ? { ...byTrees, requests: byTrees.requests + 1 } : best;
}

async function weighTrees(client: Client, trees: readonly (readonly Read[])[]): Promise<ReadStrategy> {
  const ways = await Promise.all(trees.map((tree) => weighTree(client, tree)));
  return {
    requests: ways.reduce((sum, { requests }) => sum + requests, 0),
    lists: ways.flatMap(({ lists }) => lists),
  };
}

async function weighTree(client: Client, tree: readonly Read[]): Promise<ReadStrategy> {
  const within = tree[0]?.rowOf?.within;
  const oneByOne: ReadStrategy = { requests: tree.length, lists: [] };
  if (within === undefined || tree.length <= leastOf(tree)) return oneByOne;
  // A tree whose top is not there is declared, and yet to be made.
  const listing = await client.list(within).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not-found') return undefined;
    throw error;
  });
  const pages = listing?.pages ?? BEYOND_COUNT;
  if (listing === undefined || pages - 1 > tree.length) return { ...oneByOne, requests: tree.length + 1 };
  return { requests: pages, lists: [{ read: within, all: () => allOf(listing) }] };
}

/** The pages that a tree has at least: those of what is declared in it. */
function leastOf(tree: readonly Read[]): number {
  return pagesOf(tree.length);
}

/** A top is no part of the list of what is below it, so that it is read by itself. */
function byTree(singles: readonly Read[]): readonly (readonly Read[])[] {
  const trees = new Map<string, Read[]>();
  for (const read of singles) {
    const name = read.rowOf?.within?.path ?? read.path;
    const tree = trees.get(name);
    if (tree === undefined) trees.set(name, [read]);
    else tree.push(read);
  }
  return [...trees.values()];
}

/** Lists that are paged by number end at 50,000 rows with 405 (GET /groups, 18.9). */
async function allOf(listing: Listing): Promise<readonly JsonObject[] | undefined> {
  try {
    return await listing.all();
  } catch (error) {
    if (error instanceof ApiError && error.status === 405) return undefined;
    throw error;
  }
}
