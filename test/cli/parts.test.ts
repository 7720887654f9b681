import { expect, test } from 'vitest';
import { team, teamYaml } from './team.ts';
import { workspace } from './keelson.ts';

const pruned = teamYaml.replace('    members:\n', '    prune: [members]\n    members:\n');

test('what a target or a shard leaves out is not spoken for', async () => {
  const { keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', teamYaml.replace('bob: developer', 'bob: owner'));
  const of = async (...args: readonly string[]): Promise<string> => (await keelson.run(...args)).out;
  expect(await of('plan', '--target', 'group[team]/member[alice]')).toBe(
    'Nothing to do: what --target group[team]/member[alice] fits is on http://gitlab.test as the repository says (1 entry); nothing else was compared.\n',
  );
  expect(await of('plan', '--target', 'group[team]', '--target', 'group[team]/member[a*]')).toBe(
    'Nothing to do: what --target group[team] or --target group[team]/member[a*] fits is on http://gitlab.test as the repository says (2 entries); nothing else was compared.\n',
  );
  expect(await of('apply', '--auto-approve', '--target', 'group[team]')).toContain('; nothing else was compared.\n');
  expect(await of('drift', '--target', 'group[team]')).toBe(
    'No drift: what --target group[team] fits is on http://gitlab.test as the repository says; nothing else was compared.\n',
  );
  const drifted = await of('drift', '--target', 'group[team]/member[bob]');
  expect(drifted).toContain('0 as declared; nothing was compared but what --target group[team]/member[bob] fits\n');
  const planned = await of('plan', '--target', 'group[team]/member[bob]', '--out', 'plan.json');
  const headline = 'Plan for http://gitlab.test (GitLab 18.9.0-ee): only what --target group[team]/member[bob] fits\n';
  expect(planned).toMatch(new RegExp(`^${headline.replace(/[[\]().]/g, '\\$&')}`));
  expect(await of('plan', '--target', 'group[team]/member[bob]', '--markdown')).toContain(
    ': only what --target group&#91;team&#93;/member&#91;bob&#93; fits\n',
  );
});

test('a shard that nothing falls to says so, and not that nothing is declared', async () => {
  const { keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  const outs = await Promise.all(
    ['1/2', '2/2'].map(async (shard) => (await keelson.run('plan', '--shard', shard)).out),
  );
  expect(outs.sort()).toEqual([
    expect.stringMatching(
      /^Nothing to do: the repository declares nothing for http:\/\/gitlab.test that falls to shard [12] of 2\.\n$/,
    ),
    expect.stringMatching(
      /^Nothing to do: what falls to shard [12] of 2 is on http:\/\/gitlab.test as the repository says \(3 entries\); nothing else was compared\.\n$/,
    ),
  ]);
});

test('of what a target leaves out, no warning is given', async () => {
  const hooks = (two: string): string =>
    `groups: {team: {name: Team, hooks: {one: {url: "https://one.example.com", token: {env: ONE}}, two: {url: "https://two.example.com${two}"}}}}\n`;
  const { gitlab } = await team();
  const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token, ONE: 'a-long-token-of-a-hook' };
  const keelson = workspace({ 'keelson.yaml': hooks(''), 'later.yaml': hooks('/moved') }, env);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await keelson.run('plan', 'later.yaml')).out).toContain('warning[forgets]');
  expect((await keelson.run('plan', 'later.yaml', '--target', 'group[team]/hook[two]')).out).toContain(
    'warning[forgets]',
  );
  expect((await keelson.run('plan', 'later.yaml', '--target', 'group[team]/hook[one]')).out).not.toContain('warning');
});

