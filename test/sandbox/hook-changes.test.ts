import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox } from './client.ts';

const url = 'https://ci.example.com/hook';
const templated = 'https://ci.example.com/{room}';

/** A hook of a group with a token, a variable that its URL may use, one that it does not use, and a header. */
async function withHook(more: JsonObject = {}) {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const secrets = {
    token: 'hush',
    url_variables: [
      { key: 'room', value: '7' },
      { key: 'spare', value: 'x' },
    ],
    custom_headers: [{ key: 'X-Key', value: 'k' }],
  };
  const id = idOf(await gl.post(`/groups/${group}/hooks`, { url, ...secrets, ...more }));
  const path = `/groups/${group}/hooks/${id}`;
  const stored = () => gl.sandbox.platform.state.hooks.get(id);
  return { gl, path, stored };
}

describe('PUT …/hooks/:hook_id', () => {
  test('changes what is sent and keeps the rest, also on system hooks', async () => {
    const { gl, path, stored } = await withHook();
    const changed = await gl.put(path, { name: 'ci', push_events: false, job_events: true });
    expect(changed.status).toBe(200);
    expect(changed.object).toMatchObject({ url, name: 'ci', push_events: false, job_events: true });
    expect(stored()).toMatchObject({ token: 'hush', custom_headers: { 'X-Key': 'k' } });
    const system = idOf(await gl.post('/hooks', { url }));
    expect((await gl.put(`/hooks/${system}`, { tag_push_events: true })).object).toMatchObject({
      tag_push_events: true,
      repository_update_events: true,
    });
  });

  test.each([{}, { colour: 'red' }, { url_variables: [] }, { custom_headers: [] }])(
    'with nothing that it knows is 400: %j',
    async (body) => {
      const { gl, path } = await withHook();
      const refused = await gl.put(path, body);
      expect([refused.status, refused.body]).toEqual([400, { error: 'No parameters provided' }]);
    },
  );

  test('null clears a text, and the filter is forced to null with all_branches', async () => {
    const { gl, path } = await withHook({ name: 'ci', push_events_branch_filter: 'main' });
    const changed = await gl.put(path, { name: null, branch_filter_strategy: 'all_branches' });
    expect(changed.object).toMatchObject({ name: null, push_events_branch_filter: null });
  });

  test.each<[JsonObject, unknown]>([
    [{ url: 'ftp://example.com' }, { error: 'Invalid url given' }],
    [{ push_events_branch_filter: '~bad/' }, { error: 'Invalid branch filter given' }],
    [{ custom_headers: [{ key: ' ', value: 'x' }] }, { error: 'Custom headers validation failed' }],
    [{ token: 'a\nb' }, { message: { token: ['is invalid'] } }],
    [{ url_variables: [{ key: '-', value: 'x' }] }, { message: { url_variables: ['must be a valid json schema'] } }],
    [
      { custom_webhook_template: 'x'.repeat(4097) },
      { message: { custom_webhook_template: ['is too long (maximum is 4096 characters)'] } },
    ],
  ])('what the model refuses is 422 and changes nothing (%#)', async (body, answer) => {
    const { gl, path, stored } = await withHook();
    const before = { ...stored() };
    const refused = await gl.put(path, body);
    expect([refused.status, refused.body]).toEqual([422, answer]);
    expect(stored()).toEqual(before);
  });
});

describe('a change of the URL', () => {
  test('forgets the token, unless one is sent along', async () => {
    const { gl, path, stored } = await withHook();
    await gl.put(path, { url: `${url}/2` });
    expect(stored()?.token).toBeNull();
    await gl.put(path, { url: `${url}/3`, token: 'new' });
    expect(stored()?.token).toBe('new');
    await gl.put(path, { url: `${url}/3` });
    expect(stored()?.token).toBe('new');
  });

  test('empties all headers, also those sent along, and the variables', async () => {
    const { gl, path, stored } = await withHook();
    const changed = await gl.put(path, { url: `${url}/2`, custom_headers: [{ key: 'B', value: 'b' }] });
    expect(changed.object).toMatchObject({ custom_headers: [], url_variables: [] });
    expect(stored()).toMatchObject({ custom_headers: {}, url_variables: {} });
    await gl.put(path, { custom_headers: [{ key: 'B', value: 'b' }] });
    expect(stored()?.custom_headers).toEqual({ B: 'b' });
  });

  test('is refused while placeholders stay, since it would empty their variables', async () => {
    const { gl, path, stored } = await withHook({ url: templated });
    const before = { ...stored() };
    const moved = await gl.put(path, { url: 'https://other.example.com/{room}' });
    expect([moved.status, moved.body]).toEqual([422, { error: 'Invalid url given' }]);
    const resent = { url: 'https://other.example.com/{room}', url_variables: [{ key: 'room', value: '8' }] };
    expect((await gl.put(path, resent)).status).toBe(422);
    expect(stored()).toEqual(before);
  });

  test('goes by way of a URL without placeholders', async () => {
    const { gl, path, stored } = await withHook({ url: templated });
    expect((await gl.put(path, { url })).object['url_variables']).toEqual([]);
    const body = { url: 'https://other.example.com/{room}', url_variables: [{ key: 'room', value: '8' }], token: 't' };
    const made = await gl.put(path, body);
    expect([made.status, made.object['url_variables']]).toEqual([200, [{ key: 'room' }]]);
    expect(stored()).toMatchObject({ token: 't', custom_headers: {}, url_variables: { room: '8' } });
  });
});

