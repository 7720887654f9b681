import { expect, test } from 'vitest';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];

test('on Free, the undo of a protection that went makes it anew, though it was read with what needs a licence', async () => {
  const { gitlab, keelson } = await stage(
    { 'keelson.yaml': 'projects: { eng/web: { protected_branches: { dev: { state: absent } } } }\n' },
    { tier: 'free' },
  );
  const namespace_id = await gitlab.group('eng');
  await gitlab.post('/projects', { name: 'web', namespace_id });
  expect((await gitlab.post('/projects/eng%2Fweb/protected_branches', { name: 'dev' })).status).toBe(201);
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  expect((await gitlab.get('/projects/eng%2Fweb/protected_branches')).list).toEqual([]);
  const undone = await keelson.run(...APPLY, 'undo.json');
  expect([undone.status, undone.err]).toEqual([0, expect.not.stringContaining('lacks-tier')]);
  expect((await gitlab.get('/projects/eng%2Fweb/protected_branches')).list).toMatchObject([{ name: 'dev' }]);
});
