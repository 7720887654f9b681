import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLateness } from '../../src/api/limits/lateness.ts';

/** Keeps the event loop from all else. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('our own event loop is late by what it has worked on meanwhile, and each who asks is told since they asked', async () => {
  await sleep(30);
  const [late, other] = [createLateness(), createLateness()];
  // What was before they were made is not theirs.
  expect([late(), other()]).toEqual([0, 0]);
  for (let turn = 0; turn < 10; turn++) {
    work(100);
    await sleep(1);
  }
  const told = late();
  expect(told).toBeGreaterThan(50);
  // Nothing was looked at since.
  expect(late()).toBe(told);
  expect(other()).toBeGreaterThan(50);
});

it('our own event loop is in time while it has nothing to do, as soon as the machine lets it be', async () => {
  const late = createLateness();
  await expect
    .poll(
      async () => {
        late();
        await sleep(100);
        return late();
      },
      { timeout: 30_000 },
    )
    .toBeLessThan(5);
});
