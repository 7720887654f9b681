import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { createClock } from '../../src/sandbox/store/clock.ts';
import { textOf, type JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf } from '../sandbox/client.ts';
import { adopting, type Adopting } from './adopting.ts';
import { teamYaml } from './team.ts';

const asking = ['adopt', '--merge-request', 'root/configuration'] as const;

type Told = Adopting & { readonly pass: () => void };

async function stage(yaml = teamYaml, options: SandboxOptions = {}, at?: string): Promise<Told> {
  const clock = createClock();
  // Commits have whole seconds.
  const pass = (): void => {
    clock.advance(5000);
  };
  const told = await adopting(yaml, { ...options, clock }, at);
  await told.gitlab.as('alice').put('/groups/team', { name: 'Team' });
  pass();
  return { ...told, pass };
}

/** What is merged, and was read: the checkout is brought to it. */
async function merged({ keelson, commit, pass }: Told, text: string): Promise<void> {
  pass();
  await commit('main', text);
  keelson.write('keelson.yaml', text);
  pass();
}

test('what is merged and not applied yet is not taken back, field by field, and what others did since is adopted', async () => {
  const told = await stage();
  const { gitlab, keelson, requests, text, pass } = told;
  const alice = gitlab.as('alice');
  const declared = teamYaml.replace('name: Team', 'name: Troop\n    description: ours');
  await merged(told, declared);
  const ran = await keelson.run(...asking);
  expect(ran).toMatchObject({ status: 0, out: expect.stringContaining('Nothing to adopt') as string });
  expect(ran.err).toMatch(
    /warning\[not-applied-yet\][^]*group\[team\]\.description is declared otherwise since [0-9a-f]{8} of [\d: -]+ UTC, and no audit event/,
  );
  expect(ran.err).toContain('group[team].name is declared otherwise since');
  expect(await requests()).toEqual([]);

  await alice.put('/groups/team', { name: 'Squad' });
  await gitlab.put('/groups/team', { visibility: 'private' });
  const next = await keelson.run(...asking);
  expect(next.out).toContain('group[team].name: Troop → Squad');
  expect(next.out).toContain('group[team].visibility: internal → private');
  expect(next.out).not.toContain('description');
  const [request] = await requests();
  const description = textOf(request?.['description']);
  expect(description).toMatch(
    /name: Troop → Squad\n {3}last touched by alice, .*\n.*visibility.*\n {3}last touched by root/,
  );
  expect(request).toMatchObject({ assignees: [] });
  expect(await text(textOf(request?.['source_branch']))).toBe(
    declared.replace('Troop', 'Squad').replace('internal', 'private'),
  );

  // Merged and applied, and put back by hand: it is somebody's doing, though the file once said so.
  await keelson.run('apply', '--auto-approve');
  pass();
  await alice.put('/groups/team', { name: 'Team' });
  expect((await keelson.run(...asking)).out).toContain('group[team].name: Troop → Team');
});

test('who was taken out or declared by a merge is neither declared again nor taken out', async () => {
  const told = await stage();
  const { gitlab, keelson, requests, bob } = told;
  await gitlab.user('carol');
  const dora = await gitlab.user('dora');
  const members = '/groups/team/members';
  await merged(told, teamYaml.replace('bob: developer', 'carol: reporter'));
  const ran = await keelson.run(...asking);
  expect(ran).toMatchObject({ status: 0, out: expect.stringContaining('Nothing to adopt') as string });
  expect(ran.err).toContain('group[team]/member[bob] is live, and no longer declared since');
  expect(ran.err).toContain('group[team]/member[carol] is not there, and declared since');
  expect(ran.err).toContain('Take it out in GitLab, or declare it with `state: absent`');
  expect(await requests()).toEqual([]);

  // Dora is nobody's who was merged, and bob was touched since.
  await gitlab.post(members, { user_id: dora, access_level: 20 });
  await gitlab.put(`${members}/${bob}`, { access_level: 40 });
  const next = await keelson.run(...asking);
  expect(next.out).toContain('group[team]/member[dora]: added');
  expect(next.err).toContain('group[team]/member[carol] is not there, and declared since');
  expect(next.out).not.toContain('carol');
});

