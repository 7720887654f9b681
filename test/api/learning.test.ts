import { describe, expect, it } from 'vitest';
import { createQuota, type Quota } from '../../src/api/limits/learned-quota.ts';

/** Passes so many at a moment, and has them answered at once. */
function pass(quota: Quota, count: number, now: number): void {
  for (let index = 0; index < count; index++) {
    quota.passed();
    quota.answered(now, now);
  }
}

function refuse(quota: Quota, sentAt: number, now: number, milliseconds: number): void {
  quota.passed();
  quota.refused(sentAt, now, milliseconds);
}

/** How many pass at a moment before one has to wait, and how long it has to. */
function room(quota: Quota, now: number): { count: number; wait: number } {
  for (let count = 0; count < 10_000; count++) {
    const wait = quota.wait(now);
    if (wait > 0) return { count, wait };
    pass(quota, 1, now);
  }
  return { count: Infinity, wait: 0 };
}

/** A quota that was refused at 1000 after a hundred had passed, and is to wait for a second. */
function learned(): Quota {
  const quota = createQuota();
  pass(quota, 100, 500);
  refuse(quota, 1000, 1000, 1000);
  return quota;
}

describe('a quota', () => {
  it('of which nothing is known lets everything pass, however many are under way', () => {
    const quota = createQuota();
    for (let index = 0; index < 500; index++) quota.passed();
    expect([quota.wait(0), quota.atATime(50)]).toEqual([0, Infinity]);
  });

  it('that is refused waits as long as it is told, and no less for a shorter word', () => {
    const quota = learned();
    expect([quota.wait(1000), quota.wait(1999), quota.wait(2000)]).toEqual([1000, 1, 0]);
    refuse(quota, 1500, 1500, 100);
    expect(quota.wait(1500)).toBe(500);
  });

  it('learns from a refusal how many pass in the time that it is to wait', () => {
    const quota = learned();
    expect(room(quota, 2000)).toEqual({ count: 100, wait: 1000 });
    expect(quota.wait(2999)).toBe(1);
    expect(quota.wait(3000)).toBe(1);
    expect(quota.wait(3001)).toBe(0);
  });

  it('learns nothing from few, nor from a refusal that is to wait for nothing', () => {
    for (const [count, wait] of [
      [7, 1000],
      [100, 0],
    ] as const) {
      const quota = createQuota();
      pass(quota, count, 500);
      refuse(quota, 1000, 1000, wait);
      expect(quota.atATime(50)).toBe(Infinity);
    }
    const eight = createQuota();
    pass(eight, 8, 500);
    refuse(eight, 1000, 1000, 1000);
    expect(eight.atATime(1000)).toBe(12);
  });

  it('learns over a second at least, and of what passed before that period nothing', () => {
    const quota = createQuota();
    pass(quota, 50, 0);
    pass(quota, 20, 1000);
    refuse(quota, 1500, 1500, 200);
    expect(quota.wait(1500)).toBe(200);
    // A second after the twenty.
    expect(room(quota, 2001)).toMatchObject({ count: 20 });
    const longer = createQuota();
    pass(longer, 50, 0);
    pass(longer, 20, 1000);
    refuse(longer, 1500, 1500, 1500);
    expect(room(longer, 3000)).toMatchObject({ count: 70 });
  });

  it('forgets what was answered more than a minute ago while it knows of no period', () => {
    const quota = createQuota();
    pass(quota, 50, 0);
    pass(quota, 20, 60_001);
    refuse(quota, 61_000, 61_000, 120_000);
    expect(room(quota, 181_000)).toMatchObject({ count: 20 });
  });

  it('lets as few be under way together as are needed to use it up, and two at least', () => {
    const quota = learned();
    expect([1, 20, 100, 1000].map((latency) => quota.atATime(latency))).toEqual([2, 3, 15, 150]);
  });

  it('counts those under way, and waits for an answer where they are all of it', () => {
    const quota = learned();
    quota.wait(2500);
    for (let index = 0; index < 100; index++) quota.passed();
    expect(quota.wait(2500)).toBe(1000);
    quota.answered(2500, 2600);
    expect(quota.wait(2600)).toBe(900);
  });

  it('takes those that are refused together for one sign', () => {
    const quota = createQuota();
    pass(quota, 100, 500);
    for (let index = 0; index < 5; index++) quota.passed();
    for (const sentAt of [900, 950, 1000]) quota.refused(sentAt, 1000, 1000);
    quota.refused(990, 1100, 1000);
    expect(quota.wait(1100)).toBe(900);
    expect(room(quota, 2000)).toMatchObject({ count: 99 });
  });
});

describe('a quota that has been learned', () => {
  it('tries a tenth more after two periods, and more with each that held', () => {
    const quota = learned();
    expect(room(quota, 2000).count).toBe(100);
    expect(room(quota, 3999).count).toBe(100);
    // 100 have held, and 100 are in this period.
    expect(room(quota, 4000).count).toBe(12);
    expect(room(quota, 5000).count).toBe(141 - 12);
  });

  it('does not take for good what nobody has needed', () => {
    const quota = learned();
    expect(room(quota, 4000).count).toBe(112);
    expect(quota.wait(5001)).toBe(0);
    expect(quota.atATime(1000)).toBe(Math.ceil(1.5 * 141));
    expect(quota.wait(6001)).toBe(0);
    // Of 141 that might have passed, none was needed.
    expect(quota.atATime(1000)).toBe(Math.ceil(1.5 * 141));
  });

  it('goes back to what was good where more is refused, and is more patient', () => {
    const quota = learned();
    room(quota, 4000);
    refuse(quota, 4500, 4500, 1000);
    // Nobody else has to wait: what was good still is.
    expect(quota.atATime(1000)).toBe(Math.ceil(1.5 * 108));
    expect(room(quota, 5600).count).toBe(108);
    expect(room(quota, 8499).count).toBe(108);
    expect(room(quota, 8500).count).toBe(120 - 108);
  });

  it('takes most of what has passed for good where that itself is refused', () => {
    const quota = learned();
    pass(quota, 50, 2000);
    refuse(quota, 2100, 2100, 1000);
    expect(quota.atATime(1000)).toBe(Math.ceil(1.5 * 48));
    pass(quota, 10, 2100);
    refuse(quota, 2200, 2200, 1000);
    // The second refusal within a period: 60 have passed.
    expect(quota.atATime(1000)).toBe(Math.ceil(1.5 * Math.floor(48 * 0.88)));
  });

  it('is learned anew at the third refusal within a period of one another', () => {
    const quota = learned();
    pass(quota, 50, 2000);
    refuse(quota, 2100, 2100, 1000);
    refuse(quota, 2200, 2200, 1000);
    refuse(quota, 2300, 2300, 700);
    expect(quota.wait(2300)).toBe(700);
    expect(quota.atATime(1000)).toBe(75);
  });

  it('never takes less than one for good', () => {
    const quota = learned();
    quota.wait(5000);
    refuse(quota, 5000, 5000, 1000);
    expect(quota.wait(5001)).toBe(0);
    expect(quota.atATime(1000)).toBeGreaterThanOrEqual(2);
  });
});
