import { describe, expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import { workspace, type Ran, type Workspace } from './keelson.ts';

const [GUEST, DEVELOPER, OWNER] = [10, 30, 50];

interface Stage {
  readonly gitlab: SandboxClient;
  readonly keelson: Workspace;
  /** Makes alice a member. */
  readonly give: (path: string, level: number) => Promise<void>;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
}

/** `guests` is invited to `team` as a developer, `owners` as an owner to a project in it, or where it is said. alice is nowhere yet. */
async function stage(yaml: string, owned = '/projects/team%2Fsub%2Fapp'): Promise<Stage> {
  const gitlab = await sandbox();
  const alice = await gitlab.user('alice');
  const ids = new Map<string, number>();
  for (const path of ['team', 'team/sub', 'guests', 'owners'])
    ids.set(path, await gitlab.group(path, { visibility: 'public' }));
  const id = (path: string): number => ids.get(path) ?? 0;
  await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: id('team/sub'), visibility: 'public' });
  const shares = [
    ['/groups/team', 'guests', DEVELOPER],
    [owned, 'owners', OWNER],
  ] as const;
  for (const [place, invited, level] of shares)
    expect((await gitlab.post(`${place}/share`, { group_id: id(invited), group_access: level })).status).toBe(201);
  const keelson = workspace(
    { 'keelson.yaml': yaml, token: gitlab.as('alice').token },
    { KEELSON_URL: gitlab.sandbox.url },
  );
  const give = async (path: string, level: number): Promise<void> => {
    const made = await gitlab.post(`/groups/${id(path)}/members`, { user_id: alice, access_level: level });
    expect(made.status).toBe(201);
  };
  return { gitlab, keelson, give, run: (...args) => keelson.run(...args, '--token-file', 'token') };
}

const GONE = 'groups: { team: { shares: { guests: { state: absent } } } }\n';
const LOWER = 'projects: { team/sub/app: { shares: { owners: developer } } }\n';
const SAID = /\[guard-own-access\]: ([^ ]*) may be where this token's own user has the access from, and would (be \w+)/;

function refused({ err }: Ran): string[] {
  return SAID.exec(err)?.slice(1) ?? [];
}

describe('a share that is taken away', () => {
  test('is refused where the token’s own user has its access by it, and has none besides', async () => {
    const { give, run } = await stage(GONE);
    await give('guests', DEVELOPER);
    expect(refused(await run('plan'))).toEqual(['group[team]/share[guests]', 'be removed']);
    const { err } = await run('plan', '--allow-own-access');
    expect(err).not.toContain('guard-own-access');
  });

  test.each([
    ['it is no member of the invited group', 'team/sub', GUEST],
    ['it has as much by an entry of its own', 'team', DEVELOPER],
  ])('is not where %s', async (_why, path, level) => {
    const { give, run } = await stage(GONE);
    if (path === 'team') await give('guests', DEVELOPER);
    await give(path, level);
    expect(refused(await run('plan'))).toEqual([]);
  });

  test('is where its own entry gives less than the share does', async () => {
    const { give, run } = await stage(GONE);
    await give('guests', OWNER);
    await give('team', GUEST);
    expect(refused(await run('plan'))).toEqual(['group[team]/share[guests]', 'be removed']);
  });

  test('is not where the plan itself makes it a member', async () => {
    const { give, run } = await stage(
      'groups: { team: { members: { alice: developer }, shares: { guests: { state: absent } } } }\n',
    );
    await give('guests', OWNER);
    expect(refused(await run('plan'))).toEqual([]);
  });
});

describe('a share that gives less', () => {
  test('is refused where the token’s own user has more by it, as a plan that was saved before that', async () => {
    const { give, run } = await stage(LOWER);
    expect((await run('plan', '--out', 'saved.plan')).status).toBe(0);
    await give('owners', OWNER);
    expect(refused(await run('plan'))).toEqual(['project[team/sub/app]/share[owners]', 'be lowered']);
    expect(refused(await run('apply', 'saved.plan'))).toEqual(['project[team/sub/app]/share[owners]', 'be lowered']);
  });

  test.each([
    ['as much is left of what it has in the invited group', 'owners', DEVELOPER],
    ['what is above gives as much', 'team/sub', OWNER],
  ])('is not where %s', async (_why, path, level) => {
    const { give, run } = await stage(LOWER);
    if (path !== 'owners') await give('owners', OWNER);
    await give(path, level);
    expect(refused(await run('plan'))).toEqual([]);
  });
});

