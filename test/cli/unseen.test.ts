import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { idOf, type SandboxClient } from '../sandbox/client.ts';
import { stage } from '../apply/stage.ts';
import { inDays } from '../support/in-days.ts';
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

describe('what the token may not see is not said to be gone', () => {
  const file = (): string => readFileSync(join(keelson.folder, 'keelson.yaml'), 'utf8');
  /** The project of a group that alice does not see, and one of her own whose branch members of that group may push to. */
  const projects = async (): Promise<void> => {
    const [team, hidden] = [await gitlab.get('/groups/team'), await gitlab.get('/groups/hidden')];
    await gitlab.post('/projects', { path: 'app', name: 'app', namespace_id: idOf(hidden) });
    const web = { path: 'web', name: 'web', namespace_id: idOf(team), initialize_with_readme: true };
    const project = `/projects/${idOf(await gitlab.post('/projects', web))}`;
    await gitlab.post(`${project}/share`, { group_id: idOf(hidden), group_access: 40 });
    const push = { allowed_to_push: [{ group_id: idOf(hidden) }] };
    expect((await gitlab.post(`${project}/protected_branches`, { name: 'rel', ...push })).status).toBe(201);
  };

  test.each([
    ['in a map', 'groups: { hidden: {}, team: { shares: { hidden: owner } } }'],
    ['by a default', 'defaults: { groups: { team: { shares: { hidden: owner } } } }\ngroups: { hidden: {}, team: {} }'],
  ])('adopt leaves a share that is declared %s', async (_what, yaml) => {
    const adopted = (await asAlice(yaml, 'adopt')).replaceAll(/\s+/g, ' ');
    expect(adopted).toContain('group[team]/share[hidden] is declared, and is not there, or not shown to this token');
    expect(file()).toBe(yaml);
    expect(await asAlice(yaml, 'drift')).toContain(
      'group[team]/share[hidden] is declared, and not there, or not shown to this token',
    );
    expect(await asAlice(yaml, 'drift')).toContain(
      'group[hidden] is declared, and not there, or not shown to this token',
    );
  });

  test('adopt leaves what stands in a group that it is not shown, though the one above is declared nowhere', async () => {
    const [hidden] = (await gitlab.get('/groups?search=hidden')).list;
    const inner = { path: 'inner', name: 'inner', parent_id: hidden?.['id'] ?? null, visibility: 'private' };
    const id = idOf(await gitlab.post('/groups', inner));
    await gitlab.post(`/groups/${id}/hooks`, { name: 'h', url: 'https://x.example.com/h' });
    await gitlab.post(`/groups/${id}/members`, { username: 'bob', access_level: 30 });
    const yaml = `defaults: { groups: { "**": { members: { bob: developer } } } }
groups:
  hidden/inner:
    prune: [hooks]
    hooks: { h: { url: https://x.example.com/h } }
`;
    const told = await asAlice(yaml, 'adopt');
    expect(told).toContain('there is no group hidden to put it in, or not shown to this token');
    expect(file()).toBe(yaml);
  });

  test('adopt takes out a share with a group that is seen', async () => {
    const adopted = await asAlice('groups: { team: { shares: { hidden: owner, seen: guest } } }', 'adopt');
    expect(adopted).toContain('group[team]/share[seen]: removed');
    expect(file()).toContain('shares: { hidden: owner }');
    expect(await asAlice('groups: { team: { shares: { seen: { state: absent } } } }', 'plan')).not.toContain(
      'perhaps-unseen',
    );
  });

  test('adopt writes no number in the place of a group that it is not shown', async () => {
    await projects();
    const yaml = (push: string): string =>
      `groups: { hidden: {} }\nprojects: { team/web: { protected_branches: { rel: ${push} } } }`;
    const declared = yaml('{ push_access_level: [{ group: hidden }] }');
    const told = (await asAlice(declared, 'adopt')).replaceAll(/\s+/g, ' ');
    expect(told).toContain(
      'rel].push_access_level is live with another value, which names what this token is not shown',
    );
    expect(file()).toContain('rel: { push_access_level: [{ group: hidden }] }');
    await asAlice('projects: { team/web: { protected_branches: {} } }', 'adopt');
    expect(file()).not.toContain('#');
  });

  test.each([
    ['said to have been there', 'groups: { team: {} }\nprojects: { team/app: { previously: hidden/app } }'],
    ['declared there', 'projects: { hidden/app: { merge_method: ff } }'],
    ['made there', 'groups: { team: {} }\nprojects: { hidden/app: { create: {} } }'],
  ])('a project that is %s is not there, or not shown', async (_what, yaml) => {
    await projects();
    expect((await asAlice(yaml, 'plan')).replaceAll(/\s+/g, ' ')).toContain('or not shown to this token');
    expect(said(await keelson.run('plan'))).not.toContain('not shown');
  });

  test('a saved plan of what it may not look at, or is not shown, is stale, and says no more than that', async () => {
    await projects();
    await gitlab.post('/groups/seen/access_tokens', {
      name: 'a',
      scopes: ['api'],
      access_level: 20,
      expires_at: inDays(9),
    });
    for (const [yaml, why] of [
      ['groups: { seen: { access_tokens: { a: { state: absent } } } }', 'it cannot be looked at any more (401)'],
      ['groups: { hidden: { name: Other } }', 'this token is not shown all that there is'],
      ['groups: { team: { shares: { hidden: guest } } }', 'or is gone, or not shown to this token'],
    ] as const) {
      keelson.write('keelson.yaml', yaml);
      await keelson.run('plan', '--allow-mass-removal', '--out', 'plan.json');
      const applied = await keelson
        .told({ KEELSON_TOKEN: gitlab.as('alice').token })
        .run('apply', 'plan.json', '--auto-approve', '--allow-mass-removal');
      expect([applied.status, said(applied).replaceAll(/\s+/g, ' ')]).toEqual([3, expect.stringContaining(why)]);
    }
  });

  test('an undo says of what it does not find that it may not be shown it', async () => {
    keelson.write('keelson.yaml', 'groups: { team: { shares: { hidden: guest } }, hidden: { description: by root } }');
    expect((await keelson.run('apply', '--auto-approve', '--undo', 'undo.json')).status).toBe(0);
    const asOne = keelson.told({ KEELSON_TOKEN: gitlab.as('alice').token });
    const undone = await asOne.run('apply', 'undo.json', '--auto-approve');
    expect(undone.status).toBe(3);
    expect(undone.err.match(/error\[undo-stale\]/g)?.length).toBe(2);
    for (const line of undone.err.split('\n'))
      if (line.includes('undo-stale')) expect(line).toContain('or not shown to this token');
  });
});
