import { expect, it } from 'vitest';
import { serverMessageOf } from '../../src/api/server-message.ts';
import type { Json } from '../../src/model.ts';

it.each<[Json, string]>([
  [{ message: { name: ['is too long', 'is odd'], path: ['is taken'] } }, 'name is too long, is odd; path is taken'],
  [{ message: { base: ['Not allowed'] } }, 'Not allowed'],
  [{ message: { error: 'too many' } }, 'too many'],
  [{ message: { name: null } }, 'name '],
  [{ message: 'said', error: 'not said' }, 'said'],
  [{ message: 7 }, '7'],
  [{ error: { name: ['is missing'] } }, 'name is missing'],
  [{ error: 'invalid_token', error_description: 'Token was revoked.' }, 'invalid_token: Token was revoked.'],
  [{ error: { code: 5 }, error_description: 'told' }, 'code 5'],
  [{ message: 'said', error_description: 'told' }, 'said'],
  [{ message: '404 Not Found' }, '404 Not Found'],
  [{ message: ['one', 'two'] }, 'one, two'],
  [{ error: 'name is missing' }, 'name is missing'],
  [{ status: 'error', message: 'no' }, 'no'],
  ['  Retry later\n', 'Retry later'],
])('%j is %j', (body, line) => {
  expect(serverMessageOf(body)).toBe(line);
});

it.each<[Json | undefined]>([
  [undefined],
  [null],
  [7],
  [true],
  [[]],
  [['text']],
  [{}],
  [{ error_description: 'x' }],
  [{ message: null }],
  [''],
  [' '],
])('%j says nothing', (body) => {
  expect(serverMessageOf(body)).toBeUndefined();
});

it('a whole page says nothing, and is not shown in part: a secret in it would be, too', () => {
  expect(serverMessageOf(` ${'x'.repeat(500)}`)).toBe('x'.repeat(500));
  expect(serverMessageOf('x'.repeat(501))).toBeUndefined();
});
