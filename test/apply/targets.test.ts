import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { idOf } from '../sandbox/client.ts';
import { inDays } from '../support/in-days.ts';
import { stage, writes } from './stage.ts';

const document = `instance:
  settings: { max_login_attempts: 7 }
  member_roles: { auditor: { base: reporter, permissions: [read_vulnerability] } }
groups:
  ours:
    description: new
    members: { alice: owner, bob: developer }
    hooks: { ci: { url: https://ci.example.com/in } }
  ours/inner: { description: inner, members: { carol: maintainer } }
  theirs: { description: new, members: { bob: owner }, hooks: { ci: { url: https://other.example.com } } }
`;

/** An instance on which alice owns one group and nothing else. */
async function owned(text = document) {
  const set = await stage({ 'keelson.yaml': text });
  const ours = await set.gitlab.group('ours');
  await set.gitlab.group('theirs');
  await set.gitlab.post(`/groups/${ours}/members`, { username: 'alice', access_level: 50 });
  set.keelson.write('token', set.gitlab.as('alice').token);
  set.gitlab.sandbox.log.length = 0;
  return set;
}

const asAlice = ['--token-file', 'token'] as const;

it('a target of one group reads nothing of the instance or of other groups, counts nothing of them, and an owner of the group may apply it', async () => {
  const { gitlab, keelson } = await owned();
  const { status, out, err } = await keelson.run('plan', '--target', 'group[ours]**', ...asAlice, '--json');
  expect(status, err).toBe(0);
  const plan = JSON.parse(out) as {
    readonly changes: readonly { readonly address: string }[];
    readonly unmanaged: readonly { readonly section: string }[];
  };
  expect(plan.changes.map(({ address }) => address).sort()).toEqual([
    'group[ours/inner]',
    'group[ours/inner]/member[carol]',
    'group[ours]',
    'group[ours]/hook[ci]',
    'group[ours]/member[bob]',
  ]);
  const asked = gitlab.sandbox.log.map(({ url }) => url);
  expect(asked.filter((url) => /theirs|application\/settings|member_roles|system|plan_limits/.test(url))).toEqual([]);
  const applied = await keelson.run('apply', '--target', 'group[ours]**', ...asAlice, '--auto-approve');
  expect(applied.status, applied.out + applied.err).toBe(0);
  expect((await keelson.run('plan', '--target', 'group[ours]**', ...asAlice, '--detailed-exitcode')).status).toBe(0);
});

it('a target of one section reads that section alone', async () => {
  const { gitlab, keelson } = await owned();
  expect((await keelson.run('plan', '--target', 'group[ours]/hook[ci]')).status).toBe(0);
  const asked = gitlab.sandbox.log.map(({ url }) => url);
  expect(asked.filter((url) => url.includes('/hooks'))).toHaveLength(1);
  expect(asked.filter((url) => /members|settings|theirs/.test(url))).toEqual([]);
});

it('what a target needs comes with it', async () => {
  const text = `instance: { member_roles: { auditor: { base: reporter, permissions: [read_vulnerability] } } }
groups: { fresh: {}, fresh/kid: { members: { bob: { role: auditor } } }, other: {} }
`;
  const { keelson } = await owned(text);
  const { status, out, err } = await keelson.run('plan', '--target', 'group[fresh/kid]/member[bob]', '--json');
  expect(status, err).toBe(0);
  const { changes } = JSON.parse(out) as { readonly changes: readonly { readonly address: string }[] };
  expect(changes.map(({ address }) => address).sort()).toEqual([
    'group[fresh/kid]',
    'group[fresh/kid]/member[bob]',
    'group[fresh]',
    'instance/member_role[auditor]',
  ]);
});

