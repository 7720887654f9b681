import { expect, it } from 'vitest';
import { createQueue } from '../../src/api/limits/queue.ts';

it('an empty queue has nothing to show or to give, and is none the worse for being asked', () => {
  const queue = createQueue<string>();
  expect([queue.size(), queue.peek(), queue.shift(), queue.shift()]).toEqual([0, undefined, undefined, undefined]);
  queue.push('first');
  expect([queue.size(), queue.peek(), queue.shift(), queue.size()]).toEqual([1, 'first', 'first', 0]);
});

it('a queue gives what it was given in its order, whatever is pushed and taken between', () => {
  const queue = createQueue<number>();
  let [pushed, taken] = [0, 0];
  for (let round = 0; round < 60; round++) {
    for (let index = 0; index < 100; index++) queue.push(pushed++);
    for (let index = 0; index < (round < 30 ? 50 : 140); index++) {
      expect(queue.peek()).toBe(taken);
      expect(queue.shift()).toBe(taken++);
      expect(queue.size()).toBe(pushed - taken);
    }
  }
});
