import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Undo } from '../../src/engine/undo/undo.ts';
import { undoJson } from '../../src/report/undo-json.ts';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access', '--allow-scope-deletion'];

test('another group or project that has taken over a path since is given nothing, and nothing is taken from it', async () => {
  const { gitlab, keelson } = await stage({});
  const eng = await gitlab.group('eng');
  await gitlab.group('guests');
  const app = idOf(await gitlab.post('/projects', { name: 'app', namespace_id: eng }));
  const bob = Number((await gitlab.get('/users?username=bob')).list[0]?.['id']);
  for (const at of [`/groups/${eng}`, `/projects/${app}`]) {
    await gitlab.post(`${at}/members`, { user_id: bob, access_level: 30 });
    await gitlab.post(`${at}/hooks`, { name: 'ci', url: 'https://ci.example.com/hook' });
  }
  const changed = 'members: { bob: { state: absent } }, hooks: { ci: { state: absent } }, shares: { guests: reporter }';
  keelson.write(
    'keelson.yaml',
    `groups: { eng: { ${changed}, push_rules: { max_file_size: 7 } } }\nprojects: { eng/app: { ${changed} } }\n`,
  );
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  // Others take over both paths, and share what they have with the same group.
  const guests = idOf(await gitlab.get('/groups/guests'));
  await gitlab.put(`/groups/${eng}`, { path: 'engineers', name: 'engineers' });
  const other = await gitlab.group('eng');
  const their = idOf(await gitlab.post('/projects', { name: 'app', namespace_id: other }));
  for (const at of [`/groups/${other}`, `/projects/${their}`])
    await gitlab.post(`${at}/share`, { group_id: guests, group_access: 20 });
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run(...APPLY, 'undo.json');
  expect(refused.status).toBe(3);
  for (const [address, kind, was, is] of [
    ['group[eng]', 'group', eng, other],
    ['project[eng/app]', 'project', app, their],
  ] as const)
    for (const entry of ['member[bob]', 'hook[ci]', 'share[guests]'])
      expect(refused.err).toContain(
        `error[undo-stale]: ${address}/${entry} stood in the ${kind} with the id ${was}, and ${address} has the id ${is} now: it is another one`,
      );
  expect(refused.err).toContain('group[eng]/push_rule stood in the group');
  expect((await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip')).status).toBe(3);
  // A file in which nobody has noted the numbers is no way around that.
  const file = join(keelson.folder, 'undo.json');
  const without = (name: string, value: unknown): unknown => (name === 'within' ? undefined : value);
  writeFileSync(file, undoJson(JSON.parse(readFileSync(file, 'utf8'), without) as Undo));
  expect((await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip')).status).toBe(3);
  expect(writes(gitlab)).toEqual([]);
});

test('a group is not brought back into another one that stands where the group above it stood', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'groups: { ops/web: { previously: eng/web } }\n' });
  const eng = await gitlab.group('eng');
  for (const path of ['ops', 'eng/web']) await gitlab.group(path);
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  await gitlab.put(`/groups/${eng}`, { path: 'engineers', name: 'engineers' });
  const other = await gitlab.group('eng');
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run(...APPLY, 'undo.json');
  expect([refused.status, refused.err]).toEqual([
    3,
    expect.stringContaining(
      `group[eng/web] stood in the group with the id ${eng}, and group[eng] has the id ${other} now`,
    ),
  ]);
  expect(writes(gitlab)).toEqual([]);
});

test('a group that was moved into a new one comes out of it again before that goes', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'groups: { eng: {}, eng/ops: { previously: ops, members: { bob: developer } } }\n',
  });
  const ops = await gitlab.group('ops');
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  expect(idOf(await gitlab.get('/groups/eng%2Fops'))).toBe(ops);
  expect(await keelson.run(...APPLY, 'undo.json')).toMatchObject({ status: 0 });
  expect((await gitlab.get('/groups/ops')).object).toMatchObject({ id: ops });
  expect((await gitlab.get('/groups/ops')).object['marked_for_deletion_on'] ?? null).toBeNull();
  expect((await gitlab.get('/groups/ops/members')).list.map(({ username }) => username)).not.toContain('bob');
  expect((await gitlab.get('/groups/eng')).status).toBe(404);
});
