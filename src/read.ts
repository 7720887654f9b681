/** A GET, as data. Reads that are alike are made once. */
export interface Read {
  /** Below /api/v4, encoded; a path that begins with /api/ stands as it is. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string | number | boolean };
  /** The answer is a list, to be read to its last page. */
  readonly pages?: true;
  /** The answer is a list, all of it at once. Without this and `pages` it is an object, and any other is none of GitLab's. */
  readonly unpaged?: true;
  /** A 404 says that there is no such object, rather than that it cannot be read. */
  readonly mayBeMissing?: true;
  /** So does null. */
  readonly mayBeNull?: true;
  /** A list that shows the same object as one of its rows, so that many such reads can be had from one list. */
  readonly rowOf?: RowOf;
  /** The fields of what it shows that are secrets: what is said in its place cannot be told from them, and is not shown. */
  readonly secrets?: readonly string[];
  /** Asked in its place where this one is for other callers (403). */
  readonly otherwise?: Read;
  /**
   * Whose list it is, where that is known by name alone: `{id}` in the path or the query is the number of the one object that this shows.
   * Where it shows none, there is no such list.
   */
  readonly of?: Read;
}

/** The row of a list that shows what a single read would: the one whose `by` equals `is`, letter case aside. */
export interface RowOf {
  readonly list: Read;
  readonly by: string;
  readonly is: string;
  /** The shorter list of the tree that it stands in, where there is one. */
  readonly within?: Read;
}

/** A list of what goes along with what is removed: its numbers, and what a reader is told of those that go. */
export interface SeenAlong {
  readonly read: Read;
  readonly ids: readonly number[];
  /** The word for one of them, how many go, and the first of them by name. */
  readonly goes?: { readonly what: string; readonly count: number; readonly names: readonly string[] };
}

/** What a list of somebody who is known by name is asked by, once their number is known. */
export function listOf({ path, query = {}, pages, unpaged, mayBeMissing, secrets }: Read, id: number): Read {
  const filled = <Word>(word: Word): Word | string =>
    typeof word === 'string' ? word.replaceAll(OWNER, String(id)) : word;
  return {
    path: path.replaceAll(OWNER, String(id)),
    query: Object.fromEntries(Object.entries(query).map(([name, word]) => [name, filled(word)])),
    ...(pages && { pages }),
    ...(unpaged && { unpaged }),
    ...(mayBeMissing && { mayBeMissing }),
    ...(secrets && { secrets }),
  };
}

/** What stands in a read for the number of whose list it is. */
const OWNER = '{id}';

/**
 * Work in the background by which a list becomes empty, each row of it by a job of its own: those whose fields are as `of` says, in a list
 * that has the newest first.
 */
export interface Emptying {
  readonly list: Read;
  /** The word for one row. */
  readonly what: string;
  readonly jobs: Read;
  readonly of: { readonly [field: string]: string };
  /** The field of a job that shows, as an object with its `id`, which row it is for. */
  readonly row: string;
  /** The field that shows how far a job is. */
  readonly field: string;
  /** The values that it has while the job goes on. */
  readonly while: readonly string[];
  /** Those that it has where the job has come to nothing, or left something undone, and the field that says why. */
  readonly failed: { readonly is: readonly string[]; readonly why: string };
}

/** Work in the background, as a field of this read shows it, in whose path `{field}` stands for a field of the change's own answer. */
export interface Background {
  readonly read: Read;
  readonly field: string;
  /** The values that the field has while it goes on. */
  readonly while: readonly string[];
  /** Those that it has where that came to nothing, and the field that says why. */
  readonly failed: { readonly is: readonly string[]; readonly why: string };
  /** Set where what comes next has to find it done: for so many seconds it is waited for, and what takes longer is told. */
  readonly patience?: number;
}
