import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostThatHold, type Verdict } from '../../src/base/most-that-hold.ts';

const verdict = (holds: boolean, ...suspects: readonly number[]): Verdict<number> =>
  holds ? { holds } : { holds, why: 'together', suspects: new Map(suspects.map((one) => [one, `for ${one}`])) };

it('all that hold together are kept, in their order, and asked for once where all do', () => {
  let asked = 0;
  const { kept } = mostThatHold([3, 1, 2], () => {
    asked++;
    return verdict(true);
  });
  expect([kept, asked]).toEqual([[3, 1, 2], 1]);
});

it('what holds with nothing is left out, wherever it stands and whoever is suspected, and all else is kept in the end', () => {
  const numbers = fc.nat(40);
  fc.assert(
    fc.property(fc.uniqueArray(numbers), fc.array(numbers), fc.array(numbers), (items, bad, suspects) => {
      const kept = new Set<number>();
      for (let more = true; more;) {
        const rest = items.filter((item) => !kept.has(item));
        const { kept: found } = mostThatHold(rest, (some) =>
          verdict(!some.some((one) => bad.includes(one)), ...suspects),
        );
        for (const item of found) kept.add(item);
        more = found.length > 0;
      }
      expect(items.filter((item) => kept.has(item))).toEqual(items.filter((item) => !bad.includes(item)));
    }),
    { numRuns: 100 },
  );
});

it('what holds with nothing is found by halves where nobody is suspected, and all else is kept at once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40)), fc.array(fc.nat(40)), (items, bad) => {
      const { kept } = mostThatHold(items, (some) => verdict(!some.some((one) => bad.includes(one))));
      expect(kept).toEqual(items.filter((item) => !bad.includes(item)));
    }),
    { numRuns: 50 },
  );
});

it('nothing is asked for twice, and what is rightly suspected is found at once', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const asked: string[] = [];
  const judged = (suspects: readonly number[]) => (some: readonly number[]) => {
    asked.push(some.join());
    return verdict(!some.includes(70), ...suspects);
  };
  mostThatHold(items, judged([]));
  expect(new Set(asked).size).toBe(asked.length);
  asked.length = 0;
  mostThatHold(items, judged([70]));
  expect(asked).toHaveLength(2);
});

it('of two that exclude each other the first is kept, or the one that is not suspected', () => {
  const exclude = (some: readonly number[]): boolean => !(some.includes(1) && some.includes(3));
  expect(mostThatHold([1, 2, 3], (some) => verdict(exclude(some)))).toEqual({
    kept: [1, 2],
    refused: new Map([[3, 'together']]),
  });
  expect(mostThatHold([1, 2, 3], (some) => verdict(exclude(some), 1))).toEqual({
    kept: [2, 3],
    refused: new Map([[1, 'for 1']]),
  });
});