it.each(['group[fresh/inner]', 'project[fresh/app]', 'group[fresh/inner]/hook[ci]'])(
  'what brings %s to its place comes with it, though nothing else of it differs',
  async (target) => {
    const hook = 'url: https://ci.example.com/in';
    const { gitlab, keelson } = await owned(
      `groups: { fresh: { previously: ours }, fresh/inner: { hooks: { ci: { ${hook} } } } }\nprojects: { fresh/app: {} }\n`,
    );
    const inner = await gitlab.group('ours/inner');
    await gitlab.post(`/groups/${inner}/hooks`, { name: 'ci', url: 'https://ci.example.com/in' });
    await gitlab.post('/projects', { name: 'app', namespace_id: idOf(await gitlab.get('/groups/ours')) });
    const applied = await keelson.run('apply', '--target', target, '--auto-approve');
    expect(applied.out).toContain('Applied: 0 created, 1 updated');
    expect((await gitlab.get('/projects/fresh%2Fapp')).status).toBe(200);
  },
);

it.each([
  ['plan', 'group[ours]/hook[none]'],
  ['plan', 'group[none]**'],
  ['drift', 'group[ours]/member[nobody]'],
  ['apply', 'project[none]'],
  ['export', 'group[none]'],
  ['export', 'group[ours]/hook[none]'],
])('%s of a target that fits nothing is an error', async (command, target) => {
  const { gitlab, keelson } = await owned();
  const { status, out, err } = await keelson.run(command, '--target', target);
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain(`nothing declared or live has an address that fits --target ${target}`);
  expect(gitlab.sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('a target that fits what is live and not declared is none', async () => {
  const { gitlab, keelson } = await owned();
  await gitlab.post('/groups/ours/hooks', { name: 'stray', url: 'https://stray.example.com' });
  expect((await keelson.run('plan', '--target', 'group[ours]/hook[stray]')).status).toBe(0);
});

it.each([
  ['group[ours]/hook[deploy]', 'groups: { ours: { hooks: { deploy: { url: "https://deploy.example.com" } } } }'],
  ['group[*]/hook[d*]', 'groups: { ours: { hooks: { deploy: { url: "https://deploy.example.com" } } } }'],
  ['group[ours]/member[alice]', 'groups: { ours: { members: { alice: owner } } }'],
])('export takes the address of an entry: %s', async (target, wanted) => {
  const { gitlab, keelson } = await owned();
  await gitlab.post('/groups/ours/hooks', { name: 'deploy', url: 'https://deploy.example.com' });
  await gitlab.post('/groups/ours/hooks', { name: 'other', url: 'https://other.example.com' });
  gitlab.sandbox.log.length = 0;
  const { status, out, err } = await keelson.run('export', '--target', target);
  expect(status, err).toBe(0);
  expect(parse(out)).toMatchObject({ version: 1, ...(parse(wanted) as object) });
  expect(out).not.toMatch(/other|theirs|description|carol/);
  const asked = gitlab.sandbox.log.map(({ url }) => url);
  expect(asked.filter((url) => /application\/settings|ldap|saml|runners/.test(url))).toEqual([]);
  keelson.write('keelson.yaml', out);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('export takes the address of what there is but one of, beside that of a whole group', async () => {
  const { keelson } = await owned();
  const { status, out, err } = await keelson.run('export', '--target', 'instance/settings', '--target', 'group[ours]');
  expect(status, err).toBe(0);
  const { instance, groups } = parse(out) as { readonly instance: object; readonly groups: object };
  expect(Object.keys(instance)).toEqual(['settings']);
  expect(groups).toMatchObject({ ours: { visibility: 'private', members: { alice: 'owner' } } });
  expect(Object.keys(groups)).toEqual(['ours']);
});

/** A department of groups and a project, all of it changed by hand, beside another group with a name that begins in the same way. */
async function department() {
  const set = await stage(
    {
      'keelson.yaml': `groups:
  ours: { description: new }
  ours/inner: { description: new, hooks: { ci: { url: https://ci.example.com, token: { env: CI_TOKEN } } } }
  ours/inner/core: { members: { bob: developer } }
  oursome: { description: new }
projects:
  ours/inner/app: { members: { carol: developer } }
`,
    },
    {},
    { CI_TOKEN: 'a-token-of-ci' },
  );
  const { gitlab } = set;
  await gitlab.group('ours');
  const inner = await gitlab.group('ours/inner');
  await gitlab.group('ours/inner/core');
  await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: inner });
  await gitlab.group('oursome');
  await gitlab.post('/groups/ours%2Finner/hooks', { name: 'ci', url: 'https://ci.example.com' });
  return set;
}

const INSIDE = [
  'group[ours/inner/core]/member[bob]',
  'group[ours/inner]',
  'group[ours]',
  'project[ours/inner/app]/member[carol]',
];

it.each([
  ['plan', 'changes'],
  ['drift', 'changes'],
  ['apply', 'outcomes'],
])(
  '%s of group[ours]** is for all that is in the group, its subgroups and projects, and for nothing else',
  async (command, list) => {
    const { keelson } = await department();
    const approved = command === 'apply' ? ['--auto-approve'] : [];
    const { out, err } = await keelson.run(command, '--target', 'group[ours]**', '--json', ...approved);
    const told = JSON.parse(out) as { readonly [list: string]: readonly { readonly address: string }[] };
    expect(told[list]?.map(({ address }) => address).sort(), err).toEqual(INSIDE);
  },
);

it('group[ours] is the group alone, and group[ours]/** what is in its own sections', async () => {
  const { keelson } = await department();
  const alone = await keelson.run('plan', '--target', 'group[ours]', '--json');
  expect(JSON.parse(alone.out)).toMatchObject({ changes: [{ address: 'group[ours]' }] });
  const sections = await keelson.run('plan', '--target', 'group[ours/inner/core]/**', '--json');
  expect(JSON.parse(sections.out)).toMatchObject({ changes: [{ address: 'group[ours/inner/core]/member[bob]' }] });
});

it('--resend group[ours]** sends again what is hidden in its subgroups', async () => {
  const { keelson } = await department();
  const { out, err } = await keelson.run('plan', '--target', 'group[ours]**', '--resend', 'group[ours]**', '--json');
  const { changes } = JSON.parse(out) as { readonly changes: readonly { readonly address: string }[] };
  expect(
    changes.map(({ address }) => address),
    err,
  ).toContain('group[ours/inner]/hook[ci]');
});

it('export of group[ours]** writes the group with its subgroups and projects, and reads nothing of another one', async () => {
  const { gitlab, keelson } = await department();
  await gitlab.post('/projects/ours%2Finner%2Fapp/members', { username: 'carol', access_level: 30 });
  gitlab.sandbox.log.length = 0;
  const { out, err } = await keelson.run('export', '--target', 'group[ours]**');
  const { groups, projects } = parse(out) as { readonly groups: object; readonly projects: object };
  expect(Object.keys(groups), err).toEqual(['ours', 'ours/inner', 'ours/inner/core']);
  expect(Object.keys(projects)).toEqual(['ours/inner/app']);
  expect(gitlab.sandbox.log.filter(({ url }) => /oursome|application\/settings/.test(url))).toEqual([]);
});

it.each(['it/ops', 'it/gone'])(
  'an owner of one group is kept from nothing in it by a group elsewhere that he cannot see, which is declared to have been %s',
  async (former) => {
    const { gitlab, keelson } = await owned(`groups:
  it: {}
  it/operations: { name: Operations, previously: ${former} }
  attic: { state: absent }
  ours: { description: new }
`);
    await gitlab.group('it');
    await gitlab.group('it/ops');
    await gitlab.group('attic');
    gitlab.sandbox.log.length = 0;
    for (const [command, expected] of [
      ['drift', 2],
      ['plan', 0],
      ['apply', 0],
    ] as const) {
      const approved = command === 'apply' ? ['--auto-approve'] : [];
      const { status, out, err } = await keelson.run(command, '--target', 'group[ours]**', ...asAlice, ...approved);
      expect(status, out + err).toBe(expected);
      expect(err).not.toMatch(/operations|attic/);
    }
    expect(gitlab.sandbox.log.filter(({ url }) => /operations|attic|it%2F/.test(url))).toEqual([]);
  },
);

it('what a path means is seen by what moves away from it, and by what comes to where that was', async () => {
  const { keelson } = await owned(`groups:
  ours: { previously: theirs }
  moved: { previously: ours }
  far: { previously: nowhere }
`);
  const { out, err } = await keelson.run('plan', '--target', 'group[ours]', '--json');
  const { changes } = JSON.parse(out) as { readonly changes: readonly object[] };
  expect(changes, err).toMatchObject([
    { address: 'group[moved]', action: 'update' },
    { address: 'group[ours]', action: 'update' },
  ]);
  expect(err).not.toContain('far');
});

it.each(['group[gc]/share', 'group[gc]/deploy_token', 'project[gc/pp]/protected_branch'])(
  'what %s names is the group that is there once everything is applied: what brings it there comes along',
  async (target) => {
    const { gitlab, keelson } = await stage({
      'keelson.yaml': `groups:
  gd: { previously: gb }
  gb: { previously: ga }
  gc:
    shares: { gb: developer }
    deploy_tokens: { y: { scopes: [read_repository], token_to: { variable: { group: gb, key: Y } } } }
projects:
  gc/pp: { protected_branches: { rel: { push_access_level: [{ group: gb }] } } }
`,
    });
    const [ga, gb, gc] = [await gitlab.group('ga'), await gitlab.group('gb'), await gitlab.group('gc')];
    const project = idOf(await gitlab.post('/projects', { name: 'pp', namespace_id: gc }));
    for (const group_id of [ga, gb]) await gitlab.post(`/projects/${project}/share`, { group_id, group_access: 40 });
    const { status, out, err } = await keelson.run('apply', '--target', target, '--auto-approve');
    expect(status, out + err).toBe(0);
    const { shared_with_groups: shares } = (await gitlab.get(`/groups/${gc}`)).object as {
      readonly shared_with_groups: readonly { readonly group_id: number }[];
    };
    const [branch] = (await gitlab.get(`/projects/${project}/protected_branches`)).list as readonly {
      readonly push_access_levels: readonly { readonly group_id: number }[];
    }[];
    const told = await gitlab.get(`/groups/${ga}/variables`);
    const named = [
      ...shares.map(({ group_id: id }) => id),
      ...(branch?.push_access_levels ?? []).map(({ group_id: id }) => id),
      ...told.list.map(({ key }) => (key === 'Y' ? ga : key)),
    ];
    expect(named).toEqual([ga]);
    expect((await gitlab.get(`/groups/${gb}/variables`)).list).toEqual([]);
  },
);

it.each([
  [
    'a token whose secret goes to a project',
    'group[eng]/access_token[bot]',
    `groups:
  eng:
    access_tokens:
      bot:
        { scopes: [read_api], access_level: reporter, expires_at: ${inDays(90)}, token_to: { variable: { project: eng/api, key: T } } }
projects:
  eng/api: { create: {} }
  eng/web: { create: {} }
`,
    ['/projects', '/groups/{id}/access_tokens', '/projects/eng%2Fapi/variables'],
  ],
  [
    'a share with a group',
    'group[eng]/share[ops]',
    'groups: { eng: { shares: { ops: reporter } }, ops: {}, web: {} }\n',
    ['/groups', '/groups/{id}/share'],
  ],
])('%s that is yet to be made brings that along, and no more', async (_, target, yaml, sent) => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  await gitlab.group('eng');
  gitlab.sandbox.log.length = 0;
  const { status, out, err } = await keelson.run('apply', '--auto-approve', '--target', target);
  expect(status, out + err).toBe(0);
  expect(writes(gitlab).map((one) => one.replace('POST ', '').replace(/\/\d+/, '/{id}'))).toEqual(sent);
});
