import { describe, expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { failuresOf, inShort, keelson, type Keelson } from '../support/keelson.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';

/** A platform with these groups, and a project in `team`. */
async function stage(...paths: readonly string[]): Promise<{ gitlab: SandboxClient; program: Keelson }> {
  const gitlab = await sandbox();
  const ids = new Map<string, number>();
  for (const path of ['team', ...paths]) ids.set(path, await gitlab.group(path));
  await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: ids.get('team') ?? 0 });
  return { gitlab, program: keelson(gitlab.sandbox.url, gitlab.token) };
}

/** The shares that GitLab shows of a group: the path of each invited group, and its level. */
async function sharesOf(gitlab: SandboxClient, path: string): Promise<unknown> {
  const { object } = await gitlab.get(path);
  const list = object['shared_with_groups'] as { group_full_path: string; group_access_level: number }[];
  return Object.fromEntries(list.map((one) => [one.group_full_path, one.group_access_level]));
}

async function share(gitlab: SandboxClient, place: string, invited: string, level: number): Promise<void> {
  const { object } = await gitlab.get(`/groups/${encodeURIComponent(invited)}`);
  const made = await gitlab.post(`${place}/share`, { group_id: object['id'] ?? 0, group_access: level });
  expect(made.status).toBe(201);
}

/** Applies, by a plan that was saved or not, and holds that nothing is left to do. */
async function settled(program: Keelson, document: unknown, isSaved = false): Promise<void> {
  expect(failuresOf(await (isSaved ? program.applySaved(document) : program.apply(document)))).toEqual([]);
  expect(inShort(await program.plan(document))).toEqual([]);
}

describe.each([false, true])('the invited group is meant by the path that it will have (saved: %s)', (isSaved) => {
  test('made, renamed or moved by the same plan, or merely live', async () => {
    const { gitlab, program } = await stage('old', 'away', 'away/sub', 'live');
    const invited = { new: 'guest', renamed: 'reporter', 'team/sub': 'developer', live: 'maintainer' };
    const document = {
      groups: {
        team: { shares: invited },
        new: {},
        renamed: { previously: 'old' },
        'team/sub': { previously: 'away/sub' },
      },
      projects: { 'team/app': { shares: { renamed: 'owner', new: 'guest' } } },
    };
    await settled(program, document, isSaved);
    expect(await sharesOf(gitlab, '/groups/team')).toEqual({ new: 10, renamed: 20, 'team/sub': 30, live: 40 });
    expect(await sharesOf(gitlab, '/projects/team%2Fapp')).toEqual({ renamed: 50, new: 10 });
  });

  test('is the same share when the group is renamed, or goes along with one that nobody declares it in', async () => {
    const { gitlab, program } = await stage('old', 'old/sub', 'old/sub/deep');
    await share(gitlab, '/groups/team', 'old', 20);
    await share(gitlab, '/groups/team', 'old/sub', 20);
    await share(gitlab, '/groups/team', 'old/sub/deep', 20);
    const invited = { renamed: 'reporter', 'renamed/sub': 'developer', 'renamed/sub/deep': { state: 'absent' } };
    const document = { groups: { team: { shares: invited }, renamed: { previously: 'old' } } };
    expect(inShort(await program.plan(document))).toEqual([
      expect.stringContaining('update group[renamed]'),
      'replace group[team]/share[renamed/sub]',
      'delete group[team]/share[renamed/sub/deep]',
    ]);
    await settled(program, document, isSaved);
    expect(await sharesOf(gitlab, '/groups/team')).toEqual({ renamed: 20, 'renamed/sub': 30 });
  });

  test('and of two that take each other’s paths', async () => {
    const { gitlab, program } = await stage('one', 'two');
    await share(gitlab, '/groups/team', 'one', 10);
    await share(gitlab, '/projects/team%2Fapp', 'two', 30);
    const document = {
      groups: {
        team: { shares: { one: 'maintainer', two: 'guest' } },
        one: { previously: 'two' },
        two: { previously: 'one' },
      },
      projects: { 'team/app': { shares: { one: 'developer' } } },
    };
    const { groups, projects } = document;
    const outcomes = isSaved ? await program.applySaved(document) : await program.apply(document);
    expect(failuresOf(outcomes)).toEqual([]);
    // The words that swap them would do it again.
    expect(inShort(await program.plan({ groups: { ...groups, one: {}, two: {} }, projects }))).toEqual([]);
    expect(await sharesOf(gitlab, '/groups/team')).toEqual({ one: 40, two: 10 });
    expect(await sharesOf(gitlab, '/projects/team%2Fapp')).toEqual({ one: 30 });
  });

  test('what is taken back is so before the invited group goes', async () => {
    const { gitlab, program } = await stage('gone', 'gone/sub');
    await share(gitlab, '/groups/team', 'gone', 10);
    await share(gitlab, '/groups/team', 'gone/sub', 10);
    const document = {
      groups: { team: { shares: { gone: { state: 'absent' } } }, gone: { state: 'absent' } },
    };
    const made = await program.plan(document);
    expect(inShort(made)).toEqual(['delete group[team]/share[gone]', 'delete group[gone]']);
    await settled(program, document, isSaved);
  });
});

