import { expect, test } from 'vitest';
import { stage } from './stage.ts';

test('a saved plan that changes who may push to a branch is carried out', async () => {
  const yaml = (users: string): string => `groups:
  team: { name: Team, members: { root: owner, alice: developer, bob: developer } }
projects:
  team/web: { protected_branches: { rel: { push_access_level: [maintainer, ${users}] } } }
`;
  const { gitlab, keelson } = await stage({});
  keelson.write(
    'keelson.yaml',
    'groups: { team: { name: Team, members: { root: owner, alice: developer, bob: developer } } }\n',
  );
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const { object: team } = await gitlab.get('/groups/team');
  await gitlab.post('/projects', { name: 'web', namespace_id: Number(team['id']) });
  keelson.write('keelson.yaml', yaml('{ user: alice }'));
  const first = await keelson.run('apply', '--auto-approve');
  expect(first.status, first.out + first.err).toBe(0);
  keelson.write('keelson.yaml', yaml('{ user: bob }'));
  const saved = await keelson.run('plan', '--out', 'p.json');
  expect(saved.status, saved.out + saved.err).toBe(0);
  const applied = await keelson.run('apply', 'p.json', '--auto-approve');
  expect(applied.status, applied.out + applied.err).toBe(0);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});
