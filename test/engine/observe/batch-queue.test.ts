import { describe, expect, it } from 'vitest';
import type { BatchAnswer } from '../../../src/engine/observe/batches/ask-batch.ts';
import { batchesOf, createBatchQueue } from '../../../src/engine/observe/batches/batch-queue.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A queue over so many scopes, each with a row of its own number, and the batches that were asked for. */
function queueOf(count: number, answer: (ids: readonly number[], number: number) => BatchAnswer | undefined) {
  const asked: (readonly number[])[] = [];
  const queue = createBatchQueue(numbers(count), (ids) => {
    asked.push(ids);
    const said = answer(ids, asked.length - 1);
    return Promise.resolve(said ?? shown(ids, 10));
  });
  return {
    queue,
    sizes: () => asked.map(({ length }) => length),
    /** The scopes whose rows were not shown, after all of them were asked for one after the other. */
    missing: async (): Promise<number[]> => {
      const left: number[] = [];
      for (const id of numbers(count)) {
        const rows = await queue.take(id);
        if (rows === undefined) left.push(id);
        else expect(rows[0]).toEqual({ id });
      }
      return left;
    },
  };
}

function shown(ids: readonly number[], worked: number, waited = 0, rows = 1): BatchAnswer {
  return {
    type: 'rows',
    rows: new Map(ids.map((id) => [id, Array.from({ length: rows }, () => ({ id }))])),
    worked,
    waited,
  };
}

describe('a queue of batches', () => {
  it('begins with small batches, four ahead, and asks for more at once and further ahead while answers come soon', async () => {
    const { missing, sizes } = queueOf(1000, () => undefined);
    expect(await missing()).toEqual([]);
    expect(sizes()).toEqual([
      ...Array<number>(4).fill(25),
      ...Array<number>(7).fill(50),
      ...Array<number>(5).fill(100),
      50,
    ]);
    expect(sizes().length).toBeGreaterThanOrEqual(batchesOf(1000));
  });

  it('asks for fewer ahead where they wait for a worker, one at the least, and for more where they do not', async () => {
    const waiting = queueOf(1000, (ids) => shown(ids, 2000, 3000));
    for (const id of numbers(200)) await waiting.queue.take(id);
    expect(waiting.sizes().length).toBeLessThanOrEqual(9);
    const free = queueOf(2000, (ids) => shown(ids, 2000));
    for (const id of numbers(200)) await free.queue.take(id);
    expect(free.sizes().length).toBeGreaterThanOrEqual(15);
    const between = queueOf(1000, (ids) => shown(ids, 2000, 700));
    for (const id of numbers(200)) await between.queue.take(id);
    expect(between.sizes().length).toBe(12);
  });

  it('keeps batches small, and few ahead, where scopes have many rows', async () => {
    const { queue, sizes } = queueOf(1000, (ids) => shown(ids, 10, 0, 60));
    for (const id of numbers(300)) await queue.take(id);
    expect(Math.max(...sizes())).toBe(41);
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300 + 20_000 / 60 + 41);
  });

  it('asks for nothing before it is asked, and for no more than four batches ahead of what is taken', async () => {
    const { queue, sizes } = queueOf(1000, () => undefined);
    expect(sizes()).toEqual([]);
    await queue.take(1);
    expect(sizes()).toEqual([25, 25, 25, 25]);
  });

  it('keeps the size while an answer takes the platform one to four seconds, and halves it beyond', async () => {
    const steady = queueOf(200, (ids) => shown(ids, 2000));
    await steady.missing();
    expect(new Set(steady.sizes())).toEqual(new Set([25]));
    const slow = queueOf(1000, (ids, number) => shown(ids, number < 8 ? 10 : 5000));
    await slow.missing();
    expect(slow.sizes().slice(-3)).not.toContain(100);
  });

  it('asks for less at once where that was too much, and never again for as much', async () => {
    const { missing, sizes } = queueOf(1000, (ids) => (ids.length > 30 ? { type: 'too-much' } : undefined));
    expect(await missing()).toEqual([]);
    expect(new Set(sizes().slice(-20))).toEqual(new Set([25]));
  });

  it('asks again for what was not answered once', async () => {
    const { missing, sizes } = queueOf(60, (_, number) => (number === 0 ? { type: 'too-much' } : undefined));
    expect(await missing()).toEqual([]);
    expect(sizes()).toEqual([25, 25, 10, 25]);
  });

  it('gives up after three answers in a row that were of no use, and at once where there never will be one', async () => {
    const failing = queueOf(500, () => ({ type: 'too-much' }));
    expect(await failing.missing()).toEqual(numbers(500));
    expect(failing.sizes().length).toBeLessThanOrEqual(6);
    const never = queueOf(500, () => ({ type: 'never' }));
    expect(await never.missing()).toEqual(numbers(500));
    expect(never.sizes().length).toBeLessThanOrEqual(4);
  });

  it('leaves out what is not shown, and gives rows once', async () => {
    const { queue } = queueOf(3, () => ({ type: 'rows', rows: new Map([[1, []]]), worked: 1, waited: 0 }));
    expect([await queue.take(1), await queue.take(2), await queue.take(1), await queue.take(9)]).toEqual([
      [],
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('throws what is no answer to whoever takes', async () => {
    const queue = createBatchQueue([1, 2], () => Promise.reject(new Error('no more reads')));
    await expect(queue.take(1)).rejects.toThrow('no more reads');
    await expect(queue.take(2)).rejects.toThrow('no more reads');
  });
});
