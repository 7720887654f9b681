import { expect, it } from 'vitest';
import { serverMessageOf } from '../../src/api/server-message.ts';

it.each([
  [{ message: '404 Not Found' }, '404 Not Found'],
  [{ message: { name: ['is too long', 'is odd'] } }, 'name is too long, is odd'],
  [{ message: { base: ['Not allowed'] } }, 'Not allowed'],
  [{ message: { error: 'This endpoint has been requested too many times.' } }, /requested too many times/],
  [{ message: ['one', 'two'] }, 'one, two'],
  [{ error: 'name is missing' }, 'name is missing'],
  [{ error: 'invalid_token', error_description: 'Token was revoked.' }, 'invalid_token: Token was revoked.'],
  [{ status: 'error', message: 'no' }, 'no'],
  ['Retry later\n', 'Retry later'],
])('%j is said in one line', (body, words) => {
  expect(serverMessageOf(body)).toMatch(words);
  expect(serverMessageOf(body)).not.toContain('\n');
});

it('says nothing where the platform does not, and no more than a line of a whole page', () => {
  expect([undefined, null, 7, true, [], {}, '', '  '].map((body) => serverMessageOf(body))).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
  expect(serverMessageOf('x'.repeat(10_000))?.length).toBe(500);
});
