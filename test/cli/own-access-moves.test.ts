import { describe, expect, test } from 'vitest';
import { sandbox, type Client, type SandboxClient } from '../sandbox/client.ts';
import { workspace, type Ran, type Workspace } from './keelson.ts';

/** Levels of access by their numbers. */
const [DEVELOPER, MAINTAINER, OWNER] = [30, 40, 50];

interface Stage {
  readonly gitlab: SandboxClient;
  readonly alice: Client;
  readonly keelson: Workspace;
  /** Makes somebody a member. */
  readonly give: (path: string, username: string, level: number) => Promise<void>;
  /** The number of a group. */
  readonly id: (path: string) => number;
  /** Plans or applies as alice, who is no administrator. */
  readonly run: (...args: readonly string[]) => Promise<Ran>;
}

/** An instance with these groups, in which alice is an owner of `home` alone. */
async function stage(yaml: string, ...paths: readonly string[]): Promise<Stage> {
  const gitlab = await sandbox();
  const users = new Map([['alice', await gitlab.user('alice')]]);
  users.set('bob', await gitlab.user('bob'));
  const ids = new Map<string, number>();
  for (const path of ['home', ...paths]) ids.set(path, await gitlab.group(path, { visibility: 'public' }));
  const id = (path: string): number => ids.get(path) ?? 0;
  const give = async (path: string, username: string, level: number): Promise<void> => {
    const made = await gitlab.post(`/groups/${id(path)}/members`, {
      user_id: users.get(username) ?? 0,
      access_level: level,
    });
    expect(made.status).toBe(201);
  };
  await give('home', 'alice', OWNER);
  const alice = gitlab.as('alice');
  const keelson = workspace(
    { 'keelson.yaml': yaml, token: alice.token, admin: gitlab.token },
    { KEELSON_URL: gitlab.sandbox.url },
  );
  return { gitlab, alice, keelson, give, id, run: (...args) => keelson.run(...args, '--token-file', 'token') };
}

/** What own-access says of each group that it refuses to move. */
function refusedOf({ err }: Ran): string[] {
  return [...err.matchAll(/guard-own-access\]: group\[([^\]]*)\] would go where/g)].flatMap(([, path]) => path ?? []);
}

/** Plans, applies, and holds both to one verdict; where it was applied, alice can bring it all back. */
async function verdict(
  { run }: Stage,
  ...more: readonly string[]
): Promise<{ refused: string[]; status: number | null }> {
  const planned = await run('plan', ...more);
  const applied = await run('apply', '--auto-approve', ...more);
  expect(refusedOf(applied)).toEqual(refusedOf(planned));
  return { refused: refusedOf(planned), status: applied.status };
}

const away = 'groups: { away/app: { previously: home/app } }\n';

