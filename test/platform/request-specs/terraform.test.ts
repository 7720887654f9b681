import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of Terraform states (spec/requests/api/terraform/state_spec.rb, 18.9).

/** A project with a maintainer and a developer, who call as Terraform does: by name and password. */
async function world() {
  const gl = await sandbox({ backgroundDelay: 60_000 });
  const project = idOf(await gl.post('/projects', { name: 'infra' }));
  for (const [name, access_level] of Object.entries({ maintainer: 40, developer: 30 })) {
    await gl.post(`/projects/${project}/members`, { user_id: await gl.user(name), access_level });
  }
  const tokens = new Map(['maintainer', 'developer'].map((name) => [name, gl.as(name).token]));
  const call = async (who: string, method: string, path: string, body?: JsonObject) => {
    const credentials = Buffer.from(`${who}:${tokens.get(who) ?? 'bad'}`).toString('base64');
    const answer = await fetch(`${gl.sandbox.url}/api/v4/projects/${path}`, {
      method,
      headers: { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const status = async (...sent: Parameters<typeof call>) => (await call(...sent)).status;
  return { gl, call, status, at: `${project}/terraform/state` };
}

const lock = {
  ID: '123-456',
  Version: '0.1',
  Operation: 'OperationTypePlan',
  Info: '',
  Who: 'me',
  Created: 'now',
  Path: '',
};

test('a token is the password of basic authentication; a bad one is 401', async () => {
  const { call, status, at } = await world();
  expect((await call('maintainer', 'POST', `${at}/some-state`, { serial: 1, version: 4 })).status).toBe(200);
  const read = await call('maintainer', 'GET', `${at}/some-state`);
  expect([read.status, JSON.parse(read.text)]).toEqual([200, { serial: 1, version: 4 }]);
  expect(await status('developer', 'GET', `${at}/some-state`)).toBe(200);
  expect(await status('bad', 'GET', `${at}/some-state`)).toBe(401);
  expect(await status('maintainer', 'GET', '0000/terraform/state/some-state')).toBe(404);
});

test('a name may hold a dot and an escaped slash; each verb is 404 for a plain slash', async () => {
  const { status, at } = await world();
  for (const name of ['test-state', 'test.state', 'test%2Ffoo']) {
    expect(await status('maintainer', 'POST', `${at}/${name}`, { serial: 1 })).toBe(200);
    expect(await status('maintainer', 'GET', `${at}/${name}`)).toBe(200);
    expect(await status('maintainer', 'POST', `${at}/${name}/lock`, lock)).toBe(200);
    expect(await status('maintainer', 'DELETE', `${at}/${name}/lock`, { ...lock, ID: '456.789' })).toBe(409);
    expect(await status('maintainer', 'DELETE', `${at}/${name}/lock`, lock)).toBe(200);
    expect(await status('maintainer', 'DELETE', `${at}/${name}/lock`, {})).toBe(200);
    expect(await status('maintainer', 'DELETE', `${at}/${name}`)).toBe(200);
  }
  expect(await status('maintainer', 'GET', `${at}/foo/bar`)).toBe(404);
  expect(await status('maintainer', 'POST', `${at}/foo/bar`, { serial: 1 })).toBe(404);
  expect(await status('maintainer', 'POST', `${at}/foo/bar/lock`, lock)).toBe(404);
});

test('an upload: 204 without a body, 422 for a serial that is there, 413 beyond the limit, 403 for Developers', async () => {
  const { gl, status, at } = await world();
  const state = { instance: 'example-instance', serial: 2 };
  expect(await status('maintainer', 'POST', `${at}/s`)).toBe(204);
  expect(await status('maintainer', 'POST', `${at}/s`, state)).toBe(200);
  expect(await status('maintainer', 'POST', `${at}/s`, state)).toBe(422);
  expect(await status('developer', 'POST', `${at}/s`, state)).toBe(403);
  const size = JSON.stringify({ ...state, serial: 3 }).length;
  for (const [limit, serial, expected] of [
    [size - 1, 3, 413],
    [size, 3, 200],
    [size + 1, 4, 200],
    [0, 5, 200],
  ] as const) {
    await gl.put('/application/settings', { max_terraform_state_size_bytes: limit });
    expect([limit, await status('maintainer', 'POST', `${at}/s`, { ...state, serial })]).toEqual([limit, expected]);
  }
});

test('a lock that is taken is 409 with its holder; what waits for its deletion is 422; Developers lock nothing', async () => {
  const { call, status, at } = await world();
  await call('maintainer', 'POST', `${at}/s/lock`, lock);
  const again = await call('maintainer', 'POST', `${at}/s/lock`, lock);
  expect([again.status, JSON.parse(again.text)]).toMatchObject([409, { Who: 'maintainer', ID: '123-456' }]);
  expect(await status('maintainer', 'DELETE', `${at}/s/lock`, { ...lock, ID: '0'.repeat(256) })).toBe(400);
  for (const [method, path, body] of [
    ['POST', 's/lock', lock],
    ['DELETE', 's/lock', lock],
    ['DELETE', 's', undefined],
  ] as const) {
    expect(await status('developer', method, `${at}/${path}`, body)).toBe(403);
  }
  expect(await status('maintainer', 'DELETE', `${at}/s`)).toBe(200);
  expect(await status('maintainer', 'GET', `${at}/s`)).toBe(422);
  expect(await status('maintainer', 'POST', `${at}/s`, { serial: 1 })).toBe(422);
  expect(await status('maintainer', 'DELETE', `${at}/s`)).toBe(422);
  expect(await status('maintainer', 'POST', `${at}/s/lock`, lock)).toBe(422);
});
