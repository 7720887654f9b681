import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTogether, threadsFor, type ReadingThread } from '../../src/config/read-together.ts';
import type { FileText, Reading } from '../../src/config/reading.ts';

function reading({ file, text }: FileText): Reading {
  return { data: `${file}: ${text}`, offsets: undefined, diagnostics: [], problems: [] };
}

function files(count: number): readonly FileText[] {
  return Array.from({ length: count }, (_, index) => ({ file: `${index}.yaml`, text: `text ${index}` }));
}

/** A thread that reads so many files, each in so many milliseconds, and dies. */
function mortal(most: number, pause: number): ReadingThread & { readonly done: readonly string[] } {
  const done: string[] = [];
  return {
    done,
    async read(file) {
      await sleep(pause);
      if (done.length >= most) throw new Error('dead');
      done.push(file.file);
      return reading(file);
    },
    end: () => undefined,
  };
}

test('whatever the threads, and whenever they die, every file is read and stands in its place', async () => {
  const thread = fc.record({ most: fc.nat(8), pause: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.array(thread, { maxLength: 4 }), async (count, kinds) => {
      const threads = kinds.map(({ most, pause }) => mortal(most, pause));
      const here: string[] = [];
      const readings = await readTogether(
        files(count),
        (file) => {
          here.push(file.file);
          return reading(file);
        },
        threads,
      );
      expect(readings).toEqual(files(count).map(reading));
      const everywhere = new Set([...here, ...threads.flatMap(({ done }) => done)]);
      expect(everywhere).toEqual(new Set(files(count).map(({ file }) => file)));
      expect(new Set(here).size).toBe(here.length);
    }),
    { numRuns: 60, seed: 20_261_120 },
  );
});

test.each([
  [1, 0],
  [2, 0],
  [4, 2],
  [64, 7],
])('on %i cores there are %i threads beside this one', (cores, threads) => {
  expect(threadsFor(cores)).toBe(threads);
});

test('a thread is used', async () => {
  const done: string[] = [];
  const quick: ReadingThread = {
    read: (file) => {
      done.push(file.file);
      return Promise.resolve(reading(file));
    },
    end: () => undefined,
  };
  expect(await readTogether(files(50), reading, [quick])).toEqual(files(50).map(reading));
  expect(done.length).toBeGreaterThan(2);
  expect(new Set(done).size).toBe(done.length);
});

test('nobody waits for a thread that does not answer', async () => {
  const silent: ReadingThread = { read: () => new Promise(() => undefined), end: () => undefined };
  expect(await readTogether(files(10), reading, [silent, silent])).toEqual(files(10).map(reading));
});

test('what goes wrong in reading a file is seen, wherever it was read', async () => {
  const broken = (): Reading => {
    throw new Error('no text like this');
  };
  await expect(readTogether(files(3), broken, [mortal(0, 0)])).rejects.toThrow('no text like this');
});
