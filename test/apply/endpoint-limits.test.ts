import { expect, it } from 'vitest';
import { stage } from './stage.ts';

const LIMITS = [
  'groups_api_limit',
  'group_api_limit',
  'project_api_limit',
  'projects_api_limit',
  'users_get_by_id_limit',
];
const settings = (value: number): string =>
  `instance:\n  settings: { ${LIMITS.map((name) => `${name}: ${value}`).join(', ')} }\n`;

it('limits of single endpoints, however low, are set back by the next run: it needs none of these', async () => {
  const { gitlab, keelson } = await stage(
    { 'keelson.yaml': `${settings(1)}groups: { team: { name: Team } }\n` },
    { endpointLimits: 'on' },
  );
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  // What the limits permit is used up.
  for (const path of ['/groups', '/groups/team', '/users/1'])
    for (let time = 0; time < 3; time++) await gitlab.get(path);
  expect((await gitlab.get('/groups/team')).status).toBe(429);
  gitlab.sandbox.log.length = 0;
  keelson.write('keelson.yaml', `${settings(600)}groups: { team: { name: Team } }\n`);
  const { status, err } = await keelson.run('apply', '--auto-approve', '--target', 'instance/settings');
  expect(status, err).toBe(0);
  expect(gitlab.sandbox.log.map(({ status: answered }) => answered).filter((answered) => answered === 429)).toEqual([]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});
