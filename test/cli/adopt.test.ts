import { chmodSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stage, writes } from '../apply/stage.ts';
import { idOf, type SandboxClient } from '../sandbox/client.ts';
import { inDays } from '../support/in-days.ts';
import type { Workspace } from './keelson.ts';

const PLATFORM = `# The platform, and who looks after it.
groups:
  platform:
    name: "Platform" # as people say it
    description: old
    members:
      # leads
      alice: owner
      bob: { access_level: developer, expires_at: ${inDays(60)} } # until the move
      mallory: { state: absent }

    hooks:
      ci: { url: https://ci.example.com/, push_events: true }
      gone:
        url: https://gone.example.com/
    variables: {}
`;

const PROJECTS = `defaults:
  groups:
    "**": { request_access_enabled: false, members: { carol: reporter } }
groups:
  platform/infra:
    members:
      alice: owner
`;

/** The platform as other hands have left it: what is live differs from both files. */
async function changedByHand(gitlab: SandboxClient): Promise<void> {
  await gitlab.user('mallory');
  const people = new Map((await gitlab.get('/users?per_page=100')).list.map(({ username, id }) => [username, id]));
  const add = (group: string, username: string, access_level: number) =>
    gitlab.post(`/groups/${encodeURIComponent(group)}/members`, {
      user_id: people.get(username) ?? 0,
      access_level,
    });
  await gitlab.group('platform', {
    name: 'Platform',
    description: 'by hand',
    visibility: 'private',
    request_access_enabled: false,
  });
  await gitlab.group('platform/infra', { request_access_enabled: true });
  await add('platform', 'alice', 50);
  await add('platform', 'bob', 40);
  await add('platform', 'carol', 10);
  await add('platform', 'mallory', 30);
  await add('platform/infra', 'alice', 50);
  await gitlab.post('/groups/platform/hooks', { name: 'ci', url: 'https://ci.example.com/', push_events: false });
  await gitlab.post('/groups/platform/hooks', { name: 'chat', url: 'https://chat.example.com/', token: 'set by hand' });
  await gitlab.post('/groups/platform/variables', { key: 'TOKEN', value: 'glpat-0123456789abcdefghij' });
}

const text = ({ folder }: Workspace, file: string): string => readFileSync(join(folder, file), 'utf8');

