import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';

const bare = 'groups: { meter: { name: Meter, members: { root: owner } } }\n';

test('drift says which sections it has not looked at, and a section that is empty, in defaults too, is watched', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': bare });
  const group = await gitlab.group('meter', { name: 'Meter' });
  await gitlab.post(`/groups/${group}/hooks`, { url: 'https://spy.example/h', push_events: true });
  const blind = await keelson.run('drift');
  expect(blind.status, blind.err).toBe(0);
  expect(blind.err).toMatch(/^Not looked at, since not declared: .*in 1 group .*\bhooks\b.*\bsaml_links\b/m);
  expect(blind.err).not.toContain('members');
  expect((await keelson.run('drift', '--target', 'group[meter]**')).err).toBe('');
  keelson.write('keelson.yaml', `defaults: { groups: { '**': { hooks: {} } } }\n${bare}`);
  const seen = await keelson.run('drift');
  expect(seen.status, seen.err).toBe(2);
  expect(seen.out).toMatch(/group\[meter\]\/hook\[.*not declared, and left alone/);
  expect(seen.err).not.toMatch(/\bhooks,/);
});

test('what is declared in some groups alone is told with how many lack it, and the instance is told of to who may see it', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'groups: { one: { name: one, hooks: {} }, two: { name: two, members: { root: owner } } }\n',
  });
  for (const path of ['one', 'two']) await gitlab.group(path);
  const { err } = await keelson.run('drift');
  expect(err).toMatch(
    /in 2 groups access_tokens, deploy_tokens, hooks \(in 1\), integrations, ldap_links, members \(in 1\),/,
  );
  // Groups of one's own instance have no roles of their own.
  expect(err).not.toMatch(/in 2 groups [^;]*member_roles/);
  expect(err).toMatch(/in the instance member_roles, [^;]*system_hooks/);
});
