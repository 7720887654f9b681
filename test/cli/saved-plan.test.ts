import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandbox } from '../sandbox/client.ts';
import { team } from './team.ts';

test('a saved plan is applied as it was saved, and only its owner can read it', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('plan', '--out', 'plan.json');
  expect(statSync(join(keelson.folder, 'plan.json')).mode & 0o777).toBe(0o600);
  keelson.write('keelson.yaml', 'groups: {}\n'); // what the configuration says by now plays no part
  const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect({ status, out }).toMatchInlineSnapshot(`
    {
      "out": "Done
      + group[team]
      + group[team]/member[alice]
      + group[team]/member[bob]

    Applied: 3 created, 0 updated, 0 replaced, 0 deleted
    ",
      "status": 0,
    }
  `);
  expect((await gitlab.get('/groups/team')).object['visibility']).toBe('internal');
});

test('what the guards said of a plan holds when it is applied from its file', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', 'groups: { team: { state: absent } }\n');
  await keelson.run('plan', '--out', 'plan.json');
  const refused = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(refused).toMatchInlineSnapshot(`
    {
      "err": "keelson.yaml:1:11: error[guard-scope-deletion]: group[team] would be deleted, with everything in it, among it 3 direct members (root, alice, bob)
     = help: Look at the plan again; to apply it all the same, give --allow-scope-deletion

    1 error in 1 file
    ",
      "out": "",
      "status": 3,
    }
  `);
  expect((await gitlab.get('/groups/team')).object['marked_for_deletion_on']).toBe(null);
  expect((await keelson.run('apply', 'plan.json', '--auto-approve', '--allow-scope-deletion')).status).toBe(0);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('an edited plan is refused', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('plan', '--out', 'plan.json');
  const file = readFileSync(join(keelson.folder, 'plan.json'), 'utf8');
  keelson.write('plan.json', file.replaceAll('"internal"', '"public"'));
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "error[plan-file-edited]: the plan file was edited after it was made: its checksum does not fit
     = help: Remove the file, and make the plan anew with \`keelson plan --out FILE\`

    1 error
    ",
      "out": "",
      "status": 3,
    }
  `);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('a plan is refused once what it was made from has changed', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', 'groups: { team: { visibility: private } }\n');
  await keelson.run('plan', '--out', 'plan.json');
  await gitlab.put('/groups/team', { visibility: 'public' });
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "  ~ group[team]: stale, visibility is public by now, and was internal
    ",
      "out": "Stale: changed since the plan was made
      ~ group[team]: visibility is public by now, and was internal
          = help: make the plan anew, look at it, and apply that

    Nothing was applied: 0 changes failed, 1 stale, 0 not attempted
    ",
      "status": 3,
    }
  `);
  expect((await gitlab.get('/groups/team')).object['visibility']).toBe('public');
});

test('a plan for another instance is refused', async () => {
  const { gitlab, keelson } = await team();
  const other = await sandbox();
  await keelson.run('plan', '--out', 'plan.json');
  const { status, err } = await keelson.run('apply', 'plan.json', '--auto-approve', '--url', other.sandbox.url);
  expect({ status, err: err.replace(other.sandbox.url, 'http://other.test') }).toMatchInlineSnapshot(`
    {
      "err": "error[plan-file-foreign]: the plan was made for http://gitlab.test, and this is http://other.test
     = help: Make a plan for this instance

    1 error
    ",
      "status": 3,
    }
  `);
  expect((await other.get('/groups/team')).status).toBe(404);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('a file that is no plan is refused in a sentence', async () => {
  const { keelson } = await team();
  keelson.write('plan.json', '{"format": "keelson/plan@9"}');
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "error[plan-file-newer]: the plan file has format keelson/plan@9, and this version of Keelson knows keelson/plan@1
     = help: Apply it with the version of Keelson that made it

    1 error
    ",
      "out": "",
      "status": 3,
    }
  `);
  keelson.write('plan.json', 'not JSON');
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "error[plan-file-cut]: the plan file is not whole: it ends early, or is no JSON
     = help: Remove the file, and make the plan anew with \`keelson plan --out FILE\`

    1 error
    ",
      "out": "",
      "status": 3,
    }
  `);
});

