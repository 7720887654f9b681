import { expect, test } from 'vitest';
import { daysToCome } from '../../src/demo/days-to-come.ts';

/** What becomes of a day of an example that is copied on the first of February 2028. */
const later = (text: string) => daysToCome(text, Date.parse('2028-02-01T12:00:00Z'));

test.each([
  ['is far enough', '2028-09-30', '2028-09-30'],
  ['is over', '2027-09-30', '2028-11-27'],
  ['is today', '2028-02-01', '2028-11-27'],
  ['comes so soon that a plan warns of it', '2028-02-20', '2028-11-27'],
])('a day that %s: %s becomes %s', (_, day, kept) => {
  expect(later(`{ scopes: [api], expires_at: ${day}, token_to: { file: x } }`)).toBe(
    `{ scopes: [api], expires_at: ${kept}, token_to: { file: x } }`,
  );
});

test('only what ends is put off, and each of them', () => {
  expect(later('description: since 2001-01-01\nexpires_at: 2001-01-01\nexpires_at: 2002-02-02 # why\n')).toBe(
    'description: since 2001-01-01\nexpires_at: 2028-11-27\nexpires_at: 2028-11-27 # why\n',
  );
});
