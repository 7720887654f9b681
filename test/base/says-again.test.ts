import { expect, it } from 'vitest';
import { saysAgain } from '../../src/base/says-again.ts';

it.each([
  ['as it is', 'no pa"ss>wörd?! here'],
  ['as JSON', 'no pa\\"ss>wörd?! here'],
  ['as JSON in JSON', 'no pa\\\\\\"ss>wörd?! here'],
  ['as a URL', `no ${encodeURIComponent('pa"ss>wörd?!')}`],
  ['in base64, alone', Buffer.from('pa"ss>wörd?!').toString('base64')],
  ['in the base64 of URLs, alone', Buffer.from('pa"ss>wörd?!').toString('base64url')],
  ...[1, 2, 3].map((before) => [
    `in base64, behind ${before} others`,
    Buffer.from(`${'x'.repeat(before)}pa"ss>wörd?! and more`).toString('base64'),
  ]),
])('a value is found in a text that says it %s', (_, text) => {
  expect(saysAgain(['other', 'pa"ss>wörd?!'])(text)).toBe(true);
});

it('a short value is found in base64 where it stands alone', () => {
  expect(saysAgain(['hunter'])(`{"message":"${Buffer.from('hunter').toString('base64')} is weak"}`)).toBe(true);
});

it('nothing is found of no value, or of another', () => {
  expect(saysAgain([''])('any')).toBe(false);
  expect(saysAgain(['ab'])(Buffer.from('ab').toString('base64'))).toBe(false);
  expect(saysAgain(['hunter2'])('hunter1')).toBe(false);
});
