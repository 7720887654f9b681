import { expect, test } from 'vitest';
import { team } from './team.ts';

const yaml = `projects:
  team/site:
    members:
      bob: developer
groups:
  team:
    name: Team
    visibility: private
`;

test('a project that was renamed by hand is drift, and hides nothing of the rest', async () => {
  const { gitlab, keelson } = await team(yaml);
  const group = await gitlab.group('team', { name: 'Team', visibility: 'public' });
  await gitlab.post('/projects', { path: 'site2', namespace_id: group });
  const { status, out } = await keelson.run('drift');
  expect(status).toBe(2);
  expect(out).toContain('In the repository, not on the instance');
  expect(out).toMatch(/project\[team\/site\] is declared, and not there {2}\(keelson\.yaml:2:3\)/);
  expect(out).toContain('group[team] has visibility public, the repository says private');
  expect(out).toContain('nothing says that it is to be made');
  const { changes } = JSON.parse((await keelson.run('drift', '--json')).out) as { changes: { address: string }[] };
  expect(changes.map(({ address }) => address)).toEqual(
    expect.arrayContaining(['project[team/site]', 'project[team/site]/member[bob]', 'group[team]']),
  );
});

test('a plan with a project that is not there is refused, and says what else is wrong', async () => {
  const { gitlab, keelson } = await team(`${yaml}  gone: { previously: team/gonne, members: { nobody: owner } }\n`);
  await gitlab.group('team', { name: 'Team', visibility: 'private' });
  const { status, err } = await keelson.run('plan');
  expect(status).toBe(1);
  expect(err).toContain('error[cannot-create]');
  expect(err).toContain('warning[former-missing]');
  expect(err).toContain('there is no user');
});

test('a project whose group is gone may come back with it', async () => {
  const { keelson } = await team(yaml);
  const { status, err } = await keelson.run('plan');
  expect(status).toBe(1);
  expect(err).toMatch(/write `restore: true` in group\[team\], which\s+is not there either/);
});

test('drift fails where it could not compare something, and nothing else differs', async () => {
  const { gitlab, keelson } = await team(
    'groups: { team: { name: Team, hooks: { ci: { url: https://ci.example.com/x } } } }\n',
  );
  const group = await gitlab.group('team', { name: 'Team' });
  const hook = { url: 'https://ci.example.com/x', name: 'ci' };
  for (const one of [hook, hook]) await gitlab.post(`/groups/${group}/hooks`, one);
  const { status, out } = await keelson.run('drift');
  expect(out).toContain('error[ambiguous]: group[team]/hook[ci] is there 2 times');
  expect(out).toContain('No drift seen on http://gitlab.test, where what is told above could not be compared');
  expect(status).toBe(1);
});

test('what the matching of groups found is told beside every error', async () => {
  const { gitlab, keelson } = await team(
    'groups:\n  pay:\n    name: Pay\n  pay/card: { previously: pay/crads, name: Cards }\n',
  );
  await gitlab.group('pay', { name: 'Pay' });
  await gitlab.group('pay/cards', { name: 'Cards' });
  const { status, err } = await keelson.run('plan');
  expect(status).toBe(1);
  expect(err).toContain('error[taken]');
  expect(err).toContain('warning[former-missing]');
  expect(err).toContain('there is nothing at pay/crads');
});

test('a group that nobody can tell is an error beside the drift elsewhere, and is not told as missing', async () => {
  const { gitlab, keelson } = await team(
    'groups:\n  team: { name: Team, visibility: private }\n  new: { previously: old, name: New }\n  new/kid: { name: Kid }\n',
  );
  await gitlab.group('team', { name: 'Team', visibility: 'public' });
  for (const path of ['old', 'new']) await gitlab.group(path, { name: path });
  const { status, out, err } = await keelson.run('drift');
  expect(status).toBe(1);
  expect(`${out}${err}`).toContain('error[both-there]');
  expect(out).toContain('group[team] has visibility public, the repository says private');
  expect(out).not.toContain('group[new/kid] is declared, and not there');
  expect(out).not.toMatch(/group\[new\] (is declared|has)/);
  expect((await keelson.run('plan')).status).toBe(1);
});

test('a section that nobody may read is an error beside the drift elsewhere', async () => {
  const { gitlab, keelson } = await team(
    'groups:\n  team: { name: Team, hooks: { ci: { url: https://ci.example.com/x } } }\n',
  );
  const group = await gitlab.group('team', { name: 'Other' });
  const { list } = await gitlab.get('/users?username=alice');
  await gitlab.post(`/groups/${group}/members`, { user_id: Number(list[0]?.['id']), access_level: 30 });
  keelson.write('token', gitlab.as('alice').token);
  const { status, out } = await keelson.run('drift', '--token-file', 'token');
  expect(status).toBe(1);
  expect(out).toContain('error[unreadable]');
  expect(out).toContain('group[team] has name Other, the repository says Team');
  expect(out).not.toContain('hook[ci] is declared, and not there');
});
