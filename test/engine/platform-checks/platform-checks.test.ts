import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/api/client.ts';
import { identify } from '../../../src/api/instance.ts';
import { createTransport } from '../../../src/api/transport.ts';
import { createRenamings } from '../../../src/engine/platform-checks/renamings.ts';
import { toldOnce } from '../../../src/engine/platform-checks/in-use.ts';
import { checkAgainstPlatform } from '../../../src/engine/platform-checks/platform-checks.ts';
import { observe } from '../../../src/engine/observe/observe.ts';
import { plan } from '../../../src/engine/plan/plan.ts';
import { idOf, sandbox, type SandboxClient } from '../../sandbox/client.ts';
import { desiredOf } from '../../support/keelson.ts';
import { kinds } from '../instance.ts';

/** Everything that is said of a configuration before anything is applied, with its line, and the paths that were asked. */
async function said(gitlab: SandboxClient, yaml: string, token = gitlab.token) {
  const paths: string[] = [];
  const { url } = gitlab.sandbox;
  const client = createClient(
    createTransport({ url, token, concurrency: 8, userAgent: 'test', witness: ({ path }) => paths.push(path) }),
  );
  try {
    const desired = desiredOf(yaml);
    const instance = await identify(client, url);
    const { world, diagnostics } = await observe(desired, kinds, client, instance);
    const made = plan(desired, world, kinds);
    const { diagnostics: foreseen } = await checkAgainstPlatform(
      made,
      desired,
      world,
      kinds,
      client,
      createRenamings(client),
    );
    const every = toldOnce([...diagnostics, ...made.diagnostics, ...foreseen]);
    // That shares forget a role is said wherever one goes.
    const all = every.filter(({ code }) => code !== 'forgets');
    const told = all.map(
      ({ severity, message, place, remedy }) => `${severity} ${place?.line ?? '-'}: ${message} (${remedy ?? ''})`,
    );
    const changes = made.changes.map(({ action, address }) => `${action} ${address}`);
    return { told, paths, changes, needs: made.changes.map(({ needs }) => needs) };
  } finally {
    await client.close();
  }
}

const role = (base: string) => `instance:
  member_roles:
    reviewer:
      base: ${base}
      permissions: [read_code]
groups:
  team:
    members:
      alice: { role: reviewer }
`;

/** An instance on which alice has the role in the group that is declared, and bob has it in one that is not. */
async function held(): Promise<SandboxClient & { readonly reviewer: number; readonly other: number }> {
  const gitlab = await sandbox();
  const reviewer = idOf(
    await gitlab.post('/member_roles', { name: 'reviewer', base_access_level: 10, read_code: true }),
  );
  const [team, other] = [await gitlab.group('team'), await gitlab.group('other')];
  const has = async (group: number, user_id: number) =>
    gitlab.post(`/groups/${group}/members`, { user_id, access_level: 10, member_role_id: reviewer });
  await has(team, await gitlab.user('alice'));
  await has(other, await gitlab.user('bob'));
  return { ...gitlab, reviewer, other };
}

describe('a role that somebody has where nothing is declared', () => {
  const by =
    'cannot be removed or replaced while something uses it that this plan does not change itself: group[other]/member[bob]';
  const remedy =
    'change what uses it in the configuration, which may have to declare it first (absent, where it goes with its group or its user), and plan both together, without --shard or --target; or take the use away in GitLab first';

  it('is neither replaced nor removed, and who has it is told', async () => {
    const gitlab = await held();
    const replaced = await said(gitlab, role('reporter'));
    expect(replaced.changes).toContain('replace instance/member_role[reviewer]');
    expect(replaced.told).toEqual([`error 3: instance/member_role[reviewer] ${by} (${remedy})`]);
    const removed = role('guest').replace('base: guest\n      permissions: [read_code]', 'state: absent');
    const { told } = await said(gitlab, removed.replace('{ role: reviewer }', 'guest'));
    expect(told).toEqual([`error 3: instance/member_role[reviewer] ${by} (${remedy})`]);
  });

  it('is asked about where a role goes, and nowhere else', async () => {
    const gitlab = await held();
    const { told, paths } = await said(gitlab, role('guest'));
    expect([told, paths.filter((path) => path.includes('graphql'))]).toEqual([[], []]);
  });

  it('is told once, with all who use it, however many looks found them', async () => {
    const gitlab = await held();
    const member_role_id = gitlab.reviewer;
    const lends = { saml_group_name: 'devs', access_level: 10, member_role_id };
    for (const group of ['team', 'other']) await gitlab.post(`/groups/${group}/saml_group_links`, lends);
    const yaml = 'instance: { member_roles: { reviewer: { state: absent } } }\n';
    const users = ['group[team]/member[alice]', 'group[team]/saml_link[devs]', 'group[other]/member[bob]'].join(', ');
    expect((await said(gitlab, `${yaml}groups: { team: { members: {}, saml_links: {} } }\n`)).told).toEqual([
      expect.stringContaining(`this plan does not change itself: ${users} and 1 more (`),
    ]);
  });

  it('is free as soon as nobody else has it', async () => {
    const gitlab = await held();
    await gitlab.delete(`/groups/${gitlab.other}/members/3`);
    expect((await said(gitlab, role('reporter'))).told).toEqual([]);
    // However who has it is written.
    const removed = role('guest').replace('base: guest\n      permissions: [read_code]', 'state: absent');
    expect((await said(gitlab, removed.replace('alice: { role: reviewer }', 'Alice: guest'))).told).toEqual([]);
  });

  it('is counted where the group that has it waits for its deletion', async () => {
    const gitlab = await held();
    await gitlab.delete(`/groups/${gitlab.other}`);
    expect((await said(gitlab, role('reporter'))).told).toEqual([
      expect.stringMatching(/^error 3: .* uses it .*: group\[other.*\]\/member\[bob\] /),
    ]);
  });
});

