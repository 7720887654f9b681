import { expect, test } from 'vitest';
import { anonymous, column, told } from './cast.ts';
import { workshop } from './ci.ts';
import { idOf } from './client.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';

/** A merge request of the developer's, and its notes. */
async function discussion() {
  const shop = await workshop();
  await shop.write('feature.md', 'new', 'feature');
  const body = { source_branch: 'feature', target_branch: 'main', title: 'Add it' };
  await shop.developer.post(`${shop.at}/merge_requests`, body);
  for (const [name, level] of [['guest', 10] as const, ['reporter', 20] as const]) {
    await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user(name), access_level: level });
  }
  const merge = `${shop.at}/merge_requests/1`;
  const notes = `${merge}/notes`;
  const write = (text: string, more: JsonObject = {}) => shop.developer.post(notes, { body: text, ...more });
  return { ...shop, guest: shop.gl.as('guest'), reporter: shop.gl.as('reporter'), merge, notes, write };
}

test('POST …/notes answers 201 with the note', async () => {
  const shop = await discussion();
  const made = await shop.write('hi!');
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    type: null,
    body: 'hi!',
    author: { username: 'developer' },
    system: false,
    noteable_type: 'MergeRequest',
    noteable_iid: 1,
    project_id: shop.project,
    resolvable: false,
    confidential: false,
    internal: false,
    imported: false,
    imported_from: 'none',
    commands_changes: {},
  });
  expect((await shop.developer.get(`${shop.notes}/${idOf(made)}`)).object['body']).toBe('hi!');
  expect((await shop.developer.get(shop.merge)).object['user_notes_count']).toBe(1);
});

test('a body that is missing, blank or too long is 400, each in its own words', async () => {
  const shop = await discussion();
  expect(told(await shop.developer.post(shop.notes))).toEqual([400, { error: 'body is missing' }]);
  const blank = `400 Bad request - Note {:note=>["can't be blank"]}`;
  expect(told(await shop.write(' '))).toEqual([400, { message: blank }]);
  const long = '400 Bad request - Note {:note=>["is too long (maximum is 1000000 characters)"]}';
  expect(told(await shop.write('x'.repeat(1_000_001)))).toEqual([400, { message: long }]);
});

test('notes are 401 without a token, 404 for those who do not see the merge request', async () => {
  const shop = await discussion();
  const hidden = { message: '404 MergeRequest Not Found' };
  expect((await shop.gl.post(shop.notes, { body: 'x' }, anonymous)).status).toBe(401);
  expect((await shop.gl.get(shop.notes, anonymous)).status).toBe(401);
  expect(told(await shop.guest.post(shop.notes, { body: 'x' }))).toEqual([404, hidden]);
  expect(told(await shop.stranger.get(shop.notes))).toEqual([404, { message: '404 Project Not Found' }]);
  const none = await shop.developer.get(`${shop.at}/merge_requests/99/notes`);
  expect(told(none)).toEqual([404, hidden]);
  for (const who of [shop.reporter, shop.maintainer, shop.owner, shop.gl]) {
    expect((await who.post(shop.notes, { body: 'x' })).status).toBe(201);
  }
});

test('created_at is kept for Owners and administrators, and dropped for others', async () => {
  const shop = await discussion();
  const body = { body: 'x', created_at: '2020-01-01T00:00:00Z' };
  const then = '2020-01-01T00:00:00.000Z';
  expect((await shop.owner.post(shop.notes, body)).object).toMatchObject({ created_at: then, updated_at: then });
  expect((await shop.gl.post(shop.notes, body)).object['created_at']).toBe(then);
  expect((await shop.maintainer.post(shop.notes, body)).object['created_at']).not.toBe(then);
});

test('GET …/notes is newest first, sorted and filtered on request', async () => {
  const shop = await discussion();
  const [one, two] = [idOf(await shop.write('one')), idOf(await shop.write('two'))];
  await shop.developer.put(shop.merge, { title: 'Other' });
  const get = async (query: string) => column(await shop.developer.get(`${shop.notes}?${query}`), 'body');
  const change = 'changed title from **Add it** to **Other**';
  expect(await get('')).toEqual([change, 'two', 'one']);
  expect(await get('sort=asc')).toEqual(['one', 'two', change]);
  expect(await get('activity_filter=only_comments')).toEqual(['two', 'one']);
  expect(await get('activity_filter=only_activity')).toEqual([change]);
  shop.gl.sandbox.platform.clock.advance(1000);
  await shop.developer.put(`${shop.notes}/${one}`, { body: 'one again' });
  expect(await get('order_by=updated_at&activity_filter=only_comments')).toEqual(['one again', 'two']);
  expect(await get('per_page=1&page=2')).toEqual(['two']);
  expect((await shop.developer.get(`${shop.notes}?sort=up`)).status).toBe(400);
  expect(two).toBeGreaterThan(one);
});

