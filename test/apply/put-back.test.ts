import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const FIRST = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';

it('a tag that nobody may make stays so where GitLab refuses the one who was to make it, from a saved plan too', async () => {
  const yaml = 'projects: { plat/app: { protected_tags: { v*: { create_access_level: [{ user: bob }] } } } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const plat = await gitlab.group('plat');
  const app = idOf(await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: plat }));
  const at = `/projects/${app}/protected_tags`;
  await gitlab.post(at, { name: 'v*', create_access_level: 0 });
  const shown = async () => (await gitlab.get(at)).list.map(({ name, create_access_levels: levels }) => [name, levels]);
  const closed = [['v*', [expect.objectContaining({ access_level: 0 })]]];
  await keelson.run('plan', '--out', 'plan.json');
  for (const plan of ['keelson.yaml', 'plan.json']) {
    const { status, out } = await keelson.run('apply', plan, '--auto-approve');
    expect([status, out.replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining('the removal of what was there before is taken back'),
    ]);
    expect(await shown()).toEqual(closed);
  }
  // Nothing of it is under way any more.
  const { out } = await keelson.run('plan');
  expect(out).not.toContain('unfinished');
});

it('a machine keeps its deploy key where GitLab has the new one for another project', async () => {
  const yaml = `projects: { plat/app: { deploy_keys: { ci: { key: '${OTHER}' } } } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const [plat, web] = [await gitlab.group('plat'), await gitlab.group('web')];
  const project = async (path: string, group: number) =>
    `/projects/${idOf(await gitlab.post('/projects', { name: path, path, namespace_id: group }))}/deploy_keys`;
  const app = await project('app', plat);
  await gitlab.post(app, { title: 'ci', key: FIRST, can_push: true });
  await gitlab.post(await project('site', web), { title: 'else', key: OTHER });
  const alice = (await gitlab.get('/users?username=alice')).list[0]?.['id'] ?? 0;
  await gitlab.post('/groups/plat/members', { user_id: alice, access_level: 50 });
  keelson.write('token', gitlab.as('alice').token);
  const { status, out } = await keelson.run('apply', '--auto-approve', '--token-file', 'token');
  expect([status, out.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('the removal of what was there before is taken back'),
  ]);
  expect((await gitlab.get(app)).list.map(({ title, key, can_push: push }) => [title, key, push])).toEqual([
    ['ci', FIRST, true],
  ]);
  expect(writes(gitlab).filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});