describe('a role that links lend where nothing is declared (worlds, seed 20261444)', () => {
  const alone = (base: string) => role(base).slice(0, role(base).indexOf('groups:'));
  const links = `
    saml_links: { devs: { role: reviewer } }
    ldap_links: [{ provider: ldapmain, cn: a, role: reviewer }]`;

  /** An instance on which the links of a group lend the role; the platform lets it go all the same, and they forget it. */
  async function lent(): Promise<SandboxClient & { readonly labs: number }> {
    const gitlab = await sandbox();
    const body = { name: 'reviewer', base_access_level: 10, read_code: true };
    const member_role_id = idOf(await gitlab.post('/member_roles', body));
    const labs = await gitlab.group('labs');
    const saml = { saml_group_name: 'devs', access_level: 10, member_role_id };
    await gitlab.post(`/groups/${labs}/saml_group_links`, saml);
    const ldap = { cn: 'a', provider: 'ldapmain', group_access: 10, member_role_id };
    await gitlab.post(`/groups/${labs}/ldap_group_links`, ldap);
    return { ...gitlab, labs };
  }

  it('is neither replaced nor removed, and what lends it is told', async () => {
    const gitlab = await lent();
    const by = /^error 3: .* while something uses it .*saml_link\[devs\], group\[labs.*\]\/ldap_link\[ldapmain:cn=a\] /;
    const wishes = [alone('reporter'), 'instance:\n  member_roles:\n    reviewer: { state: absent }\n'];
    for (const wish of wishes) expect((await said(gitlab, wish)).told).toEqual([expect.stringMatching(by)]);
    await gitlab.delete(`/groups/${gitlab.labs}`);
    expect((await said(gitlab, alone('reporter'))).told).toEqual([expect.stringMatching(by)]);
  });

  it('is replaced where they are declared, under a new path as well, or go with their group', async () => {
    const gitlab = await lent();
    for (const groups of [`labs:${links}`, `benches:\n    previously: labs${links}`, 'labs: { state: absent }']) {
      const { told, changes } = await said(gitlab, `${alone('reporter')}groups:\n  ${groups}\n`);
      expect(told.filter((one) => one.startsWith('error'))).toEqual([]);
      expect(changes).toContain('replace instance/member_role[reviewer]');
    }
  });
});

