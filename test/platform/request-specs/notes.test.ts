import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { workshop } from '../../sandbox/ci.ts';
import { idOf } from '../../sandbox/client.ts';
import type { Answer } from '../../sandbox/client.ts';

// What GitLab's own request specs say of notes, discussions and emoji (notes, discussions and award_emoji specs, 18.9).

const missing = { message: '404 Not found' };
const kinds = ['merge_requests', 'snippets'] as const;

/** A public project with something to write notes on. */
async function talk(kind: (typeof kinds)[number]) {
  const shop = await workshop();
  await shop.gl.put(`/groups/${shop.group}`, { visibility: 'public' });
  await shop.gl.put(shop.at, { visibility: 'public' });
  await shop.write('a.txt', 'a', 'feature');
  const merge = { title: 'Test', source_branch: 'feature', target_branch: 'main' };
  const snippet = { title: 'S', visibility: 'public', files: [{ file_path: 'a', content: 'a' }] };
  const made = await shop.developer.post(`${shop.at}/${kind}`, kind === 'snippets' ? snippet : merge);
  const on = `${shop.at}/${kind}/${kind === 'snippets' ? idOf(made) : 1}`;
  const write = (body: string, more: JsonObject = {}) => shop.developer.post(`${on}/notes`, { body, ...more });
  const discuss = (body: string, more: JsonObject = {}) => shop.developer.post(`${on}/discussions`, { body, ...more });
  return {
    ...shop,
    on,
    write,
    discuss,
    notes: `${on}/notes`,
    threads: `${on}/discussions`,
    nowhere: `${shop.at}/${kind}/999`,
  };
}

const firstNote = (thread: Answer): JsonObject => {
  const { notes } = thread.object;
  if (!Array.isArray(notes)) throw new Error(`no notes in ${JSON.stringify(thread.body)}`);
  return (notes as readonly JsonObject[])[0] ?? {};
};

describe.each(kinds)('notes on %s', (kind) => {
  test('are listed newest first, those of one moment too, and sorted on request', async () => {
    const { developer, owner, notes, on, at } = await talk(kind);
    const days = ['2024-01-03', '2024-01-01', '2024-01-02', '2024-01-01'];
    const made: number[] = [];
    for (const day of days) made.push(idOf(await owner.post(notes, { body: day, created_at: `${day}T00:00:00Z` })));
    const [third, first, second, again] = made;
    const ids = async (query: string) => column(await developer.get(`${notes}${query}`), 'id');
    expect(await ids('')).toEqual([third, second, again, first]);
    expect(await ids('?per_page=3')).toEqual([third, second, again]);
    expect(await ids('?per_page=3&page=2')).toEqual([first]);
    expect(await ids('?sort=asc')).toEqual([first, again, second, third]);
    expect(await ids('?order_by=updated_at')).toEqual([third, second, again, first]);
    expect(await ids('?order_by=updated_at&sort=asc')).toEqual([first, again, second, third]);
    const byPath = `/projects/${encodeURIComponent('platform/api')}${on.slice(at.length)}/notes`;
    expect((await developer.get(byPath)).status).toBe(200);
  });

  test('201 with the author, an emoji as a body too; 400 without a body, 401 without a token', async () => {
    const { gl, write, developer, notes } = await talk(kind);
    const made = await write('hi!');
    expect([made.status, made.object['body'], made.object['author']]).toMatchObject([
      201,
      'hi!',
      { username: 'developer' },
    ]);
    expect((await write(':+1:')).object['body']).toBe(':+1:');
    expect(told(await developer.post(notes, {}))).toEqual([400, { error: 'body is missing' }]);
    expect((await gl.post(notes, { body: 'hi!' }, anonymous)).status).toBe(401);
    expect((await developer.get(`${notes}/${idOf(made)}`)).object['body']).toBe('hi!');
  });

  test('created_at: kept for administrators, Owners of the project or its group, dropped for others', async () => {
    const { gl, owner, write, notes } = await talk(kind);
    const created_at = '2020-01-01T00:00:00.000Z';
    for (const who of [gl, owner]) {
      expect((await who.post(notes, { body: 'hi!', created_at })).object).toMatchObject({
        created_at,
        updated_at: created_at,
      });
    }
    expect((await write('hi!', { created_at })).object['created_at']).not.toBe(created_at);
  });

  test('PUT and DELETE: 200, 204 once, 400 without a body, 404 for an unknown note, 412 when it changed', async () => {
    const { developer, write, notes } = await talk(kind);
    const one = `${notes}/${idOf(await write('hi!'))}`;
    expect((await developer.put(one, { body: 'Hello!' })).object['body']).toBe('Hello!');
    expect((await developer.put(one, {})).status).toBe(400);
    expect(told(await developer.put(`${notes}/999999`, { body: 'x' }))).toEqual([404, missing]);
    const old = { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' };
    expect((await developer.delete(one, old)).status).toBe(412);
    expect((await developer.delete(one)).status).toBe(204);
    for (const gone of [developer.delete(one), developer.get(one)]) expect(told(await gone)).toEqual([404, missing]);
  });

  test('what cannot be seen is 404, to read and to write', async () => {
    const { gl, stranger, developer, notes, threads, nowhere, at } = await talk(kind);
    for (const what of ['notes', 'discussions']) expect((await developer.get(`${nowhere}/${what}`)).status).toBe(404);
    await gl.put(at, { visibility: 'private' });
    for (const path of [notes, threads]) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.post(path, { body: 'Foo' })).status).toBe(404);
    }
  });
});

