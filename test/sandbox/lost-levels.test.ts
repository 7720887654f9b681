import { expect, test } from 'vitest';
import { idOf } from './client.ts';
import { codeProject } from './code.ts';
import type { Code } from './code.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';

async function userNamed(gl: Code['gl'], name: string): Promise<number> {
  return Number((await gl.get(`/users?username=${name}`)).list[0]?.['id']);
}

/** The project, with a group that is invited to it, a member of its own, and a key that may push. */
async function stage() {
  const code = await codeProject();
  const { gl, id } = code;
  const at = `/projects/${id}`;
  const group = await gl.group('invited');
  await gl.post(`${at}/share`, { group_id: group, group_access: 30 });
  const user = await userNamed(gl, 'stranger');
  await gl.post(`${at}/members`, { user_id: user, access_level: 30 });
  const key = idOf(await gl.post(`${at}/deploy_keys`, { title: 'k', key: KEY, can_push: true }));
  const named = [{ access_level: 40 }, { user_id: user }, { group_id: group }];
  const withKey = [...named, { deploy_key_id: key }];
  const levels = { allowed_to_push: withKey, allowed_to_merge: named, allowed_to_unprotect: named };
  await gl.post(`${at}/protected_branches`, { name: 'rel', ...levels });
  await gl.post(`${at}/protected_tags`, { name: 'v*', allowed_to_create: withKey });
  return { ...code, at, group, user, key };
}

/** Who is let through, in short: the role, or whose level it is. */
async function holders({ gl, at }: Pick<Code, 'gl'> & { readonly at: string }) {
  const said = (levels: unknown): readonly string[] =>
    (levels as readonly { readonly [name: string]: unknown }[]).map(
      ({ user_id: user, group_id: group, deploy_key_id: key, access_level: level }) =>
        user != null ? 'user' : group != null ? 'group' : key != null ? 'key' : String(level),
    );
  const branch = (await gl.get(`${at}/protected_branches/rel`)).object;
  const tag = (await gl.get(`${at}/protected_tags/v*`)).object;
  return {
    push: said(branch['push_access_levels']),
    merge: said(branch['merge_access_levels']),
    unprotect: said(branch['unprotect_access_levels']),
    create: said(tag['create_access_levels']),
  };
}

const NAMED = ['40', 'user', 'group'];
const ALL = { push: [...NAMED, 'key'], merge: NAMED, unprotect: NAMED, create: [...NAMED, 'key'] };

// Nothing of this is recorded: it is GitLab's source, as `src/sandbox/repository/lost-levels.ts` says.
test('a share that goes takes the levels of its group along, but for those of changing a protection', async () => {
  const code = await stage();
  expect(await holders(code)).toEqual(ALL);
  expect((await code.gl.delete(`${code.at}/share/${code.group}`)).status).toBe(204);
  const left = ['40', 'user'];
  expect(await holders(code)).toEqual({
    push: [...left, 'key'],
    merge: left,
    unprotect: NAMED,
    create: [...left, 'key'],
  });
});

test('a member who goes loses the levels of pushing and merging', async () => {
  const code = await stage();
  expect((await code.gl.delete(`${code.at}/members/${code.user}`)).status).toBe(204);
  const left = ['40', 'group'];
  expect(await holders(code)).toEqual({ ...ALL, push: [...left, 'key'], merge: left });
});

test('a member of a group loses them in the projects below that give no other access', async () => {
  const code = await stage();
  const { gl, at } = code;
  const dev = await userNamed(gl, 'dev');
  await gl.patch(`${at}/protected_branches/rel`, { allowed_to_push: [{ user_id: dev }] });
  const acme = idOf(await gl.get('/groups/acme'));
  await gl.post(`${at}/members`, { user_id: dev, access_level: 40 });
  await gl.delete(`/groups/${acme}/members/${dev}?skip_subresources=true`);
  expect((await holders(code)).push).toEqual([...NAMED, 'key', 'user']);
  await gl.delete(`${at}/members/${dev}`);
  expect((await holders(code)).push).toEqual([...NAMED, 'key']);
  const maint = await userNamed(gl, 'maint');
  await gl.patch(`${at}/protected_branches/rel`, { allowed_to_push: [{ user_id: maint }] });
  await gl.delete(`/groups/${acme}/members/${maint}`);
  expect((await holders(code)).push).toEqual([...NAMED, 'key']);
});

test('a key, a user and a group that are gone for good have no levels left', async () => {
  const code = await stage();
  const { gl, at, key, user } = code;
  await gl.put(`${at}/deploy_keys/${key}`, { can_push: false });
  expect(await holders(code)).toEqual(ALL);
  await gl.delete(`${at}/deploy_keys/${key}`);
  expect(await holders(code)).toEqual({ ...ALL, push: NAMED, create: NAMED });
  await gl.delete(`/users/${user}?hard_delete=true`);
  const left = ['40', 'group'];
  await expect.poll(() => holders(code)).toEqual({ push: left, merge: left, unprotect: left, create: left });
});

test('a key that another project has stays in the list of this one', async () => {
  const code = await stage();
  const { gl, at, key } = code;
  const group = idOf(await gl.get('/groups/acme'));
  const other = idOf(await gl.post('/projects', { name: 'other', path: 'other', namespace_id: group }));
  await gl.as('owner').post(`/projects/${other}/deploy_keys`, { title: 'k', key: KEY });
  await gl.delete(`${at}/deploy_keys/${key}`);
  expect(await holders(code)).toEqual(ALL);
  await gl.delete(`/projects/${other}/deploy_keys/${key}`);
  expect(await holders(code)).toEqual({ ...ALL, push: NAMED, create: NAMED });
});
