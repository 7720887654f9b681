import { expect, test } from 'vitest';
import { textOf, type JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf } from '../sandbox/client.ts';
import { adopting, type Adopting } from './adopting.ts';
import { teamYaml } from './team.ts';

const asking = ['adopt', '--merge-request', 'root/configuration'] as const;

/** What is merged, and was read: the checkout is brought to it. Commits have whole seconds, which are over before anybody does more. */
async function merged({ keelson, commit }: Pick<Adopting, 'keelson' | 'commit'>, text: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await commit('main', text);
  keelson.write('keelson.yaml', text);
  await new Promise((resolve) => setTimeout(resolve, 1100));
}

test('what is merged and not applied yet is not taken back, field by field, and what others did since is adopted', async () => {
  const told = await adopting();
  const { gitlab, keelson, requests, text } = told;
  const alice = gitlab.as('alice');
  await alice.put('/groups/team', { name: 'Team' });
  const declared = teamYaml.replace('name: Team', 'name: Troop\n    description: ours');
  await merged(told, declared);
  const ran = await keelson.run(...asking);
  expect(ran).toMatchObject({ status: 0, out: expect.stringContaining('Nothing to adopt') as string });
  expect(ran.err).toMatch(
    /warning\[not-applied-yet\][^]*group\[team\]\.description is live as the configuration said before [0-9a-f]{8} of [\d: -]+ UTC, and no audit event/,
  );
  expect(ran.err).toContain('group[team].name is live as');
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
  await alice.put('/groups/team', { name: 'Team' });
  expect((await keelson.run(...asking)).out).toContain('group[team].name: Troop → Team');
});

test('who was taken out or declared by a merge is neither declared again nor taken out', async () => {
  const told = await adopting();
  const { gitlab, keelson, requests, bob } = told;
  await gitlab.as('alice').put('/groups/team', { name: 'Team' });
  await gitlab.user('carol');
  const dora = await gitlab.user('dora');
  const members = '/groups/team/members';
  await merged(told, teamYaml.replace('bob: developer', 'carol: reporter'));
  const ran = await keelson.run(...asking);
  expect(ran).toMatchObject({ status: 0, out: expect.stringContaining('Nothing to adopt') as string });
  expect(ran.err).toContain('group[team]/member[bob] is live as the configuration said before');
  expect(ran.err).toContain('group[team]/member[carol] is live as');
  expect(await requests()).toEqual([]);

  // Dora is nobody's who was merged, and bob was touched since.
  await gitlab.post(members, { user_id: dora, access_level: 20 });
  await gitlab.put(`${members}/${bob}`, { access_level: 40 });
  const next = await keelson.run(...asking);
  expect(next.out).toContain('group[team]/member[dora]: added');
  expect(next.err).toContain('group[team]/member[carol] is live as');
  expect(next.out).not.toContain('carol');
});

test('what was fast-forwarded is as new as its merge, and not as its commit', async () => {
  const told = await adopting();
  const { gitlab, keelson, root, commit } = told;
  await gitlab.put(root, { merge_method: 'ff' });
  const declared = teamYaml.replace('name: Team', 'name: Troop');
  await commit('change', declared);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await gitlab.as('alice').put('/groups/team', { name: 'Team' });
  const iid = idOf(
    await gitlab.post(`${root}/merge_requests`, { source_branch: 'change', target_branch: 'main', title: 'T' }),
  );
  const [request] = (await gitlab.get(`${root}/merge_requests`)).list;
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const { status } = await gitlab.put(`${root}/merge_requests/${Number(request?.['iid'] ?? iid)}/merge`, {});
  expect(status).toBe(200);
  keelson.write('keelson.yaml', declared);
  const ran = await keelson.run(...asking);
  expect(ran.err).toContain('not-applied-yet');
  expect(ran.out).toContain('Nothing to adopt');
});

test('what several files say is followed back together: moved, split, and taken out with a file', async () => {
  const told = await adopting(teamYaml, {}, 'config/team.yaml');
  const { gitlab, keelson, root } = told;
  await gitlab.as('alice').put('/groups/team', { name: 'Team' });
  await gitlab.post('/groups/team/members', { user_id: await gitlab.user('dora'), access_level: 20 });
  const members = 'groups: { team: { members: { bob: maintainer } } }\n';
  const without = teamYaml.replace('      bob: developer\n', '');
  const more = 'groups: { team: { members: { dora: reporter } } }\n';
  const commit = async (...actions: readonly JsonObject[]): Promise<void> => {
    const sent = { branch: 'main', commit_message: 'Merged', actions };
    expect(await gitlab.post(`${root}/repository/commits`, sent)).toMatchObject({ status: 201 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
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
  expect(ran.err).toContain('group[team]/member[bob].access_level is live as the configuration said before');
  expect(ran.err).toContain('group[team]/member[dora] is live as the configuration said before');
});
