import { afterAll, beforeAll, expect, it } from 'vitest';
import { interruptible, Interrupted, keepInterrupts, onInterrupt } from '../../src/commands/terminal/interrupt.ts';

// The worker of the tests is ended by a signal itself: what others in it hear of one is not touched.
const others = process.listeners('SIGTERM');
const ours = () => process.listeners('SIGTERM').filter((listener) => !others.includes(listener));
beforeAll(keepInterrupts);
afterAll(() => {
  for (const listener of ours()) process.off('SIGTERM', listener).off('SIGINT', listener);
});

const signal = () => {
  for (const listener of ours()) listener('SIGTERM');
};

it('a signal between two pieces of work keeps the second from being begun, and is spent by that', async () => {
  expect(await interruptible(() => Promise.resolve(1))).toBe(1);
  signal();
  let begun = 0;
  const work = () => Promise.resolve(++begun);
  await expect(interruptible(work)).rejects.toBeInstanceOf(Interrupted);
  expect(begun).toBe(0);
  expect(await interruptible(work)).toBe(1);
});

it('a signal that somebody waits for is theirs alone', async () => {
  const waiting = onInterrupt(() => undefined);
  signal();
  expect(waiting.signal.aborted).toBe(true);
  waiting.dispose();
  expect(await interruptible(() => Promise.resolve(1))).toBe(1);
});
