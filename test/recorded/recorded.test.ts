import { afterAll, describe, expect, it } from 'vitest';
import { NOT_THERE } from './compare.ts';
import { EXPLAINED, explains, type Explanation } from './departures.ts';
import { RECORDINGS } from './exchange.ts';
import { replay } from './replay.ts';

/**
 * A real GitLab 18.9 judges the sandbox: what it answered is recorded, and sent again. Every exchange is answered as it was there, or
 * departures.ts explains in what it is not.
 */
describe('the sandbox answers as a real GitLab 18.9 did', () => {
  const needed = new Set<Explanation>();
  const sums = { exchanges: 0, agreed: 0, absent: 0 };

  it.each(RECORDINGS)('in the recording %s', { timeout: 120_000 }, async (recording) => {
    const { exchanges, agreed, departed } = await replay(recording);
    sums.exchanges += exchanges;
    sums.agreed += agreed;
    sums.absent += departed.filter(({ what }) => what.includes(NOT_THERE)).length;
    const unexplained = new Set<string>();
    for (const { endpoint, what } of departed) {
      for (const line of what) {
        const explanation = EXPLAINED.find((each) => explains(each, recording, endpoint, line));
        if (explanation === undefined) unexplained.add(`${endpoint}: ${line}`);
        else needed.add(explanation);
      }
    }
    expect([...unexplained].sort()).toEqual([]);
  });

  it('and every explanation of a departure is needed', () => {
    expect(EXPLAINED.filter((each) => !needed.has(each))).toEqual([]);
  });

  const there = (): number => sums.exchanges - sums.absent;

  it('and at least 97 of 100 exchanges of endpoints that are there need no explanation', () => {
    expect(sums.agreed / there()).toBeGreaterThanOrEqual(0.97);
  });

  afterAll(() => {
    const share = Math.floor((1000 * sums.agreed) / there()) / 10;
    console.info(
      `recorded: ${sums.agreed} of ${there()} exchanges of endpoints that are there (${share} %) answered as GitLab 18.9 did; ${sums.absent} are of others`,
    );
  });
});
