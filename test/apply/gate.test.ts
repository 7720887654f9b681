import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createGate, type Gate } from '../../src/api/gate.ts';

/** Sends many through a gate, and says how many were inside at a time at most. */
async function most(gate: Gate, count: number): Promise<number> {
  let inside = 0;
  let peak = 0;
  const pass = async (): Promise<void> => {
    peak = Math.max(peak, ++inside);
    await sleep(1);
    inside--;
  };
  await Promise.all(Array.from({ length: count }, () => gate.run(pass)));
  return peak;
}

it('lets no more pass at a time than its ceiling', async () => {
  expect(await most(createGate(3), 40)).toBe(3);
});

it('opens wider while nothing is refused', async () => {
  const gate = createGate(64);
  const early = await most(gate, 16);
  await most(gate, 400);
  expect(await most(gate, 200)).toBeGreaterThan(early);
});

it('lets half as many pass after a refusal, and one at least', async () => {
  const gate = createGate(8);
  gate.refused(0);
  expect(await most(gate, 6)).toBeLessThanOrEqual(5);
  const narrow = createGate(1);
  narrow.refused(0);
  expect(await most(narrow, 3)).toBe(1);
});

it('takes refusals that come together for one', async () => {
  const gate = createGate(16);
  for (let index = 0; index < 10; index++) gate.refused(0);
  expect(await most(gate, 12)).toBeGreaterThanOrEqual(8);
});

it('lets nobody pass until the wait is over, and then everybody', async () => {
  const gate = createGate(4);
  gate.refused(120);
  const began = performance.now();
  const at: number[] = [];
  await Promise.all([1, 2, 3].map(() => gate.run(() => Promise.resolve(at.push(performance.now() - began)))));
  expect(Math.min(...at)).toBeGreaterThan(100);
});

it('is left by what fails inside', async () => {
  const gate = createGate(1);
  await expect(gate.run(() => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
  expect(await gate.run(() => Promise.resolve('next'))).toBe('next');
});
