import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { team, teamYaml } from './team.ts';

const deletion = 'groups: { team: { state: absent }, other: {} }\n';

test('a plan that deletes a group is shown with what refuses it, and is not applied', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', deletion);
  expect(await keelson.run('plan')).toMatchInlineSnapshot(`
    {
      "err": "keelson.yaml:1:11: warning[guard-scope-deletion]: group[team] would be deleted, with everything in it, among it 3 direct members (root, alice, bob)
      |
    1 | groups: { team: { state: absent }, other: {} }
      |           ^^^^
      = help: Look at the plan again; to apply it all the same, give --allow-scope-deletion

    1 warning in 1 file
    ",
      "out": "Plan for http://gitlab.test (GitLab 18.9.0-ee)

    group[other]
      + group[other]: declared, and not there  (keelson.yaml:1:36)
          name        other
          visibility  private

    group[team]
      - group[team]: declared absent  (keelson.yaml:1:11)

    warning[creators-access]: GitLab makes root, whose token this is, an owner of the new group[other]: nothing declares that
     = help: Declare root in \`members\` there; undeclared, this access stays as long as its own token plans, also where members are pruned

    Plan: 1 to create, 0 to update, 0 to replace, 1 to delete; 0 unchanged
    15 reads made, 2 writes to come; checksum 0123456789ab
    ",
      "status": 0,
    }
  `);
  expect(await keelson.run('apply', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "keelson.yaml:1:11: error[guard-scope-deletion]: group[team] would be deleted, with everything in it, among it 3 direct members (root, alice, bob)
      |
    1 | groups: { team: { state: absent }, other: {} }
      |           ^^^^
      = help: Look at the plan again; to apply it all the same, give --allow-scope-deletion

    1 error in 1 file
    ",
      "out": "Plan for http://gitlab.test (GitLab 18.9.0-ee)

    group[other]
      + group[other]: declared, and not there  (keelson.yaml:1:36)
          name        other
          visibility  private

    group[team]
      - group[team]: declared absent  (keelson.yaml:1:11)

    warning[creators-access]: GitLab makes root, whose token this is, an owner of the new group[other]: nothing declares that
     = help: Declare root in \`members\` there; undeclared, this access stays as long as its own token plans, also where members are pruned

    Plan: 1 to create, 0 to update, 0 to replace, 1 to delete; 0 unchanged
    15 reads made, 2 writes to come; checksum 0123456789ab
    ",
      "status": 3,
    }
  `);
  expect((await gitlab.get('/groups/team')).object['marked_for_deletion_on']).toBe(null);
});

test('a guard is waived by its flag, for one run', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', deletion);
  const { status } = await keelson.run('apply', '--auto-approve', '--allow-scope-deletion');
  expect(status).toBe(0);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('the last owner is not taken away, and the flag for another guard does not help', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  await gitlab.delete('/groups/team/members/1');
  keelson.write('keelson.yaml', teamYaml.replace('alice: owner', 'alice: developer'));
  const { status, err } = await keelson.run('apply', '--auto-approve', '--allow-scope-deletion');
  expect({ status, err }).toMatchInlineSnapshot(`
    {
      "err": "keelson.yaml:6:7: error[guard-last-owner]: group[team] would be left with 0 of at least 1 owner
      |
    6 |       alice: developer
      |       ^^^^^
      = help: Make another person an owner of the group first: GitLab does not let its last active owner go, so that no flag helps

    1 error in 1 file
    ",
      "status": 3,
    }
  `);
  const { out } = await keelson.run('plan', '--markdown');
  expect(out).toContain('GitLab does not let its last active owner go');
  expect(out).not.toContain('--allow-last-owner');
  // So it is: the flag would permit what GitLab refuses.
  const waived = await keelson.run('apply', '--auto-approve', '--allow-last-owner');
  expect([waived.status, waived.out]).toEqual([1, expect.stringContaining('403')]);
});

test('the flag is offered where GitLab would do it: of two owners that are to stay, one goes', async () => {
  const { gitlab, keelson, bob } = await team();
  await keelson.run('apply', '--auto-approve');
  await gitlab.delete('/groups/team/members/1');
  await gitlab.put(`/groups/team/members/${bob}`, { access_level: 50 });
  keelson.write(
    'keelson.yaml',
    `guards: { min_owners: 2 }\n${teamYaml.replace('alice: owner', 'alice: developer').replace('bob: developer', 'bob: owner')}`,
  );
  const { err } = await keelson.run('plan');
  expect(err).toContain('would be left with 1 of at least 2 owners');
  expect(err).toContain('give --allow-last-owner');
  const { status } = await keelson.run('apply', '--auto-approve', '--allow-last-owner');
  expect(status).toBe(0);
});

test('the deletion of a group says what is in it, subgroups and their projects too', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  const parent = Number((await gitlab.get('/groups/team')).object['id']);
  const inner = (await gitlab.post('/groups', { path: 'inner', name: 'inner', parent_id: parent })).object['id'];
  await gitlab.post('/projects', { path: 'code', name: 'code', namespace_id: Number(inner) });
  keelson.write('keelson.yaml', deletion);
  expect((await keelson.run('plan')).err).toContain(
    'with everything in it, among it 1 subgroup (team/inner), 1 project (team/inner/code), 3 direct members (root, alice, bob)\n',
  );
});

