import { afterAll, describe, expect, it } from 'vitest';
import { EXPLAINED, explains, type Explanation } from './departures.ts';
import { RECORDINGS } from './exchange.ts';
import { replay } from './replay.ts';

/**
 * A real GitLab 18.9 judges the sandbox: what it answered is recorded, and sent again. Every exchange is answered as it was there, or
 * departures.ts explains in what it is not.
 */
describe('the sandbox answers as a real GitLab 18.9 did', () => {
  const needed = new Set<Explanation>();
  const sums = { exchanges: 0, agreed: 0 };

  it.each(RECORDINGS)('in the recording %s', { timeout: 120_000 }, async (recording) => {
    const { exchanges, agreed, departed } = await replay(recording);
    sums.exchanges += exchanges;
    sums.agreed += agreed;
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

  afterAll(() => {
    const share = Math.floor((1000 * sums.agreed) / sums.exchanges) / 10;
    const explained = sums.exchanges - sums.agreed;
    console.info(
      `recorded: ${sums.agreed} of ${sums.exchanges} exchanges (${share} %) answered as GitLab 18.9 did, ${explained} depart`,
    );
  });
});
