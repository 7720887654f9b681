import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { stage, writes } from './stage.ts';

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const NEW = 'top';

/** A level that an instance does not have, each in one kind of entry; beside it stands one that could be made. */
const cases: readonly [what: string, options: SandboxOptions, entry: string, told: string][] = [
  [
    'a member',
    { version: '17.3.0-ee' },
    '{ members: { bob: planner, carol: guest } }',
    `[unsupported-version]: group[${NEW}]/member[bob]: access_level planner came with GitLab 17.7, and this is 17.3.0-ee, which refuses it`,
  ],
  [
    'a member by number',
    { version: '18.9.0-ee' },
    '{ members: { bob: 25, carol: guest } }',
    `[unsupported-version]: group[${NEW}]/member[bob]: access_level security_manager came with GitLab 19.0`,
  ],
  [
    'a share',
    { version: '17.3.0-ee' },
    '{ shares: { other: planner }, members: { carol: guest } }',
    `[unsupported-version]: group[${NEW}]/share[other]: access_level planner came with GitLab 17.7`,
  ],
  [
    'a SAML link',
    { version: '17.3.0-ee' },
    '{ saml_links: { Devs: planner }, members: { carol: guest } }',
    `[unsupported-version]: group[${NEW}]/saml_link[Devs]: access_level planner came with GitLab 17.7`,
  ],
  [
    'an LDAP link',
    { version: '17.3.0-ee' },
    '{ ldap_links: [{ provider: ldapmain, cn: devs, access_level: planner }], members: { carol: guest } }',
    `[unsupported-version]: group[${NEW}]/ldap_link[ldapmain:cn=devs]: access_level planner came with GitLab 17.7`,
  ],
  [
    'an access token',
    { version: '17.3.0-ee' },
    `{ access_tokens: { ci: { scopes: [api], access_level: planner, expires_at: ${IN_A_MONTH}, token_to: { file: t } } } }`,
    `[unsupported-version]: group[${NEW}]/access_token[ci]: access_level planner came with GitLab 17.7`,
  ],
  [
    'minimal access without a licence',
    { tier: 'free' },
    '{ members: { bob: minimal, carol: guest } }',
    `[lacks-tier]: group[${NEW}]/member[bob]: access_level minimal needs GitLab Premium, and this instance has Free`,
  ],
];

test.each(cases)('a level that is not known yet, or not licensed, of %s stops plan and apply', async (...one) => {
  const [, options, entry, told] = one;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': `groups:\n  other: {}\n  ${NEW}: ${entry}\n` }, options);
  const before = writes(gitlab).length;
  for (const args of [['plan'], ['apply', '--auto-approve']]) {
    const { status, out, err } = await keelson.run(...args);
    expect(status, out).toBe(1);
    expect(err.replace(/\s+/g, ' ')).toContain(told);
  }
  expect(writes(gitlab).slice(before)).toEqual([]);
});

test('the base of a custom role is such a level as well', async () => {
  const roles = '{ Auditor: { base: planner, permissions: [read_code] } }';
  const { keelson } = await stage(
    { 'keelson.yaml': `instance: { member_roles: ${roles} }\n` },
    { version: '17.3.0-ee' },
  );
  const { status, err } = await keelson.run('plan');
  expect(status).toBe(1);
  expect(err).toContain('[unsupported-version]: instance/member_role[Auditor]: base planner came with GitLab 17.7');
});

test('minimal access below the top is refused in a SAML link as in a member', async () => {
  const document = 'groups: { top: {}, top/sub: { saml_links: { Devs: minimal } } }\n';
  const { keelson } = await stage({ 'keelson.yaml': document });
  const { status, err } = await keelson.run('validate');
  expect(status).toBe(1);
  expect(err.replace(/\s+/g, ' ')).toContain('Minimal access is for members of groups at the top alone');
});

test.each([
  ['planner', { version: '17.7.0-ee' }],
  ['security_manager', { version: '19.0.0-ee' }],
  ['minimal', { tier: 'premium' }],
] as const)('%s is taken where it is known', async (level, options) => {
  const share = level === 'planner' ? level : 'guest';
  const links = `saml_links: { Devs: ${level} }`;
  const document = `groups: { other: {}, ${NEW}: { members: { bob: ${level} }, ${links}, shares: { other: ${share} } } }\n`;
  const { keelson } = await stage({ 'keelson.yaml': document }, options);
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, `${out}${err}`).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test('what has such a level already, and is left as it is, is no matter of the plan', async () => {
  const { gitlab, keelson } = await stage(
    { 'keelson.yaml': `groups: { ${NEW}: { members: { bob: planner } } }\n` },
    { version: '18.9.0-ee' },
  );
  await gitlab.group(NEW);
  await gitlab.post(`/groups/${NEW}/members`, { username: 'bob', access_level: 15 });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});