describe('a share that is taken away to be made anew', () => {
  const day = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
  const higher = (expires: string): string => `{ shares: { owners: { access_level: owner, expires_at: ${expires} } } }`;
  const cases = [
    ['a group', (expires: string) => `groups: { team: ${higher(expires)} }\n`, '/groups/team', 'group[team]'],
    [
      'a project',
      (expires: string) => `projects: { team/sub/app: ${higher(expires)} }\n`,
      '/projects/team%2Fsub%2Fapp',
      'project[team/sub/app]',
    ],
  ] as const;

  test.each(cases)('of %s is refused where the token’s own user could not make it anew', async (_, yaml, at, scope) => {
    const { gitlab, give, run } = await stage(yaml(day(30)), at);
    await give('owners', OWNER);
    expect(refused(await run('plan'))).toEqual([`${scope}/share[owners]`, 'be taken']);
    const { status, err } = await run('apply', '--auto-approve');
    expect([status, err]).toEqual([3, expect.stringContaining('make it a direct member first')]);
    expect((await gitlab.get(at)).object['shared_with_groups']).toContainEqual(
      expect.objectContaining({ group_full_path: 'owners', expires_at: null }),
    );
  });

  test.each(cases)('of %s is not where it is an owner besides', async (_, yaml, at) => {
    const { gitlab, give, run } = await stage(yaml(day(30)), at);
    await give('owners', OWNER);
    await give('team', OWNER);
    const { status, out } = await run('apply', '--auto-approve');
    expect([status, out]).toEqual([0, expect.stringContaining('1 replaced')]);
    expect((await gitlab.get(at)).object['shared_with_groups']).toContainEqual(
      expect.objectContaining({ group_full_path: 'owners', expires_at: day(30) }),
    );
  });

  test.each(cases)('of %s is made by an administrator, whatever it has by it', async (_, yaml, at) => {
    const { gitlab, keelson } = await stage(yaml(day(30)), at);
    const owners = await gitlab.get('/groups/owners/members');
    expect(owners.list).toHaveLength(1);
    keelson.write('admin', gitlab.token);
    expect((await keelson.run('apply', '--auto-approve', '--token-file', 'admin')).status).toBe(0);
  });

  test.each(cases)(
    'of %s and ends soon is told, where it is the access of the token’s own user',
    async (_, yaml, at) => {
      const { gitlab, give, run } = await stage(yaml(day(2)), at);
      const { object } = await gitlab.get('/groups/owners');
      await gitlab.delete(`${at}/share/${textOf(object['id'])}`);
      await gitlab.post(`${at}/share`, { group_id: object['id'] ?? 0, group_access: OWNER, expires_at: day(2) });
      expect((await run('plan')).out).not.toContain('own-access-ends');
      await give('owners', OWNER);
      const { status, out } = await run('plan');
      expect([status, out]).toEqual([0, expect.stringMatching(/own-access-ends\]: .*share\[owners\] may be where/)]);
      await give('team', OWNER);
      expect((await run('plan')).out).not.toContain('own-access-ends');
    },
  );
});

describe('the last owners of a group at the top', () => {
  const yaml = 'groups: { team: { shares: { owners: { state: absent } } } }\n';

  test('are not those whom a share makes owners: it goes where another is', async () => {
    const { gitlab, keelson } = await stage(yaml, '/groups/team');
    keelson.write('admin', gitlab.token);
    expect((await keelson.run('plan', '--token-file', 'admin')).err).not.toContain('last-owner');
  });

  test('may come by a share alone, and then it does not go unasked', async () => {
    const { gitlab, keelson, give } = await stage(yaml, '/groups/team');
    await give('owners', OWNER);
    // Who is blocked gives nobody access.
    const boss = await gitlab.user('boss');
    const [root] = (await gitlab.get('/groups/team/members')).list;
    await gitlab.post('/groups/team/members', { user_id: boss, access_level: OWNER });
    expect((await gitlab.delete(`/groups/team/members/${textOf(root?.['id'])}`)).status).toBe(204);
    expect((await gitlab.post(`/users/${boss}/block`)).status).toBe(201);
    keelson.write('admin', gitlab.token);
    const { err, status } = await keelson.run('apply', '--auto-approve', '--token-file', 'admin');
    expect([status, err]).toEqual([
      3,
      expect.stringContaining(
        '[guard-last-owner]: group[team] would be left with 0 of at least 1 owner, once nobody is one by a share any more',
      ),
    ]);
  });
});
