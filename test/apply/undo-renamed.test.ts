import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access', '--allow-scope-deletion'];

test('what the apply has made is not called undone because somebody has given it another name since', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `instance:
  users: { zed: { name: Zed, email: zed@example.com, admin: true } }
groups:
  eng:
    members: { bob: owner }
    shares: { guests: maintainer }
    hooks: { ci: { url: https://ci.example.com/hook } }
    service_accounts: { robot: {} }
  eng/web: {}
`,
  });
  const [eng, guests] = [await gitlab.group('eng'), await gitlab.group('guests')];
  const bob = Number((await gitlab.get('/users?username=bob')).list[0]?.['id']);
  const applied = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(applied.status, applied.err).toBe(0);
  const [zed, robot] = await Promise.all(
    ['zed', 'robot'].map(async (name) => Number((await gitlab.get(`/users?username=${name}`)).list[0]?.['id'])),
  );
  const made = idOf(await gitlab.get('/groups/eng%2Fweb'));
  const hook = Number((await gitlab.get(`/groups/${eng}/hooks`)).list[0]?.['id']);
  const renamed = async (mark: string): Promise<void> => {
    for (const [id, name] of [
      [bob, 'bob'],
      [zed, 'zed'],
      [robot, 'robot'],
    ] as const)
      await gitlab.put(`/users/${String(id)}`, { username: `${name}${mark}` });
    for (const [id, path] of [
      [guests, 'guests'],
      [made, 'web'],
    ] as const)
      await gitlab.put(`/groups/${id}`, { path: `${path}${mark}`, name: `${path}${mark}` });
    await gitlab.put(`/groups/${eng}/hooks/${hook}`, { url: 'https://ci.example.com/hook', name: `ci${mark}` });
  };
  await renamed('2');
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run(...APPLY, 'undo.json');
  expect(refused.status).toBe(3);
  for (const [address, now, id] of [
    ['instance/user[zed]', 'instance/user[zed2]', zed],
    ['group[eng]/member[bob]', 'group[eng]/member[bob2]', bob],
    ['group[eng]/share[guests]', 'group[eng]/share[guests2]', guests],
    ['group[eng]/hook[ci]', 'group[eng]/hook[ci2]', hook],
    ['group[eng]/service_account[robot]', 'group[eng]/service_account[robot2]', robot],
    ['group[eng/web]', 'group[eng/web2]', made],
  ] as const) {
    expect(refused.err).toContain(`error[undo-stale]: ${address} is ${now} by now (id ${String(id)})`);
    expect(refused.err).toContain(`remove ${now} by hand, or give it its name back`);
  }
  expect((await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip')).status).toBe(3);
  expect(writes(gitlab)).toEqual([]);
  // Once they have their names back, they go; and what is gone is not looked for under another name.
  await renamed('');
  expect(await keelson.run(...APPLY, 'undo.json')).toMatchObject({ status: 0 });
  expect((await gitlab.get(`/groups/${eng}/members`)).list.map(({ id }) => id)).not.toContain(bob);
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
});
