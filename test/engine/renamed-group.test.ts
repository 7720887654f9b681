import { expect, it } from 'vitest';
import { failuresOf, inShort, keelson } from '../support/keelson.ts';
import { sandbox } from '../sandbox/client.ts';

it('a project goes along with the group that it stands in, and with what stands in it', async () => {
  const platform = await sandbox();
  await platform.user('alice');
  const group = await platform.group('old');
  await platform.post('/projects', { name: 'app', path: 'app', namespace_id: group });
  const program = keelson(platform.sandbox.url, platform.token);
  const renamed = {
    groups: { new: { previously: 'old' } },
    projects: { 'new/app': { members: { alice: 'developer' } } },
  };
  expect(inShort(await program.plan(renamed))).toEqual([
    'update group[new] (full_path)',
    'create project[new/app]/member[alice]',
  ]);
  expect(failuresOf(await program.apply(renamed))).toEqual([]);
  expect(inShort(await program.plan(renamed))).toEqual([]);
  await program.close();
});

it('a group is made below one that becomes more visible only after that', async () => {
  const platform = await sandbox();
  await platform.group('top', { visibility: 'private' });
  const program = keelson(platform.sandbox.url, platform.token);
  const raised = { groups: { top: { visibility: 'internal' }, 'top/inner': { visibility: 'internal' } } };
  expect(failuresOf(await program.apply(raised))).toEqual([]);
  expect(inShort(await program.plan(raised))).toEqual([]);
  await program.close();
});

it('a declared owner of a new subgroup is one, whether or not its creator is one by inheritance', async () => {
  const platform = await sandbox();
  const program = keelson(platform.sandbox.url, platform.token);
  const owned = { groups: { top: {}, 'top/inner': { members: { root: 'owner' } } } };
  expect(failuresOf(await program.apply(owned))).toEqual([]);
  expect(inShort(await program.plan(owned))).toEqual([]);
  await program.close();
});
