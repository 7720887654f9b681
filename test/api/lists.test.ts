import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/api/client.ts';
import type { Request } from '../../src/api/exchange.ts';
import { fakeTransport, type FakeTransport, type Said } from './fake-transport.ts';

const read = { path: '/groups', pages: true } as const;

function pageOf({ path }: Request): number {
  return Number(new URL(path, 'http://here').searchParams.get('page') ?? '1');
}

/** So many pages of one row each, told by number: with a total, or without. */
function numbered(pages: number, total: boolean): FakeTransport {
  return fakeTransport((request) => {
    const page = pageOf(request);
    const next = page < pages ? String(page + 1) : '';
    const body = page <= pages ? [{ id: page }] : [];
    return { body, headers: { 'x-next-page': next, ...(total ? { 'x-total-pages': String(pages) } : {}) } };
  });
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

describe('how many rows a list has', () => {
  const counted = (said: Said) => {
    const transport = fakeTransport({ '/api/v4/snippets/all?on=old&per_page=1': said });
    return createClient(transport).count({ path: '/snippets/all', query: { on: 'old' } });
  };

  it('is asked for with one of them, and not known where the platform does not say', async () => {
    expect(await counted({ body: [{ id: 1 }], headers: { 'x-total': '12' } })).toBe(12);
    expect(await counted({ body: [{ id: 1 }], headers: { 'x-next-page': '2' } })).toBeUndefined();
    expect(await counted({ body: [], headers: { 'x-total': '0' } })).toBe(0);
  });

  it('is nothing that a list without the rows of its total tells', async () => {
    await expect(counted({ body: [], headers: { 'x-total': '3' } })).rejects.toThrow('is said to have 3 rows');
  });
});

describe('a list', () => {
  it('is asked for in the largest pages, with its query, and read to its end', async () => {
    const transport = numbered(3, true);
    expect(await createClient(transport).read({ ...read, query: { owned: true } })).toEqual(ids(3));
    expect(transport.asked).toEqual([
      'GET /api/v4/groups?owned=true&per_page=100',
      'GET /api/v4/groups?owned=true&page=2&per_page=100',
      'GET /api/v4/groups?owned=true&page=3&per_page=100',
    ]);
  });

  it('without a total is read four pages ahead, and none of them twice', async () => {
    for (const pages of [1, 2, 4, 5, 6, 9]) {
      const transport = numbered(pages, false);
      expect(await createClient(transport).read(read)).toEqual(ids(pages));
      expect(new Set(transport.asked).size).toBe(transport.asked.length);
      expect(transport.asked).toHaveLength(pages === 1 ? 1 : 1 + 4 * Math.ceil((pages - 1) / 4));
    }
  });

  it('does not take twice what a page beyond the last one repeats', async () => {
    const transport = fakeTransport((request) => {
      const page = Math.min(pageOf(request), 3);
      return { body: [{ id: page }], headers: { 'x-next-page': page < 3 ? String(page + 1) : '' } };
    });
    expect(await createClient(transport).read(read)).toEqual(ids(3));
  });

  /** Pages of two rows, of which the first goes whenever the first page has been answered, so many times. */
  function shrinking(times: number): FakeTransport {
    let gone = 0;
    return fakeTransport((request) => {
      const page = pageOf(request);
      const rows = ids(12).slice(gone);
      if (page === 1 && gone < times) gone++;
      const pages = Math.ceil(rows.length / 2);
      const headers = { 'x-total': String(rows.length), 'x-total-pages': String(pages) };
      const next = page < pages ? String(page + 1) : '';
      return { body: rows.slice(page * 2 - 2, page * 2), headers: { ...headers, 'x-next-page': next } };
    });
  }

  it.each([
    [0, 6],
    [1, 6 + 6],
    [2, 6 + 6 + 5],
    [99, 6 + 6 + 5],
  ])(
    'is read again where a row went from it between two pages, %i times, but thrice at most',
    async (times, requests) => {
      const transport = shrinking(times);
      const rows = await createClient(transport).read(read);
      expect(transport.asked).toHaveLength(requests);
      if (times < 3) expect(rows).toEqual(ids(12).slice(times));
    },
  );

  it('by keyset is read page by page, each by the query that the one before tells', async () => {
    const transport = fakeTransport(({ path }) => {
      const cursor = Number(new URL(path, 'http://here').searchParams.get('cursor') ?? '0');
      const link = `<https://else.example.com/api/v4/groups?cursor=${cursor + 1}>; rel="next"`;
      return { body: [{ id: cursor + 1 }], headers: cursor < 2 ? { link } : {} };
    });
    expect(await createClient(transport).read(read)).toEqual(ids(3));
    expect(transport.asked.slice(1)).toEqual(['GET /api/v4/groups?cursor=1', 'GET /api/v4/groups?cursor=2']);
  });

  it('whose first page alone is wanted says how many there are, where that is known', async () => {
    const pagesOf = async (transport: FakeTransport) => {
      const { pages, rows } = await createClient(transport).list(read);
      expect(transport.asked).toHaveLength(1);
      expect(rows).toEqual([{ id: 1 }]);
      return pages;
    };
    expect(await pagesOf(numbered(7, true))).toBe(7);
    expect(await pagesOf(numbered(7, false))).toBeUndefined();
    expect(await pagesOf(numbered(1, false))).toBe(1);
    const keyset = { body: [{ id: 1 }], headers: { link: '<https://x/y?cursor=2>; rel="next"' } };
    expect(await pagesOf(fakeTransport(() => keyset))).toBeUndefined();
    const transport = numbered(3, true);
    expect(await (await createClient(transport).list(read)).all()).toEqual(ids(3));
  });

  it.each<[string, Said]>([
    ['an object', { body: { id: 1 } }],
    ['a list of anything', { body: [{ id: 1 }, 'x'] }],
    ['text', { body: 'x', isJson: false }],
  ])('that is answered with %s is no list of a GitLab', async (_what, said) => {
    const client = createClient(fakeTransport(() => said));
    const error = { code: 'not-gitlab', message: 'GET /groups does not answer with a list of objects' };
    await expect(client.read(read)).rejects.toMatchObject({ ...error, path: '/groups', method: 'GET' });
    await expect(client.list(read)).rejects.toMatchObject(error);
  });

  it('of which a page is refused is not given in part', async () => {
    const client = createClient(
      fakeTransport((request) =>
        pageOf(request) === 3
          ? { status: 500, body: {} }
          : { body: [{ id: 1 }], headers: { 'x-next-page': String(pageOf(request) + 1), 'x-total-pages': '4' } },
      ),
    );
    await expect(client.read(read)).rejects.toMatchObject({ status: 500, path: '/groups', method: 'GET' });
  });
});

describe('pages without an end are given up', () => {
  const endless = {
    code: 'not-gitlab',
    message: 'the pages of GET /groups do not come to an end',
    method: 'GET',
    path: '/groups',
  };

  it.each<[string, Said['headers']]>([
    ['a next page that was read already', { 'x-next-page': '2' }],
    ['a cursor that comes again', { link: '<https://x/y?cursor=1>; rel="next"' }],
    ['more pages than any list has', { 'x-next-page': '2', 'x-total-pages': '5001' }],
    ['a number that is none', { 'x-next-page': '2', 'x-total-pages': '2.5' }],
    ['a page that is told to follow itself', { 'x-next-page': '1' }],
  ])('%s', async (_what, headers = {}) => {
    const transport = fakeTransport(() => ({ body: [{ id: 1 }], headers }));
    await expect(createClient(transport).read(read)).rejects.toMatchObject(endless);
    expect(transport.asked.length).toBeLessThan(10);
  });

  it('cursors that are always others', async () => {
    let cursor = 0;
    const transport = fakeTransport(() => ({
      body: [],
      headers: { link: `<https://x/y?cursor=${++cursor}>; rel="next"` },
    }));
    await expect(createClient(transport).read(read)).rejects.toMatchObject(endless);
    expect(transport.asked).toHaveLength(5000);
  });

  it('as many pages as a list can have are no such thing', async () => {
    const transport = numbered(5000, true);
    expect(await createClient(transport).read(read)).toHaveLength(5000);
  });
});
