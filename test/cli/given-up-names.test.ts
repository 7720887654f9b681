import { describe, expect, it, test } from 'vitest';
import { writes } from '../apply/stage.ts';
import { team } from './team.ts';

const APPLY = ['apply', '--auto-approve'];
const USERS = (users: string): string => `instance: { users: ${users} }\n`;
const APP = 'projects:\n  retail/app:\n';

/** A group with a project in it. */
async function withProject(yaml: string) {
  const staged = await team(yaml);
  const retail = await staged.gitlab.group('retail');
  await staged.gitlab.post('/projects', {
    name: 'app',
    path: 'app',
    namespace_id: retail,
    initialize_with_readme: true,
  });
  const bob = await staged.gitlab.get('/users?username=bob');
  await staged.gitlab.post('/projects/1/members', { user_id: bob.list[0]?.['id'] ?? null, access_level: 40 });
  staged.gitlab.sandbox.log.length = 0;
  return staged;
}

describe('a name that the configuration gives up is an error of validate, with what to write', () => {
  const moved = 'groups: { apps: { previously: mobile }, retail: { shares: { guests: developer } } }\n';
  const renamed = USERS('{ robert: { previously: bob } }');
  it.each([
    ['the path that a group leaves', moved.replace('guests', 'mobile'), 'Write `apps`'],
    ['a path below it, in another case', moved.replace('guests', 'Mobile/ios'), 'Write `apps/ios`'],
    [
      'of who may push',
      `${moved}${APP}    protected_branches: { main: { push_access_level: [{ group: mobile/ios }] } }\n`,
      'Write `apps/ios`',
    ],
    ['of a member', `${renamed}groups: { retail: { members: { Bob: owner } } }\n`, 'Write `robert`'],
    [
      'of who may push by name',
      `${renamed}${APP}    protected_branches: { main: { push_access_level: [{ user: bob }] } }\n`,
      'Write `robert`',
    ],
    ['of who may tag', `${renamed}${APP}    protected_tags: { v*: [{ user: bob }] }\n`, 'Write `robert`'],
    [
      'of who is declared absent',
      `${USERS('{ bob: { state: absent } }')}groups: { retail: { members: { bob: owner } } }\n`,
      'let it stay',
    ],
    [
      'of who is declared absent, and may tag',
      `${USERS('{ bob: { state: absent } }')}${APP}    protected_tags: { v*: [{ user: BOB }] }\n`,
      'let it stay',
    ],
    [
      'of what is in a group that goes',
      'groups: { gone: { state: absent }, retail: { shares: { gone/kid: developer } } }\n',
      'let it stay',
    ],
  ])('%s', async (_what, yaml, remedy) => {
    const { gitlab, keelson } = await team(yaml);
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run('validate');
    expect([status, err]).toEqual([1, expect.stringContaining('error[given-up]')]);
    expect(err.replace(/\s+/g, ' ')).toContain(remedy);
    expect((await keelson.run(...APPLY)).status).toBe(1);
    expect(writes(gitlab)).toEqual([]);
  });

  it.each([
    [
      'a path where another one comes',
      'groups: { aa: { previously: bb }, bb: { previously: aa }, retail: { shares: { aa/kid: developer } } }\n',
    ],
    ['the new name', `${renamed}groups: { retail: { members: { robert: owner } } }\n`],
    [
      'what goes itself',
      `${USERS('{ bob: { state: absent } }')}groups: { retail: { members: { bob: { state: absent } } } }\n`,
    ],
  ])('but not %s', async (_what, yaml) => {
    const { keelson } = await team(yaml);
    expect((await keelson.run('validate')).status).toBe(0);
  });
});

test('who is pruned as a user, and named elsewhere, is an error of the plan', async () => {
  const { gitlab, keelson } = await withProject(
    `instance: { prune: [users], users: { alice: {} } }\n${APP}    members: { bob: owner }\n    protected_tags: { v*: [{ user: bob }] }\n`,
  );
  const { status, err } = await keelson.run(...APPLY);
  expect([status, err.match(/error\[given-up\]/g)]).toEqual([1, ['error[given-up]', 'error[given-up]']]);
  expect(writes(gitlab)).toEqual([]);
});

test('a group that is renamed is the same one for who may push', async () => {
  const document = (groups: string, who: string): string =>
    `groups: ${groups}\n${APP}    shares: { ${who}: maintainer }\n    protected_branches: { main: { push_access_level: [{ group: ${who} }] } }\n`;
  const { gitlab, keelson } = await withProject(document('{ mobile: {} }', 'mobile'));
  await gitlab.group('mobile');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  keelson.write('keelson.yaml', document('{ apps: { previously: mobile } }', 'apps'));
  gitlab.sandbox.log.length = 0;
  const { status, out, err } = await keelson.run(...APPLY);
  expect(status, out + err).toBe(0);
  expect(writes(gitlab)).toEqual([expect.stringMatching(/^PUT \/groups\/\d+$/)]);
});

test('names of people and groups in protections that nothing knows are errors of the plan', async () => {
  const { gitlab, keelson } = await withProject(
    `${APP}    protected_branches: { main: { push_access_level: [{ user: bbo }, { group: retial }] }, other: { merge_access_level: [{ user: bbo }] } }\n    protected_tags: { v*: [{ user: bbo }] }\n`,
  );
  await gitlab.post('/projects/1/protected_tags', { name: 'v*', create_access_level: 40 });
  gitlab.sandbox.log.length = 0;
  const { status, err } = await keelson.run(...APPLY);
  expect(status).toBe(1);
  expect(err).toContain('there is no group named retial');
  expect(err).toContain('there is no user bbo: GitLab will refuse project[retail/app]/protected_branch[other]');
  expect(err).toContain('there is no user bbo: GitLab will refuse project[retail/app]/protected_tag[v*]');
  expect(writes(gitlab)).toEqual([]);
});

test('what a saved plan names and does not find is told before the protection that it replaces goes', async () => {
  const { gitlab, keelson } = await withProject(`${APP}    protected_tags: { v*: [{ user: carol }] }\n`);
  const carol = await gitlab.user('carol');
  await gitlab.post('/projects/1/protected_tags', { name: 'v*', create_access_level: 40 });
  expect((await keelson.run('plan', '--out', 'saved.json')).status).toBe(0);
  await gitlab.put(`/users/${carol}`, { username: 'karol' });
  gitlab.sandbox.log.length = 0;
  const { status, out } = await keelson.run('apply', 'saved.json', '--auto-approve');
  expect(status).toBe(1);
  expect(out).toContain('nothing is found by GET /users for carol');
  expect(writes(gitlab)).toEqual([]);
  const then = await keelson.run('plan');
  expect(then.out + then.err).not.toContain('GitLab refused');
});