test('what was fast-forwarded is as new as its merge, and not as its commit', async () => {
  const told = await stage();
  const { gitlab, keelson, root, commit, pass } = told;
  await gitlab.put(root, { merge_method: 'ff' });
  const declared = teamYaml.replace('name: Team', 'name: Troop');
  await commit('change', declared);
  pass();
  await gitlab.as('alice').put('/groups/team', { name: 'Team' });
  const iid = idOf(
    await gitlab.post(`${root}/merge_requests`, { source_branch: 'change', target_branch: 'main', title: 'T' }),
  );
  const [request] = (await gitlab.get(`${root}/merge_requests`)).list;
  pass();
  const { status } = await gitlab.put(`${root}/merge_requests/${Number(request?.['iid'] ?? iid)}/merge`, {});
  expect(status).toBe(200);
  keelson.write('keelson.yaml', declared);
  const ran = await keelson.run(...asking);
  expect(ran.err).toContain('not-applied-yet');
  expect(ran.out).toContain('Nothing to adopt');
});

test('what several files say is followed back together: moved, split, and taken out with a file', async () => {
  const { gitlab, keelson, root, pass } = await stage(teamYaml, {}, 'config/team.yaml');
  await gitlab.post('/groups/team/members', { user_id: await gitlab.user('dora'), access_level: 20 });
  const members = 'groups: { team: { members: { bob: maintainer } } }\n';
  const without = teamYaml.replace('      bob: developer\n', '');
  const more = 'groups: { team: { members: { dora: reporter } } }\n';
  const commit = async (...actions: readonly JsonObject[]): Promise<void> => {
    const sent = { branch: 'main', commit_message: 'Merged', actions };
    expect(await gitlab.post(`${root}/repository/commits`, sent)).toMatchObject({ status: 201 });
    pass();
  };
  await commit({ action: 'create', file_path: 'config/more.yaml', content: more });
  await commit(
    { action: 'update', file_path: 'config/team.yaml', content: without },
    { action: 'create', file_path: 'config/members.yaml', content: members },
    { action: 'delete', file_path: 'config/more.yaml' },
  );
  await commit({
    action: 'move',
    file_path: 'config/people.yaml',
    previous_path: 'config/members.yaml',
    content: members,
  });
  keelson.write('config/team.yaml', without);
  keelson.write('config/people.yaml', members);
  const ran = await keelson.run('adopt', 'config', ...asking.slice(1));
  expect(ran.out).toContain('Nothing to adopt');
  expect(ran.err).toContain('group[team]/member[bob].access_level is declared otherwise since');
  expect(ran.err).toContain('group[team]/member[dora] is live, and no longer declared since');
});

test('a merge by a commit of its own counts, and so does a default, and what a renamed group had before', async () => {
  const told = await stage();
  const { gitlab, keelson, root, commit, pass } = told;
  const declared = teamYaml.replace('bob: developer', 'bob: maintainer');
  await commit('change', declared);
  await gitlab.post(`${root}/merge_requests`, { source_branch: 'change', target_branch: 'main', title: 'T' });
  expect(await gitlab.put(`${root}/merge_requests/1/merge`, {})).toMatchObject({ status: 200 });
  keelson.write('keelson.yaml', declared);
  pass();
  const byMerge = await keelson.run(...asking);
  expect(byMerge.err).toContain('member[bob].access_level is declared otherwise since');
  const byDefault = `defaults: { groups: { '*': { description: ours } } }\n${declared}`;
  await merged(told, byDefault);
  expect((await keelson.run(...asking)).err).toContain('group[team].description is declared otherwise since');
  await merged(told, byDefault.replace('  team:', '  crew:\n    previously: team'));
  const renamed = await keelson.run(...asking);
  expect(renamed.out).toContain('Nothing to adopt');
  expect(renamed.err).toContain('group[crew]/member[bob].access_level is declared otherwise since');
});

test('another field of a member, and the user of the run, are nobody who touched it', async () => {
  const told = await stage();
  const { gitlab, keelson, bob } = told;
  await merged(told, teamYaml.replace('bob: developer', 'bob: maintainer'));
  await gitlab.as('alice').put(`/groups/team/members/${bob}`, { access_level: 30, expires_at: '2099-01-01' });
  expect((await keelson.run(...asking)).err).toContain('member[bob].access_level is declared otherwise since');
  // An apply of an older version, after the newer one was merged.
  await gitlab.put(`/groups/team/members/${bob}`, { access_level: 20 });
  await gitlab.put(`/groups/team/members/${bob}`, { access_level: 30 });
  expect((await keelson.run(...asking)).err).toContain('member[bob].access_level is declared otherwise since');
  await gitlab.as('alice').put(`/groups/team/members/${bob}`, { access_level: 20 });
  expect((await keelson.run(...asking)).out).toContain('member[bob].access_level: maintainer → reporter');
});

