import { describe, expect, it } from 'vitest';
import { createPace, workedOn } from '../../src/api/limits/read-pace.ts';
import { chance, pacedReads, type SimulatedPlatform } from './simulated-platform.ts';

/** Reads that take a platform 20 to 120 milliseconds each, on a way of ten. */
function platform(workers: number, more: Partial<SimulatedPlatform> = {}): SimulatedPlatform {
  return { workers: () => workers, work: (nth) => 20 + 100 * chance(nth), way: () => 10, ...more };
}

/** How many are let be under way on average once it has settled, and how long it takes against 32 at once all the time. */
function settled(served: SimulatedPlatform, reads = 1500, ceiling = 32) {
  const { time, limits } = pacedReads(served, reads, ceiling);
  const late = limits.slice(200);
  return {
    limit: late.reduce((sum, limit) => sum + limit, 0) / late.length,
    least: Math.min(...late),
    most: Math.max(...late),
    slower: time / pacedReads(served, reads, ceiling, 32).time,
  };
}

describe('the pace of reads', () => {
  it.each([1, 2, 4, 8])('settles near what %i workers bear, and nothing takes longer', (workers) => {
    const { limit, least, slower } = settled(platform(workers));
    expect(limit).toBeLessThan(2 * workers + 8);
    expect(least).toBeGreaterThanOrEqual(workers);
    expect(slower).toBeLessThan(1.01);
  });

  it.each([32, 100])('stays as it is where nothing waits: %i workers', (workers) => {
    expect(settled(platform(workers))).toEqual({ limit: 32, least: 32, most: 32, slower: 1 });
  });

  it('needs no more than a hundred and seventy answers to be at four where one worker does it all', () => {
    const { limits } = pacedReads(platform(1, { work: () => 60 }), 400, 32);
    expect(limits.findIndex((limit) => limit === 4)).toBeLessThan(170);
    // Now and then it looks whether more would be done by more.
    expect(new Set(limits.slice(170))).toEqual(new Set([4, 6]));
  });

  it('goes where the workers go', () => {
    const { limits } = pacedReads(
      platform(0, { workers: (now) => (now < 30_000 ? 2 : now < 60_000 ? 32 : 4) }),
      20_000,
      32,
    );
    const at = (share: number): number => limits[Math.floor(limits.length * share)] ?? NaN;
    expect(limits.slice(0, 800).at(-1)).toBeLessThan(12);
    expect(at(0.3)).toBe(32);
    expect(at(0.95)).toBeLessThan(20);
  });

  it('widens up to its ceiling, and no further', () => {
    expect(pacedReads(platform(100), 1500, 64).limits.at(-1)).toBe(64);
    for (const ceiling of [1, 3, 4, 10]) {
      const { limits } = pacedReads(platform(100), 600, ceiling);
      expect(new Set(limits)).toEqual(new Set([ceiling]));
    }
    expect(Math.max(...pacedReads(platform(1), 1500, 6).limits)).toBe(6);
    expect(createPace(0, () => 0).limit()).toBe(1);
  });

  it('takes no long way for a line: one that varies, one that is longer since some time, and one of some reads', () => {
    const ways: readonly SimulatedPlatform['way'][] = [
      (nth) => 10 - 40 * Math.log(1 - chance(nth + 7)),
      (nth) => (nth < 300 ? 5 : 80),
      (nth) => (nth % 50 === 0 ? 5 : 120),
    ];
    for (const way of ways) expect(settled(platform(100, { work: () => 20, way })).slower).toBeLessThan(1.1);
  });

  it('finds that the way has become longer where few workers have made it narrow', () => {
    const way = (nth: number): number => (nth < 300 ? 5 : 80);
    for (const workers of [1, 2, 4, 8])
      expect(settled(platform(workers, { work: () => 20, way }), 4000).slower).toBeLessThan(1.15);
  });

  it('takes what it has tried for the limit where more was done by more, and measures the way anew', () => {
    const pace = createPace(32, () => 0);
    let now = 0;
    /** A round of answers to reads that were sent while so many were under way. */
    const round = (underway: number, time: number): number => {
      for (let nth = 0; nth < 32; nth++) pace.answered({ sentAt: now + 1, now: now + 1 + time, underway, worked: 20 });
      now += 1 + time;
      return pace.limit();
    };
    pace.answered({ sentAt: 0, now: 25, underway: 1, worked: 20 });
    expect(round(32, 100), 'eight are in work').toBe(16);
    expect(round(16, 50), 'there was a line: would more be done by more?').toBe(24);
    expect(round(24, 50), 'yes').toBe(24);
    expect(round(24, 50), 'nothing waits').toBe(32);
  });

  it('decides nothing while our own event loop is late by more than a tenth of what answers take', () => {
    const all = (late: number, workers: number): ReadonlySet<number> =>
      new Set(pacedReads(platform(workers, { work: () => 60, late }), 600, 32).limits);
    // A hundred milliseconds of lateness look like a line of those who wait for it.
    expect(all(30, 32)).toEqual(new Set([32]));
    expect(all(400, 1)).toEqual(new Set([32]));
    // Answers that take two seconds tell enough in spite of some.
    expect(all(100, 1).size).toBeGreaterThan(1);
  });

  it('decides nothing on answers of less than ten milliseconds, which tell of our own work', () => {
    expect(new Set(pacedReads(platform(4, { work: () => 1, way: () => 0 }), 600, 32).limits)).toEqual(new Set([32]));
    expect(pacedReads(platform(4, { work: () => 2, way: () => 0 }), 600, 32).limits.at(-1)).toBe(16);
  });

  it('learns nothing of a limit that nobody has needed', () => {
    const pace = createPace(32, () => 0);
    for (let now = 1000; now < 500_000; now += 1000)
      pace.answered({ sentAt: now - (now === 1000 ? 50 : 900), now, underway: 23, worked: 40 });
    expect(pace.limit()).toBe(32);
  });
});

it('the time that the platform has worked is told in seconds, or not at all', () => {
  const told = (value: string | undefined): number | undefined =>
    workedOn((name) => (name === 'x-runtime' ? value : undefined));
  expect([told('0.045500'), told('2'), told(undefined), told('soon')]).toEqual([45.5, 2000, undefined, undefined]);
});
