import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';

const bare = 'groups: { meter: { name: Meter, members: { root: owner } } }\n';

test('drift says which sections it has not looked at, and a section that is empty, in defaults too, is watched', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': bare });
  const group = await gitlab.group('meter', { name: 'Meter' });
  await gitlab.post(`/groups/${group}/hooks`, { url: 'https://spy.example/h', push_events: true });
  const blind = await keelson.run('drift');
  expect(blind.status, blind.err).toBe(0);
  expect(blind.err).toMatch(/^Not looked at, since not declared: in 1 group \bhooks\b.*\bsaml_links\b/m);
  expect(blind.err).not.toContain('members');
  expect((await keelson.run('drift', '--target', 'group[meter]**')).err).toBe('');
  keelson.write('keelson.yaml', `defaults: { groups: { '**': { hooks: {} } } }\n${bare}`);
  const seen = await keelson.run('drift');
  expect(seen.status, seen.err).toBe(2);
  expect(seen.out).toMatch(/group\[meter\]\/hook\[.*not declared, and left alone/);
  expect(seen.err).not.toMatch(/\bhooks,/);
});
