import { expect, test } from 'vitest';
import { anonymous, column, told } from './cast.ts';
import { workshop } from './ci.ts';
import { idOf } from './client.ts';
import { textOf, type JsonObject } from '../../src/sandbox/store/json.ts';

/** A commit on the default branch of a workshop's project. */
async function commit() {
  const shop = await workshop();
  await shop.write('notes.md', 'one', 'main');
  const sha = textOf((await shop.developer.get(`${shop.at}/repository/commits/main`)).object['id']);
  const at = `${shop.at}/repository/commits/${sha}`;
  return { ...shop, sha, discussions: `${at}/discussions`, comments: `${at}/comments` };
}

const notesIn = (discussion: JsonObject) => discussion['notes'] as readonly JsonObject[];

test('a discussion of a commit begins with a note of its own, and is answered', async () => {
  const shop = await commit();
  const made = await shop.developer.post(shop.discussions, { body: 'Why?' });
  expect([made.status, made.object]).toMatchObject([
    201,
    {
      individual_note: false,
      notes: [
        {
          ...{ type: 'DiscussionNote', body: 'Why?', author: { username: 'developer' }, system: false },
          ...{ noteable_type: 'Commit', noteable_id: null, noteable_iid: null, project_id: shop.project },
          ...{ resolvable: false, confidential: false },
        },
      ],
    },
  ]);
  const one = `${shop.discussions}/${textOf(made.object['id'])}`;
  const answer = await shop.maintainer.post(`${one}/notes`, { body: 'Because.' });
  expect([answer.status, answer.object['type']]).toEqual([201, 'DiscussionNote']);
  expect(notesIn((await shop.developer.get(one)).object).map((note) => note['body'])).toEqual(['Why?', 'Because.']);
  expect(column(await shop.developer.get(`${one}/notes`), 'body')).toEqual(['Why?', 'Because.']);
  expect((await shop.developer.get(`${one}/notes/${idOf(answer)}`)).object['body']).toBe('Because.');
  const list = await shop.developer.get(shop.discussions);
  expect([list.list.length, list.headers.get('x-total')]).toEqual([1, '1']);
});

test('comments and discussions of a commit are the same notes, by whatever name the commit goes', async () => {
  const shop = await commit();
  await shop.developer.post(shop.comments, { note: 'A comment' });
  await shop.developer.post(`${shop.at}/repository/commits/main/discussions`, { body: 'A discussion' });
  expect(column(await shop.developer.get(shop.comments), 'note')).toEqual(['A comment', 'A discussion']);
  const threads = (await shop.developer.get(shop.discussions)).list;
  expect(threads.map((thread) => [thread['individual_note'], notesIn(thread)[0]?.['body']])).toEqual([
    [true, 'A comment'],
    [false, 'A discussion'],
  ]);
  await shop.write('other.md', 'two', 'main');
  expect((await shop.developer.get(`${shop.at}/repository/commits/main/discussions`)).list).toEqual([]);
});

test('a comment that stands alone takes no answer; one on a line does, and the answer is on it, too', async () => {
  const shop = await commit();
  await shop.developer.post(shop.comments, { note: 'Alone' });
  await shop.developer.post(shop.comments, { note: 'Here', path: 'notes.md', line: 1, line_type: 'new' });
  const [alone, here] = (await shop.developer.get(shop.discussions)).list.map((thread) => textOf(thread['id']));
  const refused = await shop.developer.post(`${shop.discussions}/${alone}/notes`, { body: 'x' });
  expect(told(refused)).toEqual([400, { message: '400 Bad request - Discussion can not be replied to.' }]);
  const answer = await shop.developer.post(`${shop.discussions}/${here}/notes`, { body: 'There' });
  expect([answer.status, answer.object['type']]).toEqual([201, 'LegacyDiffNote']);
  const lines = (await shop.developer.get(shop.comments)).list.map((row) => [row['note'], row['path'], row['line']]);
  expect(lines).toEqual([
    ['Alone', null, null],
    ['Here', 'notes.md', 1],
    ['There', 'notes.md', 1],
  ]);
});

test('PUT and DELETE of a note on a commit are for its author and Maintainers, and nothing is resolved there', async () => {
  const shop = await commit();
  const made = (await shop.developer.post(shop.discussions, { body: 'Why?' })).object;
  const note = `${shop.discussions}/${textOf(made['id'])}/notes/${textOf(notesIn(made)[0]?.['id'])}`;
  expect((await shop.developer.put(note, { body: 'How?' })).object['body']).toBe('How?');
  expect(told(await shop.developer.put(note, { resolved: true }))).toEqual([
    400,
    { message: '400 Bad request - Note is not resolvable' },
  ]);
  await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user('reporter'), access_level: 20 });
  expect((await shop.gl.as('reporter').put(note, { body: 'x' })).status).toBe(403);
  expect((await shop.gl.as('reporter').delete(note)).status).toBe(403);
  expect((await shop.maintainer.delete(note)).status).toBe(204);
  expect((await shop.developer.get(shop.comments)).list).toEqual([]);
  expect((await shop.developer.get(`${shop.discussions}/${textOf(made['id'])}`)).status).toBe(404);
});

test('a commit that is not there, or that the caller may not see, is 404; nobody is 401', async () => {
  const shop = await commit();
  const none = `${shop.at}/repository/commits/unknown/discussions`;
  expect(told(await shop.developer.get(none))).toEqual([404, { message: '404 Commit Not Found' }]);
  await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user('guest'), access_level: 10 });
  expect(told(await shop.gl.as('guest').get(shop.discussions))).toEqual([404, { message: '404 Commit Not Found' }]);
  expect((await shop.gl.get(shop.discussions, anonymous)).status).toBe(401);
  expect(told(await shop.developer.get(`${shop.discussions}/abc`))).toEqual([
    404,
    { message: '404 Discussion Not Found' },
  ]);
});

test('a fork has the same commit, and notes of its own; the notes go with their project', async () => {
  const shop = await commit();
  await shop.developer.post(shop.discussions, { body: 'Here' });
  const fork = await shop.developer.post(`${shop.at}/fork`, { path: 'copy', name: 'Copy' });
  const there = `/projects/${idOf(fork)}/repository/commits/${shop.sha}/discussions`;
  expect(told(await shop.developer.get(there))).toEqual([200, []]);
  expect((await shop.gl.delete(shop.at)).status).toBe(202);
  shop.gl.sandbox.platform.clock.advance(31 * 24 * 60 * 60 * 1000);
  expect((await shop.gl.get(shop.at)).status).toBe(404);
  expect(shop.gl.sandbox.platform.state.notes.all()).toEqual([]);
});

test('an archived project takes no note, and keeps those that it has', async () => {
  const shop = await commit();
  const made = (await shop.developer.post(shop.discussions, { body: 'Why?' })).object;
  const note = `${shop.discussions}/${textOf(made['id'])}/notes/${textOf(notesIn(made)[0]?.['id'])}`;
  await shop.gl.post(`${shop.at}/archive`);
  expect((await shop.developer.post(shop.discussions, { body: 'x' })).status).toBe(403);
  expect((await shop.developer.put(note, { body: 'x' })).status).toBe(403);
  expect((await shop.developer.delete(note)).status).toBe(403);
});
