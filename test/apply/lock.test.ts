import { expect, it } from 'vitest';
import { stage } from './stage.ts';

const document = `lock: { project: ops/locks }
groups:
  one: { description: the first }
`;

/** A stage whose platform has the project that the lock is taken in. */
async function lockable(): ReturnType<typeof stage> {
  const set = await stage({ 'keelson.yaml': document }, {}, {});
  const group = await set.gitlab.group('ops');
  await set.gitlab.post('/projects', { name: 'locks', path: 'locks', namespace_id: group });
  return set;
}

const lockPath = '/projects/ops%2Flocks/terraform/state/keelson/lock';
const somebodys = {
  ID: 'of-somebody',
  Operation: 'apply',
  Info: '',
  Who: 'x',
  Version: '1',
  Created: '2026-01-01T00:00:00Z',
  Path: '',
};

it('a run takes the lock, and gives it back when it is done', async () => {
  const { gitlab, keelson } = await lockable();
  const { status } = await keelson.run('apply', 'keelson.yaml', '--auto-approve');
  expect(status).toBe(0);
  const urls = gitlab.sandbox.log.map(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}`);
  expect(urls.filter((url) => url.endsWith('/lock'))).toEqual([`POST /api/v4${lockPath}`, `DELETE /api/v4${lockPath}`]);
  expect((await gitlab.post(lockPath, somebodys)).status).toBe(200);
});

it('a run is refused while somebody else has the lock, and told who', async () => {
  const { gitlab, keelson } = await lockable();
  await gitlab.user('rival');
  await gitlab.post('/projects/ops%2Flocks/members', { username: 'rival', access_level: 40 });
  await gitlab.as('rival').post(lockPath, somebodys);
  const { status, err } = await keelson.run('apply', 'keelson.yaml', '--auto-approve');
  expect(status).toBe(3);
  expect(err).toContain('rival has the lock in ops/locks since');
  expect((await gitlab.get('/groups/one')).status).toBe(404);
});

it('a run waits for the lock as long as it is told to', async () => {
  const { gitlab, keelson } = await lockable();
  await gitlab.post(lockPath, somebodys);
  const waiting = keelson.run('apply', 'keelson.yaml', '--auto-approve', '--lock-wait', '30');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await gitlab.delete(`${lockPath}?ID=of-somebody`);
  expect((await waiting).status).toBe(0);
});

it('the lock of a run that has died is broken by --break-lock alone', async () => {
  const { gitlab, keelson } = await lockable();
  await gitlab.post(lockPath, somebodys);
  expect((await keelson.run('apply', 'keelson.yaml', '--auto-approve')).status).toBe(3);
  expect((await keelson.run('apply', 'keelson.yaml', '--auto-approve', '--break-lock')).status).toBe(0);
});
