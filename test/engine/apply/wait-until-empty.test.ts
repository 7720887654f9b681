import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { firstJob, waitUntilEmpty } from '../../../src/engine/apply/wait-until-empty.ts';
import type { JsonObject } from '../../../src/model.ts';
import type { Emptying } from '../../../src/read.ts';

const EMPTYING: Emptying = {
  ...{ list: { path: '/things', query: { on: 'old' } }, what: 'thing', jobs: { path: '/jobs', pages: true } },
  ...{ of: { source: 'old' }, row: 'thing', field: 'state', while: ['scheduled', 'started'] },
  failed: { is: ['failed', 'cleanup failed'], why: 'error' },
};

const CALL = { method: 'POST', path: '/jobs' } as const;

/** A job for the thing of the same number, unless another one is given. */
function job(id: number, state: string, more: JsonObject = {}): JsonObject {
  return { id, state, source: 'old', thing: { id }, ...more };
}

/** How much is left and which jobs there are at each look, the last of them for ever. */
type Looks = readonly (readonly [left: number | undefined | ApiError, jobs: readonly JsonObject[]])[];

async function follow(looks: Looks, patience?: number, stop = new AbortController().signal) {
  let at = -1;
  const now = () => looks[Math.min(at, looks.length - 1)] ?? [0, []];
  const told: (number | undefined)[] = [];
  const failure = await waitUntilEmpty(
    CALL,
    EMPTYING,
    10,
    {
      client: {
        count: () => {
          at++;
          const [left] = now();
          return left instanceof ApiError ? Promise.reject(left) : Promise.resolve(left);
        },
        readUntil: () => Promise.resolve({ rows: now()[1], areAll: true }),
      },
      stop,
      tell: ({ left }) => void told.push(left),
    },
    patience,
  );
  return { failure, told };
}

describe('what empties a list', () => {
  it('is followed until nothing is left and no job is under way, and told as it goes', async () => {
    const { failure, told } = await follow([
      [2, []],
      [2, [job(11, 'started')]],
      [1, []],
      [0, [job(11, 'started'), job(10, 'finished')]],
      [0, [job(11, 'finished'), job(10, 'finished')]],
    ]);
    expect([failure, told]).toEqual([undefined, [2, 2, 1, 0, 0]]);
  });

  it('has failed once all that is left has, with what is said of each, and without what signs in', async () => {
    const why = 'cannot reach https://bot:hunter2@git.example.com';
    const { failure } = await follow([
      [2, [job(12, 'failed', { error: why }), job(11, 'started')]],
      [2, [job(12, 'failed', { error: why }), job(11, 'started')]],
      [2, [job(12, 'failed', { error: why }), job(11, 'failed', { error: null })]],
    ]);
    expect(failure).toMatchObject({ code: 'not-accepted', call: CALL });
    expect(failure?.message).toMatch(/has failed for 2 things: 12 \(failed: cannot reach .*\), 11 \(failed\)$/);
    expect(failure?.message).not.toContain('hunter2');
  });

  it('has failed where something was left undone behind what is gone', async () => {
    const { failure } = await follow([[0, [job(10, 'cleanup failed', { error: 'busy' })]]]);
    expect(failure?.message).toMatch(/has failed for a thing: 10 \(cleanup failed: busy\)$/);
  });

  it('is no failure of an earlier call, of another list, or that a later job has made good', async () => {
    const jobs = [
      job(13, 'finished', { thing: { id: 7 } }),
      job(12, 'failed', { source: 'other' }),
      job(11, 'failed', { thing: { id: 7 } }),
      job(9, 'failed'),
    ];
    expect((await follow([[0, jobs]])).failure).toBeUndefined();
  });

  it('is told to be unfinished where nothing changes for long, nobody may look, or the run is to end', async () => {
    const stuck: Looks = [[3, [job(10, 'failed'), job(11, 'finished')]]];
    const ended = [
      await follow(stuck, 60),
      await follow([[undefined, []]], 60),
      await follow([[1, []]], undefined, AbortSignal.abort()),
      await follow([[new ApiError('forbidden', 'answered with 403', { method: 'GET', path: '/things' }), []]]),
    ];
    expect(ended.map(({ failure }) => failure?.message)).toEqual([
      'GitLab took the call, and nothing has changed for long: 3 things are still where they were',
      'GitLab took the call, and nothing has changed for long: an unknown number of things are still where they were',
      'GitLab took the call, and goes on with it: 1 thing is still where it was',
      'GitLab took the call, and how far it has come cannot be seen: answered with 403',
    ]);
  });
});

it.each([
  ['those to come, where none is under way', [job(9, 'finished'), job(8, 'failed')], 10],
  ['all, where there was none', [], 1],
  ['those under way as well', [job(9, 'scheduled'), job(8, 'started'), job(7, 'finished')], 8],
  ['those to come, where others are under way', [job(9, 'started', { source: 'other' })], 10],
])('the jobs that count are %s', async (_, rows, first) => {
  expect(await firstJob(EMPTYING, { readUntil: () => Promise.resolve({ rows, areAll: true }) })).toBe(first);
});
