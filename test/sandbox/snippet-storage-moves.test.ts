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

test('POST /snippet_repository_storage_moves is 202 at once, and moves every snippet of the storage later', async () => {
  const { gl, clock, first, second } = await world();
  const body = { source_storage_name: 'default', destination_storage_name: 'big' };
  expect(told(await gl.post('/snippet_repository_storage_moves', body))).toEqual([202, { message: '202 Accepted' }]);
  expect((await gl.get('/snippet_repository_storage_moves')).list).toEqual([]);
  clock.advance(delay);
  const list = await gl.get('/snippet_repository_storage_moves');
  expect(list.list.map((move) => move['snippet'])).toMatchObject([{ id: second }, { id: first }]);
  expect(list.headers.get('x-total')).toBe('2');
});

test('GET /snippets/all shows what lies on a storage, to whom nothing else is asked of meanwhile, and to administrators alone', async () => {
  const { gl, clock, alice, first, second } = await world();
  const on = async (storage: string, who = gl) =>
    column(await who.get(`/snippets/all?repository_storage=${storage}`), 'id').toSorted();
  await gl.post('/snippet_repository_storage_moves', {
    source_storage_name: 'default',
    destination_storage_name: 'big',
  });
  expect([await on('default'), await on('big')]).toEqual([[first, second], []]);
  for (let step = 0; step < 4; step++) clock.advance(delay);
  // What is due is done step by step, as somebody asks.
  expect([await on('default'), await on('big')]).toEqual([[first, second], []]);
  clock.advance(2 * delay);
  expect([await on('default'), await on('big'), await on('elsewhere')]).toEqual([[], [first, second], []]);
  // Nobody else is heard: the storage is passed over.
  expect(await on('default', alice as typeof gl)).toEqual([first, second]);
});

test('a second move of all passes over what is being moved', async () => {
  const { gl, clock } = await world();
  const body = { source_storage_name: 'default', destination_storage_name: 'big' };
  await gl.post('/snippet_repository_storage_moves', body);
  clock.advance(delay);
  expect((await gl.post('/snippet_repository_storage_moves', body)).status).toBe(202);
  clock.advance(delay);
  expect((await gl.get('/snippet_repository_storage_moves')).list).toHaveLength(2);
});

test.each([
  ['MOVE', 'failed', 'default'],
  ['CLEANUP', 'cleanup failed', 'big'],
] as const)('a job to %s that fails leaves the move %s, and its snippet on %s', async (does, state, storage) => {
  const { gl, clock, alice, first, second, moves } = await world();
  gl.sandbox.fail(`job-fails:1x@${does} /snippets/${first}`);
  const id = idOf(await gl.post(moves, { destination_storage_name: 'big' }));
  const other = idOf(
    await gl.post(`/snippets/${second}/repository_storage_moves`, { destination_storage_name: 'big' }),
  );
  clock.advance(3 * delay);
  const shown = (await gl.get(`/snippet_repository_storage_moves/${id}`)).object;
  expect([shown['state'], typeof shown['error_message']]).toEqual([state, 'string']);
  expect((await gl.get(`/snippet_repository_storage_moves/${other}`)).object['state']).toBe('finished');
  expect((await gl.get(`/snippets/${first}`)).object['repository_storage']).toBe(storage);
  // It can be changed again.
  expect((await alice.put(`/snippets/${first}`, { content: 'b' })).status).toBe(200);
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
