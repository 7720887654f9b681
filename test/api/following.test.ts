import { expect, it } from 'vitest';
import { following } from '../../src/api/pages.ts';
import { answerOf } from './fake-transport.ts';

const said = (headers: { readonly [name: string]: string }) => following(answerOf({ headers }));
const link = (text: string) => said({ link: text });

it('a next page by number is followed up to the last that is known', () => {
  expect(said({ 'x-next-page': '2', 'x-total-pages': '7' })).toEqual({
    type: 'numbers',
    next: 2,
    last: 7,
    total: true,
  });
  expect(said({ 'x-next-page': '4' })).toEqual({ type: 'numbers', next: 4, last: 4, total: false });
  expect(said({ 'x-next-page': '4', 'x-total-pages': '0' })).toMatchObject({ last: 4, total: false });
  expect(said({ 'x-next-page': '4', 'x-total-pages': '2' })).toMatchObject({ last: 4, total: true });
});

it('without a number, or with one that is none, there is no next page', () => {
  expect([{}, { 'x-next-page': '' }, { 'x-next-page': '0' }, { 'x-total-pages': '7' }].map(said)).toEqual(
    Array.from({ length: 4 }, () => ({ type: 'none' })),
  );
});

it('a next page by link is the query of the link, whatever its host', () => {
  const query = { type: 'query', query: 'cursor=abc&per_page=2' };
  expect(link('<https://other.example.com/api/v4/groups?cursor=abc&per_page=2>; rel="next"')).toEqual(query);
  expect(link('<https://a/x?page=1>; rel="prev", <https://a/x?cursor=abc&per_page=2>  ; rel="next"')).toEqual(query);
  expect(link('<https://a/x?cursor=abc&per_page=2>; title="n"; rel="next", <https://a/x>; rel="last"')).toEqual(query);
  expect(link('<?cursor=abc&per_page=2>;rel="next"')).toEqual(query);
});

it('a link to anything else, or without a query, is none to a next page', () => {
  for (const text of [
    '<https://a/x?page=1>; rel="first"',
    '<https://a/x>; rel="next"',
    '<https://a/x?page=3>, rel="next"',
  ]) {
    expect(link(text)).toEqual({ type: 'none' });
  }
});
