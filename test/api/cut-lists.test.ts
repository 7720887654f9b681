import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/api/client.ts';
import { fakeTransport, type Said } from './fake-transport.ts';

const read = { path: '/groups', pages: true } as const;

/** A server with so many rows, whose pages have the headers that `headers` gives them. */
function listOf(count: number, headers: (page: number) => Said['headers'] = () => ({})) {
  const transport = fakeTransport(({ path }) => {
    const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1);
    const body = Array.from({ length: Math.max(0, Math.min(100, count - (page - 1) * 100)) }, (_, index) => ({
      id: (page - 1) * 100 + index,
    }));
    return { body, headers: headers(page) ?? {} };
  });
  const client = createClient(transport);
  const ids = async (): Promise<readonly unknown[]> => {
    const rows = await client.read(read);
    return Array.isArray(rows) ? rows.map((row: { readonly id?: unknown }) => row.id) : [];
  };
  return { transport, client, ids };
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, id) => id);

describe('a list whose pages are not told of', () => {
  it.each([99, 100, 101, 120, 200, 350])(
    'since a gateway drops all headers is read to its end: %i rows',
    async (count) => {
      const { ids, client } = listOf(count);
      expect(await ids()).toEqual(upTo(count));
      expect((await (await client.list(read)).all()).length).toBe(count);
    },
  );

  it('is read on where a total says that there is more than the pages tell', async () => {
    const { ids } = listOf(120, () => ({ 'x-next-page': '', 'x-total': '120' }));
    expect(await ids()).toEqual(upTo(120));
  });

  it('is not asked for another page where the last one is full and says so', async () => {
    const { ids, transport } = listOf(100, () => ({ 'x-next-page': '', 'x-total': '100' }));
    expect(await ids()).toEqual(upTo(100));
    expect(transport.asked).toHaveLength(1);
    const keyset = listOf(100, () => ({ link: '<http://x/api/v4/groups?id_after=0>; rel="first"' }));
    expect(await keyset.ids()).toEqual(upTo(100));
    expect(keyset.transport.asked).toHaveLength(1);
  });

  it('is no answer of GitLab where it shows none of those that it has', async () => {
    const { ids } = listOf(0, () => ({ 'x-next-page': '', 'x-total': '5' }));
    await expect(ids()).rejects.toMatchObject({
      code: 'not-gitlab',
      message: 'GET /groups is said to have 5 rows, and shows none',
    });
  });
});