describe.each(kinds)('discussions on %s', (kind) => {
  test('201 with the first note; listed, and read by its id', async () => {
    const { developer, discuss, write, threads, owner } = await talk(kind);
    const made = await discuss('hi!');
    const id = textOf(made.object['id']);
    expect(id).toMatch(/^[0-9a-f]{40}$/);
    expect(firstNote(made)).toMatchObject({ body: 'hi!', type: 'DiscussionNote', author: { username: 'developer' } });
    await write('alone');
    const list = await developer.get(threads);
    expect(list.headers.get('x-total')).toBe('2');
    expect(list.list).toMatchObject([{ id, individual_note: false }, { individual_note: true }]);
    expect(told(await developer.get(`${threads}/${id}`))).toEqual([200, made.body]);
    const created_at = '2020-01-01T00:00:00.000Z';
    expect(firstNote(await owner.post(threads, { body: 'hi!', created_at }))).toMatchObject({ created_at });
  });

  test('400 without a body, 401 without a token, 404 for an unknown discussion', async () => {
    const { gl, developer, threads } = await talk(kind);
    expect(told(await developer.post(threads, {}))).toEqual([400, { error: 'body is missing' }]);
    expect((await gl.post(threads, { body: 'hi!' }, anonymous)).status).toBe(401);
    expect(told(await developer.get(`${threads}/999`))).toEqual([404, { message: '404 Discussion Not Found' }]);
    expect(told(await developer.get(`${threads}/999/notes`))).toEqual([404, { message: '404 Notes Not Found' }]);
    const answer = await developer.post(`${threads}/999/notes`, { body: 'x' });
    expect(told(answer)).toEqual([404, { message: '404 Discussion Not Found' }]);
  });

  test('an answer is a note of the same discussion; a lone note is answered on merge requests alone', async () => {
    const { developer, discuss, write, threads } = await talk(kind);
    const inside = `${threads}/${textOf((await discuss('hi!')).object['id'])}/notes`;
    const answer = await developer.post(inside, { body: 'Hello!' });
    expect([answer.status, answer.object['body'], answer.object['type']]).toEqual([201, 'Hello!', 'DiscussionNote']);
    expect(column(await developer.get(inside), 'body')).toEqual(['hi!', 'Hello!']);
    expect((await developer.post(inside, {})).status).toBe(400);
    await write('alone');
    const lone = (await developer.get(threads)).list.find((one) => one['individual_note'] === true);
    const late = await developer.post(`${threads}/${textOf(lone?.['id'])}/notes`, { body: 'hi!' });
    const refusal = { message: '400 Bad request - Discussion can not be replied to.' };
    if (kind === 'snippets') expect(told(late)).toEqual([400, refusal]);
    else expect([late.status, late.object['type']]).toEqual([201, 'DiscussionNote']);
  });

  test('a note in it: changed, 400 by neither or both of body and resolved, removed once', async () => {
    const { developer, discuss, threads } = await talk(kind);
    const made = await discuss('hi!');
    const notes = `${threads}/${textOf(made.object['id'])}/notes`;
    const one = `${notes}/${String(Number(firstNote(made)['id']))}`;
    expect((await developer.get(one)).object['body']).toBe('hi!');
    expect((await developer.put(one, { body: 'Hello!' })).object['body']).toBe('Hello!');
    const neither = 'body, resolved are missing, exactly one parameter must be provided';
    expect(told(await developer.put(one, {}))).toEqual([400, { error: neither }]);
    const both = await developer.put(one, { body: 'x', resolved: true });
    expect(told(both)).toEqual([400, { error: 'body, resolved are mutually exclusive' }]);
    expect(told(await developer.put(`${notes}/999999`, { body: 'x' }))).toEqual([404, missing]);
    const old = { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' };
    expect((await developer.delete(one, old)).status).toBe(412);
    expect((await developer.delete(one)).status).toBe(204);
    expect(told(await developer.delete(one))).toEqual([404, missing]);
  });
});

describe('discussions of merge requests', () => {
  test('quick actions: /spend is done at once, 202; an odd one is 400; in answers and changes too', async () => {
    const { developer, discuss, threads, on } = await talk('merge_requests');
    const thread = textOf((await discuss('hi!')).object['id']);
    const done = { summary: ['Added 1d spent time.'], commands_changes: { spend_time: { duration: 28_800 } } };
    const notes = `${threads}/${thread}/notes`;
    const first = firstNote(await developer.get(`${threads}/${thread}`))['id'];
    for (const asked of [
      discuss('/spend 1d'),
      developer.post(notes, { body: '/spend 1d' }),
      developer.put(`${notes}/${String(Number(first))}`, { body: '/spend 1d' }),
      developer.post(`${on}/notes`, { body: '/spend 1d' }),
    ]) {
      const answer = await asked;
      expect([answer.status, answer.body]).toMatchObject([202, done]);
    }
    expect((await developer.get(`${on}/time_stats`)).object['human_total_time_spent']).toBe('4d');
    const refusal = { message: '400 Bad request - Failed to apply commands.' };
    expect(told(await discuss('/spend something'))).toEqual([400, refusal]);
    const estimate = await discuss('/estimate 1w');
    expect(estimate.object).toMatchObject({ summary: ['Set time estimate to 1w.'] });
  });

  test('resolved and opened again: all of it, or one note; 400 without a word, 401, 403 for others', async () => {
    const { gl, developer, stranger, discuss, threads } = await talk('merge_requests');
    const made = await discuss('hi!');
    expect(firstNote(made)).toMatchObject({ resolvable: true, resolved: false, resolved_by: null });
    const one = `${threads}/${textOf(made.object['id'])}`;
    const note = `${one}/notes/${String(Number(firstNote(made)['id']))}`;
    for (const resolved of [true, false]) {
      expect(firstNote(await developer.put(one, { resolved }))).toMatchObject({ resolved });
      expect((await developer.put(note, { resolved })).object).toMatchObject({ resolved });
    }
    expect(told(await developer.put(one, {}))).toEqual([400, { error: 'resolved is missing' }]);
    expect((await gl.put(one, { resolved: true }, anonymous)).status).toBe(401);
    for (const path of [one, note]) expect((await stranger.put(path, { resolved: true })).status).toBe(403);
  });

  test('a snippet’s notes cannot be resolved', async () => {
    const { developer, discuss, threads } = await talk('snippets');
    const made = await discuss('hi!');
    const note = `${threads}/${textOf(made.object['id'])}/notes/${String(Number(firstNote(made)['id']))}`;
    const refusal = { message: '400 Bad request - Note is not resolvable' };
    expect(told(await developer.put(note, { resolved: true }))).toEqual([400, refusal]);
    expect(firstNote(made)['resolvable']).toBe(false);
  });
});

describe('emoji on snippets and their notes', () => {
  test.each(['snippet', 'note'])('of a %s: awarded once, +1 is thumbsup, listed, read, taken back', async (what) => {
    const { gl, developer, on, write } = await talk('snippets');
    const path = `${on}${what === 'note' ? `/notes/${idOf(await write('hi!'))}` : ''}/award_emoji`;
    const made = await developer.post(path, { name: 'blowfish' });
    expect([made.status, made.object]).toMatchObject([201, { name: 'blowfish', user: { username: 'developer' } }]);
    expect(made.object['awardable_type']).toBe(what === 'note' ? 'Note' : 'Snippet');
    expect((await developer.post(path, { name: '+1' })).object['name']).toBe('thumbsup');
    const again = await developer.post(path, { name: 'thumbsup' });
    expect([again.status, again.object['message']]).toEqual([404, expect.stringContaining('has already been taken')]);
    expect(told(await developer.post(path, {}))).toEqual([400, { error: 'name is missing' }]);
    expect(column(await gl.get(path, anonymous), 'name').toSorted()).toEqual(['blowfish', 'thumbsup']);
    const one = `${path}/${idOf(made)}`;
    expect((await gl.get(one, anonymous)).object['name']).toBe('blowfish');
    expect(told(await developer.get(`${path}/999999`))).toEqual([404, missing]);
    const old = { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' };
    expect((await developer.delete(one, old)).status).toBe(412);
    expect((await developer.delete(one)).status).toBe(204);
    expect(told(await developer.delete(one))).toEqual([404, missing]);
  });

  test('of a private project: 404 for strangers and without a token', async () => {
    const { gl, stranger, developer, on, at } = await talk('snippets');
    const made = await developer.post(`${on}/award_emoji`, { name: 'star' });
    expect((await stranger.delete(`${on}/award_emoji/${idOf(made)}`)).status).toBe(401);
    await gl.put(at, { visibility: 'private' });
    for (const path of [`${on}/award_emoji`, `${on}/award_emoji/${idOf(made)}`]) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await gl.get(path, anonymous)).status).toBe(404);
    }
    expect((await gl.post(`${on}/award_emoji`, { name: 'star' }, anonymous)).status).toBe(404);
  });
});
