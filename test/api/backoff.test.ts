import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoff, waitAsked } from '../../src/api/limits/backoff.ts';

const now = Date.parse('2026-01-31T12:00:00Z');
const asked = (headers: { readonly [name: string]: string }) => waitAsked((name) => headers[name], now);

it('grows to a cap, and never to nothing', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (attempt, chance) => {
      const ceiling = Math.min(30_000, 250 * 2 ** attempt);
      const wait = backoff(attempt, () => chance);
      expect(wait).toBeGreaterThanOrEqual(ceiling / 2);
      expect(wait).toBeLessThanOrEqual(ceiling);
    }),
  );
});

it('is another every time, so that many do not come back together', () => {
  expect(new Set(Array.from({ length: 50 }, () => backoff(4))).size).toBeGreaterThan(40);
});

it('is what the platform asks for, in each of its shapes', () => {
  expect(asked({ 'retry-after': '3' })).toBe(3000);
  expect(asked({ 'retry-after': '0' })).toBe(0);
  expect(asked({ 'retry-after': 'Sat, 31 Jan 2026 12:00:07 GMT' })).toBe(7000);
  expect(asked({ 'retry-after': 'Sat, 31 Jan 2026 11:00:00 GMT' })).toBe(0);
  expect(asked({ 'ratelimit-reset': String(now / 1000 + 9) })).toBe(9000);
  expect(asked({ 'ratelimit-reset': String(now / 1000 + 9), 'ratelimit-remaining': '0' })).toBe(9000);
  expect(asked({ 'retry-after': '2', 'ratelimit-reset': String(now / 1000 + 9) })).toBe(2000);
});

it('is not the reset of a limit that is not used up, nor what nobody can read', () => {
  expect(asked({ 'ratelimit-reset': String(now / 1000 + 9), 'ratelimit-remaining': '41' })).toBeUndefined();
  expect(asked({})).toBeUndefined();
  expect(asked({ 'retry-after': 'soon' })).toBeUndefined();
  expect(asked({ 'retry-after': 'soon', 'ratelimit-reset': String(now / 1000 + 1) })).toBe(1000);
});

it('is no longer than a quarter of an hour', () => {
  expect(asked({ 'retry-after': '86400' })).toBe(15 * 60_000);
});

it('the wait before another attempt is between half of a power of two and all of it, up to half a minute', () => {
  const waits = [0, 1, 4, 7, 100].map((attempt) => [0, 0.5].map((chance) => backoff(attempt, () => chance)));
  expect(waits).toEqual([
    [125, 187.5],
    [250, 375],
    [2000, 3000],
    [15_000, 22_500],
    [15_000, 22_500],
  ]);
});
