import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from '../apply/stage.ts';

const config = (prune = '') => `groups:
  eng:
    ${prune}
    members: { root: owner, alice: developer }
    hooks: { ci: { url: https://ci.example.com/hook, push_events: true } }
`;

test('a member whose name changed, and a hook that was given another, are told as what they are called by now', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': config() });
  expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
  const eng = idOf(await gitlab.get('/groups/eng'));
  const [hook] = (await gitlab.get(`/groups/${eng}/hooks`)).list;
  await gitlab.put(`/groups/${eng}/hooks/${Number(hook?.['id'])}`, {
    name: 'builds',
    url: 'https://ci.example.com/hook',
  });
  const [alice] = (await gitlab.get('/users?username=alice')).list;
  await gitlab.put(`/users/${Number(alice?.['id'])}`, { username: 'alicia' });
  const plain = async () => (await keelson.run('plan')).out.replace(/\s+/g, ' ');
  const told = await plain();
  expect(told).toContain(
    'warning[presumed-missing]: there is no user alice any more, who is called alicia by now, as the audit events tell',
  );
  expect(told).toContain('= help: Write alicia, if that is who is meant');
  expect(told).toContain(
    `warning[renamed-by-hand]: group[eng]/hook[ci] is not there, and group[eng]/hook[builds] (id ${Number(hook?.['id'])}), which nobody declared, is the same but for its name`,
  );
  // Nobody is taken out by the old name while the new one is let in.
  keelson.write('keelson.yaml', config('prune: [members]'));
  expect(await keelson.run('plan')).toMatchObject({
    status: 1,
    err: expect.stringMatching(
      /error\[presumed-missing\]: there is no user alice any more, [^]*Write alicia/,
    ) as string,
  });
  // Two of them: nobody can say which one it was. And what is declared is no other's former self.
  keelson.write('keelson.yaml', config().replace('alice', 'alicia'));
  await gitlab.post(`/groups/${eng}/hooks`, { name: 'more', url: 'https://ci.example.com/hook' });
  expect(await plain()).not.toContain('renamed-by-hand');
  keelson.write('keelson.yaml', config().replace('hooks: {', 'hooks: { more: { url: https://ci.example.com/hook },'));
  expect(await plain()).toContain('group[eng]/hook[builds]');
  // Who was deleted since is called nothing, and another one of that name is another one.
  const carol = Number((await gitlab.get('/users?username=carol')).list[0]?.['id']);
  await gitlab.put(`/users/${carol}`, { username: 'caroline' });
  await gitlab.delete(`/users/${carol}?hard_delete=true`);
  // In the background, as GitLab does it.
  while ((await gitlab.get(`/users/${carol}`)).status !== 404) await new Promise((resolve) => setTimeout(resolve, 5));
  keelson.write('keelson.yaml', config().replace('alice: developer', 'carol: developer'));
  expect(await plain()).toContain('there is no user carol: GitLab will refuse');
  await gitlab.user('caroline', { email: 'another@example.com' });
  expect(await plain()).toContain('there is no user carol: GitLab will refuse');
  keelson.write('keelson.yaml', config());
  // Who may not read audit events is told no more than before.
  const { token } = gitlab.as('alicia', ['api']);
  await gitlab.post(`/groups/${eng}/members`, { user_id: 1, access_level: 50 });
  const other = await keelson.told({ KEELSON_TOKEN: token }).run('plan');
  expect(other.out + other.err).not.toContain('called alicia by now');
});
