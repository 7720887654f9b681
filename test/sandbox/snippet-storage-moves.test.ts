import { expect, test } from 'vitest';
import { anonymous, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import { createClock } from '../../src/sandbox/store/clock.ts';

const delay = 1000;

/** An instance with a second storage, and a snippet of alice's. */
async function world() {
  const clock = createClock();
  const gl = await sandbox({ clock, backgroundDelay: delay });
  const state = gl.sandbox.state();
  gl.sandbox.load({
    ...state,
    settings: { ...state.settings, repository_storages_weighted: { default: 100, big: 0 } },
  });
  await gl.user('alice');
  const files = [{ file_path: 'a.md', content: 'a' }];
  const add = async () => idOf(await gl.as('alice').post('/snippets', { title: 'A', files }));
  const [first, second] = [await add(), await add()];
  return { gl, clock, alice: gl.as('alice'), first, second, moves: `/snippets/${first}/repository_storage_moves` };
}

test('POST /snippets/:id/repository_storage_moves schedules a move to the storage that is named', async () => {
  const { gl, first, moves } = await world();
  const made = await gl.post(moves, { destination_storage_name: 'big' });
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    state: 'scheduled',
    source_storage_name: 'default',
    destination_storage_name: 'big',
    error_message: null,
    snippet: { id: first, title: 'A' },
  });
  expect(made.object['snippet']).not.toHaveProperty('files');
});

test('a move without a destination goes to the storage that weighs most', async () => {
  const { gl, moves } = await world();
  expect((await gl.post(moves)).object['destination_storage_name']).toBe('default');
});

test('a move is scheduled, started, replicated, finished; the storage changes with the copy', async () => {
  const { gl, clock, first, moves } = await world();
  const id = idOf(await gl.post(moves, { destination_storage_name: 'big' }));
  const look = async () => [
    (await gl.get(`/snippet_repository_storage_moves/${id}`)).object['state'],
    (await gl.get(`/snippets/${first}`)).object['repository_storage'],
  ];
  expect(await look()).toEqual(['scheduled', 'default']);
  clock.advance(delay);
  expect(await look()).toEqual(['started', 'default']);
  clock.advance(delay);
  expect(await look()).toEqual(['replicated', 'big']);
  clock.advance(delay);
  expect(await look()).toEqual(['finished', 'big']);
});

test('while a move runs the snippet is read-only, for pushes and for another move', async () => {
  const { gl, clock, alice, first, moves } = await world();
  await gl.post(moves, { destination_storage_name: 'big' });
  const error = 'Repository Error updating the snippet';
  expect(told(await alice.put(`/snippets/${first}`, { content: 'b' }))).toEqual([400, { message: { error } }]);
  expect((await alice.put(`/snippets/${first}`, { title: 'B' })).status).toBe(200);
  expect(told(await gl.post(moves))).toEqual([400, { message: { snippet: ['is read-only'] } }]);
  clock.advance(3 * delay);
  expect((await alice.put(`/snippets/${first}`, { content: 'b' })).status).toBe(200);
  expect((await gl.post(moves)).status).toBe(201);
});

test('a failed move, as a state may hold it, stays failed with its message', async () => {
  const { gl, clock, first, moves } = await world();
  const id = idOf(await gl.post(moves));
  const row = gl.sandbox.platform.state.storageMoves.get(id);
  if (row !== undefined)
    gl.sandbox.platform.state.storageMoves.update(row, { state: 'failed', error: 'checksum mismatch' });
  clock.advance(3 * delay);
  const shown = (await gl.get(`${moves}/${id}`)).object;
  expect(shown).toMatchObject({ state: 'failed', error_message: 'checksum mismatch', snippet: { id: first } });
});

test('an unknown storage is refused: by the model for one snippet, by the parameters for all', async () => {
  const { gl, moves } = await world();
  const body = { destination_storage_name: 'none' };
  const texts = ['is not included in the list'];
  expect(told(await gl.post(moves, body))).toEqual([400, { message: { destination_storage_name: texts } }]);
  const all = '/snippet_repository_storage_moves';
  const error = 'destination_storage_name does not have a valid value';
  expect(told(await gl.post(all, { source_storage_name: 'default', ...body }))).toEqual([400, { error }]);
  const source = { error: 'source_storage_name does not have a valid value' };
  expect(told(await gl.post(all, { source_storage_name: 'none' }))).toEqual([400, source]);
  const missing = 'source_storage_name is missing, source_storage_name does not have a valid value';
  expect(told(await gl.post(all))).toEqual([400, { error: missing }]);
});

test('POST /snippet_repository_storage_moves is 202 and moves every snippet of the storage', async () => {
  const { gl, first, second } = await world();
  const body = { source_storage_name: 'default', destination_storage_name: 'big' };
  expect(told(await gl.post('/snippet_repository_storage_moves', body))).toEqual([202, { message: '202 Accepted' }]);
  const list = await gl.get('/snippet_repository_storage_moves');
  expect(list.list.map((move) => move['snippet'])).toMatchObject([{ id: second }, { id: first }]);
  expect(list.headers.get('x-total')).toBe('2');
});

test('moves are listed newest first, all of them or those of a snippet', async () => {
  const { gl, clock, first, second, moves } = await world();
  const one = idOf(await gl.post(moves));
  clock.advance(4 * delay);
  const two = idOf(await gl.post(moves));
  const other = idOf(await gl.post(`/snippets/${second}/repository_storage_moves`));
  expect(column(await gl.get(moves), 'id')).toEqual([two, one]);
  expect(column(await gl.get('/snippet_repository_storage_moves'), 'id')).toEqual([other, two, one]);
  expect((await gl.get(`/snippets/${first}/repository_storage_moves/${two}`)).status).toBe(200);
  expect(told(await gl.get(`${moves}/${other}`))).toEqual([404, { message: '404 Not found' }]);
  expect(told(await gl.get('/snippet_repository_storage_moves/999'))).toEqual([404, { message: '404 Not found' }]);
  const gone = [404, { message: '404 Snippet Not Found' }];
  expect(told(await gl.get('/snippets/999/repository_storage_moves'))).toEqual(gone);
  expect(told(await gl.post('/snippets/999/repository_storage_moves'))).toEqual(gone);
});

test('storage moves are for administrators', async () => {
  const { gl, alice, moves } = await world();
  for (const path of [moves, '/snippet_repository_storage_moves']) {
    expect((await alice.get(path)).status).toBe(403);
    expect((await alice.post(path, { source_storage_name: 'default' })).status).toBe(403);
    expect((await gl.get(path, anonymous)).status).toBe(401);
  }
});
