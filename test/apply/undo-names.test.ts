import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';
import type { SandboxClient } from '../sandbox/client.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-mass-change', '--allow-own-access'];

/** Who and what is let in where, by numbers: whatever all of them are called. */
async function letIn(gitlab: SandboxClient, places: readonly string[]): Promise<unknown> {
  const seen = places.map(async (at) => {
    const shares = (await gitlab.get(at)).object['shared_with_groups'] as readonly {
      readonly [field: string]: unknown;
    }[];
    const members = (await gitlab.get(`${at}/members`)).list;
    return [
      at,
      shares.map((row) => [row['group_id'], row['group_access_level']]).sort(),
      members.map((row) => [row['id'], row['access_level']]).sort(),
    ];
  });
  return Promise.all(seen);
}

test('whom and what the same apply has renamed is taken back under the name that it has before', async () => {
  const { gitlab, keelson } = await stage({});
  const [eng, ops, guests] = [await gitlab.group('eng'), await gitlab.group('ops'), await gitlab.group('guests')];
  await gitlab.group('guests/inner');
  const app = idOf(await gitlab.post('/projects', { name: 'app', namespace_id: eng }));
  const [bob, carol] = await Promise.all(
    ['bob', 'carol'].map(async (name) => Number((await gitlab.get(`/users?username=${name}`)).list[0]?.['id'])),
  );
  await gitlab.post(`/groups/${eng}/service_accounts`, { username: 'robot', name: 'Robot' });
  await gitlab.post(`/groups/${eng}/members`, { user_id: bob, access_level: 30 });
  await gitlab.post(`/groups/${guests}/members`, { user_id: bob, access_level: 20 });
  await gitlab.post(`/groups/${ops}/share`, { group_id: guests, group_access: 10 });
  await gitlab.post(`/projects/${app}/members`, { user_id: carol, access_level: 30 });
  await gitlab.post(`/projects/${app}/protected_branches`, {
    name: 'rel',
    allowed_to_push: [{ access_level: 40 }, { user_id: bob }, { user_id: carol }],
  });
  const places = [`/groups/${eng}`, `/groups/${ops}`, `/groups/${guests}`, `/projects/${app}`];
  const before = await letIn(gitlab, places);
  const branches = async (): Promise<unknown> =>
    (await gitlab.get(`/projects/${app}/protected_branches`)).list.map(({ name, push_access_levels: levels }) => [
      name,
      (levels as readonly { readonly user_id?: number }[]).map(({ user_id: id }) => id ?? null).sort(),
    ]);
  const protectedBefore = await branches();
  keelson.write(
    'keelson.yaml',
    `instance:
  users: { zed: { previously: bob } }
groups:
  eng:
    service_accounts: { robot2: { previously: robot } }
    members: { zed: maintainer }
    shares: { visitors: reporter }
  visitors: { previously: guests, members: { zed: { state: absent } } }
  ops:
    prune: [shares]
    shares: { visitors: maintainer, visitors/inner: guest }
projects:
  eng/app:
    members: { robot2: developer }
    shares: { visitors: developer }
    protected_branches:
      rel: { push_access_level: [maintainer, { user: zed }] }
      new: { push_access_level: [{ user: zed }] }
`,
  );
  const applied = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(applied.status, applied.err).toBe(0);
  const after = await letIn(gitlab, places);
  expect(after).not.toEqual(before);
  const undone = await keelson.run(...APPLY, 'undo.json', '--undo', 'redo.json');
  expect(undone.status, undone.err).toBe(0);
  expect(await letIn(gitlab, places)).toEqual(before);
  expect(await branches()).toEqual(protectedBefore);
  expect((await gitlab.get(`/users/${bob}`)).object['username']).toBe('bob');
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
  const redone = await keelson.run(...APPLY, 'redo.json');
  expect(redone.status, redone.err).toBe(0);
  expect(await letIn(gitlab, places)).toEqual(after);
});

test('the share of a group that has changed places with another is that of the group, and not of the path', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `groups:
  labs: { previously: ops, name: Ops }
  ops: { previously: labs, name: Labs }
  eng: { prune: [shares], shares: { labs: developer } }
`,
  });
  const [labs, ops] = [await gitlab.group('labs', { name: 'Labs' }), await gitlab.group('ops', { name: 'Ops' })];
  const [eng, inner] = [await gitlab.group('eng'), await gitlab.group('labs/inner')];
  await gitlab.post(`/groups/${eng}/share`, { group_id: inner, group_access: 20 });
  const before = await letIn(gitlab, [`/groups/${eng}`]);
  const swap = ['--allow-swap', `labs=${ops}`, '--undo', 'undo.json'];
  const applied = await keelson.run(...APPLY, ...swap);
  expect(applied.status, applied.err).toBe(0);
  const undone = await keelson.run(...APPLY, 'undo.json', '--allow-swap', `labs=${labs}`);
  expect(undone.status, undone.err).toBe(0);
  expect(await letIn(gitlab, [`/groups/${eng}`])).toEqual(before);
});

test('another group in one that gets its name back is given nothing', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'groups: { team: { previously: eng }, ops: { shares: { team/web: { state: absent } } } }\n',
  });
  const [eng, ops, web] = [await gitlab.group('eng'), await gitlab.group('ops'), await gitlab.group('eng/web')];
  await gitlab.post(`/groups/${ops}/share`, { group_id: web, group_access: 30 });
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  await gitlab.put(`/groups/${web}`, { path: 'elsewhere', name: 'elsewhere' });
  const other = idOf(await gitlab.post('/groups', { path: 'web', name: 'web', parent_id: eng }));
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run(...APPLY, 'undo.json');
  expect([refused.status, refused.err]).toEqual([
    3,
    expect.stringContaining(
      `group[ops]/share[eng/web] names the group eng/web, which had the number ${web}; ${other} is another one`,
    ),
  ]);
  expect(writes(gitlab)).toEqual([]);
});
