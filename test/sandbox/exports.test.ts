import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createClock } from '../../src/sandbox/store/clock.ts';
import { anonymous, cast, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

const expired = [404, { message: '404 Not found or has expired' }];

async function world() {
  const clock = createClock();
  const gl = await sandbox({ clock, backgroundDelay: 1000 });
  const crew = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: crew.group }));
  return { gl, clock, ...crew, project };
}

// spec/requests/api/project_export_spec.rb
test('an export of a project is queued, started and finished, and then an archive that a Maintainer loads down', async () => {
  const { gl, clock, maintainer, developer, stranger, project } = await world();
  const path = `/projects/${project}/export`;
  const status = async () => (await maintainer.get(path)).object['export_status'];
  expect(await status()).toBe('none');
  expect((await developer.get(path)).status).toBe(403);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await developer.post(path)).status).toBe(403);
  expect((await maintainer.post(path, { upload: { url: 'whatever' } })).status).toBe(400);
  expect(told(await maintainer.post(path))).toEqual([202, { message: '202 Accepted' }]);
  expect(await status()).toBe('queued');
  expect(told(await maintainer.get(`${path}/download`))).toEqual(expired);
  clock.advance(1000);
  expect(await status()).toBe('started');
  clock.advance(60_000);
  expect((await maintainer.get(path)).object).toMatchObject({
    export_status: 'finished',
    path_with_namespace: 'platform/api',
    _links: { api_url: `${gl.sandbox.url}/api/v4${path}/download` },
  });
  const file = await fetch(`${gl.sandbox.url}/api/v4${path}/download`, {
    headers: { 'PRIVATE-TOKEN': maintainer.token },
  });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(gunzipSync(Buffer.from(await file.arrayBuffer())).toString('latin1')).toContain('tree/project.json');
  const again = await maintainer.get(`${path}/download`);
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '60']);
  await gl.put('/application/settings', { project_export_enabled: false });
  expect(told(await gl.get(path))).toEqual([404, { message: '404 Not Found' }]);
});

// spec/requests/api/group_export_spec.rb; who may not is recorded
test('an export of a group is its Owners’', async () => {
  const { gl, clock, owner, maintainer, group } = await world();
  const path = `/groups/${group}/export`;
  expect((await maintainer.post(path)).status).toBe(403);
  expect((await gl.get(`${path}/download`, anonymous)).status).toBe(404);
  expect(told(await maintainer.get(`${path}/download`))).toEqual([403, { message: '403 Forbidden' }]);
  expect(told(await owner.get(`${path}/download`))).toEqual(expired);
  expect((await owner.post(path)).status).toBe(202);
  clock.advance(60_000);
  expect((await owner.get(`${path}/download`)).status).toBe(200);
});
