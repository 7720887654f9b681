import { expect, it } from 'vitest';
import { graphqlErrors } from '../../src/api/graphql-errors.ts';
import type { Json } from '../../src/model.ts';

it.each<[Json, string]>([
  [{ errors: [{ message: 'no such field' }] }, 'no such field'],
  [{ errors: [{ message: 'one' }, { message: 'two' }] }, 'one; two'],
  [{ data: { memberRoleCreate: { errors: ['Name has been taken'] } } }, 'Name has been taken'],
  [{ data: { one: { errors: ['a'] }, two: { errors: ['b'] }, three: null } }, 'a; b'],
  [{ data: null, errors: [{ message: 'top' }] }, 'top'],
  [{ data: { m: { errors: ['inner'] } }, errors: [{ message: 'top' }] }, 'top; inner'],
  [{ errors: [{ path: ['x'] }, { message: 7 }, 3, null] }, '{"path":["x"]}; {"message":7}; 3; null'],
])('%j went wrong', (body, words) => {
  expect(graphqlErrors(body)).toBe(words);
});

it.each<[Json | undefined]>([
  [undefined],
  [null],
  ['text'],
  [[{ errors: ['x'] }]],
  [{ id: 1, memberRole: { errors: ['not GraphQL'] } }],
  [{ data: { memberRoleCreate: { errors: [] } } }],
  [{ data: { memberRoleCreate: { errors: null } } }],
  [{ data: { memberRoles: [{ errors: ['a row'] }] } }],
  [{ data: { memberRoleCreate: {} }, errors: 'odd' }],
  [{ data: null }],
])('nothing went wrong with %j', (body) => {
  expect(graphqlErrors(body)).toBeUndefined();
});
