import { expect, test } from 'vitest';
import type { Plan } from '../../src/model.ts';
import { stage } from '../apply/stage.ts';
import { idOf } from '../sandbox/client.ts';
import { team, teamYaml } from './team.ts';

test('without drift, the report says so and exits with 0', async () => {
  const { keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  expect(await keelson.run('drift')).toMatchInlineSnapshot(`
    {
      "err": "Not looked at, since not declared: in the instance member_roles, runners, service_accounts, system_hooks, users, variables; in 1 group access_tokens, deploy_tokens, hooks, integrations, ldap_links, protected_branches, push_rules, runners, saml_links, service_accounts, shares, variables. An empty section, as \`hooks: {}\` or \`ldap_links: []\`, also in defaults, is watched.
    ",
      "out": "Own access: 1 entry of this token's own user, not declared, and left alone
      group[team]/member[root]
      whoever makes a group is its owner; declare it, so that it can be told from what somebody else has given

    No drift: http://gitlab.test is as the repository says.
    ",
      "status": 0,
    }
  `);
});

test('drift names what has changed and who did it, and exits with 2', async () => {
  const { gitlab, keelson, bob } = await team();
  await keelson.run('apply', '--auto-approve');
  await gitlab.as('alice').put(`/groups/team/members/${bob}`, { access_level: 40 });
  const { status, out, err } = await keelson.run('drift');
  expect({
    status,
    out: out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/, '2026-01-01 00:00 UTC'),
    err,
  }).toMatchInlineSnapshot(`
    {
      "err": "Not looked at, since not declared: in the instance member_roles, runners, service_accounts, system_hooks, users, variables; in 1 group access_tokens, deploy_tokens, hooks, integrations, ldap_links, protected_branches, push_rules, runners, saml_links, service_accounts, shares, variables. An empty section, as \`hooks: {}\` or \`ldap_links: []\`, also in defaults, is watched.
    ",
      "out": "Changed
      group[team]/member[bob] has access_level maintainer, the repository says developer
          (keelson.yaml:7:7; last touched by alice, 2026-01-01 00:00 UTC)

    Own access: 1 entry of this token's own user, not declared, and left alone
      group[team]/member[root]
      whoever makes a group is its owner; declare it, so that it can be told from what somebody else has given

    Drift on http://gitlab.test: 1 changed, 0 not in the repository, 0 not on the instance; 2 as declared
    ",
      "status": 2,
    }
  `);
});

test('who changed, made and removed a variable is told, and nobody where it may be another of its key', async () => {
  const declared = '{ A: { plain_value: a }, B: { plain_value: b }, C: { plain_value: c } }';
  const yaml = `${teamYaml}    variables: ${declared}\nprojects: { crew/app: { variables: ${declared} } }\n`;
  const { gitlab, keelson } = await team(yaml);
  const namespace_id = idOf(await gitlab.post('/groups', { name: 'Crew', path: 'crew' }));
  const app = idOf(await gitlab.post('/projects', { name: 'app', namespace_id }));
  expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
  await gitlab.post(`/projects/${app}/members`, {
    user_id: Number((await gitlab.get('/users?username=alice')).list[0]?.['id']),
    access_level: 50,
  });
  const alice = gitlab.as('alice');
  const places = ['/groups/team', `/projects/${app}`];
  for (const at of places) {
    await alice.put(`${at}/variables/A`, { value: 'other' });
    await alice.delete(`${at}/variables/B`);
    await alice.post(`${at}/variables`, { key: 'D', value: 'new' });
    await alice.put(`${at}/variables/C`, { value: 'other' });
    await gitlab.post(`${at}/variables`, { key: 'C', value: 'another', environment_scope: 'prod' });
  }
  const { status, out } = await keelson.run('drift');
  expect(status).toBe(2);
  const told = out.replaceAll(/\s+/g, ' ');
  for (const at of ['group[team]', 'project[crew/app]']) {
    const of = (key: string) => told.split(`${at}/variable[${key}]`)[1]?.split('/variable[')[0];
    expect([of('A'), of('B'), of('C'), of('D')]).toEqual([
      expect.stringMatching(/^ has plain_value .* last touched by alice/),
      expect.stringMatching(/^ is declared, and not there .* last touched by alice/),
      expect.not.stringContaining('touched'),
      expect.stringMatching(/^: not declared, and left alone .*made by alice/),
    ]);
  }
  expect((await keelson.run('why', 'group[team]/variable[A].plain_value')).out).toContain('last touched by alice');
});

