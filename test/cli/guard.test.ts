import { expect, test } from 'vitest';
import { team, teamYaml } from './team.ts';

const deletion = 'groups: { team: { state: absent }, other: {} }\n';

test('a plan that deletes a group is shown with what refuses it, and is not applied', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', deletion);
  expect(await keelson.run('plan')).toMatchInlineSnapshot(`
    {
      "err": "warning[guard-scope-deletion]: group[team] would be deleted, with everything in it
     = help: Look at the plan again; to apply it all the same, give --allow-scope-deletion

    1 warning
    ",
      "out": "Plan for http://gitlab.test (GitLab 18.9.0-ee)

    group[other]
      + group[other]: declared, and not there  (keelson.yaml:1:36)

    group[team]
      - group[team]: declared absent  (keelson.yaml:1:11)

    Plan: 1 to create, 0 to update, 0 to replace, 1 to delete; 0 unchanged
    5 reads made, 2 writes to come; checksum 0123456789ab
    ",
      "status": 0,
    }
  `);
  expect(await keelson.run('apply', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "error[guard-scope-deletion]: group[team] would be deleted, with everything in it
     = help: Look at the plan again; to apply it all the same, give --allow-scope-deletion

    1 error
    ",
      "out": "Plan for http://gitlab.test (GitLab 18.9.0-ee)

    group[other]
      + group[other]: declared, and not there  (keelson.yaml:1:36)

    group[team]
      - group[team]: declared absent  (keelson.yaml:1:11)

    Plan: 1 to create, 0 to update, 0 to replace, 1 to delete; 0 unchanged
    5 reads made, 2 writes to come; checksum 0123456789ab
    ",
      "status": 3,
    }
  `);
  expect((await gitlab.get('/groups/team')).object['marked_for_deletion_on']).toBe(null);
});

test('a guard is waived by its flag, for one run', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', deletion);
  const { status } = await keelson.run('apply', '--auto-approve', '--allow-scope-deletion');
  expect(status).toBe(0);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('the last owner is not taken away, and the flag for another guard does not help', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  await gitlab.delete('/groups/team/members/1');
  keelson.write('keelson.yaml', teamYaml.replace('alice: owner', 'alice: developer'));
  const { status, err } = await keelson.run('apply', '--auto-approve', '--allow-scope-deletion');
  expect({ status, err }).toMatchInlineSnapshot(`
    {
      "err": "error[guard-last-owner]: group[team] would be left with 0 of at least 1 owner
     = help: Look at the plan again; to apply it all the same, give --allow-last-owner

    1 error
    ",
      "status": 3,
    }
  `);
});
