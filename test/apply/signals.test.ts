import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../../src/sandbox/store/json.ts';
import { expect, test } from 'vitest';
import { byStatus, stage, writes } from './stage.ts';

const groups = Array.from({ length: 20 }, (_, index) => `  group-${index}: {}`).join('\n');
const document = { 'keelson.yaml': `groups:\n${groups}\n` };

/** Waits until the platform has been sent something that changes it. */
async function underWay(gitlab: Awaited<ReturnType<typeof stage>>['gitlab']): Promise<void> {
  while (writes(gitlab).length === 0) await sleep(5);
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s finishes what is under way, starts no more, tells all of it and exits with 130',
  async (signal) => {
    const { gitlab, keelson } = await stage(document, { latency: 60 });
    gitlab.sandbox.log.length = 0;
    const { child, ran } = keelson.start('apply', '--auto-approve', '--json', '--concurrency', '3');
    await underWay(gitlab);
    child.kill(signal);
    const { status, out, err } = await ran;
    expect(status).toBe(130);
    expect(err).toContain('Finishing what is under way; interrupt again to stop at once.');
    const { done = [], failed = [], 'not-attempted': left = [] } = byStatus(out);
    expect(failed).toEqual([]);
    expect(done.length + left.length).toBe(20);
    expect(left.length).toBeGreaterThan(0);
    // What is said to be done is there, and what is not was never sent.
    const there = (await gitlab.get('/groups?per_page=100')).list.map(
      ({ full_path: path }) => `group[${textOf(path)}]`,
    );
    expect(there.sort()).toEqual(done);
    expect(writes(gitlab)).toHaveLength(done.length);
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);

test('a second signal stops at once, and the next run settles what was under way', async () => {
  const { gitlab, keelson } = await stage(document, { latency: 100 });
  gitlab.sandbox.fail('delay=5000@POST /groups');
  gitlab.sandbox.log.length = 0;
  const { child, ran } = keelson.start('apply', '--auto-approve', '--concurrency', '3');
  // A delayed request is noted once it is answered: the journal says that it is on its way.
  while (!existsSync(join(keelson.folder, '.keelson', 'journal.jsonl'))) await sleep(5);
  await sleep(50);
  child.kill('SIGINT');
  await sleep(100);
  const second = performance.now();
  child.kill('SIGINT');
  const { status, out } = await ran;
  expect(performance.now() - second).toBeLessThan(2000);
  expect(status).toBe(130);
  expect(out).not.toContain('Applied');
  gitlab.sandbox.fail('');
  const next = await keelson.run('apply', '--auto-approve');
  expect(next.status).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});
