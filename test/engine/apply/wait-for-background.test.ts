import { expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { waitForBackground } from '../../../src/engine/apply/wait-for-background.ts';
import type { JsonObject } from '../../../src/model.ts';
import type { Background } from '../../../src/read.ts';

const BACKGROUND = {
  ...{ read: { path: '/projects/{id}' }, field: 'import_status', while: ['scheduled', 'started'] },
  failed: { is: ['failed'], why: 'import_error' },
} as const;

const CALL = { method: 'POST', path: '/projects' } as const;

/** Waits with these answers to come, the last of them for ever; gives what failed, and what was asked for. */
async function waitFor(
  first: string,
  answers: readonly (JsonObject | ApiError)[],
  longest?: number,
  background: Background = BACKGROUND,
  stop = new AbortController().signal,
) {
  const asked: string[] = [];
  const read = ({ path }: { readonly path: string }) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(path);
    return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const failure = await waitForBackground(
    CALL,
    background,
    { id: 7, import_status: first },
    { client: { read }, stop },
    longest,
  );
  return { failure, asked };
}

it('looks until it is done, by the number in the answer', async () => {
  const { failure, asked } = await waitFor('scheduled', [{ import_status: 'started' }, { import_status: 'finished' }]);
  expect([failure, asked]).toEqual([undefined, ['/projects/7', '/projects/7']]);
});

it('tells why it failed, without what signs in', async () => {
  const why = 'fatal: https://bot:hunter2@git.example.com/a.git not found';
  const { failure } = await waitFor('scheduled', [{ import_status: 'failed', import_error: why }]);
  expect(failure).toMatchObject({ code: 'not-accepted', call: CALL });
  expect(failure?.message).toContain('is failed: fatal: ');
  expect(failure?.message).not.toContain('hunter2');
});

it.each([
  ['there was nothing to wait for', 'none', [{}], 0],
  ['nobody may look', 'scheduled', [new ApiError('forbidden', 'no', { method: 'GET', path: '/projects/7' }, {})], 1],
  ['it is not shown any more', 'scheduled', [{ id: 7 }], 1],
] as const)('waits no longer where %s', async (_, first, answers, looks) => {
  const { failure, asked } = await waitFor(first, answers);
  expect([failure, asked.length]).toEqual([undefined, looks]);
});

it('lets what takes longer go on', async () => {
  const { failure, asked } = await waitFor('scheduled', [{ import_status: 'started' }], 60);
  expect([failure, asked.length]).toEqual([undefined, 1]);
});

it('tells what takes longer where what comes next has to find it done, and where it is to stop', async () => {
  const patient = { ...BACKGROUND, patience: 0.06 };
  const going = [{ import_status: 'started' }];
  const { failure, asked } = await waitFor('scheduled', going, undefined, patient);
  expect([failure?.message, asked.length]).toEqual([expect.stringContaining('goes on with it (started)'), 1]);
  const stopped = await waitFor('scheduled', going, undefined, { ...patient, patience: 3600 }, AbortSignal.abort());
  expect([stopped.failure?.message, stopped.asked.length]).toEqual([expect.stringContaining('(scheduled)'), 0]);
});
