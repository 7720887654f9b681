import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf } from '../../sandbox/client.ts';
import type { Answer } from '../../sandbox/client.ts';
import { codeProject } from '../../sandbox/code.ts';

// What GitLab's own request specs say of protected branches (spec/requests/api/protected_branches_spec.rb and the
// one of the same name in ee/, 18.9).

const forbidden = [403, { message: '403 Forbidden' }];
const unknown = [404, { message: '404 Not found' }];

/** A project whose default branch is protected, and people at each level. */
async function world(tier: 'ultimate' | 'free' = 'ultimate') {
  const code = await codeProject({ tier });
  const as = (name: string) => code.gl.as(name);
  return { ...code, all: `/projects/${code.id}/protected_branches`, as, maint: as('maint'), dev: as('dev') };
}

const levels = (answer: Answer, action: string) => answer.object[`${action}_access_levels`] as readonly JsonObject[];
const roles = (answer: Answer) =>
  ['push', 'merge', 'unprotect'].map((action) => levels(answer, action).map((level) => level['access_level']));

describe('GET …/protected_branches', () => {
  test('a list in pages, and one by its name; Reporters and up', async () => {
    const { all, maint, dev, as, gl } = await world();
    for (const name of ['stable', 'feature*', 'my.feature', 'a/b']) await maint.post(all, { name });
    const list = await dev.get(all);
    expect([column(list, 'name'), list.headers.get('x-total')]).toEqual([
      ['main', 'stable', 'feature*', 'my.feature', 'a/b'],
      '5',
    ]);
    expect(column(await maint.get(`${all}?search=stab`), 'name')).toEqual(['stable']);
    expect(column(await maint.get(`${all}?per_page=1&page=2`), 'name')).toEqual(['stable']);
    for (const name of ['feature*', 'my.feature', 'a%2Fb', 'main']) {
      const one = await as('reporter').get(`${all}/${name}`);
      expect([one.status, one.object['name']]).toEqual([200, decodeURIComponent(name)]);
    }
    expect(told(await maint.get(`${all}/feature1`))).toEqual(unknown);
    for (const path of [all, `${all}/main`]) {
      expect(told(await as('guest').get(path))).toEqual(forbidden);
      expect((await as('stranger').get(path)).status).toBe(404);
      expect((await gl.get(path, anonymous)).status).toBe(404);
    }
  });

  test('the default branch: Maintainers push and merge, and nobody is named who may unprotect', async () => {
    const { all, maint } = await world();
    const level = { access_level: 40, access_level_description: 'Maintainers', user_id: null, group_id: null };
    const id = expect.any(Number) as unknown;
    expect((await maint.get(`${all}/main`)).body).toEqual({
      id,
      name: 'main',
      push_access_levels: [{ id, ...level, deploy_key_id: null }],
      merge_access_levels: [{ id, ...level }],
      unprotect_access_levels: [],
      allow_force_push: false,
      code_owner_approval_required: false,
      inherited: false,
    });
  });
});