test('what the same plan moves out of a group before it is deleted does not go with it, nor what is only shared with it', async () => {
  const { gitlab, keelson } = await team('groups: { team: {}, other: {} }\n');
  await keelson.run('apply', '--auto-approve');
  const [doomed, other] = [await gitlab.get('/groups/team'), await gitlab.get('/groups/other')];
  const inner = await gitlab.group('team/inner');
  const deeper = await gitlab.group('team/inner/deeper');
  const stays = await gitlab.group('team/stays');
  await gitlab.group('team/stays/leaves');
  for (const [name, id] of [
    ['a', inner],
    ['b', deeper],
    ['c', stays],
    ['d', idOf(other)],
  ] as const)
    await gitlab.post('/projects', { path: name, name, namespace_id: id });
  await gitlab.post('/projects/other%2Fd/share', { group_id: idOf(doomed), group_access: 30 });
  const moves = 'other/inner: { previously: team/inner }, other/leaves: { previously: team/stays/leaves }';
  keelson.write('keelson.yaml', `groups: { team: { state: absent }, other: {}, ${moves} }\n`);
  const { err, out } = await keelson.run('plan', '--json');
  const { changes } = JSON.parse(out) as { changes: { address: string; seen: { along?: { goes: unknown }[] } }[] };
  const seen = changes.find(({ address }) => address === 'group[team]')?.seen.along?.map(({ goes }) => goes);
  expect(seen).toEqual([
    { what: 'subgroup', count: 1, names: ['team/stays'] },
    { what: 'project', count: 1, names: ['team/stays/c'] },
    { what: 'direct member', count: 1, names: ['root'] },
  ]);
  expect(err).toContain(
    'with everything in it, among it 1 subgroup (team/stays), 1 project (team/stays/c), 1 direct member (root)\n',
  );
});

test('admin mode shuts out a token without its scope, and not one that has it', async () => {
  const { gitlab, keelson } = await team('instance: { settings: { admin_mode: true } }\n');
  keelson.write('api', gitlab.as('root', ['api']).token);
  keelson.write('both', gitlab.as('root', ['api', 'admin_mode']).token);
  expect((await keelson.run('plan', '--token-file', 'api')).err).toContain('guard-own-access');
  expect((await keelson.run('plan', '--token-file', 'both', '--out', 'plan.json')).err).not.toContain('guard-');
  expect((await keelson.run('apply', 'plan.json', '--token-file', 'both', '--auto-approve')).status).toBe(0);
});

test('a service account with a name of its own is no owner to count on, be the plan fresh or saved', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  const account = (await gitlab.post('/service_accounts', { username: 'deployer', name: 'Deployer' })).object['id'];
  await gitlab.post('/groups/team/members', { user_id: account, access_level: 50 });
  const without = (fewest: number): string =>
    `guards: { min_owners: ${fewest} }\ngroups: { team: { members: { alice: { state: absent } } } }\n`;
  keelson.write('keelson.yaml', without(2));
  const planned = await keelson.run('plan', '--out', 'plan.json');
  expect(planned.err).toContain('group[team] would be left with 1 of at least 2 owners');
  const saved = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([saved.status, saved.err]).toEqual([3, expect.stringContaining('guard-last-owner')]);
  keelson.write('keelson.yaml', without(1));
  expect((await keelson.run('plan')).err).not.toContain('last-owner');
});

test.each([{ how: 'block' }, { how: 'ban' }, { how: 'deactivate' }])(
  'who is to become an owner and is not active is no owner to count on: $how, be the plan fresh or saved',
  async ({ how }) => {
    const { gitlab, keelson, bob } = await team();
    await gitlab.user('carol');
    keelson.write(
      'keelson.yaml',
      'groups: { team: { visibility: internal, members: { alice: owner, carol: owner } } }\n',
    );
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    await gitlab.delete('/groups/team/members/1');
    const swapped = (fewest: number): string =>
      `guards: { min_owners: ${fewest} }\ngroups: { team: { members: { alice: owner, bob: owner, carol: { state: absent } } } }\n`;
    keelson.write('keelson.yaml', swapped(2));
    expect((await keelson.run('plan', '--out', 'plan.json')).err).not.toContain('last-owner');
    expect((await gitlab.post(`/users/${bob}/${how}`)).status).toBe(201);
    const planned = await keelson.run('apply', '--auto-approve');
    expect([planned.status, planned.err]).toEqual([
      3,
      expect.stringContaining('group[team] would be left with 1 of at least 2 owners'),
    ]);
    const saved = await keelson.run('apply', 'plan.json', '--auto-approve');
    expect([saved.status, saved.err]).toEqual([3, expect.stringContaining('guard-last-owner')]);
    keelson.write('keelson.yaml', swapped(1));
    expect((await keelson.run('plan')).err).not.toContain('last-owner');
  },
);