test('without audit events what no version said is adopted, and what one said is told', async () => {
  const hooks = (lines: string): string => `${teamYaml}    hooks:\n${lines}`;
  const ci = (url: string): string => `      ci: { url: ${url}, push_events: true }\n`;
  const first = hooks(ci('https://a.example.com/') + ci('https://b.example.com/').replace('ci', 'cd'));
  const told = await stage(first, {});
  const { gitlab, keelson, pass } = told;
  await merged(told, first.replace('a.example', 'c.example'));
  await merged(told, first.replace('a.example', 'c.example').replace(/ {6}cd.*\n/, ''));
  const pending = await keelson.run(...asking);
  expect(pending.out).toContain('Nothing to adopt');
  expect(pending.err).toContain('group[team]/hook[ci].url is declared otherwise since');
  expect(pending.err).toContain('group[team]/hook[cd] is live, and no longer declared since');
  pass();
  for (const hook of (await gitlab.get('/groups/team/hooks')).list)
    await gitlab.put(`/groups/team/hooks/${Number(hook['id'])}`, { url: 'https://evil.example.com/' });
  const ran = await keelson.run(...asking);
  expect(ran.out).toContain('group[team]/hook[ci].url: https://c.example.com/ → https://evil.example.com/');
  expect(ran.out).toContain('group[team]/hook[cd]: added');
});

test('several merges before one apply, and what was made by hand before one, are not taken back', async () => {
  const told = await stage();
  const { gitlab, keelson } = told;
  await merged(told, teamYaml.replace('bob: developer', 'bob: maintainer'));
  await merged(told, teamYaml.replace('bob: developer', 'bob: guest'));
  const twice = await keelson.run(...asking);
  expect(twice.out).toContain('Nothing to adopt');
  expect(twice.err).toContain('member[bob].access_level is declared otherwise since');
  // Withdrawn by the last of them, which has not been applied either.
  const withdrawn = teamYaml
    .replace('      bob: developer\n', '')
    .replace('    members:', '    prune: [members]\n    members:');
  await merged(told, withdrawn);
  expect((await keelson.run(...asking)).err).toContain('member[bob] is live, and no longer declared since');
  const dora = await gitlab.user('dora');
  await gitlab.as('alice').post('/groups/team/members', { user_id: dora, access_level: 10 });
  await merged(told, `${withdrawn}      dora: developer\n`);
  expect((await keelson.run(...asking)).err).toContain('member[dora].access_level is declared otherwise since');
  // Taken out by hand, and declared otherwise after that.
  await gitlab.as('alice').delete(`/groups/team/members/${dora}`);
  await merged(told, `${withdrawn}      dora: maintainer\n`);
  const gone = await keelson.run(...asking);
  expect(gone.err).toContain('member[dora] is not there, and declared since');
  expect(gone.out).not.toContain('dora');
  // Taken out and added again since: that is by hand.
  await gitlab.as('alice').post('/groups/team/members', { user_id: dora, access_level: 20 });
  const again = await keelson.run(...asking);
  expect(again.out).toContain('member[dora].access_level: maintainer → reporter');
});