test('internal notes are hidden from those below Reporter, so that their page is shorter than its count', async () => {
  const shop = await discussion();
  await shop.gl.put(`/groups/${shop.group}`, { visibility: 'public' });
  await shop.gl.put(shop.at, { visibility: 'public' });
  const secret = await shop.write('secret', { confidential: true });
  await shop.write('open');
  expect(secret.object).toMatchObject({ internal: true, confidential: true });
  expect(column(await shop.reporter.get(shop.notes), 'body')).toEqual(['open', 'secret']);
  const page = await shop.stranger.get(shop.notes);
  expect([column(page, 'body'), page.headers.get('x-total')]).toEqual([['open'], '2']);
  const one = await shop.stranger.get(`${shop.notes}/${idOf(secret)}`);
  expect(told(one)).toEqual([404, { message: '404 Note Not Found' }]);
});

test('PUT and DELETE of a note are for its author and Maintainers; 412 when it changed', async () => {
  const shop = await discussion();
  const path = `${shop.notes}/${idOf(await shop.write('mine'))}`;
  expect((await shop.developer.put(path, { body: 'changed' })).object['body']).toBe('changed');
  expect((await shop.reporter.put(path, { body: 'x' })).status).toBe(403);
  expect((await shop.reporter.delete(path)).status).toBe(403);
  expect((await shop.maintainer.put(path, { body: 'theirs' })).status).toBe(200);
  expect(told(await shop.developer.put(path, {}))).toEqual([400, { error: 'body is missing' }]);
  expect(told(await shop.developer.put(path, { body: '' }))).toEqual([400, { error: 'body is empty' }]);
  expect((await shop.developer.delete(path, { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(
    412,
  );
  expect((await shop.developer.delete(path)).status).toBe(204);
  expect(told(await shop.developer.delete(path))).toEqual([404, { message: '404 Not found' }]);
  expect((await shop.developer.put(`${shop.notes}/999`, { body: 'x' })).status).toBe(404);
});

test('a note of nothing but quick actions is done and not kept: 202', async () => {
  const shop = await discussion();
  const done = await shop.write('/close');
  expect(done.status).toBe(202);
  expect(done.body).toEqual({ commands_changes: { state_event: 'close' }, summary: ['Closed this merge request.'] });
  expect((await shop.developer.get(shop.merge)).object['state']).toBe('closed');
  expect((await shop.developer.get(`${shop.notes}?activity_filter=only_comments`)).body).toEqual([]);
});

test('a quick action that does nothing is 400', async () => {
  const shop = await discussion();
  const message = '400 Bad request - Failed to apply commands.';
  expect(told(await shop.write('/reopen'))).toEqual([400, { message }]);
});

test('quick actions beside text are taken out of it; others, indented or in code, stay text', async () => {
  const shop = await discussion();
  const made = await shop.write('Looks good\n/label ~bug ~"needs help"\n/assign @owner\n');
  expect([made.status, made.object['body']]).toEqual([201, 'Looks good']);
  expect(made.object['commands_changes']).toEqual({
    add_labels: ['bug', 'needs help'],
    assignee_ids: [shop.ids.owner],
  });
  expect((await shop.developer.get(shop.merge)).object).toMatchObject({
    labels: ['bug', 'needs help'],
    assignee: { username: 'owner' },
  });
  for (const text of [' /close', '/etc/hosts', '/unknown', '```\n/close\n```']) {
    expect((await shop.write(text)).status).toBe(201);
  }
  expect((await shop.developer.get(shop.merge)).object['state']).toBe('opened');
});

test('quick actions are for those who may change the merge request', async () => {
  const shop = await discussion();
  expect((await shop.reporter.post(shop.notes, { body: '/close' })).status).toBe(403);
  expect((await shop.developer.get(shop.merge)).object['state']).toBe('opened');
});

test('notes of one user are limited by the minute, in JSON', async () => {
  const shop = await discussion();
  await shop.gl.put('/application/settings', { notes_create_limit: 1 });
  expect((await shop.write('one')).status).toBe(201);
  const limited = await shop.write('two');
  const error = 'This endpoint has been requested too many times. Try again later.';
  expect(told(limited)).toEqual([429, { message: { error } }]);
  expect(limited.headers.get('retry-after')).toBe('60');
});

test('a project’s snippets have notes too, without quick actions', async () => {
  const shop = await discussion();
  const body = { title: 'S', visibility: 'private', content: 'x', file_name: 'x' };
  const snippet = idOf(await shop.developer.post(`${shop.at}/snippets`, body));
  const notes = `${shop.at}/snippets/${snippet}/notes`;
  const made = await shop.developer.post(notes, { body: '/close' });
  expect(made.object).toMatchObject({
    body: '/close',
    noteable_type: 'Snippet',
    noteable_id: snippet,
    noteable_iid: null,
  });
  expect(column(await shop.developer.get(notes), 'body')).toEqual(['/close']);
  expect((await shop.developer.delete(`${notes}/${idOf(made)}`)).status).toBe(204);
  expect((await shop.stranger.get(notes)).status).toBe(404);
  const none = await shop.developer.get(`${shop.at}/snippets/999/notes`);
  expect(told(none)).toEqual([404, { message: '404 Snippet Not Found' }]);
});