test('a subgroup that goes to the top has the owners that nobody declares', async () => {
  const { gitlab, keelson, bob } = await team();
  await gitlab.group('upper');
  const lower = await gitlab.group('upper/lower');
  // Who makes a group is its owner; this one is to be without.
  await gitlab.delete(`/groups/${lower}/members/1`);
  keelson.write('keelson.yaml', 'groups: { lower: { previously: upper/lower } }\n');
  expect((await keelson.run('plan')).err).toContain('group[lower] would be left with 0 of at least 1 owner of its own');
  const waived = await keelson.run('plan', '--allow-last-owner');
  await gitlab.post(`/groups/${lower}/members`, { user_id: bob, access_level: 50 });
  const planned = await keelson.run('plan', '--out', 'plan.json');
  expect(planned.err).not.toContain('last-owner');
  // What is permitted is looked at all the same, and told.
  expect(waived.out)
    .toContain(`Permitted: guards would refuse this plan for one reason without the flags that it was made with
  --allow-last-owner: group[lower] would be left with 0 of at least 1 owner of its own`);
  await gitlab.delete(`/groups/${lower}/members/${bob}`);
  const saved = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([saved.status, saved.err]).toEqual([3, expect.stringContaining('guard-last-owner')]);
  await gitlab.post(`/groups/${lower}/members`, { user_id: bob, access_level: 50 });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/lower')).object['parent_id']).toBe(null);
});

test('what guards say stands beside the errors of a plan, at the line that it is about', async () => {
  const { keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  const members = '{ alice: { state: absent }, root: { state: absent }, nobody: developer }';
  keelson.write('keelson.yaml', `groups:\n  team:\n    members: ${members}\n`);
  for (const command of [['plan'], ['apply', '--auto-approve']]) {
    const { status, err } = await keelson.run(...command);
    expect(status).toBe(1);
    expect(err).toContain('keelson.yaml:3:67: error[presumed-missing]: there is no user nobody');
    expect(err).toContain('keelson.yaml:3:42: warning[guard-own-access]: group[team]/member[root]');
    expect(err).toContain('warning[guard-last-owner]: group[team] would be left with 0 of at least 1 owner');
  }
});

test.each(['developer', '{ state: absent }'])(
  'who makes a group is its owner, and is told so where that is declared otherwise: %s',
  async (declared) => {
    const { gitlab, keelson } = await team(
      `groups:\n  fresh:\n    members:\n      root: ${declared}\n      bob: owner\n`,
    );
    const { status, err } = await keelson.run('apply', '--auto-approve');
    expect(status).toBe(3);
    expect(err).toContain('keelson.yaml:4:7: error[guard-own-access]: group[fresh]/member[root] is the access of');
    expect(err).toContain('whom GitLab makes an owner of the group that it creates, and would');
    expect((await gitlab.get('/groups/fresh')).status).toBe(404);
    expect((await keelson.run('apply', '--auto-approve', '--allow-own-access')).status).toBe(0);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);

test('who makes a group below one of its own is a direct owner there, too, and goes where that is declared absent', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write(
    'keelson.yaml',
    'groups: { team: { members: { root: owner } }, team/fresh: { members: { root: { state: absent } } } }\n',
  );
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/team%2Ffresh/members')).list).toEqual([]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test('who makes a group below one that is not its own is told so, too', async () => {
  const { gitlab, keelson, bob } = await team();
  await keelson.run('apply', '--auto-approve');
  const id = Number((await gitlab.get('/groups/team')).object['id']);
  await gitlab.put(`/groups/${id}/members/${bob}`, { access_level: 40 });
  keelson.write('token', gitlab.as('bob').token);
  keelson.write('keelson.yaml', 'groups: { team/fresh: { members: { bob: maintainer } } }\n');
  const { status, err } = await keelson.run('apply', '--auto-approve', '--token-file', 'token');
  expect([status, err]).toEqual([3, expect.stringContaining('group[team/fresh]/member[bob] is the access of')]);
});

test('the own membership that nobody declares in a pruned section is named, and why it stays', async () => {
  const { keelson } = await team('groups: { team: { prune: [members], members: { alice: owner, bob: developer } } }\n');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const said = [
    'Spared: 1 entry is not declared, and stays in a section that is pruned',
    'group[team]/member[root]',
    "the access of this token's own user is removed where it is declared absent, and never pruned",
  ];
  const verbose = await keelson.run('plan', '--verbose');
  const drift = await keelson.run('drift');
  for (const line of said) for (const { out } of [verbose, drift]) expect(out).toContain(line);
  expect(drift.status).toBe(0);
  expect((await keelson.run('plan')).out).not.toContain('Spared');
  expect((await keelson.run('plan', '--json')).out).toContain('"spared"');
  keelson.write(
    'keelson.yaml',
    'groups: { team: { ignore: { members: [root] }, prune: [members], members: { alice: owner, bob: developer } } }\n',
  );
  expect((await keelson.run('drift')).out).not.toContain('root');
});
