import { expect, it } from 'vitest';
import { backoff } from '../../src/api/backoff.ts';

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