describe('a move by who is no administrator', () => {
  test.each([
    ['nothing', 0],
    ['a developer', DEVELOPER],
    ['a maintainer, who may make groups there', MAINTAINER],
  ])('is refused below a group in which its user is %s', async (_what, level) => {
    const staged = await stage(away, 'home/app', 'away');
    if (level > 0) await staged.give('away', 'alice', level);
    expect(await verdict(staged)).toEqual({ refused: ['away/app'], status: 3 });
    expect((await staged.gitlab.get('/groups/home%2Fapp')).object['id']).toBe(staged.id('home/app'));
    const { err } = await staged.run('plan');
    expect(err).toContain(
      'is not seen to be its owner, so that the next run could not bring it back: make alice a direct owner of it first',
    );
  });

  test('is applied where its user is a direct owner of what moves, and can be undone', async () => {
    const staged = await stage(away, 'home/app', 'away');
    await staged.give('home/app', 'alice', OWNER);
    await staged.give('away', 'alice', MAINTAINER);
    expect(await verdict(staged)).toEqual({ refused: [], status: 0 });
    staged.keelson.write('keelson.yaml', 'groups: { home/app: { previously: away/app } }\n');
    expect((await staged.run('apply', '--auto-approve')).status).toBe(0);
  });

  test('is applied where its user is an owner of what it goes below, from further above or by a share', async () => {
    const above = await stage('groups: { top/away/app: { previously: home/app } }\n', 'home/app', 'top', 'top/away');
    await above.give('top', 'alice', OWNER);
    expect(await verdict(above)).toEqual({ refused: [], status: 0 });
    const shared = await stage(away, 'home/app', 'away', 'friends');
    await shared.give('friends', 'alice', OWNER);
    const share = { group_id: shared.id('friends'), group_access: OWNER };
    expect((await shared.gitlab.post(`/groups/${shared.id('away')}/share`, share)).status).toBe(201);
    expect(await verdict(shared)).toEqual({ refused: [], status: 0 });
  });

  test('is not weighed where the user is an administrator', async () => {
    const { keelson } = await stage(away, 'home/app', 'away');
    const applied = await keelson.run('apply', '--auto-approve', '--token-file', 'admin');
    expect([applied.status, refusedOf(applied)]).toEqual([0, []]);
  });

  test('goes on where the guard is waived', async () => {
    const staged = await stage(away, 'home/app', 'away');
    await staged.give('away', 'alice', MAINTAINER);
    expect(await verdict(staged, '--allow-own-access')).toEqual({ refused: [], status: 0 });
  });

  test('to the top needs an ownership of its own', async () => {
    const staged = await stage('groups: { app: { previously: home/app } }\n', 'home/app');
    await staged.give('home/app', 'bob', OWNER);
    expect(await verdict(staged)).toEqual({ refused: ['app'], status: 3 });
    await staged.give('home/app', 'alice', OWNER);
    expect(await verdict(staged)).toEqual({ refused: [], status: 0 });
  });

  test('is none where a group is renamed in its place', async () => {
    const staged = await stage('groups: { home/other: { previously: home/app } }\n', 'home/app');
    expect(await verdict(staged)).toEqual({ refused: [], status: 0 });
  });

  test('is refused on that side of a swap where its user would be no owner', async () => {
    const yaml = 'groups:\n  home/app: { previously: away/app }\n  away/app: { previously: home/app }\n';
    const staged = await stage(yaml, 'home/app', 'away', 'away/app');
    await staged.give('away', 'alice', MAINTAINER);
    await staged.give('away/app', 'alice', OWNER);
    const swapped = `home/app=${staged.id('away/app')}`;
    expect(await verdict(staged, '--allow-swap', swapped)).toEqual({ refused: ['away/app'], status: 3 });
    await staged.give('home/app', 'alice', OWNER);
    expect(await verdict(staged, '--allow-swap', swapped)).toEqual({ refused: [], status: 0 });
  });

  test('is asked of what moves along, in a chain of moves', async () => {
    const yaml = 'groups:\n  away/part: { previously: home/part }\n  away/part/app: { previously: home/app }\n';
    const staged = await stage(yaml, 'home/app', 'home/part', 'away');
    await staged.give('away', 'alice', MAINTAINER);
    expect(await verdict(staged)).toEqual({ refused: ['away/part', 'away/part/app'], status: 3 });
    await staged.give('home/app', 'alice', OWNER);
    expect(await verdict(staged)).toEqual({ refused: ['away/part'], status: 3 });
    await staged.give('home/part', 'alice', OWNER);
    expect(await verdict(staged)).toEqual({ refused: [], status: 0 });
  });

  test('stands on the ownership of a group that moves, and in which it comes to stand', async () => {
    const yaml = 'groups:\n  away/part: { previously: home/part }\n  away/part/app: { previously: home/app }\n';
    const staged = await stage(yaml, 'home/app', 'home/part', 'away');
    await staged.give('away', 'alice', MAINTAINER);
    await staged.give('home/part', 'alice', OWNER);
    expect(await verdict(staged)).toEqual({ refused: [], status: 0 });
  });

  test('does not stand on what the group above is going to leave behind', async () => {
    const yaml = 'groups:\n  away/part: { previously: home/part }\n  away/part/in/app: { previously: home/app }\n';
    const staged = await stage(yaml, 'home/app', 'home/part', 'home/part/in', 'away');
    await staged.give('away', 'alice', MAINTAINER);
    expect(await verdict(staged)).toEqual({ refused: ['away/part', 'away/part/in/app'], status: 3 });
  });

  test('is applied below a group that the plan makes: who makes it is its owner', async () => {
    const yaml = 'groups:\n  away/fresh: { visibility: public }\n  away/fresh/app: { previously: home/app }\n';
    const staged = await stage(yaml, 'home/app', 'away');
    await staged.give('away', 'alice', MAINTAINER);
    expect(await verdict(staged)).toEqual({ refused: [], status: 0 });
    staged.keelson.write('keelson.yaml', 'groups: { home/app: { previously: away/fresh/app } }\n');
    expect((await staged.run('apply', '--auto-approve')).status).toBe(0);
  });
});

describe('a saved plan', () => {
  test('is weighed on what is live when it is applied', async () => {
    const staged = await stage(away, 'home/app', 'away');
    await staged.give('away', 'alice', MAINTAINER);
    await staged.give('home/app', 'alice', OWNER);
    expect(refusedOf(await staged.run('plan', '--out', 'plan.json'))).toEqual([]);
    const me = Number((await staged.alice.get('/user')).object['id']);
    expect((await staged.gitlab.delete(`/groups/${staged.id('home/app')}/members/${me}`)).status).toBe(204);
    const applied = await staged.run('apply', 'plan.json', '--auto-approve');
    expect([applied.status, refusedOf(applied)]).toEqual([3, ['away/app']]);
    await staged.give('home/app', 'alice', OWNER);
    expect((await staged.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  });

  test('is weighed for who applies it, whoever has made it', async () => {
    const { keelson, give, run } = await stage(away, 'home/app', 'away');
    await give('away', 'alice', MAINTAINER);
    const planned = await keelson.run('plan', '--out', 'plan.json', '--token-file', 'admin');
    expect(refusedOf(planned)).toEqual([]);
    const applied = await run('apply', 'plan.json', '--auto-approve');
    expect([applied.status, refusedOf(applied)]).toEqual([3, ['away/app']]);
    await give('home/app', 'alice', OWNER);
    expect((await run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  });
});