describe('variables and headers', () => {
  test('are merged by PUT; a variable in use cannot get another value', async () => {
    const { gl, path, stored } = await withHook({ url: templated });
    const merged = await gl.put(path, {
      url_variables: [
        { key: 'spare', value: 'y' },
        { key: 'more', value: 'z' },
      ],
      custom_headers: [{ key: 'B', value: 'b' }],
    });
    expect(merged.status).toBe(200);
    expect(stored()).toMatchObject({
      url_variables: { room: '7', spare: 'y', more: 'z' },
      custom_headers: { 'X-Key': 'k', B: 'b' },
    });
    const used = await gl.put(path, { url_variables: [{ key: 'room', value: '8' }] });
    expect([used.status, used.body]).toEqual([422, { error: 'Invalid url given' }]);
    expect((await gl.put(path, { url_variables: [{ key: 'room', value: '7' }] })).status).toBe(200);
  });

  test.each(['url_variables', 'custom_headers'] as const)('%s can be set and removed one by one', async (map) => {
    const { gl, path, stored } = await withHook();
    expect((await gl.put(`${path}/${map}/abc`, { value: 'some value' })).status).toBe(204);
    expect(stored()?.[map]['abc']).toBe('some value');
    expect((await gl.put(`${path}/${map}/abc`, { value: 'other' })).status).toBe(204);
    expect(stored()?.[map]['abc']).toBe('other');
    expect((await gl.delete(`${path}/${map}/abc`)).status).toBe(204);
    expect(stored()?.[map]).not.toHaveProperty('abc');
    const thing = map === 'url_variables' ? 'URL variable' : 'Custom header';
    const gone = await gl.delete(`${path}/${map}/abc`);
    expect([gone.status, gone.body]).toEqual([404, { message: `404 ${thing} Not Found` }]);
    for (const [key, value] of [
      ['abc%20def', 'x'],
      ['abc', ''],
    ] as const) {
      const illegal = await gl.put(`${path}/${map}/${key}`, { value });
      expect([illegal.status, illegal.body]).toEqual([422, { error: 'Illegal key or value' }]);
    }
    expect((await gl.put(`${path}/${map}/abc`)).body).toEqual({ error: 'value is missing' });
    const other = path.replace(/\d+$/, '999');
    expect((await gl.put(`${other}/${map}/abc`, { value: 'x' })).body).toEqual({ message: '404 Not found' });
    expect((await gl.delete(`${other}/${map}/abc`)).body).toEqual({ message: '404 Not found' });
  });

  test('a variable in use can be neither changed (422) nor removed (500), and stays', async () => {
    const { gl, path, stored } = await withHook({ url: templated });
    const changed = await gl.put(`${path}/url_variables/room`, { value: '8' });
    expect([changed.status, changed.body]).toEqual([422, { error: 'Illegal key or value' }]);
    const removed = await gl.delete(`${path}/url_variables/room`);
    expect([removed.status, removed.body]).toEqual([500, { message: '500 Internal Server Error' }]);
    expect(stored()?.url_variables).toEqual({ room: '7', spare: 'x' });
    expect((await gl.delete(`${path}/url_variables/spare`)).status).toBe(204);
  });

  test('a header or variable beyond the 20th is refused', async () => {
    const { gl, path } = await withHook();
    const many = Array.from({ length: 20 }, (_, index) => ({ key: `k${index}`, value: 'v' }));
    expect((await gl.put(path, { custom_headers: many.slice(1) })).status).toBe(200);
    expect((await gl.put(path, { custom_headers: many })).body).toEqual({ error: 'Custom headers validation failed' });
  });

  test('belong to those who manage the hook', async () => {
    const { gl, path } = await withHook();
    await gl.user('jane');
    expect((await gl.as('jane').put(`${path}/custom_headers/a`, { value: 'b' })).status).toBe(404);
    const system = idOf(await gl.post('/hooks', { url }));
    expect((await gl.as('jane').put(`/hooks/${system}/custom_headers/a`, { value: 'b' })).status).toBe(403);
    expect((await gl.put(`/hooks/${system}/custom_headers/a`, { value: 'b' })).status).toBe(204);
  });

  test('headers came with 17.1', async () => {
    const gl = await sandbox({ version: '16.11.0-ee' });
    const id = idOf(await gl.post('/hooks', { url }));
    expect((await gl.put(`/hooks/${id}/custom_headers/a`, { value: 'b' })).status).toBe(404);
    expect((await gl.put(`/hooks/${id}/url_variables/a`, { value: 'b' })).status).toBe(204);
  });
});
