import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { inDays } from '../support/in-days.ts';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access'];
const SOON = inDays(3);

/** A group with alice as a reporter, a share and a protected branch, after an apply of this configuration. */
async function applied(yaml: string, before: { readonly level: number; readonly ends?: string }) {
  let days = 0;
  const clock = { now: () => new Date(Date.now() + days * 86_400_000), advance: () => undefined };
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, { clock });
  const [eng, ops] = [await gitlab.group('eng'), await gitlab.group('ops')];
  const web = idOf(await gitlab.post('/projects', { path: 'web', namespace_id: eng, initialize_with_readme: true }));
  const { level, ends } = before;
  const until = ends !== undefined && { expires_at: ends };
  await gitlab.post(`/groups/${eng}/members`, { username: 'alice', access_level: level, ...until });
  await gitlab.post(`/groups/${eng}/share`, { group_id: ops, group_access: level });
  const branch = { name: 'rel', push_access_level: 40, allow_force_push: true };
  await gitlab.post(`/projects/${web}/protected_branches`, branch);
  const { status, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(status, err).toBe(0);
  const [alice] = (await gitlab.get('/users?username=alice')).list;
  return {
    ...{ gitlab, keelson, branch: `/projects/${web}/protected_branches/rel` },
    alice: `/groups/${eng}/members/${Number(alice?.['id'])}`,
    role: async () =>
      idOf(await gitlab.post('/member_roles', { name: 'R', base_access_level: 20, admin_cicd_variables: true })),
    later: (): void => {
      days = 10;
    },
    shares: async () => (await gitlab.get(`/groups/${eng}`)).object['shared_with_groups'],
  };
}

const members = (access: string): string => `groups: { eng: { members: { alice: ${access} } } }\n`;

test('who was given a role meanwhile is not given more beside it: the fields of one access are brought back together', async () => {
  const yaml = members(`{ access_level: reporter, expires_at: ${SOON} }`);
  const { gitlab, keelson, alice, role } = await applied(yaml, { level: 20 });
  const given = { access_level: 20, member_role_id: await role(), expires_at: SOON };
  expect((await gitlab.put(alice, given)).status).toBe(200);
  const undone = await keelson.run(...APPLY, 'undo.json');
  expect([undone.status, undone.err]).toEqual([
    3,
    expect.stringContaining('group[eng]/member[alice] was changed since: its role is "R" now, and was left as null'),
  ]);
  const skipped = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect([skipped.status, skipped.err]).toEqual([3, expect.stringContaining('it is left out')]);
  expect((await gitlab.get(alice)).object).toMatchObject({ expires_at: SOON, member_role: { name: 'R' } });
});

test('who was given a later end meanwhile gets no level back that ended sooner', async () => {
  const { gitlab, keelson, alice } = await applied(members('guest'), { level: 50, ends: SOON });
  await gitlab.put(alice, { access_level: 10, expires_at: inDays(300) });
  const undone = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect([undone.status, undone.err]).toEqual([3, expect.stringContaining('it is left out')]);
  expect((await gitlab.get(alice)).object).toMatchObject({ access_level: 10, expires_at: inDays(300) });
});

test('where others may push by now, a branch is not opened for a forced push', async () => {
  const yaml = 'projects: { eng/web: { protected_branches: { rel: { allow_force_push: false } } } }\n';
  const { gitlab, keelson, branch } = await applied(yaml, { level: 20 });
  expect((await gitlab.patch(branch, { allowed_to_push: [{ access_level: 30 }] })).status).toBe(200);
  for (const more of [[], ['--on-stale', 'skip']]) {
    const { status, err } = await keelson.run(...APPLY, 'undo.json', ...more);
    expect([status, err]).toEqual([3, expect.stringContaining('its push_access_level is ["developer","maintainer"]')]);
  }
  expect((await gitlab.get(branch)).object).toMatchObject({ allow_force_push: false });
});

/** A share with a custom role, where nobody declares roles. */
async function withRole() {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'groups: { eng: { shares: { ops: maintainer } } }\n' });
  const [eng, ops] = [await gitlab.group('eng'), await gitlab.group('ops')];
  const role = { name: 'R', base_access_level: 20, admin_cicd_variables: true };
  const member_role_id = idOf(await gitlab.post('/member_roles', role));
  await gitlab.post(`/groups/${eng}/share`, { group_id: ops, group_access: 20, member_role_id });
  const shares = async () => (await gitlab.get(`/groups/${eng}`)).object['shared_with_groups'];
  return { gitlab, keelson, member_role_id, shares };
}

