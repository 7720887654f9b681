import { expect, it } from 'vitest';
import { STALL, stallFrom } from '../../src/api/timeout.ts';

it('a minute is how long an answer may stand still, where nobody says otherwise', () => {
  expect([STALL, stallFrom(undefined), stallFrom('')]).toEqual([60_000, 60_000, 60_000]);
});

it('a number of seconds, whole or not, up to an hour is taken', () => {
  expect(['5', '0.0001', '3600'].map(stallFrom)).toEqual([5000, 1, 3_600_000]);
  expect(['0', '-1', '3600.5', 'soon', 'Infinity', ' '].map(stallFrom)).toEqual(
    Array.from({ length: 6 }, () => 'wrong'),
  );
});