describe('POST …/protected_branches', () => {
  test.each([
    [{}, [[40], [40], [40]]],
    [{ push_access_level: 30 }, [[30], [40], [40]]],
    [{ merge_access_level: 30 }, [[40], [30], [40]]],
    [{ push_access_level: 30, merge_access_level: 30 }, [[30], [30], [40]]],
    [{ push_access_level: 0, merge_access_level: 0 }, [[0], [0], [40]]],
    [{ unprotect_access_level: 60 }, [[40], [40], [60]]],
    [{ allowed_to_push: [{ access_level: 30 }, { access_level: 60 }] }, [[30, 60], [40], [40]]],
  ])('%j is 201 with these roles', async (sent, expected) => {
    const { all, maint } = await world();
    const made = await maint.post(all, { name: 'new_branch', ...sent });
    expect([made.status, made.object['name'], made.object['allow_force_push']]).toEqual([201, 'new_branch', false]);
    expect(roles(made)).toEqual(expected);
  });

  test('allow_force_push and code_owner_approval_required are kept; the latter is false without a licence', async () => {
    const sent = { name: 'x', allow_force_push: true, code_owner_approval_required: true };
    for (const [tier, owned] of [
      ['ultimate', true],
      ['free', false],
    ] as const) {
      const { all, maint } = await world(tier);
      const made = await maint.post(all, sent);
      expect(made.object).toMatchObject({ allow_force_push: true, code_owner_approval_required: owned });
    }
  });

  test('roles have their names', async () => {
    const { all, maint } = await world();
    const sent = [0, 30, 40, 60].map((access_level) => ({ access_level }));
    const made = await maint.post(all, { name: 'x', allowed_to_merge: sent });
    const names = ['No one', 'Developers + Maintainers', 'Maintainers', 'Instance admins'];
    expect(levels(made, 'merge').map((level) => level['access_level_description'])).toEqual(names);
  });

  test('one user and one group: members and invited groups, in the place of the Maintainers', async () => {
    const { all, maint, gl, id, as } = await world();
    const dev = idOf(await as('dev').get('/user'));
    const friends = await gl.group('friends');
    await gl.post(`/projects/${id}/share`, { group_id: friends, group_access: 30 });
    const sent = { allowed_to_push: [{ user_id: dev }], allowed_to_merge: [{ group_id: friends }] };
    const made = await maint.post(all, { name: 'x', ...sent, allowed_to_unprotect: [{ user_id: dev }] });
    expect(roles(made)).toEqual([[40], [40], [40]]);
    expect(levels(made, 'push')).toMatchObject([{ user_id: dev, access_level_description: 'dev' }]);
    expect(levels(made, 'merge')).toMatchObject([{ group_id: friends, access_level_description: 'friends' }]);
    expect(levels(made, 'unprotect')).toMatchObject([{ user_id: dev }]);
    const stranger = idOf(await as('stranger').get('/user'));
    expect(told(await maint.post(all, { name: 'y', allowed_to_merge: [{ user_id: stranger }] }))).toEqual([
      422,
      { message: ['Merge access levels user is not a member of the project'] },
    ]);
    const others = await gl.group('others');
    expect(told(await maint.post(all, { name: 'y', allowed_to_push: [{ group_id: others }] }))).toEqual([
      422,
      { message: ['Push access levels group does not have access to the project'] },
    ]);
    expect((await maint.get(`${all}/y`)).status).toBe(404);
  });

  test('what is wrong: twice 409, no name, no such level; 403 below Maintainer, 404 of nobody', async () => {
    const { all, maint, as, gl } = await world();
    expect(told(await maint.post(all, { name: 'main' }))).toEqual([
      409,
      { message: "Protected branch 'main' already exists" },
    ]);
    expect(told(await maint.post(all, {}))).toEqual([400, { error: 'name is missing' }]);
    expect(told(await maint.post(all, { name: ' ' }))).toEqual([422, { message: ["Name can't be blank"] }]);
    for (const [name, value] of [
      ['push_access_level', 20],
      ['merge_access_level', 50],
      ['unprotect_access_level', 0],
    ] as const) {
      const answer = await maint.post(all, { name: 'x', [name]: value });
      expect(told(answer)).toEqual([400, { error: `${name} does not have a valid value` }]);
    }
    for (const name of ['dev', 'guest']) expect(told(await as(name).post(all, { name: 'x' }))).toEqual(forbidden);
    expect((await gl.post(all, { name: 'x' }, anonymous)).status).toBe(404);
  });

  test('it holds at once, also by a pattern: who is let push pushes, and nobody else', async () => {
    const { all, maint, dev, id, as, repo } = await world();
    const [me, write] = [idOf(await dev.get('/user')), `${repo}/commits`];
    const push = (branch: string, file_path: string) => ({
      ...{ branch, start_branch: 'main', commit_message: 'x' },
      actions: [{ action: 'create', file_path, content: 'x' }],
    });
    await maint.post(all, { name: 'rel/*', push_access_level: 0 });
    expect((await maint.post(write, push('rel/1', 'a'))).status).toBe(403);
    await maint.post(all, { name: 'mine', allowed_to_push: [{ user_id: me }] });
    expect((await maint.post(write, push('mine', 'a'))).status).toBe(403);
    expect((await dev.post(write, push('mine', 'a'))).status).toBe(201);
    const shown = await as('reporter').get(`/projects/${id}/repository/branches/mine`);
    expect(shown.object).toMatchObject({ protected: true, developers_can_push: false, developers_can_merge: false });
  });
});

