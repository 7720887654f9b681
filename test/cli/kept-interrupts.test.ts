import { afterAll, beforeAll, expect, it } from 'vitest';
import { interruptible, Interrupted, keepInterrupts, onInterrupt } from '../../src/commands/terminal/interrupt.ts';

// The worker of the tests is ended by a signal itself.
const before = process.listeners('SIGTERM');
beforeAll(keepInterrupts);
afterAll(() => {
  for (const listener of process.listeners('SIGTERM'))
    if (!before.includes(listener)) process.off('SIGTERM', listener).off('SIGINT', listener);
});

const signal = () => process.emit('SIGTERM', 'SIGTERM');

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
