import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf } from '../../sandbox/client.ts';
import { codeProject } from '../../sandbox/code.ts';

// What GitLab's own request specs say of picks, reverts, comments and forks (spec/requests/api/commits_spec.rb, 18.9).

const notThere = (thing: string) => [404, { message: `404 ${thing} Not Found` }];
const pushless = [403, { message: '403 Forbidden - You are not allowed to push into this branch' }];

/** A project with a commit on the branch `topic` that `main` does not have. */
async function twoBranches() {
  const code = await codeProject();
  const actions = [{ action: 'create', file_path: 'new.txt', content: 'new\n' }];
  const made = await code.gl.post(`${code.repo}/commits`, {
    ...{ branch: 'topic', start_branch: 'main', commit_message: 'Topic\n\nWhy.', actions },
    ...{ author_name: 'Ann', author_email: 'ann@example.com' },
  });
  return { ...code, sha: textOf(made.object['id']) };
}

describe.each(['cherry_pick', 'revert'] as const)('POST …/commits/:sha/%s', (verb) => {
  test('401 without a token on a public project, 404 on a private one, 404 where the repository is off', async () => {
    const { gl, repo, id, sha } = await twoBranches();
    const path = `${repo}/commits/${sha}/${verb}`;
    expect(told(await gl.post(path, { branch: 'main' }, anonymous))).toEqual(notThere('Project'));
    await gl.put('/groups/acme', { visibility: 'public' });
    await gl.put(`/projects/${id}`, { visibility: 'public' });
    expect(told(await gl.post(path, { branch: 'main' }, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
    await gl.put(`/projects/${id}`, { repository_access_level: 'disabled' });
    expect((await gl.as('maint').post(path, { branch: 'main' })).status).toBe(404);
  });

  test('unknown commit and branch 404, no branch 400, a protected branch 403 for Developers', async () => {
    const { gl, repo, sha } = await twoBranches();
    const path = `${repo}/commits/${sha}/${verb}`;
    expect(told(await gl.post(`${repo}/commits/unknown/${verb}`, { branch: 'main' }))).toEqual(notThere('Commit'));
    expect(told(await gl.post(path, { branch: 'foo' }))).toEqual(notThere('Branch'));
    expect(told(await gl.post(path))).toEqual([400, { error: 'branch is missing, branch is empty' }]);
    expect(told(await gl.post(path, { branch: '' }))).toEqual([400, { error: 'branch is empty' }]);
    expect(told(await gl.post(path, { branch: ' ' }))).toEqual([400, { error: 'branch is empty' }]);
    expect(told(await gl.as('dev').post(path, { branch: 'main' }))).toEqual(pushless);
    expect((await gl.post(`${repo}/commits/a/b/${verb}`, { branch: 'main' })).status).toBe(404);
  });

  test('a dry run changes nothing and says success; what is done already is empty, dry or not', async () => {
    const { gl, repo, sha } = await twoBranches();
    const path = `${repo}/commits/${sha}/${verb}`;
    const branch = verb === 'revert' ? 'topic' : 'main';
    const head = (await gl.get(`${repo}/commits/${branch}`)).object['id'];
    const dry = await gl.post(path, { branch, dry_run: true });
    expect(told(dry)).toEqual([200, { dry_run: 'success' }]);
    expect((await gl.get(`${repo}/commits/${branch}`)).object['id']).toBe(head);
    expect((await gl.post(path, { branch })).status).toBe(201);
    const again = await gl.post(path, { branch });
    expect([again.status, again.object['error_code']]).toEqual([400, 'empty']);
    const dryAgain = await gl.post(path, { branch, dry_run: true });
    expect([dryAgain.status, dryAgain.object['error_code'], dryAgain.object['dry_run']]).toEqual([
      400,
      'empty',
      'error',
    ]);
  });
});

describe('what a pick and a revert make', () => {
  test('a pick names its origin and its author, by the caller; a custom message replaces that', async () => {
    const { gl, repo, sha } = await twoBranches();
    const maint = gl.as('maint');
    await gl.post(`${repo}/branches`, { branch: 'third.dot', ref: 'main' });
    const picked = await maint.post(`${repo}/commits/${sha}/cherry_pick`, { branch: 'main' });
    const message = `Topic\n\nWhy.\n\n(cherry picked from commit ${sha})\n\nCo-authored-by: Ann <ann@example.com>`;
    expect([picked.status, picked.object['title'], picked.object['message']]).toEqual([201, 'Topic', message]);
    expect([picked.object['author_name'], picked.object['committer_name']]).toEqual(['maint', 'maint']);
    expect(picked.object).not.toHaveProperty('stats');
    const custom = await maint.post(`${repo}/commits/topic/cherry_pick`, { branch: 'third.dot', message: 'foo' });
    expect([custom.status, custom.object['message']]).toEqual([201, 'foo']);
  });

  test('a revert stands on the head of its branch and says what it takes back', async () => {
    const { gl, repo, sha } = await twoBranches();
    const made = await gl.as('maint').post(`${repo}/commits/${sha}/revert`, { branch: 'topic' });
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({
      message: `Revert "Topic"\n\nThis reverts commit ${sha}`,
      author_name: 'maint',
      committer_name: 'maint',
      parent_ids: [sha],
    });
    expect((await gl.get(`${repo}/files/new.txt?ref=topic`)).status).toBe(404);
  });
});

describe('POST …/commits/:sha/comments', () => {
  test('a plain comment has no place, an inline one its file, line and kind of line', async () => {
    const { gl, repo, commit, id } = await codeProject();
    await commit([{ action: 'update', file_path: 'src/a.txt', content: 'one\nthree\nfour\n' }]);
    const path = `${repo}/commits/main/comments`;
    const plain = await gl.post(path, { note: 'My comment' });
    expect(plain.status).toBe(201);
    expect(Object.keys(plain.object).sort()).toEqual(['author', 'created_at', 'line', 'line_type', 'note', 'path']);
    expect(plain.object).toMatchObject({ note: 'My comment', path: null, line: null, line_type: null });
    const added = { note: 'My comment', path: 'src/a.txt', line: 3, line_type: 'new' };
    expect((await gl.post(path, added)).object).toMatchObject(added);
    const removed = { note: 'My comment', path: 'src/a.txt', line: 2, line_type: 'old' };
    expect((await gl.post(path, removed)).object).toMatchObject(removed);
    expect(column(await gl.get(path), 'note')).toEqual(['My comment', 'My comment', 'My comment']);
    expect(told(await gl.post(path))).toEqual([400, { error: 'note is missing' }]);
    expect(told(await gl.post(`${repo}/commits/unknown/comments`, { note: 'x' }))).toEqual(notThere('Commit'));
    expect(told(await gl.post(path, { note: 'x' }, anonymous))).toEqual(notThere('Project'));
    await gl.put('/groups/acme', { visibility: 'public' });
    await gl.put(`/projects/${id}`, { visibility: 'public' });
    expect((await gl.post(path, { note: 'x' }, anonymous)).status).toBe(400);
    await gl.put(`/projects/${id}`, { repository_access_level: 'disabled' });
    expect((await gl.as('maint').post(path, { note: 'x' })).status).toBe(404);
  });

  test('/tag tags the commit and is no comment: 202 with what it did; twice, or without the right, 400', async () => {
    const { gl, repo } = await codeProject();
    const path = `${repo}/commits/main/comments`;
    const done = await gl.post(path, { note: '/tag quick-tag some commit message' });
    expect(told(done)).toEqual([
      202,
      {
        commands_changes: { tag_name: 'quick-tag', tag_message: 'some commit message' },
        summary: ['Tagged this commit to quick-tag with "some commit message".'],
      },
    ]);
    expect((await gl.get(`${repo}/tags/quick-tag`)).object['message']).toBe('some commit message');
    const failed = [400, { message: '400 Bad request - Failed to apply commands.' }];
    expect(told(await gl.post(path, { note: '/tag quick-tag again' }))).toEqual(failed);
    expect(told(await gl.as('reporter').post(path, { note: '/tag mine' }))).toEqual(failed);
    expect((await gl.post(path, { note: 'Ship it\n/tag v2' })).object['note']).toBe('Ship it');
    expect((await gl.get(`${repo}/tags/v2`)).status).toBe(200);
    expect((await gl.get(path)).list.length).toBe(1);
  });
});

describe('start_project', () => {
  /** A public project, and its fork by a user who is a guest there. */
  async function forked() {
    const code = await codeProject();
    await code.gl.put('/groups/acme', { visibility: 'public' });
    await code.gl.put(`/projects/${code.id}`, { visibility: 'public' });
    const guest = code.gl.as('guest');
    const fork = idOf(await guest.post(`/projects/${code.id}/fork`));
    const actions = [{ action: 'create', file_path: 'new', content: 'puts 8' }];
    const send = async (id: number, more: JsonObject) =>
      guest.post(`/projects/${id}/repository/commits`, { branch: 'patch', commit_message: 'x', actions, ...more });
    return { ...code, guest, fork, send };
  }

  test('by id or path of the source: a new branch of the fork, on top of the source’s', async () => {
    const { gl, repo, id, fork, send } = await forked();
    const head = (await gl.get(`${repo}/commits/main`)).object['id'];
    const byId = await send(fork, { start_branch: 'main', start_project: id });
    expect([byId.status, byId.object['parent_ids']]).toEqual([201, [head]]);
    expect((await send(fork, { branch: 'p2', start_branch: 'main', start_project: 'acme/app' })).status).toBe(201);
    expect((await gl.get(`${repo}/branches/patch`)).status).toBe(404);
    expect((await gl.get(`${repo}/commits/main`)).object['id']).toBe(head);
  });

  test('a branch that is there is 400 unless forced; a start_sha is fetched from the source', async () => {
    const { gl, repo, id, fork, send, commit } = await forked();
    const later = await commit([{ action: 'create', file_path: 'later', content: 'x' }]);
    const text = "A branch called 'main' already exists. Switch to that branch in order to make changes";
    const there = { branch: 'main', start_project: id };
    expect(told(await send(fork, there))).toEqual([400, { message: text }]);
    const forced = await send(fork, { ...there, force: true });
    expect([forced.status, forced.object['parent_ids']]).toEqual([201, [later.object['id']]]);
    const bySha = await send(fork, { branch: 'p3', start_project: id, start_sha: textOf(later.object['id']) });
    expect([bySha.status, bySha.object['parent_ids']]).toEqual([201, [later.object['id']]]);
    expect((await gl.get(`${repo}/commits/main`)).object['id']).toBe(later.object['id']);
  });

  test('403 for what is no fork of it, or where its code is closed; 404 where it is hidden', async () => {
    const { gl, id, fork, guest, send } = await forked();
    const unrelated = idOf(await guest.post('/projects', { name: 'unrelated' }));
    const start = { start_branch: 'main', start_project: id };
    const outside = [403, { message: '403 Forbidden - Project is not included in the fork network for acme / App' }];
    expect(told(await send(unrelated, start))).toEqual(outside);
    // The project itself is none that it was forked from.
    expect((await send(fork, { ...start, start_project: fork })).status).toBe(403);
    expect(told(await send(id, start))).toEqual(pushless);
    const closed = { merge_requests_access_level: 'private', builds_access_level: 'private' };
    await gl.put(`/projects/${id}`, { ...closed, repository_access_level: 'private' });
    await gl.delete(`/groups/acme/members/${idOf(await gl.as('guest').get('/user'))}`);
    expect(told(await send(fork, start))).toEqual(outside);
    await gl.put(`/projects/${id}`, { visibility: 'private' });
    expect(told(await send(fork, start))).toEqual(notThere('Project'));
  });

  test('comments of a commit that two projects hold are those of the project asked', async () => {
    const { gl, repo, guest, fork } = await forked();
    await gl.post(`${repo}/commits/main/comments`, { note: 'here' });
    const path = `/projects/${fork}/repository/commits/main/comments`;
    await guest.post(path, { note: 'in the fork' });
    expect(column(await guest.get(path), 'note')).toEqual(['in the fork']);
  });
});
