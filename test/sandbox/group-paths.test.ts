import { expect, test } from 'vitest';
import { idOf, sandbox } from './client.ts';

const form =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
const plain =
  "can only include non-accented letters, digits, '_', '-' and '.'. " +
  "It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'.";
const short = 'is too short (minimum is 2 characters)';

// Those of one letter, `api`, `-q` and `q.git` are recorded; the others follow from app/models/namespace.rb (18.9).
test.each<[path: string, told: readonly string[]]>([
  ['x', [short]],
  ['-', [plain, form, short]],
  ['_', [plain, short]],
  ['-q', [plain, form]],
  ['q.git', [form]],
  ['q.atom', [form]],
  ['q.', [plain, form]],
  ['_q', [plain]],
  ['.q', [plain]],
  ['q-', [plain]],
  ['q_', [plain]],
  ['q--q', [plain]],
  ['q__q', [plain]],
  ['q._q', [plain]],
  ['über', [plain, form]],
])('POST /groups refuses the path %s', async (path, told) => {
  const gl = await sandbox();
  const parent = await gl.group('top');
  const printed = `Failed to save group {:path=>[${told.map((text) => JSON.stringify(text)).join(', ')}]}`;
  for (const below of [{}, { parent_id: parent }]) {
    const answer = await gl.post('/groups', { name: 'Some', path, ...below });
    expect([answer.status, answer.body]).toEqual([400, { message: printed }]);
  }
  const answer = await gl.put(`/groups/${parent}`, { path });
  expect([answer.status, answer.body]).toEqual([400, { message: { path: told } }]);
});

test.each(['api', 'Admin', '.well-known', 'robots.txt', 'files', 'v2'])('%s is kept at the top', async (path) => {
  const gl = await sandbox();
  const answer = await gl.post('/groups', { name: 'Some', path });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(`${path} is a reserved name`);
});

test.each(['blob', 'Edit', 'new', 'tree', 'create_dir', 'files'])('%s is kept below a group', async (path) => {
  const gl = await sandbox();
  const answer = await gl.post('/groups', { name: 'Some', path, parent_id: await gl.group('top') });
  const message = `Failed to save group {:path=>["${path} is a reserved name"]}`;
  expect([answer.status, answer.body]).toEqual([400, { message }]);
});

test('a group is not transferred to where the platform keeps its path for itself', async () => {
  const gl = await sandbox();
  const top = await gl.group('top');
  const [blob, admin] = [await gl.group('blob'), await gl.group('admin', { parent_id: top })];
  for (const [path, id, body] of [
    ['blob', blob, { group_id: top }],
    ['admin', admin, {}],
  ] as const) {
    const answer = await gl.post(`/groups/${id}/transfer`, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`${path} is a reserved name`);
  }
  expect((await gl.get(`/groups/${admin}`)).object).toMatchObject({ full_path: 'top/admin', parent_id: top });
});

test('what is kept at the top alone is taken below, and the other way round', async () => {
  const gl = await sandbox();
  expect((await gl.post('/groups', { name: 'A', path: 'admin', parent_id: await gl.group('top') })).status).toBe(201);
  expect((await gl.post('/groups', { name: 'B', path: 'blob' })).status).toBe(201);
  expect(idOf(await gl.post('/groups', { name: 'C', path: 'help.me' }))).toBeGreaterThan(0);
});
