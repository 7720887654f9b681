import { expect, test } from 'vitest';
import { team } from './team.ts';

const many = Array.from({ length: 30 }, (_, index) => `  group-${index}: {}`).join('\n');

test('SIGINT during an apply finishes what is under way, says what was not attempted, and exits with 130', async () => {
  const { gitlab, keelson } = await team(`groups:\n${many}\n`, { latency: 40 });
  const { child, ran } = keelson.start('apply', '--auto-approve', '--concurrency', '1');
  while (!gitlab.sandbox.log.some(({ method, url }) => method === 'POST' && url === '/api/v4/groups'))
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGINT');
  const { status, out, err } = await ran;
  expect(status).toBe(130);
  expect(err).toContain('Finishing what is under way; interrupt again to stop at once.');
  expect(out).toMatch(/Not attempted\n {2}\d+ changes: the run was interrupted\n {4}\+ group\[group-\d+\], \+ group/);
  expect(out).toMatch(
    /Applied in part: \d+ created, 0 updated, 0 replaced, 0 deleted; 0 changes failed, \d+ not attempted\n$/,
  );
  const made = gitlab.sandbox.log.filter(({ method, url }) => method === 'POST' && url === '/api/v4/groups');
  expect(made.length).toBeLessThan(30);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});
