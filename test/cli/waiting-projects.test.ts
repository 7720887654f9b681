import { expect, test } from 'vitest';
import { team } from './team.ts';

const YAML = 'groups: { eng: {} }\nprojects: { eng/web: { description: The web } }\n';

async function withProject() {
  const staged = await team(YAML);
  const eng = await staged.gitlab.group('eng');
  await staged.gitlab.post('/projects', { name: 'web', path: 'web', namespace_id: eng });
  return staged;
}

test('a project that waits for its deletion is told as that, and what is said to do works', async () => {
  const { gitlab, keelson } = await withProject();
  await gitlab.delete('/projects/1');
  const { status, err } = await keelson.run('apply', '--auto-approve');
  expect([status, err.match(/error\[\S+\]/g)]).toEqual([1, ['error[leftover]']]);
  expect(err.replace(/\s+/g, ' ')).toContain('project[eng/web] waits for its deletion (id 1)');
  expect(err).toContain('Write `restore: true` in it');
  keelson.write('keelson.yaml', YAML.replace('{ description', '{ restore: true, description'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
});

test('one that never was is told as before', async () => {
  const { gitlab, keelson } = await team(YAML);
  await gitlab.group('eng');
  const { err } = await keelson.run('plan');
  expect(err.match(/error\[\S+\]/g)).toEqual(['error[cannot-create]']);
});

test('where a group was renamed by hand with a project in it, the cause comes first', async () => {
  const { gitlab, keelson } = await withProject();
  await gitlab.put('/groups/eng', { path: 'dev', name: 'Dev' });
  const { err } = await keelson.run('plan');
  expect(err.match(/error\[\S+\]/g)).toEqual(['error[renamed-by-hand]', 'error[cannot-create]']);
});
