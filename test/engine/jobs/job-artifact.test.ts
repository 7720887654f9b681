import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import type { Client } from '../../../src/api/client.ts';
import { jobArtifact } from '../../../src/engine/jobs/job-artifact.ts';
import type { JsonObject } from '../../../src/model.ts';
import { fakeClient } from '../../api/fake-client.ts';

const SHA = 'a'.repeat(40);
const FILE = { project: 'a/b', ref: 'main', job: 'plan', path: 'plan.json' };

/** A project with one pipeline and its plan; the request of this number fails with `error`, and any after it is an error of the test. */
function platform(fails = -1, error: Error = new Error('not reached')) {
  const asked: string[] = [];
  const answer = <Result>(path: string, result: Result): Promise<Result> => {
    asked.push(path);
    if (asked.length === fails) return Promise.reject(error);
    if (fails >= 0 && asked.length > fails) throw new Error(`asked for ${path} after a failure`);
    return Promise.resolve(result);
  };
  const pipeline: JsonObject = { id: 5, project_id: 7, sha: SHA, ref: 'main' };
  const jobs: readonly JsonObject[] = [{ id: 9, name: 'plan', status: 'success', tag: false, artifacts: [] }];
  const client: Client = fakeClient({
    read: ({ path }) =>
      path.endsWith('/jobs') ? answer(path, jobs) : answer<JsonObject>(path, { commit: { id: SHA }, protected: true }),
    list: async ({ path }) => {
      const rows = await answer(path, [pipeline]);
      return { rows, pages: 1, all: () => Promise.resolve(rows) };
    },
    text: (path) => answer(path, '{}'),
  });
  return { asked, client };
}

test('a file is found in four requests, by the number of the project once that is known', async () => {
  const { asked, client } = platform();
  expect(await jobArtifact(client, FILE, undefined)).toMatchObject({ type: 'found', text: '{}', job: 9 });
  expect(asked).toEqual([
    '/projects/a%2Fb/repository/branches/main',
    '/projects/a%2Fb/pipelines',
    '/projects/7/pipelines/5/jobs',
    '/projects/7/jobs/9/artifacts/plan.json',
  ]);
});

test('cut at any of its requests there is no file, and nothing more is asked', async () => {
  const refusal = (status: number) => new ApiError('forbidden', 'no', { method: 'GET', path: '/x' }, { status });
  const lost = new ApiError('unreachable', 'gone', { method: 'GET', path: '/x' });
  for (const error of [refusal(403), refusal(500), lost])
    for (const fails of [1, 2, 3, 4])
      await expect(jobArtifact(platform(fails, error).client, FILE, undefined)).rejects.toBe(error);
});

test('what is larger than an answer may be is told as that', async () => {
  const error = new ApiError('not-gitlab', 'it is larger than 64 MiB', { method: 'GET', path: '/x' });
  expect(await jobArtifact(platform(4, error).client, FILE, undefined)).toEqual({ type: 'too-large', job: 9 });
  await expect(jobArtifact(platform(3, error).client, FILE, undefined)).rejects.toBe(error);
});

test('rows of other pipelines than were asked for are passed over', async () => {
  const { client } = platform();
  const rows = [
    { id: 6, project_id: 7, sha: 'b'.repeat(40), ref: 'main' },
    { id: 6, project_id: 7, sha: SHA, ref: 'evil' },
  ];
  const found = await jobArtifact(
    { ...client, list: () => Promise.resolve({ rows, pages: 1, all: () => Promise.resolve(rows) }) },
    FILE,
    undefined,
  );
  expect(found).toMatchObject({ type: 'moved-on', last: 'b'.repeat(40) });
});