describe('keelson adopt', () => {
  it('edits the files that say otherwise than is live, each where a person would, and nothing else', async () => {
    const { gitlab, keelson } = await stage({ 'config/platform.yaml': PLATFORM, 'config/projects.yml': PROJECTS });
    await changedByHand(gitlab);
    chmodSync(join(keelson.folder, 'config/platform.yaml'), 0o640);
    const before = writes(gitlab).length;

    const shown = await keelson.run('adopt', '--dry-run');
    expect(shown.status, shown.err).toBe(0);
    expect(text(keelson, 'config/platform.yaml')).toBe(PLATFORM);
    expect(shown.out).toContain(
      '--- a/config/platform.yaml\n+++ b/config/platform.yaml\n@@ -2,15 +2,23 @@\n groups:\n',
    );
    expect(shown.out).toContain('-    description: old\n+    description: by hand\n     members:\n');

    const adopted = await keelson.run('adopt');
    expect(adopted.status, adopted.err).toBe(0);
    expect(text(keelson, 'config/platform.yaml')).toBe(
      PLATFORM.replace('description: old', 'description: by hand')
        .replace(`access_level: developer, expires_at: ${inDays(60)}`, 'access_level: maintainer, expires_at: null')
        .replace('mallory: { state: absent }', 'mallory: developer\n      carol: guest')
        .replace('push_events: true', 'push_events: false')
        .replace(
          '      gone:\n        url: https://gone.example.com/\n',
          '      chat:\n        url: https://chat.example.com/\n',
        )
        .replace(
          '    variables: {}\n',
          [
            '    variables:',
            '      TOKEN:',
            '        value: { env: PLATFORM_VARIABLE_TOKEN_VALUE }',
            '        variable_type: env_var',
            '        protected: false',
            '        masked: false',
            '        hidden: false',
            '        raw: false',
            '',
          ].join('\n'),
        ),
    );
    expect(text(keelson, 'config/projects.yml')).toBe(
      `${PROJECTS}      carol: { state: absent }\n    request_access_enabled: true\n`,
    );
    expect(adopted.out).toContain(
      'config/platform.yaml:9  group[platform]/member[bob].access_level: developer → maintainer\n',
    );
    expect(adopted.out).toContain('config/platform.yaml:15  group[platform]/hook[chat]: added\n');
    expect(adopted.out).toMatch(/\nAdopted 11 differences in 2 files\.\n$/);
    expect(`${shown.out}${shown.err}${adopted.out}${adopted.err}`).not.toContain('glpat-0123456789abcdefghij');
    expect(statSync(join(keelson.folder, 'config/platform.yaml')).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(keelson.folder, 'config'))).toEqual(['platform.yaml', 'projects.yml']);
    expect(writes(gitlab)).toHaveLength(before);

    const planned = await keelson.run('plan', '--detailed-exitcode');
    expect(planned.status, planned.out).toBe(0);
    const [one, other] = [text(keelson, 'config/platform.yaml'), text(keelson, 'config/projects.yml')];
    const again = await keelson.run('adopt');
    expect([again.status, again.out]).toEqual([0, expect.stringContaining('Nothing to adopt')]);
    expect([text(keelson, 'config/platform.yaml'), text(keelson, 'config/projects.yml')]).toEqual([one, other]);
  });

  it('keeps to its targets, and tells what it leaves', async () => {
    const yaml = [
      'groups:',
      '  platform:',
      '    members: &team',
      '      alice: guest',
      '      bob: developer',
      '  platform/infra:',
      '    members: *team',
      '  gone: { name: Gone, members: { alice: owner } }',
      '',
    ].join('\n');
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
    await changedByHand(gitlab);
    await gitlab.group('platform/more');
    const aimed = await keelson.run('adopt', '--target', 'group[platform/infra]/member[alice]');
    expect(aimed.status, aimed.err).toBe(0);
    expect(text(keelson, 'keelson.yaml')).toBe(yaml.replace('members: *team', 'members: { <<: *team, alice: owner }'));

    const rest = await keelson.run('adopt');
    expect(rest.status, rest.err).toBe(0);
    const told = rest.err.replaceAll(/\s+/g, ' ');
    expect(told).toContain('group[platform]/member[alice] is written by way of an anchor that means others as well');
    expect(told).toContain('group[gone] is declared, and is not there, or not shown to this token');
    expect(told).toContain('group[platform/more] is live and undeclared');
    expect(text(keelson, 'keelson.yaml')).toContain('  gone: { name: Gone, members: { alice: owner } }\n');
    expect(text(keelson, 'keelson.yaml')).toContain('    members: &team\n      alice: guest\n      bob: developer\n  ');
  });

  it('writes nothing into a file that only a link in the configuration leads to', async () => {
    const { gitlab, keelson } = await stage({
      'config/platform.yaml': 'groups: { platform: { description: old } }\n',
      'elsewhere/infra.yaml': 'groups: { platform/infra: { description: old } }\n',
    });
    symlinkSync('../elsewhere/infra.yaml', join(keelson.folder, 'config/infra.yaml'));
    await changedByHand(gitlab);
    const adopted = await keelson.run('adopt', 'config');
    expect(adopted.status, adopted.err).toBe(0);
    expect(text(keelson, 'elsewhere/infra.yaml')).toContain('old');
    expect(text(keelson, 'config/platform.yaml')).toBe('groups: { platform: { description: by hand } }\n');
    expect(adopted.err).toContain('is written in a file that only a link in the configuration leads to');

    const named = await keelson.run('adopt', 'config/infra.yaml');
    expect(named.status, named.err).toBe(0);
    expect(text(keelson, 'elsewhere/infra.yaml')).toBe(
      'groups: { platform/infra: { description: "" } }\n'.replace('""', 'null'),
    );
  });

  it('shows no secret that stands in the configuration in plain text', async () => {
    const yaml = [
      'allow_plain_secrets: ["group[platform]/hook[ci].token"]',
      'groups:',
      '  platform:',
      '    hooks:',
      '      ci: { url: https://ci.example.com/, token: in-plain-sight-7, push_events: true }',
      '',
    ].join('\n');
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
    await changedByHand(gitlab);
    const shown = await keelson.run('adopt', '--dry-run');
    expect(shown.status, shown.err).toBe(0);
    expect(shown.out).toContain('+      ci: { url: https://ci.example.com/, token: (secret), push_events: false }\n');
    expect(`${shown.out}${shown.err}`).not.toContain('in-plain-sight-7');
    await keelson.run('adopt');
    expect(text(keelson, 'keelson.yaml')).toContain('token: in-plain-sight-7, push_events: false }');
  });

  it('keeps a group that is declared absent, and leaves what moved or waits for its deletion', async () => {
    const yaml = [
      'defaults: { groups: { wanted: { request_access_enabled: false, members: { root: owner } } } }',
      'groups:',
      '  wanted: { state: absent } # until spring',
      '  leaving: { description: x }',
      '  new/path: { previously: platform, description: x }',
      '',
    ].join('\n');
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
    await changedByHand(gitlab);
    await gitlab.delete(`/groups/${await gitlab.group('leaving')}`);
    for (const path of ['new', 'wanted']) await gitlab.group(path);
    const adopted = await keelson.run('adopt');
    expect(adopted.status, adopted.err).toBe(0);
    const kept = [
      'wanted: # until spring',
      '    request_access_enabled: true',
      '    members:',
      '      root: { state: absent }',
    ];
    expect(text(keelson, 'keelson.yaml')).toBe(
      yaml.replace('wanted: { state: absent } # until spring', kept.join('\n')),
    );
    const told = adopted.err.replaceAll(/\s+/g, ' ');
    expect(told).toContain('group[new/path] has another name or path than it is declared with');
    expect(told).toContain('group[leaving] is declared, and is not there, or not shown to this token');
  });

  it('tells what it leaves by the lines of the file that is there then: as it is in a dry run, as it is written else', async () => {
    const yaml = [
      'groups:',
      '  platform:',
      '    name: Platform',
      '    hooks: {}',
      '  leaving: { description: x }',
      '  tools: { name: Tolls }',
      '',
    ].join('\n');
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
    await gitlab.group('platform', { name: 'Platform' });
    await gitlab.group('tools', { name: 'Tools' });
    await gitlab.post('/groups/platform/hooks', { name: 'ci', url: 'https://ci.example.com/' });
    await gitlab.delete(`/groups/${await gitlab.group('leaving')}`);
    const linesOf = (told: string) => [...told.matchAll(/^keelson\.yaml:(\d+):\d+: warning/gm)].map(([, line]) => line);
    const shown = await keelson.run('adopt', '--dry-run');
    expect(shown.out).toContain('\n@@ -1,6 +1,7 @@\n');
    expect(shown.err.replaceAll(/\s+/g, ' ')).toContain(
      'In `@@ -LINE +LINE @@` the first is a line of the file as it is, the second of the file as it would be; all else is told by the lines of the file as it is.',
    );
    expect(linesOf(shown.err)).toEqual(['5', '5']);
    const adopted = await keelson.run('adopt');
    expect(linesOf(adopted.err)).toEqual(['6', '6']);
    expect(adopted.err).not.toContain('@@');
    expect(text(keelson, 'keelson.yaml').split('\n')[5]).toBe('  leaving: { description: x }');
  });

  it('fails where the configuration is wrong, and leaves it', async () => {
    const { keelson } = await stage({ 'keelson.yaml': 'groups: { platform: { nmae: x } }\n' });
    const adopted = await keelson.run('adopt');
    expect([adopted.status, adopted.err]).toEqual([1, expect.stringContaining('unknown-key')]);
    expect(text(keelson, 'keelson.yaml')).toBe('groups: { platform: { nmae: x } }\n');
  });
});

