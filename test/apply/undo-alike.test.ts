import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access', '--allow-scope-deletion'];

const ROLES = `instance:
  member_roles:
    auditor: { base: developer, permissions: [read_vulnerability] }
    reader: { base: reporter, permissions: [read_code] }
`;

/** A group, with another one to share it with; `before` is applied, and then `after` with an undo. */
async function applied(before: string, after: string) {
  const set = await stage({ 'keelson.yaml': before }, {}, { KEY: 'a-key-of-30-letters-0123456789' });
  for (const path of ['eng', 'ops']) await set.gitlab.group(path);
  const first = await set.keelson.run(...APPLY);
  expect(first.status, first.err).toBe(0);
  const was = seen();
  set.keelson.write('keelson.yaml', after);
  const { status, out, err } = await set.keelson.run(...APPLY, '--undo', 'undo.json');
  expect(status, out + err).toBe(0);
  function seen() {
    const rows = set.gitlab.sandbox.state().tables;
    const plain = (row: unknown) => JSON.stringify({ ...(row as object), id: 0, created_at: '', updated_at: '' });
    return ['members', 'shares', 'samlLinks', 'ldapLinks'].map((table) => (rows[table] ?? []).map(plain).sort());
  }
  const undo = (...more: string[]) => set.keelson.run(...APPLY, 'undo.json', ...more);
  return { ...set, was, seen, undo, said: out + err };
}

test.each([
  ['a member', '', 'members: { alice: { role: auditor } }'],
  ['a member who had a level', 'members: { alice: guest }', 'members: { alice: { role: auditor } }'],
  ['a member who had a role', 'members: { alice: { role: auditor } }', 'members: { alice: { role: reader } }'],
  ['a share', '', 'shares: { ops: { role: auditor } }'],
  ['a share that had a level', 'shares: { ops: guest }', 'shares: { ops: { role: auditor } }'],
  ['a SAML link', '', 'saml_links: { devs: { role: auditor } }'],
  ['a SAML link that had a level', 'saml_links: { devs: guest }', 'saml_links: { devs: { role: auditor } }'],
  ['an LDAP link', '', 'ldap_links: [{ provider: ldapmain, cn: devs, role: auditor }]'],
])('what %s has by a role alone is taken back', async (_, before, after) => {
  const { was, seen, undo } = await applied(
    `${ROLES}groups: { eng: { ${before} } }\n`,
    `${ROLES}groups: { eng: { ${after} } }\n`,
  );
  expect(seen()).not.toEqual(was);
  const { status, err } = await undo();
  expect(status, err).toBe(0);
  expect(seen()).toEqual(was);
});

const DORA = '{ name: Dora, email: dora@example.com }';

test('somebody who was made since, and looks just as another one did, is given nothing of theirs', async () => {
  const { gitlab, seen, undo } = await applied(
    `instance: { users: { dora: ${DORA} } }\ngroups: { eng: { members: { dora: owner } } }\n`,
    'instance: { users: { dora: { state: absent } } }\ngroups: { eng: { members: { dora: { state: absent } } } }\n',
  );
  const user = { username: 'dora', name: 'Dora', email: 'dora@example.com', password: 'long enough' };
  const made = await gitlab.post('/users', user);
  expect(made.status).toBe(201);
  const theirs = idOf(made);
  const was = seen();
  const refused = await undo();
  expect([refused.status, refused.err]).toEqual([
    3,
    expect.stringMatching(
      new RegExp(`group\\[eng\\]/member\\[dora\\] names the user dora, .* ${theirs} is another one`),
    ),
  ]);
  const rest = await undo('--on-stale', 'skip');
  expect([rest.status, rest.out]).toEqual([
    3,
    expect.stringMatching(
      new RegExp(`instance/user\\[dora\\] looks as it did, and has the number ${theirs}, and not \\d+`),
    ),
  ]);
  expect(rest.out).toContain('is as this undo would have it (1 entry)');
  expect(seen()).toEqual(was);
});

test('what a setting that stays on cannot be without stays as well, and the other settings are brought back', async () => {
  const { gitlab, said, undo } = await applied(
    'instance: { settings: { help_page_text: Before } }\n',
    'instance: { settings: { help_page_text: After, recaptcha_enabled: true, recaptcha_site_key: site, recaptcha_private_key: { env: KEY } } }\n',
  );
  expect(said).toContain('instance/settings.recaptcha_site_key: it stays, since what stays on cannot be without it');
  expect((await undo()).status).toBe(0);
  expect((await gitlab.get('/application/settings')).object).toMatchObject({
    ...{ help_page_text: 'Before', recaptcha_enabled: true, recaptcha_site_key: 'site' },
  });
});