describe('what the licence of the instance lacks', () => {
  const links = `groups:
  team:
    prevent_forking_outside_group: true
    saml_links:
      devs: developer
    ldap_links:
      - { provider: ldapmain, cn: devs, access_level: guest }
      - { provider: ldapmain, filter: (a=b), access_level: guest }
`;

  it('is refused at its line, or said to be left as it is', async () => {
    const { told } = await said(await sandbox({ tier: 'free' }), links);
    expect(told).toEqual([
      'warning 3: group[team]: prevent_forking_outside_group needs GitLab Premium, and this instance has Free: GitLab leaves it as it is (take prevent_forking_outside_group out of the configuration, or add a licence)',
      'error 5: group[team]/saml_link[devs] needs GitLab Premium, and this instance has Free (take it out of the configuration, or add a licence)',
      'error 8: group[team]/ldap_link[ldapmain:filter=(a=b)]: filter needs GitLab Premium, and this instance has Free (take filter out of the configuration, or add a licence)',
    ]);
  });

  it.each(['premium', 'ultimate'] as const)('is nothing of this on %s', async (tier) => {
    expect((await said(await sandbox({ tier }), links)).told).toEqual([]);
  });

  it('is asked of administrators alone, and only where something needs a licence', async () => {
    const gitlab = await sandbox({ tier: 'free' });
    await gitlab.user('olga');
    const { told, paths } = await said(gitlab, links, gitlab.as('olga').token);
    expect([told, paths.filter((path) => path.includes('license'))]).toEqual([[], []]);
    const plain = await said(gitlab, 'groups:\n  team:\n    members:\n      olga: owner\n');
    expect(plain.paths.filter((path) => path.includes('license'))).toEqual([]);
  });

  it('is known of the Community Edition without a question', async () => {
    const { told, paths } = await said(await sandbox({ tier: 'free', version: '18.9.0' }), links);
    expect(told.filter((line) => line.startsWith('error'))).toHaveLength(2);
    expect(paths.filter((path) => path.includes('license'))).toEqual([]);
  });

  it('refuses roles', async () => {
    const { told } = await said(await sandbox({ tier: 'premium' }), role('guest').split('groups:')[0] ?? '');
    expect(told).toEqual([
      'error 3: instance/member_role[reviewer] needs GitLab Ultimate, and this instance has Premium (take it out of the configuration, or add a licence)',
    ]);
  });
});

describe('the token of a group owner', () => {
  const yaml = `groups:
  team:
    members:
      olga: owner
      alice: { role: reviewer }
      bob: { role: reviewer }
`;

  async function owned() {
    const gitlab = await held();
    const olga = await gitlab.user('olga');
    await gitlab.post('/groups/team/members', { user_id: olga, access_level: 50 });
    return { gitlab, token: gitlab.as('olga').token };
  }

  it('is told of roles that administrators alone may list', async () => {
    const { gitlab, token } = await owned();
    const { told, changes } = await said(gitlab, yaml, token);
    expect(told).toEqual([]);
    expect(changes).toEqual(['create group[team]/member[bob]']);
    const wrong = await said(gitlab, yaml.replaceAll('reviewer', 'revewer'), token);
    expect(wrong.told).toContain(
      'error 5: group[team]/member[alice]: there is no role named revewer (declare it, or write reviewer)',
    );
  });

  it('is told what it may not send, before it is sent', async () => {
    const { gitlab, token } = await owned();
    const limited = yaml.replace('  team:\n', '  team:\n    shared_runners_minutes_limit: 5\n');
    expect((await said(gitlab, limited, token)).told).toEqual([
      "error 3: group[team]: shared_runners_minutes_limit is for administrators to change, and this token's user is none (use the token of an administrator, or take shared_runners_minutes_limit out)",
    ]);
    expect((await said(gitlab, limited)).told).toEqual([]);
    const roles = await said(gitlab, role('reporter'), token);
    expect(roles.told[0]).toBe(
      "error 3: instance/member_role[reviewer] is for administrators to change, and this token's user is none (use the token of an administrator, or plan the rest with --target)",
    );
  });
});