test('what was left alone, and is to be removed since a merge, waits for its apply; and is adopted where it was made since', async () => {
  const pruned = teamYaml.replace('    members:', '    prune: [members]\n    members:');
  const ignoring = pruned.replace('    members:', '    ignore: { members: [m*] }\n    members:');
  const told = await stage(ignoring);
  const { gitlab, keelson, pass, requests } = told;
  const alice = gitlab.as('alice');
  const add = async (username: string) =>
    alice.post('/groups/team/members', { user_id: await gitlab.user(username), access_level: 30 });
  const asked = async () => {
    const { out, err } = await keelson.run(...asking);
    return { out: out.replaceAll(/\s+/g, ' '), err: err.replaceAll(/\s+/g, ' ') };
  };
  const waits = 'group[team]/member[mia] is live, and to be removed since';
  expect((await add('mia')).status).toBe(201);
  await merged(told, pruned);
  const ignored = await asked();
  expect(ignored.err).toContain(`${waits} `);
  expect(ignored.err).toContain('Apply the configuration');
  expect(ignored.out).toContain('Nothing to adopt');
  expect(await requests()).toEqual([]);
  // By a default, and where it was additive.
  await merged(told, teamYaml);
  expect((await asked()).out).toContain('group[team]/member[mia]: added');
  await merged(told, `defaults: { groups: { '*': { prune: [members] } } }\n${teamYaml}`);
  expect((await asked()).err).toContain(waits);
  // A section that nobody declared, and a whole group.
  const bare = teamYaml.slice(0, teamYaml.indexOf('    members:'));
  await merged(told, bare);
  await merged(told, pruned);
  expect((await asked()).err).toContain(waits);
  await merged(told, 'groups: {}\n');
  await merged(told, pruned.replace('  team:', '  TEAM:'));
  expect((await asked()).err).toContain('member[mia] is live, and to be removed since');
  // Declared absent.
  await merged(told, teamYaml);
  await merged(told, `${teamYaml}      mia: { state: absent }\n`);
  expect((await asked()).err).toContain(waits);
  // Made after the merge, it is somebody's doing.
  await merged(told, pruned);
  pass();
  expect((await add('max')).status).toBe(201);
  const later = await asked();
  expect(later.out).toContain('group[team]/member[max]: added');
  expect(later.out).not.toContain('mia');
  expect(later.err).toContain(waits);
});

test('what was touched by hand before a merge declared it otherwise waits for its apply, as does what was made by hand', async () => {
  const told = await stage();
  const { gitlab, keelson, bob } = told;
  await gitlab.as('alice').put(`/groups/team/members/${bob}`, { access_level: 20 });
  await gitlab.as('alice').post('/groups/team/hooks', { name: 'ci', url: 'https://a.example.com/' });
  const declared = teamYaml.replace('bob: developer', 'bob: maintainer');
  await merged(told, `${declared}    hooks: { ci: { url: https://b.example.com/ } }\n`);
  const ran = await keelson.run(...asking);
  expect(ran.out).toContain('Nothing to adopt');
  expect(ran.err).toContain('member[bob].access_level is declared otherwise since');
  expect(ran.err).toContain('hook[ci].url is declared otherwise since');
});

test('a folder that was moved as a whole is followed back to where it was', async () => {
  const { gitlab, keelson, root, pass } = await stage(teamYaml, {}, 'config/team.yaml');
  const declared = teamYaml.replace('bob: developer', 'bob: maintainer');
  for (const action of [
    { action: 'update', file_path: 'config/team.yaml', content: declared },
    { action: 'move', file_path: 'infra/team.yaml', previous_path: 'config/team.yaml', content: declared },
  ]) {
    pass();
    const sent = { branch: 'main', commit_message: 'Merged', actions: [action] };
    expect(await gitlab.post(`${root}/repository/commits`, sent)).toMatchObject({ status: 201 });
  }
  keelson.write('infra/team.yaml', declared);
  const ran = await keelson.run('adopt', 'infra', ...asking.slice(1));
  expect(ran.err).toContain('member[bob].access_level is declared otherwise since');
});

test('a file that is not the same here, or not here at all, is told though another one would be edited', async () => {
  const { gitlab, keelson, root, requests } = await stage(teamYaml, {}, 'config/team.yaml');
  keelson.write('config/team.yaml', teamYaml);
  const more = { action: 'create', file_path: 'config/more.yaml', content: 'groups: {}\n' };
  const sent = { branch: 'main', commit_message: 'Merged', actions: [more] };
  expect(await gitlab.post(`${root}/repository/commits`, sent)).toMatchObject({ status: 201 });
  await gitlab.as('alice').put('/groups/team', { name: 'Squad' });
  const asked = (path: string) => keelson.run('adopt', path, ...asking.slice(1));
  expect((await asked('config')).err).toContain('error[other-base]: config/more.yaml is not the same here');
  keelson.write('config/more.yaml', 'groups: { other: {} }\n');
  expect((await asked('config')).err).toContain('error[other-base]: config/more.yaml is not the same here');
  expect(await requests()).toEqual([]);
  keelson.write('config/more.yaml', 'groups: {}\n');
  expect((await asked(join(keelson.folder, 'config'))).out).toContain('Made root/configuration!1');
  const [request] = await requests();
  expect(textOf(request?.['description'])).toContain('\n config/team.yaml:3  group[team].name');
});
