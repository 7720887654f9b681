import { expect, test } from 'vitest';
import { cast, told } from './cast.ts';
import { sandbox } from './client.ts';

const refused = [429, { message: { error: 'This endpoint has been requested too many times. Try again later.' } }];

test('an endpoint refuses with JSON and the whole interval once its limit is passed, for each caller', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  const { group, owner, developer } = await cast(gl);
  gl.sandbox.world.state.settings['group_api_limit'] = 2;
  const path = `/groups/${group}`;
  expect([(await owner.get(path)).status, (await owner.get(path)).status]).toEqual([200, 200]);
  const third = await owner.get(path);
  expect(told(third)).toEqual(refused);
  expect(third.headers.get('retry-after')).toBe('60');
  expect(third.headers.has('ratelimit-limit')).toBe(false);
  expect((await developer.get(path)).status).toBe(200);
  gl.sandbox.world.clock.advance(60_000);
  expect((await owner.get(path)).status).toBe(200);
});

test('0 turns a limit off, and without the option nothing is counted', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  gl.sandbox.world.state.settings['groups_api_limit'] = 0;
  expect([(await gl.get('/groups')).status, (await gl.get('/groups')).status]).toEqual([200, 200]);
  const plain = await sandbox();
  plain.sandbox.world.state.settings['groups_api_limit'] = 1;
  expect([(await plain.get('/groups')).status, (await plain.get('/groups')).status]).toEqual([200, 200]);
});

test('removals of members are counted for each place apart: 60 in a minute', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  const group = await gl.group('platform');
  const other = await gl.group('other');
  for (let count = 0; count < 60; count += 1) await gl.delete(`/groups/${group}/members/999`);
  expect(told(await gl.delete(`/groups/${group}/members/999`))).toEqual(refused);
  expect((await gl.delete(`/groups/${other}/members/999`)).status).toBe(404);
});

test('single users are counted for all but administrators', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  await gl.user('jane');
  gl.sandbox.world.state.settings['users_get_by_id_limit'] = 1;
  expect([(await gl.get('/users/1')).status, (await gl.get('/users/1')).status]).toEqual([200, 200]);
  const jane = gl.as('jane');
  expect([(await jane.get('/users/1')).status, (await jane.get('/users/1')).status]).toEqual([200, 429]);
});