describe('an integration that takes over the one of a group above', () => {
  const slack = 'slack: { webhook: { env: HOOK } }';
  const over = 'slack: { use_inherited_settings: true, webhook: { env: HOOK } }';
  const tree = (above: string, below: string) =>
    `groups:\n  team:\n    integrations: { ${above} }\n  team/inner: {}\n  team/inner/deep:\n    integrations: { ${below} }\n`;

  const comes = (line: number, path: string) =>
    `warning ${line}: group[${path}]/integration[slack]: the groups and projects below that have none of their own inherit it (declare below what is to be otherwise, with settings of its own)`;

  it('waits for that one', async () => {
    const gitlab = await sandbox();
    await gitlab.group('team');
    await gitlab.group('team/inner');
    const yaml = `groups:\n  team/inner:\n    integrations: { ${over} }\n  team:\n    integrations: { ${slack} }\n`;
    const { told, needs } = await said(gitlab, yaml);
    expect([told, needs]).toEqual([[comes(5, 'team')], [[], ['group[team]/integration[slack]']]]);
  });

  it('comes with that one, which says so where something can be below', async () => {
    const gitlab = await sandbox();
    await gitlab.group('team');
    const app = idOf(
      await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: await gitlab.group('team/inner') }),
    );
    const yaml = (path: string) => `groups:\n  ${path}:\n    integrations: { ${slack} }\n`;
    expect((await said(gitlab, yaml('team'))).told).toEqual([comes(3, 'team')]);
    expect((await said(gitlab, yaml('new'))).told).toEqual([]);
    const project = `projects:\n  team/inner/app:\n    integrations: { ${slack} }\n`;
    expect((await said(gitlab, project)).told).toEqual([]);
    expect((await gitlab.get(`/projects/${app}/integrations`)).body).toEqual([]);
  });

  it('has one, declared or live, or is refused', async () => {
    const gitlab = await sandbox();
    const error =
      'error 6: group[team/inner/deep]/integration[slack] has nothing to take over: no group above it has this integration (declare it in a group above, or say here what it is to be)';
    expect((await said(gitlab, tree('', over))).told).toEqual([error]);
    const team = await gitlab.group('team');
    await gitlab.group('team/inner');
    expect((await said(gitlab, tree('', over))).told).toEqual([error]);
    await gitlab.put(`/groups/${team}/integrations/slack`, { webhook: 'https://hooks.slack.example/x' });
    expect((await said(gitlab, tree('', over))).told).toEqual([]);
    expect((await said(gitlab, tree('slack: { state: absent }', over))).told).toContain(
      'error 6: group[team/inner/deep]/integration[slack] takes over group[team]/integration[slack], which this plan deletes: it would go with it, although it is declared (keep group[team]/integration[slack], or say here what this one is to be, with settings of its own)',
    );
    const undeclared = `groups:\n  team/inner/deep:\n    integrations: { ${over} }\n`;
    expect((await said(gitlab, undeclared)).told).toEqual([]);
  });

  /** A group with an integration, which a group below it, one below that and a project inherit. */
  async function inherited(): Promise<SandboxClient> {
    const gitlab = await sandbox();
    const team = await gitlab.group('team');
    const inner = await gitlab.group('team/inner');
    const deep = await gitlab.group('team/inner/deep');
    const app = idOf(await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: inner }));
    const webhook = 'https://hooks.slack.example/x';
    await gitlab.put(`/groups/${team}/integrations/slack`, { webhook });
    for (const below of [`groups/${inner}`, `groups/${deep}`, `projects/${app}`])
      await gitlab.put(`/${below}/integrations/slack`, { webhook, use_inherited_settings: true });
    return gitlab;
  }
  const below = (integrations: string) =>
    `  team/inner:\n    integrations: { ${integrations} }\n  team/inner/deep:\n    integrations: { ${integrations} }\nprojects:\n  team/inner/app:\n    integrations: { ${integrations} }\n`;
  const at = ['group[team/inner]', 'group[team/inner/deep]', 'project[team/inner/app]'];

  it.each([
    ['absent', '    integrations: { slack: { state: absent } }'],
    ['pruned', '    prune: [integrations]\n    integrations: {}'],
  ])('and is as declared goes with that one, which is %s', async (_, removed) => {
    const gitlab = await inherited();
    for (const entry of [over, slack]) {
      const { told, changes } = await said(gitlab, `groups:\n  team:\n${removed}\n${below(entry)}`);
      expect(changes).toEqual(['delete group[team]/integration[slack]']);
      for (const scope of at)
        expect(told.join('\n')).toContain(
          `${scope}/integration[slack] takes over group[team]/integration[slack], which this plan deletes`,
        );
    }
  });

  it('goes or changes with that one, which says so', async () => {
    const gitlab = await inherited();
    const above = (entry: string) => `groups:\n  team:\n    integrations: { slack: ${entry} }\n`;
    const start = 'warning 3: group[team]/integration[slack]: what inherits it in the groups and projects below';
    const remedy = '(declare below what is to stay as it is, with settings of its own)';
    const gone = '{ state: absent }';
    expect((await said(gitlab, above(gone))).told).toEqual([`${start} goes as well ${remedy}`]);
    const seen = at.map((scope) => `${scope}/integration[slack]`).join(', ');
    expect((await said(gitlab, above(gone) + below('jira: { state: absent }'))).told).toEqual([
      `${start} goes as well, among it ${seen} ${remedy}`,
    ]);
    const changed = '{ webhook: { env: HOOK }, push_channel: x }';
    expect((await said(gitlab, above(changed) + below(over))).told).toEqual([
      `${start} changes as well, among it ${seen} ${remedy}`,
    ]);
  });

  it('is not one that has settings of its own in between', async () => {
    const gitlab = await inherited();
    const own = 'slack: { webhook: { env: HOOK }, use_inherited_settings: false, push_channel: x }';
    const { told } = await said(
      gitlab,
      `groups:\n  team:\n    integrations: { slack: { state: absent } }\n${below(own)}`,
    );
    expect(told.filter((one) => one.startsWith('error'))).toEqual([]);
  });

  it('at the top may be one of the instance, which nobody can see', async () => {
    expect((await said(await sandbox(), tree(over, slack))).told).toEqual([
      'warning 3: group[team]/integration[slack] takes over what the instance has, and nobody can see whether it has this integration: GitLab refuses it otherwise (see in GitLab that the instance has it)',
    ]);
  });
});