test('the guards of a saved plan are weighed again on what is live: of two owners one has gone since', async () => {
  const owned = (rest: string) => `groups:\n  team:\n    members:\n      root: { state: absent }\n${rest}`;
  const { gitlab, keelson, bob } = await team(owned('      alice: owner\n      bob: owner\n').replace('root', 'carol'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  await gitlab.delete('/groups/team/members/1');
  keelson.write('keelson.yaml', owned('      alice: developer\n      bob: owner\n'));
  expect((await keelson.run('plan', '--out', 'plan.json')).err).not.toContain('guard-');
  expect((await keelson.run('plan', '--allow-last-owner', '--out', 'waived.json')).status).toBe(0);
  await gitlab.put(`/groups/team/members/${bob}`, { access_level: 30 });
  const refused = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(refused.err).toContain('error[guard-last-owner]: group[team] would be left with 0 of at least 1 owner');
  expect(refused.status).toBe(3);
  const { list } = await gitlab.get('/groups/team/members');
  expect(list.filter(({ access_level: level }) => level === 50).map(({ username }) => username)).toEqual(['alice']);
  // What was waived when it was made stays waived.
  expect((await keelson.run('apply', 'waived.json', '--auto-approve')).err).not.toContain('guard-last-owner');
});

test('the share of a removal is that of what is live when a saved plan is applied, by the bounds of its configuration', async () => {
  const names = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8'];
  const members = names.map((name) => `      ${name}: developer\n`).join('');
  const yaml = (rest: string) => `guards: { max_removal_percent: 30 }\ngroups:\n  team:\n    members:\n${rest}`;
  const { gitlab, keelson } = await team(yaml(members));
  const ids = await Promise.all(names.map((name) => gitlab.user(name)));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('      u1: { state: absent }\n      u2: { state: absent }\n'));
  expect((await keelson.run('plan', '--out', 'plan.json')).err).not.toContain('guard-');
  for (const id of ids.slice(4)) await gitlab.delete(`/groups/team/members/${id}`);
  const { err, status } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(err).toContain('error[guard-mass-removal]: 2 of the 4 entries of group[team]/members would be removed');
  expect(status).toBe(3);
  expect((await keelson.run('apply', 'plan.json', '--auto-approve', '--allow-mass-removal')).status).toBe(0);
});

test('what names a role that the saved plan itself makes anew is not stale, however long that takes', async () => {
  const { gitlab, keelson } = await team('');
  const yaml = (base: string): string =>
    `instance: { member_roles: { auditor: { base: ${base}, permissions: [read_vulnerability] } } }\n` +
    'groups: { team: { members: { alice: owner, bob: { role: auditor } } } }\n';
  keelson.write('keelson.yaml', yaml('guest'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('reporter'));
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  // What was read before the role was made anew is read again.
  gitlab.sandbox.fail('delay=600:1@* /member_roles*');
  const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(status, out).toBe(0);
  gitlab.sandbox.fail('');
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test.each([
  ['in a group that is not declared', 'other', 'group[other]/member[carol]'],
  ['beside those that the plan changes', 'team', 'group[team]/member[carol]'],
])('a saved plan that makes a role anew sends nothing where somebody got it since, %s', async (_where, at, who) => {
  const { gitlab, keelson } = await team('');
  const yaml = (base: string): string =>
    `instance: { member_roles: { auditor: { base: ${base}, permissions: [read_vulnerability] } } }\n` +
    'groups: { team: { members: { alice: owner, bob: { role: auditor } } } }\n';
  keelson.write('keelson.yaml', yaml('guest'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('reporter'));
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  await gitlab.group('other');
  const [role] = (await gitlab.get('/member_roles')).list;
  await gitlab.post(`/groups/${at}/members`, {
    user_id: await gitlab.user('carol'),
    access_level: 10,
    member_role_id: role?.['id'],
  });
  const { err, status } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(err).toContain(`something uses it that this plan does not change itself: ${who}`);
  expect(status).toBe(3);
  expect((await gitlab.get('/member_roles')).list).toEqual([role]);
});

test.each([
  ['in a group that is not declared', 'other', 'group[other]/saml_link[devs]'],
  ['beside those that the plan changes', 'team', 'group[team]/saml_link[devs]'],
])('a saved plan that makes a role anew sends nothing where a link lends it since, %s', async (_where, at, link) => {
  const { gitlab, keelson } = await team('');
  const yaml = (base: string): string =>
    `instance: { member_roles: { auditor: { base: ${base}, permissions: [read_vulnerability] } } }\n` +
    'groups: { team: { members: { alice: owner }, saml_links: { ops: { role: auditor } } } }\n';
  keelson.write('keelson.yaml', yaml('guest'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('reporter'));
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  await gitlab.group('other');
  const [role] = (await gitlab.get('/member_roles')).list;
  const lends = { saml_group_name: 'devs', access_level: 10, member_role_id: role?.['id'] };
  await gitlab.post(`/groups/${at}/saml_group_links`, lends);
  const { err, status } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(err).toContain(`something uses it that this plan does not change itself: ${link}`);
  expect(err).not.toContain('saml_link[ops]');
  expect(status).toBe(3);
  expect((await gitlab.get('/member_roles')).list).toEqual([role]);
  await gitlab.delete(`/groups/${at}/saml_group_links/devs`);
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test('a link that a saved plan points at the role made anew is no other one, in a group that it renames either', async () => {
  const { keelson } = await team('');
  const yaml = (base: string, group: string): string =>
    `instance: { member_roles: { auditor: { base: ${base}, permissions: [read_vulnerability] } } }\n` +
    `groups: { ${group}, members: { alice: owner }, saml_links: { ops: { role: auditor } } } }\n`;
  keelson.write('keelson.yaml', yaml('guest', 'team: { name: Team'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('reporter', 'crew: { name: Team, previously: team'));
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const { status, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, err]).toEqual([0, expect.not.stringContaining('error')]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});
