import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const robots = `instance:
  service_accounts: { Robot: { name: Robot } }
groups:
  eng:
    service_accounts: { builder: {} }
    members: { root: owner, robot: developer, builder: maintainer }
  eng/sub:
    members: { builder: owner }
  ops:
    members: { root: owner, builder: reporter }
`;

it('are made before what they are members of, of their group and of others, and go after they are out of it', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': robots });
  const first = await keelson.run('apply', '--auto-approve');
  expect(first.status, first.out + first.err).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  const members = (await gitlab.get('/groups/ops/members')).list.map(({ username }) => username);
  expect(members.toSorted()).toEqual(['builder', 'root']);

  keelson.write(
    'keelson.yaml',
    `instance:
  service_accounts: { robot: { state: absent } }
groups:
  eng: { service_accounts: { constructor2: { previously: builder, name: The builder } }, members: { root: owner, constructor2: maintainer } }
  ops: { members: { builder: { state: absent } } }
`,
  );
  const second = await keelson.run('apply', '--auto-approve');
  expect(second.status, second.out + second.err).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  expect((await gitlab.get('/users?username=robot')).list).toEqual([]);
  expect((await gitlab.get('/users?username=constructor2')).list).toMatchObject([{ name: 'The builder' }]);
});

it('of a group are not those of the instance, and nobody is called as somebody else is', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `instance:
  service_accounts: { crawler: { name: Crawler }, carol: {} }
groups:
  eng: { service_accounts: { bob: {} } }
`,
  });
  const eng = await gitlab.group('eng');
  const crawler = idOf(await gitlab.post(`/groups/${eng}/service_accounts`, { username: 'crawler', name: 'Other' }));
  const { status, err: out } = await keelson.run('plan');
  expect(status).toBe(1);
  expect(out).toContain(
    `instance/service_account[crawler] cannot be called crawler: the user with the number ${String(crawler)} is`,
  );
  expect(out).toContain('instance/service_account[carol] cannot be called carol');
  expect(out).toContain('group[eng]/service_account[bob] cannot be called bob');
  expect(writes(gitlab).filter((write) => write.includes('service_accounts/'))).toEqual([]);
});

it.each(['free', 'premium'] as const)('are for those who have a licence: %s', async (tier) => {
  const { keelson } = await stage({ 'keelson.yaml': 'instance: { service_accounts: { robot: {} } }\n' }, { tier });
  const { status, out, err } = await keelson.run('plan');
  if (tier === 'premium') expect([status, out]).toEqual([0, expect.stringContaining('+ service_account[robot]')]);
  else expect([status, err]).toEqual([1, expect.stringMatching(/Premium/)]);
});

it('below the top are refused where they are written', async () => {
  const { keelson } = await stage({ 'keelson.yaml': 'groups: { a: {}, a/b: { service_accounts: { robot: {} } } }\n' });
  const { status, out, err } = await keelson.run('validate');
  expect([status, out + err]).toEqual([1, expect.stringContaining('for groups at the top, and not below')]);
});
