import { expect, test } from 'vitest';
import { team, teamYaml } from './team.ts';

test('a plan says what would change, why, and which line asks for it', async () => {
  const { keelson } = await team();
  expect(await keelson.run('plan')).toMatchInlineSnapshot(`
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
    ",
      "status": 0,
    }
  `);
});

test('a second plan is empty', async () => {
  const { keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  expect(await keelson.run('plan')).toMatchInlineSnapshot(`
    {
      "err": "",
      "out": "Nothing to do: http://gitlab.test is as the repository says (3 entries).
    ",
      "status": 0,
    }
  `);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test('with --detailed-exitcode, something to do is 2', async () => {
  const { keelson } = await team();
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(2);
});

test('with --verbose, the plan shows every call', async () => {
  const { keelson } = await team();
  const { out } = await keelson.run('plan', '--verbose', '--target', 'group[team]');
  expect(out).toMatchInlineSnapshot(`
    "Plan for http://gitlab.test (GitLab 18.9.0-ee): only what --target group[team] fits

    group[team]
      + group[team]: declared, and not there  (keelson.yaml:2:3)
          name        Team
          visibility  internal
          POST /groups
            name:       "Team"
            visibility: "internal"
            path:       "team"

    warning[creators-access]: GitLab makes root, whose token this is, an owner of the new group[team]: nothing declares that
     = help: Declare root in \`members\` there; undeclared, this access stays as long as its own token plans, also where members are pruned

    Plan: 1 to create, 0 to update, 0 to replace, 0 to delete; 0 unchanged
    8 reads made, 1 write to come; checksum 0123456789ab
    "
  `);
});

test('what is live and not declared is counted, and is removed only where it is pruned', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  const id = await gitlab.user('carol');
  await gitlab.post('/groups/team/members', { user_id: id, access_level: 30 });
  expect((await keelson.run('plan')).out).toMatchInlineSnapshot(`
    "Unmanaged: 1 live entry is not declared, and left alone
      group[team]/members  1
      groups that nobody declared are not counted here: keelson drift looks for them

    Nothing to do: http://gitlab.test is as the repository says (3 entries).
    "
  `);
  keelson.write('keelson.yaml', teamYaml.replace('    members:', '    prune: [members]\n    members:'));
  expect((await keelson.run('plan')).out).toMatchInlineSnapshot(`
    "Plan for http://gitlab.test (GitLab 18.9.0-ee)

    group[team]
      - member[carol]: not declared, and members is pruned  (keelson.yaml:5:13)
          access_level  developer

    Plan: 0 to create, 0 to update, 0 to replace, 1 to delete; 3 unchanged
    7 reads made, 1 write to come; checksum 0123456789ab
    "
  `);
});

test('--json prints the plan as the published schema describes it', async () => {
  const { keelson } = await team();
  const { out, status } = await keelson.run('plan', '--json');
  const plan: unknown = JSON.parse(out);
  expect(status).toBe(0);
  expect(plan).toMatchObject({
    format: 'keelson/plan@1',
    target: { url: 'http://gitlab.test', version: '18.9.0-ee' },
    summary: { create: 3, update: 0, replace: 0, delete: 0, unchanged: 0 },
    changes: [{ address: 'group[team]', action: 'create' }, {}, {}],
  });
});

test('--json and --markdown together are an error of usage, and print neither', async () => {
  const { keelson } = await team();
  for (const args of [['plan'], ['merge', 'a.json']]) {
    const { status, out, err } = await keelson.run(...args, '--json', '--markdown');
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain("option '--markdown' cannot be used with option '--json'");
  }
});

test('--markdown prints the plan as a note of a merge request', async () => {
  const { keelson } = await team();
  expect((await keelson.run('plan', '--markdown')).out).toMatchInlineSnapshot(`
    "<!-- keelson:plan -->

    ### Keelson plan

    For <code>http://gitlab.test</code> (GitLab 18.9.0-ee)

    | to create | to update | to replace | to delete | unchanged |
    | --: | --: | --: | --: | --: |
    | 3 | 0 | 0 | 0 | 0 |

    <details><summary><code>group&#91;team&#93;</code>: 3 to create</summary>

    \`\`\`diff
    @@ + group[team]: declared, and not there (keelson.yaml:2:3) @@
    + name: Team
    + visibility: internal
    @@ + member[alice]: declared, and not there (keelson.yaml:6:7) @@
    + access_level: owner
    @@ + member[bob]: declared, and not there (keelson.yaml:7:7) @@
    + access_level: developer
    \`\`\`

    </details>

    \`\`\`text
     warning[creators-access]: GitLab makes root, whose token this is, an owner of the new group[team]: nothing declares that
      = help: Declare root in \`members\` there; undeclared, this access stays as long as its own token plans, also where members are pruned
    \`\`\`

    <sub>11 reads made, 3 writes to come; checksum 0123456789ab</sub>
    "
  `);
});

test('a target that fits nothing is an error, since an empty plan would hide it', async () => {
  const { keelson } = await team();
  expect(await keelson.run('plan', '--target', 'group[tema]')).toMatchInlineSnapshot(`
    {
      "err": "error[unknown-target]: nothing declared or live has an address that fits --target group[tema]
     = help: Write group[team], as the plan prints addresses; * and ** stand for parts of them

    1 error
    ",
      "out": "",
      "status": 1,
    }
  `);
});

test('a member who is no user is told, and the plan stands', async () => {
  const { keelson } = await team(teamYaml.replace('bob: developer', 'bbo: developer'));
  const { out, status } = await keelson.run('plan');
  expect(out).toContain('+ member[bbo]: declared, and not there');
  expect(out).toContain(
    'keelson.yaml:7:7: warning[presumed-missing]: there is no user bbo: GitLab will refuse group[team]/member[bbo]',
  );
  expect(out).toContain('; 0 unchanged; GitLab will refuse 1 of them\n');
  expect(out).not.toContain('no user alice');
  expect(status).toBe(0);
});

test('a member who has another name now is not taken out by the old one: the plan is refused at the line, and drift still tells', async () => {
  const { gitlab, keelson, bob } = await team(
    teamYaml.replace('    name: Team', '    name: Team\n    prune: [members]'),
  );
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  await gitlab.put(`/users/${bob}`, { username: 'robert' });
  const { err, status } = await keelson.run('apply', '--auto-approve');
  expect(err).toContain(
    'keelson.yaml:8:7: error[presumed-missing]: there is no user bob any more, who is called robert by now, as the audit events tell: GitLab will refuse group[team]/member[bob], and group[team]/member[robert] would be removed beside it',
  );
  expect(status).toBe(1);
  expect((await gitlab.get(`/groups/team/members/${bob}`)).status).toBe(200);
  const drift = await keelson.run('drift');
  expect(drift.status).toBe(2);
  expect(drift.out).toContain('group[team]/member[robert]');
});

test('a --resend that fits nothing is an error, as a target is', async () => {
  const { gitlab, keelson } = await team();
  await gitlab.group('team', { name: 'Team' });
  const { status, err } = await keelson.run('plan', '--resend', 'group[tema]**');
  expect(status).toBe(1);
  expect(err).toContain(
    'error[unknown-target]: nothing declared or live has an address that fits --resend group[tema]**',
  );
  expect((await keelson.run('plan', '--resend', 'group[team]**')).status).toBe(0);
});
