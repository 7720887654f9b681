import { expect, test } from 'vitest';
import { createWorkers } from '../../src/sandbox/http/workers.ts';
import { sandbox } from './client.ts';

/** Work that is done when it is told to be, and which of it has begun. */
function jobs(inLine: ReturnType<typeof createWorkers>) {
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const done = Array.from({ length: 5 }, (_, nth) =>
    inLine(
      () =>
        new Promise((resolve, reject) => {
          begun.push(nth);
          ends.push((error) => {
            if (error === undefined) resolve();
            else reject(error);
          });
        }),
    ),
  );
  const end = async (nth: number, error?: Error): Promise<void> => {
    ends[nth]?.(error);
    await done[nth]?.catch(() => undefined);
    await Promise.resolve();
  };
  return { begun, end };
}

test('as many are worked on as there are workers, and the others in the order in which they came', async () => {
  const { begun, end } = jobs(createWorkers(2));
  expect(begun).toEqual([0, 1]);
  await end(1);
  expect(begun).toEqual([0, 1, 2]);
  await end(0, new Error('failed'));
  await end(2);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(jobs(createWorkers(Infinity)).begun).toHaveLength(5);
});

test('a worker who has nothing to do takes what comes later', async () => {
  const inLine = createWorkers(1);
  const begun: number[] = [];
  for (let nth = 0; nth < 3; nth++)
    await inLine(() => {
      begun.push(nth);
      return Promise.resolve();
    });
  expect(begun).toEqual([0, 1, 2]);
});

test('the sandbox works on so many requests together, and each answer says how long it took without the wait', async () => {
  const gl = await sandbox({ workers: 1, latency: 40 });
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 5 }, () => gl.get('/version')));
  const took = performance.now() - began;
  const worked = answers.map(({ headers }) => Number(headers.get('x-runtime')) * 1000);
  expect(Math.min(...worked)).toBeGreaterThan(35);
  expect(took).toBeGreaterThan(5 * 35);
  // One after the other: together they have not worked for longer than all of it took.
  expect(worked.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(took + 1);
  expect(answers[0]?.headers.get('x-runtime')).toMatch(/^\d+\.\d{6}$/);
});

test('errors and empty answers say it as well', async () => {
  const gl = await sandbox();
  const id = await gl.group('a1');
  for (const answer of [await gl.get('/groups/nowhere'), await gl.delete(`/groups/${id}`)])
    expect(answer.headers.get('x-runtime')).toMatch(/^\d+\.\d{6}$/);
});
