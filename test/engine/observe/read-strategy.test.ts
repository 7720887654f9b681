import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from '../../../src/api/api-error.ts';
import type { Listing } from '../../../src/api/client.ts';
import { createReadCache } from '../../../src/engine/observe/read-cache.ts';
import { chooseStrategy } from '../../../src/engine/observe/read-strategy.ts';
import { groups } from '../../../src/kinds/groups/group.ts';
import type { JsonObject } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { fakeClient } from '../../api/fake-client.ts';

const LIST = '/groups';
const tree = (top: string): string => `/groups/${top}/descendant_groups`;

/** The reads of groups by their paths. */
function reads(...paths: readonly string[]): readonly Read[] {
  return groups.reads.all({ type: 'instance' }, paths);
}

function inside(top: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${top}/g${index}`);
}

function failure(trouble: ApiErrorCode, status: number): ApiError {
  return new ApiError(trouble, 'no', { method: 'GET', path: '/x' }, { status });
}

/** An instance whose lists have so many pages, or that refuses one; what is listed, is asked. */
function platform(lists: { readonly [path: string]: number | undefined | ApiError | Partial<Listing> }) {
  const asked: string[] = [];
  const client = fakeClient({
    list({ path }) {
      asked.push(path);
      const list = lists[path];
      if (list instanceof ApiError) return Promise.reject(list);
      const shown = typeof list === 'object' ? list : { pages: list };
      return Promise.resolve({ rows: [], pages: undefined, all: () => Promise.resolve([]), ...shown });
    },
    read({ path }) {
      asked.push(path);
      return Promise.resolve({ full_path: decodeURIComponent(path.replace('/groups/', '')), single: true });
    },
  });
  return { client, asked };
}

/** The way that is chosen: how many requests it takes, which lists it reads, and what was asked to find out. */
async function way(lists: Parameters<typeof platform>[0], ...paths: readonly string[]) {
  const { client, asked } = platform(lists);
  const { requests, lists: chosen } = await chooseStrategy(client, reads(...paths));
  return { requests, lists: chosen.map(({ read }) => read.path), asked };
}

describe('many reads of single groups', () => {
  it('that are three are made, and nothing is asked before', async () => {
    expect(await way({}, 'a', 'b', 'c')).toEqual({ requests: 3, lists: [], asked: [] });
    expect(await way({})).toEqual({ requests: 0, lists: [], asked: [] });
  });

  it('are had from the whole list where that has no more pages than they are', async () => {
    expect(await way({ [LIST]: 5 }, 'a', 'b', 'c', 'd')).toEqual({ requests: 5, lists: [LIST], asked: [LIST] });
    expect(await way({ [LIST]: 6 }, 'a', 'b', 'c', 'd')).toEqual({ requests: 5, lists: [], asked: [LIST] });
    expect(await way({ [LIST]: 1 }, 'a', 'b', 'c', 'd')).toMatchObject({ requests: 1, lists: [LIST] });
  });

  it('are made one by one where nobody says how long the list is, unless there are as many', async () => {
    const tops = (count: number) => Array.from({ length: count }, (_, index) => `g${index}`);
    expect(await way({}, ...tops(99))).toMatchObject({ requests: 100, lists: [] });
    expect(await way({}, ...tops(100))).toMatchObject({ requests: 101, lists: [LIST] });
  });

  it('are had from the lists of their trees where these are shorter', async () => {
    const found = await way({ [LIST]: 60, [tree('a')]: 2, [tree('b')]: 1 }, ...inside('a', 50), ...inside('b', 30));
    expect(found).toEqual({ requests: 4, lists: [tree('a'), tree('b')], asked: [LIST, tree('a'), tree('b')] });
  });

  it('are not looked for in trees that could not be shorter', async () => {
    expect(await way({ [LIST]: 3 }, ...inside('a', 50), ...inside('b', 50))).toEqual({
      requests: 3,
      lists: [LIST],
      asked: [LIST],
    });
    const three = await way({ [LIST]: 4, [tree('a')]: 1, [tree('b')]: 1 }, ...inside('a', 50), ...inside('b', 50));
    expect(three).toEqual({ requests: 3, lists: [tree('a'), tree('b')], asked: [LIST, tree('a'), tree('b')] });
  });

  it('are had from the whole list where the trees turn out to be no shorter', async () => {
    const found = await way({ [LIST]: 5, [tree('a')]: 3, [tree('b')]: 1 }, ...inside('a', 50), ...inside('b', 50));
    expect(found).toEqual({ requests: 5, lists: [LIST], asked: [LIST, tree('a'), tree('b')] });
  });

  it('of a tree are made one by one where its list is longer, or it is not there yet', async () => {
    const long = await way({ [LIST]: 90, [tree('a')]: 1, [tree('b')]: 12 }, ...inside('a', 50), ...inside('b', 10));
    expect(long).toMatchObject({ requests: 1 + 1 + 11, lists: [tree('a')] });
    const just = await way({ [LIST]: 90, [tree('a')]: 1, [tree('b')]: 11 }, ...inside('a', 50), ...inside('b', 10));
    expect(just).toMatchObject({ requests: 1 + 1 + 11, lists: [tree('a'), tree('b')] });
    const unborn = failure('not-found', 404);
    const made = await way({ [LIST]: 90, [tree('a')]: 1, [tree('b')]: unborn }, ...inside('a', 50), ...inside('b', 10));
    expect(made).toMatchObject({ requests: 1 + 1 + 11, lists: [tree('a')] });
    const refused = { [LIST]: 90, [tree('a')]: failure('forbidden', 403) };
    await expect(way(refused, ...inside('a', 50))).rejects.toThrow('no');
  });

  it('of a tree of one are made, and its list is not asked for', async () => {
    const found = await way({ [LIST]: 90, [tree('a')]: 1 }, ...inside('a', 50), 'b/only', 'c');
    expect(found).toMatchObject({ requests: 1 + 1 + 1 + 1, lists: [tree('a')], asked: [LIST, tree('a')] });
  });
});

describe('a list that was chosen', () => {
  const four = ['a', 'b', 'c', 'd'];
  const rows: readonly JsonObject[] = [{ full_path: 'A' }, { full_path: 'b' }, { full_path: 7 }];

  async function book(all: Listing['all']) {
    const { client, asked } = platform({ [LIST]: { pages: 1, all } });
    const made = createReadCache(client);
    const wanted = reads(...four);
    expect(await made.weigh(wanted)).toBe(1);
    await made.expect(wanted);
    const find = async (path: string) => made.find(reads(path)[0] ?? { path: '' });
    return { made, find, asked };
  }

  it('answers each read with its row, letter case aside, and says what is in it not to be there', async () => {
    const { find, asked, made } = await book(() => Promise.resolve(rows));
    expect(await find('a')).toEqual([{ full_path: 'A' }]);
    expect(await find('B')).toEqual([{ full_path: 'b' }]);
    expect(await find('c')).toBeUndefined();
    expect(asked).toEqual([LIST]);
    // A number is no path.
    expect(await find('17')).toMatchObject([{ single: true }]);
    expect(await made.findWhole(reads('a')[0] ?? { path: '' })).toMatchObject([{ single: true }]);
    // What has been read by itself is better than its row.
    expect(await find('a')).toMatchObject([{ single: true }]);
  });

  it('that ends before its end is none', async () => {
    const { find } = await book(() => Promise.reject(failure('refused', 405)));
    expect(await find('a')).toMatchObject([{ single: true }]);
    await expect(book(() => Promise.reject(failure('refused', 400)))).rejects.toThrow('no');
  });
});

describe('a book of reads', () => {
  it('makes a read once, whoever asks, and a list each time', async () => {
    let count = 0;
    const made = createReadCache(
      fakeClient({
        read: ({ pages, path }) => {
          count++;
          if (path === '/none') return Promise.resolve(undefined);
          return Promise.resolve(pages ? [{ id: 1 }, { id: 2 }] : { id: 1 });
        },
      }),
    );
    expect(await Promise.all([made.find({ path: '/one' }), made.findWhole({ path: '/one' })])).toEqual([
      [{ id: 1 }],
      [{ id: 1 }],
    ]);
    expect(count).toBe(1);
    expect(await made.find({ path: '/none' })).toBeUndefined();
    const list: Read = { path: '/list', pages: true };
    expect(await made.find(list)).toEqual([{ id: 1 }, { id: 2 }]);
    await made.find(list);
    expect(count).toBe(4);
    await made.find({ path: '/one', query: { b: 1, a: 2 } });
    await made.find({ path: '/one', query: { a: 2, b: 1 } });
    expect(count).toBe(5);
    await made.find({ path: '/one', query: { a: 2, b: 3 } });
    expect(count).toBe(6);
  });

  it('says how many requests reads will take, each counted once', async () => {
    const { client, asked } = platform({ [LIST]: 2 });
    const made = createReadCache(client);
    const settings: Read = { path: '/application/settings' };
    expect(await made.weigh([settings, settings, { path: '/other' }])).toBe(2);
    expect(asked).toEqual([]);
    expect(await made.weigh([settings, ...reads('a', 'b', 'c', 'd', 'd')])).toBe(3);
    expect(await made.weigh(reads('a', 'b', 'c', 'd'))).toBe(2);
    expect(asked).toEqual([LIST]);
    const few = createReadCache(client);
    expect(await few.weigh(reads('a', 'a', 'b', 'b', 'c'))).toBe(3);
  });

  it('finds a row in the list of its tree', async () => {
    const all = () => Promise.resolve([{ full_path: 'a/g1' }]);
    const { client, asked } = platform({ [LIST]: 90, [tree('a')]: { pages: 1, all } });
    const made = createReadCache(client);
    const wanted = reads(...inside('a', 50));
    await made.expect(wanted);
    expect(await made.find(reads('a/g1')[0] ?? { path: '' })).toEqual([{ full_path: 'a/g1' }]);
    expect(await made.find(reads('a/g2')[0] ?? { path: '' })).toBeUndefined();
    expect(await made.find(reads('a')[0] ?? { path: '' })).toMatchObject([{ single: true }]);
    expect(asked).toEqual([LIST, tree('a'), '/groups/a']);
  });
});
