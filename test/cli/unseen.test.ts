import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxClient } from '../sandbox/client.ts';
import { stage } from '../apply/stage.ts';
import type { Ran, Workspace } from './keelson.ts';

const WARNING =
  'warning[perhaps-unseen]: group[team]/shares may hold more than is seen: GitLab shows this token no shares with groups that its user may not see';

/** alice owns `team`, to which `hidden` is invited as an owner, and does not see that. */
let gitlab: SandboxClient;
let keelson: Workspace;
const asAlice = async (yaml: string, ...args: readonly string[]): Promise<string> => {
  keelson.write('keelson.yaml', yaml);
  return said(await keelson.told({ KEELSON_TOKEN: gitlab.as('alice').token }).run(...args));
};
const said = ({ out, err }: Ran): string => `${out}${err}`;
beforeEach(async () => {
  ({ gitlab, keelson } = await stage({}));
  const team = await gitlab.group('team');
  const hidden = await gitlab.group('hidden', { visibility: 'private' });
  await gitlab.group('seen', { visibility: 'public' });
  await gitlab.post(`/groups/${team}/members`, { username: 'alice', access_level: 50 });
  expect((await gitlab.post(`/groups/${team}/share`, { group_id: hidden, group_access: 50 })).status).toBe(201);
});

describe('shares of a group that the token may not see', () => {
  test.each([
    ['pruned', 'groups: { team: { prune: [shares], shares: {} } }'],
    ['declared absent', 'groups: { team: { shares: { hidden: { state: absent } } } }'],
  ])('are told as perhaps there where they are %s', async (_what, yaml) => {
    for (const command of [['plan'], ['apply', '--auto-approve']]) {
      const told = await asAlice(yaml, ...command);
      expect(told).toContain(WARNING);
      expect(told).toContain('as the repository says, as far as this token is shown it');
    }
    const all = yaml.replace('groups: {', 'groups: { seen: {},');
    expect(await asAlice(all, 'drift')).toMatch(/No drift: .* as far as this token is shown it/);
    const asRoot = said(await keelson.run('plan'));
    expect(asRoot).not.toContain('perhaps-unseen');
    expect(asRoot).toContain('share[hidden]');
  });

  test('are none of what a plan says that only adds, and are for whoever watches for drift, and for an export', async () => {
    const yaml = 'groups: { team: { shares: {} } }';
    expect(await asAlice(yaml, 'plan')).not.toContain('perhaps-unseen');
    expect(await asAlice(yaml, 'drift')).toContain(WARNING);
    expect(await asAlice(yaml, 'export', '--target', 'group[team]**')).toContain(WARNING);
  });

  test('are not said to be of a group that does not exist', async () => {
    const told = await asAlice('groups: { team: { shares: { hidden: owner } } }', 'plan');
    expect(told).toContain('there is no group named hidden');
    expect(told).toContain('or, where it is there, see that the user of this token may see it');
    expect(said(await keelson.run('plan'))).not.toContain('there is no group');
  });
});

test('a group that is said to have been where something is that the token may not see is not made anew', async () => {
  const told = await asAlice('groups: { team: {}, fresh: { previously: hidden } }', 'apply', '--auto-approve');
  expect(told).toContain('error[taken-unseen]: group[fresh] is said to have been at hidden');
  expect(told).not.toContain('is made anew');
  expect((await gitlab.get('/groups/fresh')).status).toBe(404);
});

describe('what a saved plan was to remove, and is not seen any more', () => {
  test.each([
    ['a share', 'groups: { team: { shares: { hidden: { state: absent } } } }'],
    ['a group', 'groups: { hidden: { state: absent } }'],
    ['a project', 'projects: { hidden/app: { state: absent } }'],
  ])('is not said to be gone by a token that may not be shown it: %s', async (_what, yaml) => {
    const hidden = await gitlab.get('/groups/hidden');
    await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: hidden.object['id'] ?? null });
    keelson.write('keelson.yaml', yaml);
    expect((await keelson.run('plan', '--allow-scope-deletion', '--out', 'plan.json')).out).toMatch(/1 to delete/);
    const asOne = keelson.told({ KEELSON_TOKEN: gitlab.as('alice').token });
    const applied = await asOne.run('apply', 'plan.json', '--auto-approve');
    expect(applied.status).toBe(3);
    expect(said(applied).replaceAll(/\s+/g, ' ')).toContain(
      'it is not seen any more, and this token is not shown all that there is: nobody can tell here whether it is gone',
    );
    expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  });
});
