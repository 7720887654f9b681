import { expect, test } from 'vitest';
import { team, teamYaml } from './team.ts';

test('apply shows the plan, then what was done; progress goes to standard error', async () => {
  const { gitlab, keelson } = await team();
  expect(await keelson.run('apply', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "",
      "out": "Plan for http://gitlab.test (GitLab 18.9.0-ee)

    group[team]
      + group[team]: declared, and not there  (keelson.yaml:2:3)
          name        Team
          visibility  internal
      + member[alice]: declared, and not there  (keelson.yaml:6:7)
          access_level  owner
      + member[bob]: declared, and not there  (keelson.yaml:7:7)
          access_level  developer

    warning[creators-access]: GitLab makes root, whose token this is, an owner of the new group[team]: nothing declares that
     = help: Declare root in \`members\` there; undeclared, this access stays as long as its own token plans, also where members are pruned

    Plan: 3 to create, 0 to update, 0 to replace, 0 to delete; 0 unchanged
    11 reads made, 3 writes to come; checksum 0123456789ab

    Applied: 3 created, 0 updated, 0 replaced, 0 deleted
    ",
      "status": 0,
    }
  `);
  const members = await gitlab.get('/groups/team/members');
  expect(members.list.map(({ username, access_level: level }) => [username, level])).toEqual([
    ['root', 50],
    ['alice', 50],
    ['bob', 30],
  ]);
});

test('where nobody can be asked, nothing is applied without --auto-approve', async () => {
  const { gitlab, keelson } = await team();
  const { status, err } = await keelson.run('apply');
  expect({ status, err }).toMatchInlineSnapshot(`
    {
      "err": "error[not-approved]: nobody can be asked here whether to apply this plan
     = help: Give --auto-approve once the plan has been looked at

    1 error
    ",
      "status": 1,
    }
  `);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('an apply with nothing to do sends no write', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  gitlab.sandbox.log.length = 0;
  expect(await keelson.run('apply', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "",
      "out": "Nothing to do: http://gitlab.test is as the repository says (3 entries).
    ",
      "status": 0,
    }
  `);
  expect(gitlab.sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('who is no user is named by address, place and call, of which nothing was sent', async () => {
  const { keelson } = await team(teamYaml.replace('bob: developer', 'nobody.there: developer'));
  const { status, out } = await keelson.run('apply', '--auto-approve');
  expect(status).toBe(1);
  expect(out.slice(out.indexOf('\nFailed'))).toMatchInlineSnapshot(`
    "
    Failed
      + group[team]/member[nobody.there]: nothing is found by GET /users for nobody.there  (keelson.yaml:7:7)
          GET /users
          = help: check the spelling, or declare a new one in \`users\` of the instance; who comes from a directory may have to sign in first

    Applied in part: 2 created, 0 updated, 0 replaced, 0 deleted; 1 change failed, 0 not attempted
    "
  `);
});

test('--json prints the outcome alone', async () => {
  const { keelson } = await team();
  const { status, out } = await keelson.run('apply', '--auto-approve', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    summary: { created: 3, updated: 0, replaced: 0, deleted: 0, failed: 0, not_attempted: 0 },
  });
});