test('a group that is neither declared nor live is an error with its place', async () => {
  const { program } = await stage('guests');
  const plan = program.plan({ groups: { team: { shares: { guest: 'guest' } } } });
  await expect(plan).rejects.toThrow(
    /keelson\.yaml:\d+:\d+ unknown-reference: group\[team\]\/share\[guest\]: there is no group named guest/,
  );
  // Nor is one that is declared to be gone.
  const going = () => program.plan({ groups: { team: { shares: { guests: 10 } }, guests: { state: 'absent' } } });
  expect(going).toThrow('`guests` is declared absent, and cannot be given');
});

test('another level takes the share away and makes it anew, with the day that nobody declares', async () => {
  const { gitlab, program } = await stage('guests');
  const shares = { guests: { access_level: 'reporter', expires_at: '2099-05-05' } };
  await settled(program, { groups: { team: { shares } }, projects: { 'team/app': { shares } } });
  const lower = { guests: 'guest' };
  const document = { groups: { team: { shares: lower } }, projects: { 'team/app': { shares: lower } } };
  const made = await program.plan(document);
  for (const { fields } of made.changes)
    expect(fields).toContainEqual({ path: 'expires_at', from: '2099-05-05', to: '2099-05-05' });
  program.requests.length = 0;
  await settled(program, document);
  for (const place of ['/groups/team', '/projects/team%2Fapp'])
    expect((await gitlab.get(place)).object['shared_with_groups']).toMatchObject([
      { group_full_path: 'guests', group_access_level: 10, expires_at: '2099-05-05' },
    ]);
  expect(program.requests.flatMap(({ method }) => (method === 'GET' ? [] : [method])).sort()).toEqual([
    ...['DELETE', 'DELETE', 'POST', 'POST'],
  ]);
  // Unless it is said to be gone.
  await settled(program, { groups: { team: { shares: { guests: { access_level: 'guest', expires_at: null } } } } });
  expect((await gitlab.get('/groups/team')).object['shared_with_groups']).toMatchObject([{ expires_at: null }]);
});

test('what nobody declares stays, unless it is pruned; a hidden one is not seen and stays as well', async () => {
  const { gitlab, program } = await stage('guests', 'others');
  await share(gitlab, '/groups/team', 'guests', 10);
  await share(gitlab, '/groups/team', 'others', 10);
  const shares = { guests: 'guest' };
  const additive = await program.plan({ groups: { team: { shares } } });
  expect([inShort(additive), additive.unmanaged]).toMatchObject([
    [],
    [{ section: 'group[team]/shares', count: 1, entries: [{ address: 'group[team]/share[others]' }] }],
  ]);
  await settled(program, { groups: { team: { shares, prune: ['shares'] } } });
  expect(await sharesOf(gitlab, '/groups/team')).toEqual({ guests: 10 });
});

test('a removal that GitLab answers with success and does not do is a failure', async () => {
  const { gitlab, program } = await stage('guests');
  await gitlab.user('maint');
  const { object: team } = await gitlab.get('/groups/team');
  const [maint] = (await gitlab.get('/users?username=maint')).list;
  await gitlab.post(`/groups/${textOf(team['id'])}/members`, { user_id: maint?.['id'] ?? 0, access_level: 40 });
  await gitlab.put('/groups/guests', { visibility: 'public' });
  await share(gitlab, '/groups/team', 'guests', 10);
  const lesser = keelson(gitlab.sandbox.url, gitlab.as('maint').token);
  const document = { groups: { team: { shares: { guests: { state: 'absent' } } } } };
  expect(failuresOf(await lesser.apply(document))).toEqual([
    expect.stringMatching(
      /^group\[team\]\/share\[guests\]: DELETE \/groups\/\d+\/share\/\d+: GitLab took the call, and did not/,
    ),
  ]);
  expect(await sharesOf(gitlab, '/groups/team')).toEqual({ guests: 10 });
  await settled(program, document);
});

test('a lock of the group above is an error of the plan, and none where the same plan opens it', async () => {
  const { gitlab, program } = await stage('guests');
  await gitlab.put('/groups/team', { prevent_sharing_groups_outside_hierarchy: true });
  const team = { prevent_sharing_groups_outside_hierarchy: true, shares: { guests: 'guest' } };
  const projects = { 'team/app': { shares: { guests: 'guest' } } };
  await expect(program.plan({ groups: { team }, projects })).rejects.toThrow(
    /group\[team\]\/share\[guests\] would be refused by GitLab: team has prevent_sharing[^]*project\[team\/app\]\/share\[guests\] would be/,
  );
  const open = { groups: { team: { ...team, prevent_sharing_groups_outside_hierarchy: false } }, projects };
  const { changes } = await program.plan(open);
  for (const { address, needs } of changes) if (address !== 'group[team]') expect(needs).toEqual(['group[team]']);
  await settled(program, open);
});
