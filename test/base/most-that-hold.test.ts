import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostThatHold } from '../../src/base/most-that-hold.ts';

it('all that hold together are kept, in their order, and asked for once where all do', () => {
  let asked = 0;
  const kept = mostThatHold([3, 1, 2], () => {
    asked++;
    return true;
  });
  expect([kept, asked]).toEqual([[3, 1, 2], 1]);
});

it('what holds with nothing is left out, wherever it stands, and all else is kept', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40)), fc.nat(40), (items, bad) => {
      const kept = mostThatHold(items, (some) => !some.includes(bad));
      expect(kept).toEqual(items.filter((item) => item !== bad));
    }),
    { numRuns: 50 },
  );
});

it('of two that exclude each other the first is kept', () => {
  expect(mostThatHold([1, 2, 3], (some) => !(some.includes(1) && some.includes(3)))).toEqual([1, 2]);
});