describe('a group that the token cannot see', () => {
  /** What Olga, who owns nothing but one group, is told of a configuration. */
  async function toldToOlga(yaml: string): Promise<Awaited<ReturnType<typeof said>>> {
    const gitlab = await sandbox();
    const olga = await gitlab.user('olga');
    const [hers] = [await gitlab.group('hers'), await gitlab.group('secret'), await gitlab.group('secret/inside')];
    await gitlab.group('hers/hidden');
    await gitlab.group('open', { visibility: 'public' });
    await gitlab.post(`/groups/${hers}/members`, { user_id: olga, access_level: 50 });
    return said(gitlab, yaml, gitlab.as('olga').token);
  }

  it('is not to be made at its path', async () => {
    const { told } = await toldToOlga('groups:\n  hers: {}\n  secret: {}\n  hers/fresh: {}\n');
    expect(told).toEqual([
      'error 3: group[secret] cannot be made: the path secret is taken by a user, or by a group that this token cannot see (use a token whose user may see it, or choose another path)',
    ]);
  });

  it('is the one above what is to be made', async () => {
    const { told } = await toldToOlga('groups:\n  secret/inside: {}\n');
    expect(told.join('\n')).toContain('the path secret is taken by a user, or by a group that this token cannot see');
  });

  it('is not said to be absent', async () => {
    const { told } = await toldToOlga('groups:\n  hers: {}\n  secret: { state: absent }\n  gone: { state: absent }\n');
    expect(told).toEqual([
      'warning 3: group[secret] is declared absent, and nobody can tell here whether it is: the path secret is taken by a user, or by a group that this token cannot see (use a token whose user may see it)',
    ]);
  });

  it('is not said to be made anew where it is said to have been', async () => {
    const { told } = await toldToOlga(
      'groups:\n  hers: {}\n  fresh: { previously: secret }\n  hers/in: { previously: secret/inside }\n',
    );
    const taken = 'the path secret is taken by a user, or by a group that this token cannot see';
    expect(told.filter((line) => line.startsWith('error')).map((line) => line.replace(/ \(use .*/, ''))).toEqual([
      `error 3: group[fresh] is said to have been at secret, and nobody can tell here whether that is so: ${taken}`,
      `error 4: group[hers/in] is said to have been at secret/inside, and nobody can tell here whether that is so: ${taken}`,
    ]);
  });

  it('may hold a project that is declared absent, as may one that is seen and in which its user is nobody', async () => {
    const absent = ['secret', 'none', 'hers', 'open'].map((group) => `  ${group}/app: { state: absent }\n`);
    const yaml = `groups:\n  hers: {}\nprojects:\n${absent.join('')}`;
    const { told } = await toldToOlga(yaml);
    const also = await toldToOlga(
      `${yaml}  secret/more: { state: absent }\n`.replace('hers: {}', 'hers: {}\n  secret: {}'),
    );
    for (const [word, address] of [
      ['error', 'group[secret] cannot be made'],
      ['warning', 'project[secret/app]'],
      ['warning', 'project[secret/more]'],
    ] as const)
      expect(also.told.filter((line) => line.startsWith(word) && line.includes(address))).toHaveLength(1);
    expect(told).toEqual([
      'warning 4: project[secret/app] is declared absent, and nobody can tell here whether it is, for the path secret is taken by a user, or by a group that this token cannot see (use a token whose user may see it)',
      'warning 7: project[open/app] is declared absent, and nobody can tell here whether it is: who is no member of open is not shown each project there (use a token whose user may see it)',
    ]);
  });

  it('is not the namespace of its own user', async () => {
    const { told } = await toldToOlga(
      'groups:\n  hers: {}\n  olga: { state: absent }\nprojects:\n  Olga/app: { state: absent }\n',
    );
    expect(told).toEqual([]);
  });

  it('is not what is seen, and not declared', async () => {
    const { told } = await toldToOlga('groups:\n  hers/none/below: { state: absent }\n  hers/nothing: {}\n');
    expect(told).toEqual([]);
  });

  it('is not asked for where an administrator plans', async () => {
    const gitlab = await sandbox();
    const { paths } = await said(gitlab, 'groups:\n  fresh: {}\n');
    expect(paths.filter((path) => path.includes('namespaces'))).toEqual([]);
  });
});
