import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];

async function withGroup(text: string, env: { readonly [name: string]: string } = {}) {
  const all = await stage({ 'keelson.yaml': text }, {}, env);
  await all.gitlab.group('eng', { visibility: 'internal' });
  all.gitlab.sandbox.log.length = 0;
  return all;
}

it('a project is made where its entry says so, with its attributes and what stands in it, and is no difference afterwards', async () => {
  const { gitlab, keelson } = await withGroup(`
projects:
  eng/web:
    create: {}
    name: The Web
    visibility: internal
    merge_method: ff
    archived: false
    members: { alice: developer }
    hooks: { ci: { url: https://ci.example.com/in, push_events: true } }
    protected_branches: { 'release/*': { push_access_level: maintainer } }
`);
  const plan = await keelson.run('plan');
  expect([plan.status, plan.out]).toEqual([0, expect.stringContaining('project[eng/web]')]);
  const { status, err } = await keelson.run(...APPLY);
  expect([status, err]).toEqual([0, expect.any(String)]);
  const [post, put, ...inside] = writes(gitlab);
  expect([post, put, inside.length]).toEqual(['POST /projects', 'PUT /projects/1', 3]);
  expect((await gitlab.get('/projects/eng%2Fweb')).object).toMatchObject({
    ...{ name: 'The Web', visibility: 'internal', merge_method: 'ff', empty_repo: true },
  });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a group and a project in it are made by one plan, private where nothing is said', async () => {
  const { gitlab, keelson } = await withGroup('groups: { eng/shop: {} }\nprojects: { eng/shop/app: { create: {} } }\n');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(writes(gitlab)).toEqual(['POST /groups', 'POST /projects']);
  const { object } = await gitlab.get('/projects/eng%2Fshop%2Fapp');
  expect(object).toMatchObject({ name: 'app', visibility: 'private' });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('what begins with a README has its default branch, and protects it as declared', async () => {
  const { gitlab, keelson } = await withGroup(`
projects:
  eng/web:
    create: { readme: true }
    default_branch: trunk
    protected_branches: { trunk: { push_access_level: no_access, allow_force_push: false } }
`);
  const { status, out, err } = await keelson.run(...APPLY);
  expect([status, `${out}${err}`]).toEqual([0, expect.any(String)]);
  const project = await gitlab.get('/projects/eng%2Fweb');
  expect(project.object).toMatchObject({ default_branch: 'trunk', empty_repo: false });
  const { list } = await gitlab.get('/projects/1/protected_branches');
  expect(list.map(({ name }) => name)).toEqual(['trunk']);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a saved plan makes the same, and protects the same', async () => {
  const { gitlab, keelson } = await withGroup(`
projects:
  eng/web: { create: { readme: true }, protected_branches: { main: { push_access_level: no_access } } }
`);
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, `${out}${err}`]).toEqual([0, expect.any(String)]);
  expect((await gitlab.get('/projects/1/protected_branches')).list).toHaveLength(1);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a repository is fetched from a URL that no text shows, and waited for; so is a template', async () => {
  const url = 'https://bot:pa55-w0rd-of-it@git.example.com/old/web.git';
  const { gitlab, keelson } = await withGroup(
    `
projects:
  eng/web: { create: { import_url: { env: OLD_URL } }, description: The web }
  eng/shop: { create: { template: rails } }
`,
    { OLD_URL: url },
  );
  const plan = await keelson.run('plan', '--out', 'plan.json');
  const { status, out, err } = await keelson.run(...APPLY, '--har', 'all.har');
  expect(status).toBe(0);
  for (const text of [
    plan.out,
    plan.err,
    readFileSync(join(keelson.folder, 'plan.json'), 'utf8'),
    out,
    err,
    readFileSync(join(keelson.folder, 'all.har'), 'utf8'),
  ])
    expect(text).not.toMatch(/pa55-w0rd|git\.example\.com/);
  const projects = await gitlab.get('/groups/eng/projects');
  expect(projects.list.map(({ path, import_status: is, import_type: by }) => [path, is, by]).sort()).toEqual([
    ['shop', 'finished', 'gitlab_built_in_project_template'],
    ['web', 'finished', 'git'],
  ]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it.each([
  ['in a group that nobody has', 'projects: { ops/web: { create: {} } }', 'there is no group ops to put it in'],
  ['in the namespace of a user', 'projects: { alice/web: { create: {} } }', 'there is no group alice to put it in'],
  ['without a word for it', 'projects: { eng/wbe: {} }', 'write `create: {}` in it to make it'],
  [
    'more visible than its group',
    'projects: { eng/web: { create: {}, visibility: public } }',
    'cannot have visibility',
  ],
  [
    'at a path that it cannot have',
    'projects: { eng/web-: { create: {} } }',
    'cannot be given the path'.replace('cannot', 'can'),
  ],
  ['in two ways', 'projects: { eng/web: { create: { readme: true, template: rails } } }', 'begins in one way'],
  [
    'from a URL in plain text',
    'projects: { eng/web: { create: { import_url: "https://a.example.com/x" } } }',
    'is a secret',
  ],
  ['by a default', 'defaults: { projects: { "eng/*": { create: {} } } }\nprojects: { eng/web: {} }', 'create'],
])('none is made %s', async (_, text, says) => {
  const { gitlab, keelson } = await withGroup(text);
  const { status, err } = await keelson.run(...APPLY, '--allow-public-visibility');
  expect([status, err.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(says)]);
  expect(writes(gitlab)).toEqual([]);
});

it('where one of its path waits for its deletion, another is made beside it, and that is told', async () => {
  const { gitlab, keelson } = await withGroup('projects: { eng/web: { create: {} } }\n');
  const { id } = (await gitlab.get('/groups/eng')).object;
  await gitlab.post('/projects', { name: 'web', path: 'web', namespace_id: id ?? null });
  await gitlab.delete('/projects/1');
  const { status, out } = await keelson.run(...APPLY);
  expect([status, out.replace(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining(
      'project[eng/web] is made anew, and what had this path before waits for its deletion (id 1)',
    ),
  ]);
  expect((await gitlab.get('/projects/eng%2Fweb')).object['id']).toBe(2);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('what somebody else has made at that path since the plan is nothing to add people to', async () => {
  const { gitlab, keelson } = await withGroup('projects: { eng/web: { create: {}, members: { bob: developer } } }\n');
  const { list } = await gitlab.get('/users?username=alice');
  await gitlab.post('/groups/eng/members', { user_id: Number(list[0]?.['id']), access_level: 40 });
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const { id } = (await gitlab.get('/groups/eng')).object;
  const theirs = { name: 'web', path: 'web', namespace_id: id ?? null, visibility: 'private' };
  expect((await gitlab.as('alice').post('/projects', theirs)).status).toBe(201);
  gitlab.sandbox.log.length = 0;
  const { status } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, writes(gitlab)]).toEqual([3, []]);
});

it('beside a later change nothing is said of how it was made', async () => {
  const { keelson } = await withGroup('projects: { eng/web: { create: {}, merge_method: merge } }\n');
  await keelson.run(...APPLY);
  keelson.write('keelson.yaml', 'projects: { eng/web: { create: { readme: true }, merge_method: ff } }\n');
  const { out } = await keelson.run('plan', '--json');
  const { changes, summary } = JSON.parse(out) as { changes: { fields: { path: string }[] }[]; summary: object };
  expect(changes.map(({ fields }) => fields.map(({ path }) => path))).toEqual([['merge_method']]);
  expect(summary).toMatchObject({ unverifiable: 0 });
});

it.each(['create: {}', 'description: The web'])(
  'one that was renamed by hand is not made anew, and said to be where it is: { %s }',
  async (says) => {
    const { gitlab, keelson } = await withGroup(`projects: { eng/web: { ${says} } }\n`);
    const { id } = (await gitlab.get('/groups/eng')).object;
    await gitlab.post('/projects', { name: 'web', path: 'web', namespace_id: id ?? null });
    await gitlab.put('/projects/1', { path: 'site', name: 'Site' });
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...APPLY);
    expect([status, err.match(/error\[\S+\]/g)]).toEqual([1, ['error[renamed-by-hand]']]);
    expect(err.replace(/\s+/g, ' ')).toContain('its path leads to project[eng/site] (id 1)');
    expect(writes(gitlab)).toEqual([]);
    keelson.write('keelson.yaml', 'projects: { eng/web: { create: {} }, eng/site: {} }\n');
    expect((await keelson.run(...APPLY)).status).toBe(0);
    expect((await gitlab.get('/projects/eng%2Fweb')).object['id']).toBe(2);
  },
);

it.each(['', 'groups: { eng/bases: {} }\n'])(
  'it begins as a project of a group for templates, which may be declared or not',
  async (groups) => {
    const { gitlab, keelson } = await withGroup(
      `${groups}projects: { eng/web: { create: { template: Base, template_group: eng/bases } } }\n`,
    );
    const bases = await gitlab.group('eng/bases');
    await gitlab.post('/projects', { name: 'Base', path: 'base', namespace_id: bases });
    const { status, out, err } = await keelson.run(...APPLY);
    expect([status, `${out}${err}`]).toEqual([0, expect.any(String)]);
    expect((await gitlab.get('/projects/eng%2Fweb')).object['import_type']).toBe('gitlab_custom_project_template');
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
    const gone = '{ create: { template: Base, template_group: eng/none }, description: x }';
    keelson.write('keelson.yaml', `projects: { eng/web: ${gone} }\n`);
    expect((await keelson.run('plan')).status).toBe(0);
    keelson.write('keelson.yaml', `projects: { eng/app: ${gone} }\n`);
    const none = await keelson.run('plan');
    expect([none.status, none.err]).toEqual([1, expect.stringContaining('error[unknown-reference]')]);
  },
);

it('what is made is exported, and that plans to nothing', async () => {
  const { keelson } = await withGroup('projects: { eng/web: { create: {}, merge_method: ff } }\n');
  await keelson.run(...APPLY);
  const { status, out } = await keelson.run('export');
  expect([status, out]).toEqual([0, expect.not.stringContaining('create:')]);
  keelson.write('keelson.yaml', out);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a token that goes to a variable of a project waits for the project, which the same plan makes', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `groups:
  plat: { deploy_tokens: { pull: { scopes: [read_repository], token_to: { variable: { project: plat/nw, key: PULL } } } } }
projects:
  plat/nw: { create: {} }
`,
  });
  await gitlab.group('plat');
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, out + err).toBe(0);
  expect((await gitlab.get('/projects/plat%2Fnw/variables')).list).toMatchObject([{ key: 'PULL' }]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it.each([
  ['has push rules', 'prevent_secrets: true', ['PUT'], ''],
  ['has none', '', ['PUT', 'POST'], ''],
  [
    'has push rules, the answer lost',
    'prevent_secrets: true',
    ['PUT', 'PUT'],
    'reset-after:1x@PUT /projects/*/push_rule',
  ],
  [
    'has push rules, the call lost',
    'prevent_secrets: true',
    ['PUT', 'PUT'],
    'reset-before:1x@PUT /projects/*/push_rule',
  ],
  ['has none, the answer lost', '', ['PUT', 'POST'], 'reset-after:1x@POST /projects/*/push_rule'],
  ['has none, the call lost', '', ['PUT', 'POST', 'POST'], 'reset-before:1x@POST /projects/*/push_rule'],
])(
  'a project gets push rules of its own beside those that its group has given it, where that %s',
  async (_, ofGroup, sent, fault) => {
    const yaml = 'projects: { eng/web: { create: {}, push_rules: { max_file_size: 7 } } }\n';
    const { gitlab, keelson } = await withGroup(yaml);
    if (ofGroup !== '') await gitlab.post('/groups/eng/push_rule', { prevent_secrets: true });
    gitlab.sandbox.log.length = 0;
    gitlab.sandbox.fail(fault);
    const { out: planned } = await keelson.run('plan', '--out', 'plan.json');
    expect(planned).toContain('2 writes to come');
    const { status, out, err } = await keelson.run(...APPLY, 'plan.json');
    expect(status, out + err).toBe(0);
    const rules = writes(gitlab).filter((one) => one.endsWith('/push_rule'));
    expect(rules.map((one) => one.split(' ')[0])).toEqual(sent);
    // What the group has given and nobody declares otherwise stays.
    expect((await gitlab.get('/projects/eng%2Fweb/push_rule')).object).toMatchObject({
      ...{ max_file_size: 7, prevent_secrets: ofGroup !== '' },
    });
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);

it.each(['directly', 'from a saved plan'])(
  'push rules of a project that has none are made %s, also where the call is lost',
  async (way) => {
    const { gitlab, keelson } = await withGroup('projects: { eng/web: { push_rules: { max_file_size: 7 } } }\n');
    await gitlab.post('/projects', { path: 'web', namespace_id: (await gitlab.get('/groups/eng')).object['id'] });
    const saved = way === 'directly' ? [] : ['plan.json'];
    if (saved.length > 0) expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    gitlab.sandbox.fail('reset-before:1x@POST /projects/*/push_rule');
    const { status, out, err } = await keelson.run(...APPLY, ...saved);
    expect(status, out + err).toBe(0);
    expect((await gitlab.get('/projects/eng%2Fweb/push_rule')).object).toMatchObject({ max_file_size: 7 });
  },
);