it('takes out what is declared absent, and is there by what a group above has', async () => {
  const yaml = `projects:
  eng/web:
    integrations:
      # not here
      pipelines-email: { state: absent }
      jira: { state: absent }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const eng = await gitlab.group('eng');
  await gitlab.put('/groups/eng/integrations/pipelines-email', { recipients: 'a@example.com' });
  await gitlab.post('/projects', { path: 'web', namespace_id: eng });
  const { status, out } = await keelson.run('adopt');
  expect([status, out]).toEqual([0, expect.stringContaining('project[eng/web]/integration[pipelines-email]')]);
  expect(readFileSync(join(keelson.folder, 'keelson.yaml'), 'utf8')).not.toContain('pipelines-email');
  expect(await keelson.run('plan', '--detailed-exitcode')).toMatchObject({ status: 0 });
});

it('takes in what names groups and custom roles that nobody declares', async () => {
  const yaml = `groups:
  eng:
    shares: {}
    members: { root: owner }
projects:
  eng/web:
    shares: { old: guest }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const eng = await gitlab.group('eng');
  const [ops, qa, old] = [await gitlab.group('ops'), await gitlab.group('ops/qa'), await gitlab.group('old')];
  const web = idOf(await gitlab.post('/projects', { path: 'web', namespace_id: eng }));
  await gitlab.post(`/groups/${eng}/share`, { group_id: ops, group_access: 20 });
  await gitlab.post(`/projects/${web}/share`, { group_id: qa, group_access: 30 });
  await gitlab.post(`/projects/${web}/share`, { group_id: old, group_access: 10 });
  const role = idOf(await gitlab.post('/member_roles', { name: 'Auditor', base_access_level: 10, read_code: true }));
  const user_id = await gitlab.user('nina');
  await gitlab.post(`/groups/${eng}/members`, { user_id, access_level: 10, member_role_id: role });
  const { status, err } = await keelson.run('adopt');
  expect([status, err]).toEqual([0, expect.not.stringContaining('beside the rest')]);
  expect(readFileSync(join(keelson.folder, 'keelson.yaml'), 'utf8')).toBe(
    yaml
      .replace('shares: {}', 'shares:\n      ops: reporter')
      .replace('{ root: owner }', '{ root: owner, nina: { access_level: guest, role: Auditor } }')
      .replace('{ old: guest }', '{ old: guest, ops/qa: developer }'),
  );
  expect(await keelson.run('plan', '--detailed-exitcode')).toMatchObject({ status: 0 });
});

