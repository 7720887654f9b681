import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
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
  const number = idOf(await gitlab.get('/projects/ops%2Flocks'));
  const { status } = await keelson.run('apply', 'keelson.yaml', '--auto-approve');
  expect(status).toBe(0);
  const urls = gitlab.sandbox.log.map(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}`);
  expect(urls.filter((url) => url.endsWith('/lock'))).toEqual([
    `POST /api/v4${lockPath}`,
    `DELETE /api/v4${lockPath.replace('ops%2Flocks', String(number))}`,
  ]);
  expect((await gitlab.post(lockPath, somebodys)).status).toBe(200);
});

it('a run gives back the lock of a project whose group it has renamed', async () => {
  const { gitlab, keelson } = await lockable();
  keelson.write('keelson.yaml', 'lock: { project: ops/locks }\ngroups: { run: { previously: ops } }\n');
  const { status, err } = await keelson.run('apply', 'keelson.yaml', '--auto-approve');
  expect([status, err]).toEqual([0, expect.not.stringContaining('lock-kept')]);
  expect((await gitlab.post(lockPath.replace('ops', 'run'), somebodys)).status).toBe(200);
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
  const { status, err } = await waiting;
  expect(status).toBe(0);
  expect(err.match(/has the lock in ops\/locks since .*: waiting for it, 30 seconds at most\.\n/g)).toHaveLength(1);
});

it('the lock of a run that has died is broken by --break-lock alone', async () => {
  const { gitlab, keelson } = await lockable();
  await gitlab.post(lockPath, somebodys);
  expect((await keelson.run('apply', 'keelson.yaml', '--auto-approve')).status).toBe(3);
  expect((await keelson.run('apply', 'keelson.yaml', '--auto-approve', '--break-lock')).status).toBe(0);
});

it('a run that the user of this token is kept out by is told so, and what to do where it has died', async () => {
  const { gitlab, keelson } = await lockable();
  await gitlab.post(lockPath, somebodys);
  const { status, err } = await keelson.run('apply', 'keelson.yaml', '--auto-approve');
  expect(status).toBe(3);
  expect(err).toContain('root, the user of this token, has the lock in ops/locks since');
  expect(err).toContain('one has died or lost its connection: give --break-lock once');
});

it('a run that cannot give its lock back says in the end who may still have it, and how it is broken', async () => {
  const { gitlab, keelson } = await lockable();
  gitlab.sandbox.fail({ faults: [{ kind: 'reset-before', on: 'DELETE /projects/*/terraform/state/*/lock' }] });
  const { status, out, err } = await keelson.run('apply', 'keelson.yaml', '--auto-approve');
  gitlab.sandbox.fail('');
  expect([status, out], err).toEqual([1, expect.stringContaining('Applied: 1 created')]);
  expect(err).toContain('error[lock-kept]: the lock in ops/locks could not be given back, and root may still have it');
  expect(err).toMatch(/= help: Give --break-lock once to the next apply[^\n]*\s+1 error\n$/);
  expect((await keelson.run('apply', 'keelson.yaml', '--auto-approve')).status).toBe(3);
  expect((await keelson.run('apply', 'keelson.yaml', '--auto-approve', '--break-lock')).status).toBe(0);
});

it.each([
  ['does not see', 0, 'which is not there, or this token does not see it'],
  ['may only read', 30, 'the user of this token may not take it'],
])(
  'a lock in a project that the token %s is told in words, and nothing is applied, be it to be broken or not',
  async (_, level, words) => {
    const { gitlab, keelson } = await lockable();
    const one = await gitlab.group('one');
    await gitlab.post(`/groups/${one}/members`, { username: 'alice', access_level: 50 });
    if (level > 0) await gitlab.post('/projects/ops%2Flocks/members', { username: 'alice', access_level: level });
    keelson.write('token', gitlab.as('alice').token);
    const asAlice = ['apply', '--auto-approve', '--token-file', 'token', '--target', 'group[one]**'];
    for (const broken of [[], ['--break-lock']]) {
      const { status, out, err } = await keelson.run(...asAlice, ...broken);
      expect([status, out], err).toEqual([1, '']);
      expect(err).toContain('error[lock-out-of-reach]: the lock of this configuration is in ops/locks');
      expect(err).toContain(words);
      expect(err).toContain('Make the user of this token a maintainer of ops/locks');
    }
  },
);

it('a run whose lock was taken away says so, after all that it has to report, and does not end as if all were well', async () => {
  const { gitlab, keelson } = await lockable();
  gitlab.sandbox.fail({ faults: [{ kind: 'delay', on: 'POST /groups', value: 1500 }] });
  const running = keelson.run('apply', 'keelson.yaml', '--auto-approve');
  const isMaking = (): boolean =>
    gitlab.sandbox.log.some(({ method, url }) => method === 'POST' && url.endsWith('/lock'));
  while (!isMaking()) await new Promise((resolve) => setTimeout(resolve, 20));
  await gitlab.delete(lockPath);
  const { status, out, err } = await running;
  expect(out).toContain('Applied: 1 created');
  expect(status).toBe(1);
  expect(err).toContain("error[lock-lost]: the lock in ops/locks was not this run's any more");
});