test('--json is the plan, and drift is 2 as well', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  await gitlab.put('/groups/team', { visibility: 'private' });
  const { status, out } = await keelson.run('drift', '--json');
  expect(status).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ changes: [{ address: 'group[team]', action: 'update' }] });
});

test('what was added by hand is drift, named with who did it, also where the section is not pruned', async () => {
  const { gitlab, keelson } = await team(teamYaml.replace('    members:', '    hooks: {}\n    members:'));
  await keelson.run('apply', '--auto-approve');
  const mallory = await gitlab.user('mallory');
  await gitlab.as('alice').post('/groups/team/members', { user_id: mallory, access_level: 50 });
  await gitlab.as('alice').post('/groups/team/hooks', { url: 'https://evil.example.com/in', name: 'out' });
  const { group } = { group: (await gitlab.get('/groups/team')).object['id'] };
  await gitlab.as('alice').post('/groups', { path: 'shadow', name: 'shadow', parent_id: Number(group) });
  await gitlab.post('/groups', { path: 'stray', name: 'stray' });
  const { status, out } = await keelson.run('drift');
  expect(status).toBe(2);
  expect(out).toContain('group[team]/member[mallory]: not declared, and left alone; it has access_level owner');
  expect(out).toContain('group[team]/hook[out]: not declared, and left alone');
  expect(out).toMatch(
    /group\[team\/shadow\]: not declared, and left alone; it has visibility private\s+\(made by alice, /,
  );
  expect(out).toMatch(/group\[stray\]: not declared, and left alone; it has visibility private\s+\(made by root, /);
  expect(out).toMatch(/member\[mallory\]: not declared, and left alone; it has access_level owner\s+\(made by alice, /);
  const json = JSON.parse((await keelson.run('drift', '--json')).out) as Pick<Plan, 'unmanaged'>;
  const told = json.unmanaged.flatMap(({ entries = [] }) => entries);
  expect(told.map(({ address, fields }) => [address, fields])).toEqual(
    expect.arrayContaining([
      ['group[stray]', [{ path: 'visibility', from: 'private' }]],
      ['group[team]/member[mallory]', [{ path: 'access_level', from: 'owner' }]],
      ['group[team]/hook[out]', [{ path: 'url', from: 'https://evil.example.com/in' }]],
    ]),
  );
  expect(json).toMatchObject({
    touched: expect.arrayContaining([
      expect.objectContaining({ address: 'group[team]/member[mallory]', author: 'alice' }),
    ]) as unknown,
  });
  expect((await keelson.run('plan', '--verbose')).out).toContain('group[team]/member[mallory]');
});

test('of what nobody declared, whoever touched it last is named, and never who made it as who touched it', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  const mallory = await gitlab.user('mallory');
  await gitlab.post('/groups/team/members', { user_id: mallory, access_level: 20 });
  await gitlab.post('/groups', { path: 'other', name: 'other' });
  await gitlab.post('/groups/team/hooks', { url: 'https://hooks.example.com/in', name: 'out' });
  const alice = gitlab.as('alice');
  await alice.put(`/groups/team/members/${mallory}`, { access_level: 50 });
  const { id } = (await gitlab.get('/groups/team')).object;
  await gitlab.post('/groups', { path: 'kid', name: 'Kid', parent_id: Number(id) });
  await alice.put('/groups/team%2Fkid', { path: 'renamed' });
  const { out } = await keelson.run('drift');
  expect(out).toMatch(
    /group\[team\/renamed\]: not declared, and left alone; it has visibility private\s+\(last touched by alice, /,
  );
  expect(out).toMatch(
    /member\[mallory\]: not declared, and left alone; it has access_level owner\s+\(last touched by alice, /,
  );
  expect(out).toMatch(/group\[other\]: not declared, and left alone; it has visibility private\s+\(made by root, /);
  const json = JSON.parse((await keelson.run('drift', '--json')).out) as { touched: readonly unknown[] };
  expect(json.touched).toContainEqual(expect.objectContaining({ address: 'group[other]', author: 'root', made: true }));
});

test('what is meant to live beside the repository is ignored: no drift, and not pruned', async () => {
  const yaml = `instance: { ignore: { groups: [stray*] } }
defaults:
  groups: { "**": { ignore: { members: [mal*] } } }
groups:
  team:
    name: Team
    prune: [members]
    ignore: { groups: ["team/sandbox**"] }
    members: { alice: owner, bob: developer }
`;
  const { gitlab, keelson } = await team(yaml);
  await keelson.run('apply', '--auto-approve');
  const mallory = await gitlab.user('mallory');
  await gitlab.post('/groups/team/members', { user_id: mallory, access_level: 30 });
  await gitlab.post('/groups', { path: 'stray', name: 'stray' });
  const group = (await gitlab.get('/groups/team')).object['id'];
  await gitlab.post('/groups', { path: 'sandbox', name: 'sandbox', parent_id: Number(group) });
  const { status, out } = await keelson.run('drift');
  // Who made the group is spared, and told.
  expect([status, out.slice(out.indexOf('No drift'))]).toEqual([
    0,
    'No drift: http://gitlab.test is as the repository says.\n',
  ]);
  expect(out.slice(0, out.indexOf('No drift'))).toMatch(
    /^Spared: 1 entry .*\n {2}group\[team\]\/member\[root\]\n {2}the access .*\n\n$/,
  );
});

test('who renamed himself to a member is not told as the one who removed that member', async () => {
  const { gitlab, keelson, bob } = await team();
  await keelson.run('apply', '--auto-approve');
  const eve = await gitlab.user('eve');
  await gitlab.put(`/users/${eve}`, { name: 'bob' });
  await gitlab.as('alice').post('/groups/team/members', { user_id: eve, access_level: 20 });
  await gitlab.as('alice').delete(`/groups/team/members/${eve}`);
  await gitlab.delete(`/groups/team/members/${bob}`);
  const { out } = await keelson.run('drift');
  expect(out).toMatch(/group\[team\]\/member\[bob\] is declared, and not there\s+\([^)]*last touched by root, /);
});

test('what is declared in a group that is still to be moved goes along with it, and is none that nobody declared', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'groups: { new: { previously: old }, new/tools: {}, new/tools/deep: {} }\n',
  });
  for (const path of ['old', 'old/tools', 'old/tools/deep', 'old/tools/other']) await gitlab.group(path);
  const { out } = await keelson.run('drift');
  expect(out).toContain('group[old/tools/other]: not declared, and left alone');
  expect(out).not.toContain('group[old/tools]');
  expect(out).not.toContain('group[old/tools/deep]');
});

test('what a plan makes is said to be owned by who makes it, once, and drift names that access where nobody declared it', async () => {
  const yaml = (more = ''): string =>
    `groups:\n${['aa', 'bb', 'cc', 'dd', 'ee'].map((path) => `  ${path}: { members: { alice: owner${more} } }\n`).join('')}`;
  const { gitlab, keelson } = await team(yaml());
  const bot = gitlab.as('bob');
  keelson.write('token', bot.token);
  const asBob = ['--token-file', 'token'];
  const planned = await keelson.run('plan', ...asBob);
  expect(planned.out.match(/creators-access/g)).toHaveLength(1);
  expect(planned.out).toContain(
    'GitLab makes bob, whose token this is, an owner of the new group[aa], group[bb], group[cc] and 2 more: nothing declares that',
  );
  expect((await keelson.run('apply', '--auto-approve', ...asBob)).status).toBe(0);
  const drift = await keelson.run('drift', ...asBob);
  expect([drift.status, drift.out]).toEqual([
    0,
    expect.stringContaining(
      "Own access: 5 entries of this token's own user, not declared, and left alone\n  group[aa]/member[bob]",
    ),
  ]);
  const json = JSON.parse((await keelson.run('drift', '--json', ...asBob)).out) as { own_access: readonly string[] };
  expect(json.own_access).toHaveLength(5);
  keelson.write('keelson.yaml', `${yaml(', bob: owner')}  ff: { members: { alice: owner, bob: owner } }\n`);
  const declared = await keelson.run('plan', ...asBob);
  expect(declared.out).toContain('group[ff]');
  expect(declared.out).not.toContain('creators-access');
  expect((await keelson.run('drift', ...asBob)).out).not.toContain('Own access');
});

test('a pattern of ignore that fits nothing live is told once, and one that fits something somewhere is not', async () => {
  const yaml = (pattern: string): string =>
    `defaults: { groups: { "**": { prune: [members], ignore: { members: [${pattern}] } } } }\ngroups:\n  aa: { members: { root: owner } }\n  bb: { members: { root: owner } }\n`;
  const { gitlab, keelson, bob } = await team(yaml('"bo*"'));
  for (const path of ['aa', 'bb']) await gitlab.group(path);
  await gitlab.post('/groups/aa/members', { user_id: bob, access_level: 30 });
  expect((await keelson.run('plan')).out).not.toContain('idle-ignore');
  keelson.write('keelson.yaml', yaml('"bop*"'));
  const { out } = await keelson.run('plan');
  expect(out.match(/\[idle-ignore\]/g)).toHaveLength(1);
  expect(out).toContain('`ignore` of members: nothing live in group[aa]/members, group[bb]/members fits bop*');
});
