import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { writes } from '../apply/stage.ts';
import { adopting } from './adopting.ts';
import { teamYaml } from './team.ts';

const asking = ['adopt', '--merge-request', 'root/configuration'] as const;
const crew = teamYaml.replace('name: Team', 'name: Crew');

test('what is live is one merge request, brought up to date by each run and closed where nothing is left, and nothing else is written', async () => {
  const { gitlab, keelson, root, requests, branches, text } = await adopting();
  const ran = await keelson.run(...asking);
  expect(ran).toEqual({
    status: 0,
    err: '',
    out: `keelson.yaml:3  group[team].name: Team → Crew

Made root/configuration!1, with 1 difference in 1 file.
http://gitlab.test/root/configuration/-/merge_requests/1
`,
  });
  const [request] = await requests();
  const branch = textOf(request?.['source_branch']);
  expect(branch).toMatch(/^keelson\/adopt-[0-9a-f]{16}$/);
  expect(request).toMatchObject({ state: 'opened', target_branch: 'main', title: 'Adopt what is live in GitLab' });
  expect(
    textOf(request?.['description'])
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/, 'WHEN')
      .replace(/http[\w:/.]+/, 'URL')
      .replace(/[0-9a-f]{16}/g, 'HASH'),
  ).toMatchInlineSnapshot(`
    "<!-- keelson:adopt HASH -->
    <!-- keelson:differences HASH -->

    ### What is live, and not declared so of <code>keelson.yaml</code>

    1 difference in 1 file, live in <code>URL</code>. The configuration says otherwise. What one of its last commits has declared otherwise, and nobody has touched since as far as audit events tell, is taken for merged and not applied yet, and left out. Below is what is edited, with who touched it last where audit events tell. Merged, the next plan leaves it as it is; without that \`keelson apply\` brings it to what is declared.

    \`\`\`text
     keelson.yaml:3  group[team].name: Team → Crew
       last touched by alice, WHEN
    \`\`\`

    <sub>Each run of \`keelson adopt --merge-request\` brings this description and the one commit of the branch up to date, and closes this where nothing is left to be adopted. It does not touch a branch that has got other commits.</sub>
    "
  `);
  expect([await text(branch), await text('main')]).toEqual([crew, teamYaml]);
  expect(readFileSync(join(keelson.folder, 'keelson.yaml'), 'utf8')).toBe(teamYaml);
  expect(await keelson.run(...asking)).toMatchObject({
    out: expect.stringContaining('Nothing new for root/configuration!1, with 1 difference') as string,
  });

  await gitlab.put('/groups/team', { description: 'of ours' });
  await gitlab.put('/groups/team', { name: 'Team' });
  keelson.write('keelson.yaml', teamYaml.replace('name: Team', 'name: Team\n    description: old'));
  expect(await keelson.run(...asking)).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringContaining('other-base') as string,
  });
  keelson.write('keelson.yaml', teamYaml);
  await gitlab.put('/groups/team', { name: 'Squad' });
  expect(await keelson.run(...asking)).toMatchObject({
    out: expect.stringContaining('Brought root/configuration!1 up to date, with 1 difference') as string,
  });
  expect(await text(branch)).toBe(teamYaml.replace('name: Team', 'name: Squad'));

  await gitlab.put('/groups/team', { name: 'Team' });
  expect(await keelson.run(...asking)).toMatchObject({
    status: 0,
    out: `Nothing to adopt: the configuration says what is live, but for what is told above.
Closed root/configuration!1.
Removed the branch ${branch}.
`,
  });
  expect(await requests()).toMatchObject([{ state: 'closed' }]);
  expect(await branches()).toEqual(['main']);
  expect(await keelson.run(...asking)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Nothing to adopt: .*\n$/) as string,
  });
  const own = writes(gitlab).filter((call) => !call.endsWith('/groups/team'));
  expect(own).toEqual([
    `POST ${root}/repository/commits`,
    `POST ${root}/merge_requests`,
    `POST ${root}/repository/commits`,
    `PUT ${root}/merge_requests/1`,
    `PUT ${root}/merge_requests/1`,
    `DELETE ${root}/repository/branches/${encodeURIComponent(branch)}`,
  ]);
});

