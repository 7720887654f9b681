import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-plan-removals', '--allow-scope-deletion'];
const UNDO = [...APPLY, 'undo.json'];

test('a role that the apply made for somebody in a group of its own making goes with both, and a second undo has nothing to do', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `instance: { member_roles: { reviewer: { base: guest, permissions: [read_code] } } }
groups:
  ops: { description: made }
  ops/kid:
    members: { Alice: { role: reviewer } }
    ldap_links: [{ provider: ldapmain, cn: x, access_level: guest }]
`,
  });
  expect((await keelson.run(...APPLY, '--undo', 'undo.json')).status).toBe(0);
  const undone = await keelson.run(...UNDO);
  expect(undone.status, undone.err).toBe(0);
  expect((await gitlab.get('/member_roles')).list).toEqual([]);
  const again = await keelson.run(...UNDO);
  expect([again.status, again.out]).toEqual([0, expect.stringContaining('Nothing to do')]);
});

test.each(['ci', 'https://ci.example.com/'])(
  'a hook that had no name keeps the one that it gets (%s), and the rest of it is brought back',
  async (key) => {
    const { gitlab, keelson } = await stage({
      'keelson.yaml': `groups: { eng: { hooks: { '${key}': { url: 'https://ci.example.com/', push_events: false } } } }\n`,
    });
    const eng = await gitlab.group('eng');
    const id = idOf(await gitlab.post(`/groups/${eng}/hooks`, { url: 'https://ci.example.com/' }));
    const applied = await keelson.run(...APPLY, '--undo', 'undo.json');
    expect([applied.status, applied.err]).toEqual([
      0,
      expect.stringContaining(`group[eng]/hook[${key}]: it had no name, and keeps the one that it gets`),
    ]);
    const undone = await keelson.run(...UNDO);
    expect(undone.status, undone.err).toBe(0);
    expect((await gitlab.get(`/groups/${eng}/hooks/${id}`)).object).toMatchObject({ name: key, push_events: true });
  },
);

test('of several hooks of one name one is made anew, and of the others it is said that they are not', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'groups: { eng: { prune: [hooks], hooks: {} } }\n' });
  const eng = await gitlab.group('eng');
  for (const url of ['https://one.example.com/', 'https://two.example.com/'])
    await gitlab.post(`/groups/${eng}/hooks`, { name: 'ci', url });
  const applied = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect([applied.status, applied.err]).toEqual([
    0,
    expect.stringContaining('group[eng]/hook[ci]: the one with the number 2 is not made anew: several had its name'),
  ]);
  const undone = await keelson.run(...UNDO);
  expect(undone.status, undone.err).toBe(0);
  expect((await gitlab.get(`/groups/${eng}/hooks`)).list.map(({ url }) => url)).toEqual(['https://one.example.com/']);
  const again = await keelson.run(...UNDO);
  expect([again.status, again.out]).toEqual([0, expect.stringContaining('Nothing to do')]);
});

test('of a role that was made anew its former end is no change of its own', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `instance: { member_roles: { reviewer: { base: reporter, permissions: [read_code] } } }\n`,
  });
  await gitlab.post('/member_roles', { name: 'reviewer', base_access_level: 10, read_code: true });
  expect((await keelson.run(...APPLY, '--undo', 'undo.json')).status).toBe(0);
  const undone = await keelson.run(...UNDO);
  expect(undone.status, undone.err).toBe(0);
  expect((await gitlab.get('/member_roles')).list).toMatchObject([{ name: 'reviewer', base_access_level: 10 }]);
});
