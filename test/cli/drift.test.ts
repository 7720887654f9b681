import { expect, test } from 'vitest';
import { team } from './team.ts';

test('without drift, the report says so and exits with 0', async () => {
  const { keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  expect(await keelson.run('drift')).toMatchInlineSnapshot(`
    {
      "err": "",
      "out": "No drift: http://gitlab.test is as the repository says.
    ",
      "status": 0,
    }
  `);
});

test('drift names what has changed and who did it, and exits with 2', async () => {
  const { gitlab, keelson, bob } = await team();
  await keelson.run('apply', '--auto-approve');
  await gitlab.as('alice').put(`/groups/team/members/${bob}`, { access_level: 40 });
  const { status, out, err } = await keelson.run('drift');
  expect({
    status,
    out: out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/, '2026-01-01 00:00 UTC'),
    err,
  }).toMatchInlineSnapshot(`
    {
      "err": "",
      "out": "Changed
      group[team]/member[bob] has access_level maintainer, the repository says developer
          (keelson.yaml:7:7; last touched by alice, 2026-01-01 00:00 UTC)

    Drift on http://gitlab.test: 1 changed, 0 not in the repository, 0 not on the instance; 2 as declared
    ",
      "status": 2,
    }
  `);
});

test('--json is the plan, and drift is 2 as well', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  await gitlab.put('/groups/team', { visibility: 'private' });
  const { status, out } = await keelson.run('drift', '--json');
  expect(status).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ changes: [{ address: 'group[team]', action: 'update' }] });
});
