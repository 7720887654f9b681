import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';

it('a key that is kept by its title is not given another one by a plan, unless that is kept too', async () => {
  const yaml = (globs: string): string => `projects:
  plat/app: { deploy_keys: { akey: { key: '${KEY}' } } }
  plat/web: { prune: [deploy_keys], ignore: { deploy_keys: [${globs}] }, deploy_keys: {} }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml('bkey') });
  const plat = await gitlab.group('plat');
  const project = async (path: string) =>
    `/projects/${idOf(await gitlab.post('/projects', { name: path, path, namespace_id: plat }))}/deploy_keys`;
  await project('app');
  const web = await project('web');
  await gitlab.post(web, { title: 'bkey', key: KEY });
  gitlab.sandbox.log.length = 0;
  const { status, err } = await keelson.run('apply', '--auto-approve');
  expect([status, err, writes(gitlab)]).toEqual([1, expect.stringContaining('[ignored-no-more]'), []]);
  keelson.write('keelson.yaml', yaml('bkey, akey'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get(web)).list).toMatchObject([{ title: 'akey' }]);
});

it('who is kept by a name, and what is shared with, stays where this plan gives it another one, and the plan says so', async () => {
  const yaml = `instance: { users: { deployer: { previously: bob } } }
groups:
  tools: { previously: ops }
  plat: { prune: [members, shares], ignore: { members: [b*, root], shares: [ops] }, members: {}, shares: {} }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const [plat, ops] = [await gitlab.group('plat'), await gitlab.group('ops')];
  const bob = (await gitlab.get('/users?username=bob')).list[0]?.['id'] ?? 0;
  await gitlab.post(`/groups/${plat}/members`, { user_id: bob, access_level: 40 });
  await gitlab.post(`/groups/${plat}/share`, { group_id: ops, group_access: 40 });
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  const told = `${out}${err}`.replace(/\s+/g, ' ');
  expect([status, told]).toEqual([
    0,
    expect.stringContaining('group[plat]/member[deployer] is kept by `ignore` as bob, which this plan renames'),
  ]);
  expect(told).toContain('group[plat]/share[tools] is kept by `ignore` as ops');
  expect((await gitlab.get(`/groups/${plat}/members`)).list.map(({ username }) => username)).toContain('deployer');
  expect((await gitlab.get(`/groups/${plat}`)).object['shared_with_groups']).toMatchObject([
    { group_full_path: 'tools' },
  ]);
});