test('a target whose aim is gone has been reached, and is no misspelling', async () => {
  const { keelson } = await team(pruned);
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', pruned.replace('      bob: developer\n', ''));
  const apply = () =>
    keelson.run('apply', '--auto-approve', '--target', 'group[team]/member[bob]', '--allow-mass-removal');
  expect(await apply()).toMatchObject({ status: 0, out: expect.stringContaining('1 deleted') as string });
  const again = await apply();
  expect(again).toMatchObject({ status: 0, out: expect.stringContaining('warning[gone-target]') as string });
  expect(again.out).toContain(
    'Nothing to do: the repository declares nothing for http://gitlab.test that --target group[team]/member[bob] fits.\n',
  );
  keelson.write('keelson.yaml', teamYaml.replace('bob: developer', 'bob: { state: absent }'));
  expect(await apply()).toMatchObject({ status: 0, err: '', out: expect.stringContaining('(1 entry)') as string });
  // Where nothing is pruned, what is not there was never meant.
  const misspelt = await keelson.run('apply', '--auto-approve', '--target', 'group[team]/member[bbo]');
  expect(misspelt).toMatchObject({ status: 1, err: expect.stringContaining('unknown-target') as string });
});

test('a target is what an address begins with, too: the instance, and all entries of a kind', async () => {
  const yaml = `instance: {settings: {signup_enabled: false}, member_roles: {auditor: {base: guest, permissions: [read_vulnerability]}}}\n`;
  const { keelson } = await team(`${yaml}${teamYaml}`);
  const planned = async (target: string): Promise<readonly string[]> => {
    const { out, err } = await keelson.run('plan', '--json', '--target', target);
    if (err !== '') return [err];
    return (JSON.parse(out) as { readonly changes: { address: string }[] }).changes
      .map(({ address }) => address)
      .sort();
  };
  expect(await planned('instance')).toEqual(['instance/member_role[auditor]', 'instance/settings']);
  expect(await planned('instance/member_role')).toEqual(['instance/member_role[auditor]']);
  expect(await planned('group[team]')).toEqual(['group[team]']);
  expect((await keelson.run('drift', '--target', 'instance')).out).not.toContain('group[team]');
  expect((await keelson.run('apply', '--auto-approve', '--target', 'instance')).out).toContain('1 created, 1 updated');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect(await planned('group[team]/member')).toEqual([]);
  expect((await keelson.run('export', '--target', 'group[team]/member')).out).toMatch(
    /members:\n(?:.*\n)*.*alice: owner/,
  );
});

test.each([
  ['instance/member_roles', 'write instance/member_role,'],
  ['group[team]/members', 'write group[team]/member,'],
  ['group[tema]', 'write group[team],'],
  ['instanz', 'write addresses as the plan prints them'],
])('of a target that fits nothing the nearest that does is told: %s', async (target, told) => {
  const roles = 'instance: {member_roles: {auditor: {base: guest, permissions: [read_vulnerability]}}}\n';
  const { keelson } = await team(`${target === 'instanz' ? '' : roles}${teamYaml}`);
  const { status, err } = await keelson.run('plan', '--target', target);
  expect({ status, err: err.replace(/\s+/g, ' ').toLowerCase() }).toEqual({
    status: 1,
    err: expect.stringContaining(told) as string,
  });
});

test.each([
  ['nothing', ''],
  ['a comment', '# all gone\n'],
  ['no group', 'groups: {}\n'],
  ['defaults of nothing', 'defaults: {groups: {"**": {visibility: private}}}\n'],
])('drift of a configuration with %s is no silence', async (_, yaml) => {
  const { keelson } = await team(yaml);
  const { status, out, err } = await keelson.run('drift');
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err).toContain(
    'error[nothing-declared]: the configuration declares nothing, so that nothing is watched for drift',
  );
});

test('a declared section is meant by its name though nothing be in it: it is watched', async () => {
  const { gitlab, keelson: empty } = await team('groups: { acme: { variables: {} } }\n');
  await gitlab.group('acme', { name: 'acme' });
  const watched = await empty.run('drift', '--target', 'group[acme]/variable');
  expect([watched.status, watched.out]).toEqual([0, expect.stringContaining('No drift')]);
  expect((await empty.run('plan', '--target', 'group[acme]/variable')).status).toBe(0);
  const misspelt = await empty.run('drift', '--target', 'group[acme]/variabel');
  expect([misspelt.status, misspelt.err]).toEqual([1, expect.stringContaining('unknown-target')]);
  expect((await empty.run('drift', '--target', 'group[acme]/variable[KEY]')).status).toBe(1);
});
