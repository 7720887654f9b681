import { expect, it } from 'vitest';
import { following } from '../../src/api/pages.ts';
import { answer, clientTo, serverOf } from './server.ts';

const said = (headers: { readonly [name: string]: string }) =>
  following({ status: 200, body: [], isJson: true, header: (name) => headers[name] });

it('says what follows a page, with a total, without one, by keyset and at the end', () => {
  expect(said({ 'x-next-page': '2', 'x-total-pages': '7' })).toEqual({
    type: 'numbers',
    next: 2,
    last: 7,
    total: true,
  });
  expect(said({ 'x-next-page': '4' })).toEqual({ type: 'numbers', next: 4, last: 4, total: false });
  expect(said({ 'x-next-page': '', 'x-total-pages': '7' })).toEqual({ type: 'none' });
  expect(said({ link: '<https://other.example.com/api/v4/groups?cursor=abc&per_page=2>; rel="next"' })).toEqual({
    type: 'query',
    query: 'cursor=abc&per_page=2',
  });
  expect(
    said({ link: '<https://a.example.com/x?page=1>; rel="prev", <https://a.example.com/x?page=3>; rel="next"' }),
  ).toEqual({
    type: 'query',
    query: 'page=3',
  });
  expect(said({ link: '<https://a.example.com/x?page=1>; rel="first"' })).toEqual({ type: 'none' });
  expect(said({})).toEqual({ type: 'none' });
});

it('reads all pages of a list once, in their order', async () => {
  const server = await serverOf((response, _number, request) => {
    const page = Number(new URL(request.url ?? '', 'http://here').searchParams.get('page') ?? '1');
    answer(response, 200, [{ id: page }], { 'x-next-page': page < 4 ? String(page + 1) : '', 'x-total-pages': '4' });
  });
  const rows = await clientTo(server.url).read({ path: '/groups', pages: true });
  expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
  expect(server.asked).toHaveLength(4);
});

it('reads on without totals, ahead of need, up to the page that has none after it', async () => {
  const server = await serverOf((response, _number, request) => {
    const page = Number(new URL(request.url ?? '', 'http://here').searchParams.get('page') ?? '1');
    const rows = page <= 7 ? [{ id: page }] : [];
    answer(response, 200, rows, { 'x-next-page': page < 7 ? String(page + 1) : '' });
  });
  const rows = await clientTo(server.url).read({ path: '/groups', pages: true });
  expect(rows).toEqual([1, 2, 3, 4, 5, 6, 7].map((id) => ({ id })));
  expect(server.asked.length).toBeLessThanOrEqual(10);
});
