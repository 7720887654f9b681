import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandbox } from '../sandbox/client.ts';
import { team } from './team.ts';

test('a saved plan is applied as it was saved, and only its owner can read it', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('plan', '--out', 'plan.json');
  expect(statSync(join(keelson.folder, 'plan.json')).mode & 0o777).toBe(0o600);
  keelson.write('keelson.yaml', 'groups: {}\n'); // what the configuration says by now plays no part
  const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect({ status, out }).toMatchInlineSnapshot(`
    {
      "out": "Done
      + group[team]
      + group[team]/member[alice]
      + group[team]/member[bob]

    Applied: 3 created, 0 updated, 0 replaced, 0 deleted
    ",
      "status": 0,
    }
  `);
  expect((await gitlab.get('/groups/team')).object['visibility']).toBe('internal');
});

test('what the guards said of a plan holds when it is applied from its file', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', 'groups: { team: { state: absent } }\n');
  await keelson.run('plan', '--out', 'plan.json');
  const refused = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(refused).toMatchInlineSnapshot(`
    {
      "err": "error[guard-scope-deletion]: group[team] would be deleted, with everything in it
     = help: Look at the plan again; to apply it all the same, give --allow-scope-deletion

    1 error
    ",
      "out": "",
      "status": 3,
    }
  `);
  expect((await gitlab.get('/groups/team')).object['marked_for_deletion_on']).toBe(null);
  expect((await keelson.run('apply', 'plan.json', '--auto-approve', '--allow-scope-deletion')).status).toBe(0);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('an edited plan is refused', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('plan', '--out', 'plan.json');
  const file = readFileSync(join(keelson.folder, 'plan.json'), 'utf8');
  keelson.write('plan.json', file.replaceAll('"internal"', '"public"'));
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "error[plan-file-edited]: the plan file was edited after it was made: its checksum does not fit
     = help: Make the plan anew with \`keelson plan --out FILE\`

    1 error
    ",
      "out": "",
      "status": 3,
    }
  `);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('a plan is refused once what it was made from has changed', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', 'groups: { team: { visibility: private } }\n');
  await keelson.run('plan', '--out', 'plan.json');
  await gitlab.put('/groups/team', { visibility: 'public' });
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "  ~ group[team]: stale, it has changed since the plan was made
    ",
      "out": "Stale: changed since the plan was made
      ~ group[team]

    Nothing was applied: 0 changes failed, 1 stale, 0 not attempted
    ",
      "status": 3,
    }
  `);
  expect((await gitlab.get('/groups/team')).object['visibility']).toBe('public');
});

test('a plan for another instance is refused', async () => {
  const { gitlab, keelson } = await team();
  const other = await sandbox();
  await keelson.run('plan', '--out', 'plan.json');
  const { status, err } = await keelson.run('apply', 'plan.json', '--auto-approve', '--url', other.sandbox.url);
  expect({ status, err: err.replace(other.sandbox.url, 'http://other.test') }).toMatchInlineSnapshot(`
    {
      "err": "error[plan-file-foreign]: the plan was made for http://gitlab.test, and this is http://other.test
     = help: Make a plan for this instance

    1 error
    ",
      "status": 3,
    }
  `);
  expect((await other.get('/groups/team')).status).toBe(404);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('a file that is no plan is refused in a sentence', async () => {
  const { keelson } = await team();
  keelson.write('plan.json', '{"format": "keelson/plan@9"}');
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "error[plan-file-newer]: the plan file has format keelson/plan@9, and this version of Keelson knows keelson/plan@1
     = help: Apply it with the version of Keelson that made it

    1 error
    ",
      "out": "",
      "status": 3,
    }
  `);
  keelson.write('plan.json', 'not JSON');
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchInlineSnapshot(`
    {
      "err": "error[plan-file-cut]: the plan file is not whole: it ends early, or is no JSON
     = help: Make the plan anew with \`keelson plan --out FILE\`

    1 error
    ",
      "out": "",
      "status": 3,
    }
  `);
});