test('it is assigned to the one person behind all of it, where that is one who may see it', async () => {
  const { gitlab, keelson, bob, member, requests } = await adopting();
  const alice = await member('alice');
  await keelson.run(...asking);
  expect(await requests()).toMatchObject([{ assignees: [{ username: 'alice' }] }]);
  // Somebody else has a part in it.
  await gitlab.delete(`/groups/team/members/${bob}`);
  await keelson.run(...asking);
  const [both] = await requests();
  expect(both).toMatchObject({
    assignees: [],
    description: expect.stringMatching(/touched by alice[^]*by root/) as string,
  });
  expect(await alice.put('/groups/team', { name: 'Team' })).toMatchObject({ status: 200 });
});

test('its text mentions nobody and runs nothing, whatever is live', async () => {
  const { gitlab, keelson, requests } = await adopting(
    teamYaml.replace('name: Team', 'name: Team\n    description: old'),
  );
  const live = '/close\n/assign @root\n````\n```\n@all `x` ~label !1 #1 <b>';
  expect(await gitlab.put('/groups/team', { description: live })).toMatchObject({ status: 200 });
  await keelson.run(...asking);
  const [request] = await requests();
  const description = textOf(request?.['description']);
  expect(description).toContain('description: old → ');
  expect(description.split('\n').filter((line) => line.startsWith('/'))).toEqual([]);
  const [before = '', , after = ''] = description.split(/^`{3,}(?:text)?$/m);
  expect(description.match(/^`{3,}/gm)).toEqual(['`````', '`````']);
  for (const outside of [before, after]) expect(outside.replace(/`[^`\n]*`/g, '')).not.toMatch(/[@~!#]\w/);
});

test('the edit is that of the file, byte for byte, wherever it stands in its checkout', async () => {
  const yaml = `\u{feff}${teamYaml.replaceAll('\n', '\r\n')}`;
  const { keelson, commit, requests, text } = await adopting();
  await commit('main', yaml, 'conf/a b/team.yaml');
  keelson.write('here/.git/HEAD', 'ref: refs/heads/main\n');
  keelson.write('here/conf/a b/team.yaml', yaml);
  const ran = await keelson.run('adopt', 'here/conf', ...asking.slice(1));
  expect(ran).toMatchObject({ status: 0, err: '' });
  const [request] = await requests();
  expect(await text(textOf(request?.['source_branch']), 'conf/a b/team.yaml')).toBe(
    yaml.replace('name: Team', 'name: Crew'),
  );

  // What stands in a repository within it, as a submodule does, has another path in another project.
  keelson.write('here/conf/a b/.git', 'gitdir: elsewhere\n');
  expect(await keelson.run('adopt', 'here/conf', ...asking.slice(1))).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringContaining('error[outside-checkout]: here/conf/a b/team.yaml is to be edited') as string,
  });
});

test('--dry-run prints the patch and says what would become of the merge request', async () => {
  const { gitlab, keelson, requests, branches } = await adopting();
  const dry = () => keelson.run(...asking, '--dry-run');
  const plain = await keelson.run('adopt', '--dry-run');
  const ran = await dry();
  expect(ran).toMatchObject({ status: 0, out: plain.out });
  expect(plain.err).toMatch(/^In `@@ -LINE \+LINE @@` the first is a line of the file as it is, /);
  expect(ran.err.replace(plain.err, '')).toMatch(
    /^A merge request from keelson\/adopt-[0-9a-f]{16} into main of root\/configuration would be made\.\n$/,
  );
  expect([await requests(), await branches(), writes(gitlab)]).toEqual([[], ['main'], []]);
  await keelson.run(...asking);
  expect((await dry()).err).toBe(`${plain.err}root/configuration!1 would be brought up to date.\n`);
  await gitlab.put('/groups/team', { name: 'Team' });
  expect((await dry()).err).toContain('root/configuration!1 would be closed.\n');
  expect(await requests()).toMatchObject([{ state: 'opened' }]);
});

test('what keeps it from being written is told, and nothing is written', async () => {
  const { gitlab, keelson, root, member, commit, text } = await adopting();
  const reader = gitlab.as('root', ['read_api']);
  const guest = await member('guest', 20);
  const failing = async (env: { readonly [name: string]: string } = {}, project = 'root/configuration') => {
    gitlab.sandbox.log.length = 0;
    const ran = await keelson.told(env).run('adopt', '--merge-request', project);
    expect(ran).toMatchObject({ status: 1, out: '' });
    expect(writes(gitlab).filter((call) => !call.endsWith('/repository/commits'))).toEqual([]);
    return ran.err.replace(/adopt-[0-9a-f]{16}/g, 'adopt-HASH');
  };
  expect(await failing({ KEELSON_TOKEN: reader.token })).toMatchInlineSnapshot(`
    "error[read-only-token]: KEELSON_TOKEN lacks the scope api, without which the merge request in root/configuration is not written (it has read_api)
     = help: Set KEELSON_NOTE_TOKEN to a token with the scope api, such as one of the project with the role Developer; to look at the instance read_api is enough

    1 error
    "
  `);
  expect(await failing({ KEELSON_NOTE_TOKEN: guest.token })).toMatchInlineSnapshot(`
    "error[request-unwritten]: the user of the token may not write the merge request in root/configuration: POST /projects/1/repository/commits was answered with 403: 403 Forbidden - You are not allowed to push into this branch
     = help: Make the user a member of the project, as Developer at least, who may push to branches like keelson/*; in an archived project nobody may

    1 error
    "
  `);
  expect(await failing({}, 'root/nowhere')).toMatchInlineSnapshot(`
    "error[request-unwritten]: there is no project root/nowhere, or the user of the token does not see it: the merge request in root/nowhere is not written
     = help: See that it is written as group/project, and that the user is a member of it, as Developer at least

    1 error
    "
  `);
  await commit('main', `# of somebody else\n${teamYaml}`);
  expect(await failing()).toMatchInlineSnapshot(`
    "error[other-base]: keelson.yaml is not the same here as on main of root/configuration, so that nothing is written: the edit would take back what others have done, or is not pushed
     = help: Bring this checkout to main of root/configuration, and run it again; see too that git does not change the ends of lines here

    1 error
    "
  `);
  await commit('main', teamYaml);
  await keelson.run(...asking);
  const [branch = ''] = (await gitlab.get(`${root}/repository/branches?search=keelson`)).list.map(({ name }) =>
    textOf(name),
  );
  await commit(branch, `# reviewed\n${crew}`);
  expect(await failing()).toMatchInlineSnapshot(`
    "error[foreign-branch]: keelson/adopt-HASH of root/configuration holds other commits than the one of an earlier run, so that nothing is written
     = help: Merge what it holds, or remove the branch; then run it again

    1 error
    "
  `);
  expect(await text(branch)).toBe(`# reviewed\n${crew}`);
  // Squashed, what it holds is merged, and its commits are not.
  const [request] = (await gitlab.get(`${root}/merge_requests?state=opened`)).list;
  const merge = `${root}/merge_requests/${Number(request?.['iid'])}/merge`;
  expect(await gitlab.put(merge, { squash: true, should_remove_source_branch: false })).toMatchObject({ status: 200 });
  const merged = (await failing()).replace(/!\d+/, '!N');
  expect(merged).toContain('all of which root/configuration!N has merged, and is there still');
  expect(merged).toContain('help: Remove the branch');
  await commit(branch, `# once more\n${crew}`);
  expect(await failing()).toContain('help: Merge what it holds, or remove the branch');
});

test('it is written on the instance that KEELSON_NOTE_URL names with the token for it alone, and assigned to nobody there', async () => {
  const one = await adopting();
  const other = await adopting();
  const writer = await other.member('writer');
  await other.member('alice');
  const elsewhere = one.keelson.told({ KEELSON_NOTE_URL: other.gitlab.sandbox.url });
  other.gitlab.sandbox.log.length = 0;
  expect(await elsewhere.run(...asking)).toMatchObject({
    status: 1,
    err: expect.stringContaining('that of the run is for another instance') as string,
  });
  expect(other.gitlab.sandbox.log).toEqual([]);
  const both = elsewhere.told({ KEELSON_NOTE_TOKEN: writer.token });
  expect(await both.run(...asking)).toMatchObject({ status: 0 });
  expect(await other.requests()).toMatchObject([{ author: { username: 'writer' }, assignees: [] }]);
  expect(await one.requests()).toEqual([]);
});

test('each part of a configuration has its own', async () => {
  const { keelson, requests } = await adopting();
  await keelson.run(...asking);
  await keelson.run(...asking, '--target', 'group[team]');
  expect(new Set((await requests()).map((row) => row['source_branch'])).size).toBe(2);
});

test.each(['in-Plain-5ight-9f3k2m7q8w1z', 'swordfish-7'])(
  'no secret is in it, nor in the traffic: %s',
  async (secret) => {
    const yaml = `${teamYaml}    hooks:
      ci: { url: https://ci.example.com/, token: ${secret}, push_events: true }
allow_plain_secrets: ['group[team]/hook[ci].token']
`;
    const { gitlab, keelson, requests, text } = await adopting(yaml);
    await keelson.run(...asking);
    await gitlab.put('/groups/team', { name: 'Squad' });
    const ran = await keelson.run(...asking, '--har', 'traffic.har');
    expect(ran).toMatchObject({ status: 0 });
    const [request] = await requests();
    expect(await text(textOf(request?.['source_branch']))).toContain(secret);
    const har = readFileSync(join(keelson.folder, 'traffic.har'), 'utf8');
    for (const call of ['/repository/commits', '/repository/compare', '/groups/team']) expect(har).toContain(call);
    // Files are read in base64.
    const files = [...har.matchAll(/\\"content\\":\\"([^"\\]*)/g)].map(([, base64 = '']) => base64);
    expect(files.length).toBeGreaterThanOrEqual(2);
    const read = files.map((base64) => Buffer.from(base64, 'base64').toString('latin1'));
    for (const said of [ran.out, ran.err, textOf(request?.['description']), har, ...read])
      for (const value of [secret, gitlab.token]) expect(said).not.toContain(value);
  },
);

test('one that a person has closed is told, and made again once something else differs', async () => {
  const { gitlab, keelson, root, requests, member } = await adopting();
  expect((await keelson.run(...asking)).out).toContain('Made root/configuration!1');
  const alice = await member('alice', 40);
  await alice.put(`${root}/merge_requests/1`, { state_event: 'close' });
  for (const more of [[], ['--dry-run']] as const) {
    const { status, out, err } = await keelson.run(...asking, ...more);
    expect(status).toBe(0);
    expect(out + err).toContain('root/configuration!1 says the same, and alice has closed it: it is not made again.');
  }
  expect(await requests()).toHaveLength(1);
  await gitlab.put('/groups/team', { name: 'Squad' });
  expect((await keelson.run(...asking)).out).toContain('Made root/configuration!2');
});

test('who is called otherwise by now is not taken out', async () => {
  const yaml = `instance:\n  users:\n    dora: { name: Dora, email: dora@example.com } # since the move\n${teamYaml}`;
  const { gitlab, keelson } = await adopting(yaml);
  const dora = (await gitlab.get('/users?username=dora')).list[0];
  await gitlab.put(`/users/${Number(dora?.['id'])}`, { username: 'dorothea' });
  const { status, out, err } = await keelson.run('adopt');
  expect({ status, out }).toEqual({
    status: 0,
    out: 'keelson.yaml:6  group[team].name: Team → Crew\n\nAdopted 1 difference in 1 file.\n',
  });
  expect(err).toContain('warning[renamed-by-hand]: instance/user[dora] is not there, and instance/user[dorothea]');
});