describe('PATCH …/protected_branches/:name', () => {
  test('flags; an empty one is 400', async () => {
    const { all, maint } = await world();
    const changed = await maint.patch(`${all}/main`, { allow_force_push: true, code_owner_approval_required: true });
    expect(changed.status).toBe(200);
    expect((await maint.get(`${all}/main`)).object).toMatchObject({
      allow_force_push: true,
      code_owner_approval_required: true,
    });
    expect(told(await maint.patch(`${all}/main`, { allow_force_push: null }))).toEqual([
      400,
      { error: 'allow_force_push is empty' },
    ]);
  });

  test('levels are added, changed and removed by id; the same twice is 422', async () => {
    const { all, maint } = await world();
    const one = `${all}/main`;
    const again = await maint.patch(one, { allowed_to_push: [{ access_level: 40 }] });
    expect(told(again)).toEqual([422, { message: ['Push access levels access level has already been taken'] }]);
    const added = await maint.patch(one, { allowed_to_push: [{ access_level: 30 }] });
    expect(roles(added)).toEqual([[40, 30], [40], []]);
    const [first = {}, second = {}] = levels(added, 'push');
    const removed = await maint.patch(one, { allowed_to_push: [{ id: first['id'] ?? 0, _destroy: true }] });
    expect(roles(removed)[0]).toEqual([30]);
    const changed = await maint.patch(one, { allowed_to_push: [{ id: second['id'] ?? 0, access_level: 0 }] });
    expect(roles(changed)[0]).toEqual([0]);
    expect(told(await maint.patch(one, { allowed_to_push: [{ id: 9999, access_level: 0 }] }))).toEqual(unknown);
  });

  test('403 below Maintainer, 404 of an unknown name', async () => {
    const { all, maint, as } = await world();
    for (const name of ['dev', 'guest']) {
      expect(told(await as(name).patch(`${all}/main`, { allow_force_push: true }))).toEqual(forbidden);
    }
    expect(told(await maint.patch(`${all}/nothing`, { allow_force_push: true }))).toEqual(unknown);
  });
});

describe('DELETE …/protected_branches/:name', () => {
  test('204, also of a pattern; 412 when it changed since, 404 of what is not protected, 403 below Maintainer', async () => {
    const { all, maint, as, id } = await world();
    await maint.post(all, { name: 'feature*' });
    for (const name of ['dev', 'guest']) expect(told(await as(name).delete(`${all}/feature*`))).toEqual(forbidden);
    const past = { 'If-Unmodified-Since': 'Wed, 01 Jan 2020 00:00:00 GMT' };
    expect((await maint.delete(`${all}/feature*`, past)).status).toBe(412);
    expect((await maint.delete(`${all}/feature*`)).status).toBe(204);
    expect(told(await maint.delete(`${all}/feature*`))).toEqual(unknown);
    expect((await maint.delete(`${all}/main`)).status).toBe(204);
    const shown = await maint.get(`/projects/${id}/repository/branches/main`);
    expect([shown.status, textOf(shown.object['protected'])]).toEqual([200, 'false']);
  });

  test('where it names who may unprotect, others may not', async () => {
    const { all, maint, gl } = await world();
    await maint.post(all, { name: 'x', unprotect_access_level: 60 });
    expect(told(await maint.delete(`${all}/x`))).toEqual(forbidden);
    expect(told(await maint.patch(`${all}/x`, { allow_force_push: true }))).toEqual(forbidden);
    expect((await gl.delete(`${all}/x`)).status).toBe(204);
  });

  test('a custom role with admin_protected_branch manages them', async () => {
    const { all, gl, id } = await world();
    const group = idOf(await gl.get('/groups/acme'));
    const role = { name: 'Keeper', base_access_level: 30, admin_protected_branch: true };
    const member_role_id = idOf(await gl.post('/member_roles', role));
    const user_id = await gl.user('keeper');
    await gl.post(`/groups/${group}/members`, { user_id, access_level: 30, member_role_id });
    const keeper = gl.as('keeper');
    expect((await keeper.post(all, { name: 'x' })).status).toBe(201);
    expect((await keeper.get(`/projects/${id}/protected_branches/x`)).status).toBe(200);
  });
});
