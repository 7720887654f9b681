import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { twoStages, workshop } from '../../sandbox/ci.ts';
import { idOf } from '../../sandbox/client.ts';

// What GitLab's own request specs say of the statuses of commits (spec/requests/api/commit_statuses_spec.rb, 18.9).

/** A commit on a branch that everybody may push to, and who reports on it. */
async function world() {
  const shop = await workshop();
  const sha = await shop.write('a.txt', 'a', 'work');
  const to = `${shop.at}/statuses/${sha}`;
  const from = `${shop.at}/repository/commits/${sha}/statuses`;
  const report = (sent: JsonObject) => shop.developer.post(to, sent);
  return { ...shop, sha, to, from, report };
}

const states = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const;
const stuck = (event: string, state: string) => [
  400,
  {
    message: `Cannot transition status via :${event} from :${state} (Reason(s): Status cannot transition via "${event}")`,
  },
];

describe('POST /projects/:id/statuses/:sha', () => {
  test('with nothing but a state: a status called default, in a new pipeline of source external', async () => {
    const { developer, at, write } = await world();
    for (const [position, state] of states.entries()) {
      const sha = await write('a.txt', state, `on-${state}`);
      const made = await developer.post(`${at}/statuses/${sha}`, { state });
      expect(made.status).toBe(201);
      expect(made.object).toMatchObject({ sha, ref: `on-${state}`, status: state, name: 'default' });
      expect(made.object).toMatchObject({ target_url: null, description: null, coverage: null, allow_failure: false });
      const pipeline = await developer.get(`${at}/pipelines/${textOf(made.object['pipeline_id'])}`);
      expect(pipeline.object).toMatchObject({ iid: position + 1, source: 'external', sha, status: state });
    }
  });

  test('has these fields, and is listed with the statuses of its commit, as its job is not', async () => {
    const { report, from, developer, at, ids } = await world();
    const sent = { context: 'coverage', ref: 'work', description: 'test', coverage: 80.5 };
    const made = await report({ state: 'success', target_url: 'http://gitlab.com/status', ...sent });
    expect(Object.keys(made.object)).toEqual([
      ...['id', 'sha', 'ref', 'status', 'name', 'target_url', 'description', 'created_at', 'started_at'],
      ...['finished_at', 'allow_failure', 'coverage', 'pipeline_id', 'author'],
    ]);
    expect(made.object).toMatchObject({ name: 'coverage', description: 'test', coverage: 80.5 });
    expect(made.object).toMatchObject({ target_url: 'http://gitlab.com/status', author: { id: ids.developer } });
    expect((await developer.get(from)).body).toEqual([made.body]);
    expect((await developer.get(`${at}/jobs`)).body).toEqual([]);
    expect((await developer.get(`${at}/jobs/${idOf(made)}`)).status).toBe(404);
    expect((await developer.post(`${at}/jobs/${idOf(made)}/cancel`)).status).toBe(404);
  });

  test('a second report changes the first while it is open, and keeps what it leaves out', async () => {
    const { report, from, developer } = await world();
    const ids: number[] = [];
    for (const state of ['running', 'success', 'failed', 'canceled']) {
      const first = await report({
        state: 'pending',
        name: state,
        description: 'd',
        target_url: 'https://example.com',
      });
      const second = await report({ state, name: state, coverage: 90 });
      expect([second.status, idOf(second)]).toEqual([201, idOf(first)]);
      expect(second.object).toMatchObject({ status: state, coverage: 90, description: 'd' });
      ids.push(idOf(first));
    }
    expect(column(await developer.get(`${from}?all=true`), 'id')).toEqual(ids);
  });

  test('the same state again, and what does not follow, is 400 and changes nothing', async () => {
    const { report, from, developer } = await world();
    await report({ state: 'pending' });
    expect(told(await report({ state: 'pending' }))).toEqual(stuck('enqueue', 'pending'));
    await report({ state: 'running', description: 'first' });
    expect(told(await report({ state: 'running', description: 'second' }))).toEqual(stuck('run', 'running'));
    expect(told(await report({ state: 'skipped' }))).toEqual(stuck('skip', 'running'));
    expect(column(await developer.get(from), 'description')).toEqual(['first']);
  });

  test('a report after the end is a new status; the old one counts as retried', async () => {
    const { report, from, developer, at } = await world();
    const first = await report({ state: 'failed', name: 'test', ref: 'work' });
    const second = await report({ state: 'success', name: 'test', ref: 'work' });
    expect(idOf(second)).not.toBe(idOf(first));
    expect(column(await developer.get(from), 'id')).toEqual([idOf(second)]);
    expect(column(await developer.get(`${from}?all=true`), 'id')).toEqual([idOf(first), idOf(second)]);
    const pipeline = `${at}/pipelines/${textOf(second.object['pipeline_id'])}`;
    expect((await developer.get(pipeline)).object['status']).toBe('success');
  });

  test('joins the newest pipeline of the commit, in the stage external, or the one that is named', async () => {
    const { developer, at, write, maintainer } = await world();
    await write('.gitlab-ci.yml', twoStages, 'ci');
    const [older, newer] = [
      await developer.post(`${at}/pipeline`, { ref: 'ci' }),
      await developer.post(`${at}/pipeline`, { ref: 'ci' }),
    ];
    const to = `${at}/statuses/${textOf(newer.object['sha'])}`;
    const joined = await developer.post(to, { state: 'pending', name: 'outside' });
    expect(joined.object['pipeline_id']).toBe(idOf(newer));
    const listed = `${at}/repository/commits/ci/statuses?stage=external`;
    expect(column(await developer.get(listed), 'id')).toEqual([idOf(joined)]);
    const named = await maintainer.post(to, { state: 'failed', name: 'outside', pipeline_id: idOf(older), ref: 'ci' });
    expect(named.object['pipeline_id']).toBe(idOf(older));
    expect(told(await developer.post(to, { state: 'failed', pipeline_id: 999 }))).toEqual([
      404,
      { message: '404 Pipeline for pipeline_id, sha and ref Not Found' },
    ]);
    expect(told(await developer.post(to, { state: 'pending', name: 'unit' }))).toEqual([
      400,
      { message: { name: ['has already been taken'] } },
    ]);
  });

  test('what is wrong: no state, no such state, commit or address', async () => {
    const { report, developer, at } = await world();
    const noState = { error: 'state is missing, state does not have a valid value' };
    expect(told(await report({}))).toEqual([400, noState]);
    expect(told(await report({ state: 'invalid' }))).toEqual([400, { error: 'state does not have a valid value' }]);
    const nothing = await developer.post(`${at}/statuses/invalid_sha`, { state: 'running' });
    expect(told(nothing)).toEqual([404, { message: '404 Commit Not Found' }]);
    for (const target_url of ['invalid url', 'git://example.com']) {
      const blocked = { target_url: ['is blocked: Only allowed schemes are http, https'] };
      expect(told(await report({ state: 'pending', target_url }))).toEqual([400, { message: blocked }]);
    }
    const long = await report({ state: 'pending', target_url: `https://example.com/${'a'.repeat(240)}` });
    expect(long.body).toEqual({ message: { target_url: ['is too long (maximum is 255 characters)'] } });
    expect((await report({ state: 'pending', target_url: 'http://127.0.0.1/x' })).status).toBe(201);
  });

  test('Developers and up; on a protected branch those who may push or merge there', async () => {
    const { gl, to, at, stranger, developer, maintainer } = await world();
    for (const [name, access_level] of [['guest', 10] as const, ['reporter', 20] as const]) {
      await gl.post(`${at}/members`, { user_id: await gl.user(name), access_level });
      expect(told(await gl.as(name).post(to, { state: 'running' }))).toEqual([403, { message: '403 Forbidden' }]);
    }
    expect((await stranger.post(to, { state: 'running' })).status).toBe(404);
    expect((await gl.post(to, { state: 'running' }, anonymous)).status).toBe(401);
    const onMain = `${at}/statuses/main`;
    expect(told(await developer.post(onMain, { state: 'running', ref: 'main' }))).toEqual([
      403,
      { message: '403 Forbidden' },
    ]);
    expect((await maintainer.post(onMain, { state: 'running', ref: 'main' })).status).toBe(201);
  });

  test('a merge request of the branch shows the pipeline, and retrying it leaves such statuses alone', async () => {
    const { report, developer, at, from } = await world();
    const sent = { source_branch: 'work', target_branch: 'main', title: 'Work' };
    const iid = textOf((await developer.post(`${at}/merge_requests`, sent)).object['iid']);
    const made = await report({ state: 'failed' });
    const shown = await developer.get(`${at}/merge_requests/${iid}`);
    expect(shown.object['head_pipeline']).toMatchObject({ id: made.object['pipeline_id'], status: 'failed' });
    await developer.post(`${at}/pipelines/${textOf(made.object['pipeline_id'])}/retry`);
    expect(column(await developer.get(`${from}?all=true`), 'status')).toEqual(['failed']);
  });
});
