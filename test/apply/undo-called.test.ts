import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access'];

const saml = (level: string): string =>
  `groups: { eng: { saml_links: { devs: { provider: okta, access_level: ${level} }, ops: ${level} } } }\n`;
const ldap = (level: string): string =>
  `groups: { eng: { ldap_links: [{ provider: ldapmain, cn: devs, access_level: ${level} }] } }\n`;
const variables = (raw: string): string =>
  `groups: { eng: { variables: { A: [{ value: { env: V }, environment_scope: prod, raw: ${raw} }, { value: { env: V }, raw: ${raw} }] } } }\n`;

test.each([
  ['SAML links', 'saml_group_links', saml('developer'), saml('reporter')],
  [
    'SAML links that go',
    'saml_group_links',
    saml('developer'),
    saml('{ state: absent }').replace('access_level: ', ''),
  ],
  ['LDAP links', 'ldap_group_links', ldap('developer'), ldap('reporter')],
  ['variables', 'variables', variables('true'), variables('false')],
])('%s that are called by more than their name are brought back as they were', async (_, path, before, after) => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': before }, {}, { V: 'a-value' });
  const group = await gitlab.group('eng');
  const there = async (): Promise<unknown> => {
    const rows = (await gitlab.get(`/groups/${group}/${path}`)).list as readonly object[];
    return rows.map((row) => JSON.stringify({ ...row, id: 0 })).sort();
  };
  const applied = await keelson.run(...APPLY);
  expect(applied.status, applied.err).toBe(0);
  const stood = await there();
  keelson.write(
    'keelson.yaml',
    after.replace(/devs: \{ provider: okta, \{ state: absent \} \}/, 'devs: { provider: okta, state: absent }'),
  );
  const changed = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(changed.status, changed.err).toBe(0);
  expect(await there()).not.toEqual(stood);
  const undone = await keelson.run(...APPLY, 'undo.json');
  expect(undone.status, undone.err).toBe(0);
  expect(await there()).toEqual(stood);
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
});

const token = (user: string, state: string): string =>
  `instance:
  users: { boss: { name: Boss, email: boss@example.com, admin: true }, ${user}: { name: M, email: m@example.com ${user === 'mirror' ? '' : ', previously: mirror'} } }
  personal_access_tokens: { ${user}: { name: pull, scopes: [api], expires_at: 2027-03-01, token_to: { file: tok }${state} } }
`;

// The number of the token is that of another user: by it nobody is known.
test.each(['mirror', 'copier'])(
  'a token of somebody is made anew for them, and for nobody else (then %s)',
  async (then) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': token('mirror', '') });
    const applied = await keelson.run(...APPLY);
    expect(applied.status, applied.err).toBe(0);
    keelson.write('keelson.yaml', token(then, ', state: absent'));
    const changed = await keelson.run(...APPLY, '--undo', 'undo.json');
    expect(changed.status, changed.err).toBe(0);
    expect(JSON.parse(readFileSync(join(keelson.folder, 'undo.json'), 'utf8'))).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ key: 'mirror/pull', name: 'mirror' })]) as unknown,
    });
    rmSync(join(keelson.folder, 'tok'));
    const undone = await keelson.run(...APPLY, 'undo.json');
    expect(undone.status, undone.err).toBe(0);
    const [mirror] = (await gitlab.get('/users?username=mirror')).list;
    const tokens = (await gitlab.get('/personal_access_tokens?state=active')).list.filter(
      ({ name }) => name === 'pull',
    );
    expect(tokens.map(({ user_id: user }) => user)).toEqual([mirror?.['id']]);
    expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
  },
);
