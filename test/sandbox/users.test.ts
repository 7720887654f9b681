import { expect, test } from 'vitest';
import { sandbox } from './client.ts';

test('a user needs a way to a password, and a free name and address', async () => {
  const gl = await sandbox();
  const none = await gl.post('/users', { name: 'J', username: 'jane', email: 'jane@example.com' });
  expect(none.body).toEqual({
    error: 'password, reset_password, force_random_password are missing, at least one parameter must be provided',
  });
  await gl.user('jane');
  const taken = await gl.post('/users', { name: 'J', username: 'JANE', email: 'x@example.com', reset_password: true });
  expect([taken.status, taken.body]).toEqual([409, { message: 'Username has already been taken' }]);
});

test('only administrators make users', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  const refused = await gl
    .as('jane')
    .post('/users', { name: 'J', username: 'joe', email: 'j@e.com', reset_password: true });
  expect(refused.status).toBe(403);
});

test('blocking answers true, then null; a blocked user is refused', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const asJane = gl.as('jane');
  expect([(await gl.post(`/users/${jane}/block`)).body, (await gl.post(`/users/${jane}/block`)).body]).toEqual([
    true,
    null,
  ]);
  expect((await asJane.get('/user')).status).toBe(403);
  const activated = await gl.post(`/users/${jane}/activate`);
  expect(activated.status).toBe(403);
  expect((await gl.post(`/users/${jane}/unblock`)).body).toBe(true);
  const own = await gl.post('/users/1/block');
  expect(own.body).toEqual({ message: '403 Forbidden - The API initiating user cannot be blocked by the API' });
});

test('a deleted user keeps the name until the background is done', async () => {
  const gl = await sandbox({ backgroundDelay: 60_000 });
  const jane = await gl.user('jane');
  expect((await gl.delete(`/users/${jane}`)).status).toBe(204);
  const early = await gl.post('/users', { name: 'J', username: 'jane', email: 'o@e.com', reset_password: true });
  expect(early.status).toBe(409);
  gl.sandbox.platform.clock.advance(61_000);
  expect((await gl.get(`/users/${jane}`)).body).toEqual({ message: '404 User Not Found' });
  expect(await gl.user('jane')).not.toBe(jane);
});

test('a new email waits for its confirmation unless that is skipped', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const waits = await gl.put(`/users/${jane}`, { email: 'new@example.com' });
  expect(waits.object['email']).toBe('jane@example.com');
  const set = await gl.put(`/users/${jane}`, { email: 'New@example.com', skip_reconfirmation: true });
  expect(set.object['email']).toBe('new@example.com');
});

test('the sole owner of a group stays', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  await gl.as('jane').post('/groups', { name: 'mine', path: 'mine' });
  const refused = await gl.delete(`/users/${jane}`);
  expect(refused.body).toEqual({ message: 'User cannot be removed while is the sole-owner of a group' });
});

test('a username is found whatever its case', async () => {
  const gl = await sandbox();
  await gl.user('Jane');
  expect((await gl.get('/users?username=jANE')).list.map((user) => user['username'])).toEqual(['Jane']);
});
