import { expect, test } from 'vitest';
import { refusingGateway } from './refusing-gateway.ts';
import { team } from './team.ts';

const statuses = [400, 401, 403, 404, 405, 409, 410, 418, 422, 451];

test.each(statuses)('a section whose read is answered with %d is told to be missing from an export', async (status) => {
  const { gitlab, keelson } = await team();
  const group = await gitlab.group('team', { name: 'Team' });
  await gitlab.post(`/groups/${group}/hooks`, { url: 'https://ci.example.com/x', name: 'ci' });
  const url = await refusingGateway(gitlab.sandbox.url, { method: 'GET', path: /\/groups\/team\/hooks/, status });
  const { out, err, ...ran } = await keelson.run('export', '--url', url);
  expect(ran.status).toBe(0);
  expect(out).not.toContain('ci.example.com');
  expect(err).toContain(
    `warning[unreadable]: group[team]/hooks cannot be read: GitLab answers ${status} to GET /groups/team/hooks (${status} refused here)`,
  );
});

test('what such an instance has nowhere in a place is not missing from its export', async () => {
  const { gitlab, keelson } = await team();
  await gitlab.group('team', { name: 'Team' });
  expect((await gitlab.get('/groups/team/member_roles')).status).toBe(400);
  const { status, err } = await keelson.run('export');
  expect(status).toBe(0);
  expect(err).not.toContain('member_roles');
});

test('only what an instance does not have is told to be not offered', async () => {
  const { gitlab, keelson } = await team('groups: { team: { hooks: {}, member_roles: {} } }');
  await gitlab.group('team', { name: 'Team' });
  const url = await refusingGateway(gitlab.sandbox.url, { method: 'GET', path: /\/groups\/team\/hooks/, status: 400 });
  const { status, err } = await keelson.run('plan', '--url', url);
  expect(status).toBe(1);
  expect(err).toContain('error[unreadable]: group[team]/hooks cannot be read: GitLab answers 400');
  expect(err).toContain('= help: Try again; if it stays, see what GitLab, or what stands in front of it, logs for');
  expect(err).toContain('error[not-offered]: group[team]/member_roles cannot be read: GitLab answers 400');
  expect(err).toContain('= help: Take member_roles out of the configuration there');
});
