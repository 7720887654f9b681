import { expect, it } from 'vitest';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];

it('an address that somebody else has, gives up in the same plan or keeps as a second one, is refused before anything is sent', async () => {
  const yaml = '{ instance: { users: { alice: { email: rob@example.com }, rob: { email: new@example.com } } } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  await gitlab.user('rob', { skip_confirmation: true });
  gitlab.sandbox.log.length = 0;
  const { status, err } = await keelson.run(...APPLY);
  expect([status, err]).toEqual([
    1,
    expect.stringMatching(
      /address-taken\]: instance\/user\[alice\] cannot get the address rob@example\.com: rob \(id \d+\) has it/,
    ),
  ]);
  expect(writes(gitlab)).toEqual([]);
  // Once rob has another, it stays his as a second one, until somebody takes it from him.
  const [rob] = (await gitlab.get('/users?username=rob')).list;
  const at = `/users/${Number(rob?.['id'])}`;
  await gitlab.put(at, { email: 'new@example.com', skip_reconfirmation: true });
  expect((await keelson.run(...APPLY)).err).toContain('[address-taken]');
  for (const { id, email } of (await gitlab.get(`${at}/emails`)).list)
    if (email === 'rob@example.com') await gitlab.delete(`${at}/emails/${Number(id)}`);
  const done = await keelson.run(...APPLY);
  expect([done.status, done.out]).toEqual([
    0,
    expect.stringContaining(
      '[address-stays]: instance/user[alice] keeps alice@example.com as a second address beside rob@example.com',
    ),
  ]);
});

it.each([
  ['made', 'carl: { name: Carl, email: bob@example.com }'],
  ['given another', 'alice: { email: bob@example.com }'],
])('who is %s waits for whoever has the address and goes', async (_, taker) => {
  const yaml = `{ instance: { users: { bob: { state: absent }, ${taker} } } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  gitlab.sandbox.log.length = 0;
  const { status, out, err } = await keelson.run(...APPLY);
  expect([status, err], out).toEqual([0, expect.not.stringContaining('failed')]);
  expect(writes(gitlab)[0]).toMatch(/^DELETE \/users/);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});

it('somebody whose name is an address is not taken for whoever has it', async () => {
  const yaml = '{ instance: { users: { alice: { email: free@example.com } } } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const [bob] = (await gitlab.get('/users?username=bob')).list;
  await gitlab.put(`/users/${Number(bob?.['id'])}`, { name: 'free@example.com' });
  expect((await keelson.run(...APPLY)).status).toBe(0);
});