test('what has a custom role that nobody declares is made anew with it: it is looked up by its number', async () => {
  const { keelson, member_role_id, shares } = await withRole();
  const { status, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(status, err).toBe(0);
  expect(await shares()).toMatchObject([{ member_role_id: null }]);
  expect((await keelson.run(...APPLY, 'undo.json')).status).toBe(0);
  expect(await shares()).toMatchObject([{ group_access_level: 20, member_role_id }]);
});

test('the rule for all branches stays where somebody has taken the one for a single branch away', async () => {
  const yaml = `projects:
  eng/web:
    protected_branches:
      rel: { allow_force_push: false }
      r*: { push_access_level: maintainer }
`;
  const { gitlab, keelson, branch } = await applied(yaml, { level: 20 });
  expect((await gitlab.delete(branch)).status).toBe(204);
  const { status, err } = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect([status, err]).toEqual([3, expect.stringContaining('may be all that keeps people out of what')]);
  const rules = (await gitlab.get(branch.replace(/\/rel$/, ''))).list.map(({ name }) => name);
  expect(rules).toEqual(['main', 'r*']);
});

test('what has ended by the end that the apply has given it is brought back as it was', async () => {
  const yaml = `groups:
  eng:
    members: { alice: { access_level: guest, expires_at: ${SOON} } }
    shares: { ops: { access_level: guest, expires_at: ${SOON} } }
`;
  const { gitlab, keelson, alice, later, shares } = await applied(yaml, { level: 40 });
  later();
  expect([(await gitlab.get(alice)).status, await shares()]).toEqual([404, []]);
  const undone = await keelson.run(...APPLY, 'undo.json');
  expect(undone.status, undone.err).toBe(0);
  expect((await gitlab.get(alice)).object).toMatchObject({ access_level: 40, expires_at: null });
  expect(await shares()).toMatchObject([{ group_full_path: 'ops', group_access_level: 40, expires_at: null }]);
});

/** A person of the instance after an apply of this configuration. */
async function person(yaml: string, before: { readonly [field: string]: boolean | number } = {}) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const dora = `/users/${await gitlab.user('dora')}`;
  await gitlab.put(dora, before);
  const { status, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(status, err).toBe(0);
  return { gitlab, keelson, dora };
}

test('who was made an auditor while they were blocked is not let in again', async () => {
  const { gitlab, keelson, dora } = await person('instance: { users: { dora: { state: blocked } } }\n');
  await gitlab.put(dora, { auditor: true });
  for (const more of [[], ['--on-stale', 'skip']]) {
    const { status, err } = await keelson.run(...APPLY, 'undo.json', ...more);
    expect([status, err]).toEqual([3, expect.stringContaining('its auditor is true now, and was left as false')]);
  }
  expect((await gitlab.get(dora)).object).toMatchObject({ state: 'blocked' });
});

test("what GitLab sets anew with something comes back beside that, and is nobody else's change", async () => {
  const { gitlab, keelson, dora } = await person('instance: { users: { dora: { external: true } } }\n', {
    can_create_group: false,
    projects_limit: 5,
  });
  const undone = await keelson.run(...APPLY, 'undo.json');
  expect(undone.status, undone.err).toBe(0);
  expect((await gitlab.get(dora)).object).toMatchObject({
    external: false,
    can_create_group: false,
    projects_limit: 5,
  });
});

test('what somebody has changed of that since is seen', async () => {
  const yaml = 'instance: { users: { dora: { external: true } } }\n';
  const { gitlab, keelson, dora } = await person(yaml, { can_create_group: false });
  await gitlab.put(dora, { can_create_group: true });
  const { status, err } = await keelson.run(...APPLY, 'undo.json');
  expect([status, err]).toEqual([
    3,
    expect.stringContaining('its can_create_group is true now, and was left as false'),
  ]);
});

test('a project that was made public is made private again, with its pages', async () => {
  const yaml = 'projects: { eng/web: { visibility: public } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const eng = await gitlab.group('eng', { visibility: 'public' });
  const web = idOf(await gitlab.post('/projects', { path: 'web', namespace_id: eng, visibility: 'private' }));
  const pages = async () => (await gitlab.get(`/projects/${web}`)).object;
  const before = (await pages())['pages_access_level'];
  const applied = await keelson.run(...APPLY, '--undo', 'undo.json', '--allow-public-visibility');
  expect(applied.status, applied.err).toBe(0);
  expect((await pages())['pages_access_level']).not.toBe(before);
  const undone = await keelson.run(...APPLY, 'undo.json');
  expect(undone.status, undone.err).toBe(0);
  expect(await pages()).toMatchObject({ visibility: 'private', pages_access_level: before });
});

test('what somebody has closed of a rule that the apply has made is not opened with it', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'projects: { eng/web: { protected_branches: { rel: {} } } }\n',
  });
  const eng = await gitlab.group('eng');
  const web = idOf(await gitlab.post('/projects', { path: 'web', namespace_id: eng, initialize_with_readme: true }));
  const branch = `/projects/${web}/protected_branches/rel`;
  expect((await keelson.run(...APPLY, '--undo', 'undo.json')).status).toBe(0);
  expect((await gitlab.patch(branch, { code_owner_approval_required: true })).status).toBe(200);
  const undone = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect([undone.status, undone.err]).toEqual([
    3,
    expect.stringContaining('its code_owner_approval_required is true now, and was left as false'),
  ]);
  expect((await gitlab.get(branch)).status).toBe(200);
});