it('takes out what names a group that is gone for good', async () => {
  const yaml = `groups:
  eng: { shares: { ops: guest, old: developer } }
projects:
  eng/web:
    protected_branches:
      rel: { push_access_level: [maintainer, { group: old }] }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const [eng, ops] = [await gitlab.group('eng'), await gitlab.group('ops')];
  await gitlab.post(`/groups/${eng}/share`, { group_id: ops, group_access: 10 });
  const web = idOf(await gitlab.post('/projects', { path: 'web', namespace_id: eng }));
  await gitlab.post(`/projects/${web}/protected_branches`, { name: 'rel', push_access_level: 40 });
  const { status, err } = await keelson.run('adopt');
  expect([status, err]).toEqual([0, expect.not.stringContaining('beside the rest')]);
  expect(readFileSync(join(keelson.folder, 'keelson.yaml'), 'utf8')).toBe(
    yaml.replace(', old: developer', '').replace('[maintainer, { group: old }]', 'maintainer'),
  );
  expect(await keelson.run('plan', '--detailed-exitcode')).toMatchObject({ status: 0 });
});

it('tells of a token that is due, which no edit would change', async () => {
  const token = 'scopes: [read_api], access_level: reporter, rotate: { before: 14d, lifetime: 90d }';
  const yaml = `groups:
  eng:
    access_tokens:
      due: { ${token}, token_to: { file: due.token } }
      good: { ${token}, token_to: { file: good.token } }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const eng = await gitlab.group('eng');
  for (const [name, ends] of [['due', inDays(5)] as const, ['good', inDays(60)] as const])
    await gitlab.post(`/groups/${eng}/access_tokens`, {
      ...{ name, scopes: ['read_api'], access_level: 20, expires_at: ends },
    });
  const { status, out, err } = await keelson.run('adopt');
  expect([status, out]).toEqual([0, expect.stringContaining('Nothing to adopt')]);
  expect(err).toContain('warning[not-adopted]: group[eng]/access_token[due] is due to be made anew');
  expect(err).not.toContain('access_token[good]');
  expect(await keelson.run('drift')).toMatchObject({ status: 2 });
});
