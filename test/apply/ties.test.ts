import { expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';

/** What stands in a project of a group, as it is declared. */
const document = (...lines: readonly string[]): string =>
  ['projects:', '  gg/pp:', ...lines.map((line) => `    ${line}`), ''].join('\n');

/** The project gg/pp with a share of hh, a member alice and a deploy key, who all may push and tag. */
async function withHolders(lines: readonly string[], options: SandboxOptions = {}) {
  const staged = await stage({ 'keelson.yaml': document(...lines) }, options);
  const { gitlab } = staged;
  const [owning, hh] = [await gitlab.group('gg'), await gitlab.group('hh')];
  const id = idOf(await gitlab.post('/projects', { name: 'pp', path: 'pp', namespace_id: owning }));
  const at = `/projects/${id}`;
  const alice = Number((await gitlab.get('/users?username=alice')).list[0]?.['id']);
  await gitlab.post(`${at}/members`, { user_id: alice, access_level: 30 });
  await gitlab.post(`${at}/share`, { group_id: hh, group_access: 30 });
  const key = idOf(await gitlab.post(`${at}/deploy_keys`, { title: 'k', key: KEY, can_push: true }));
  const holders = [{ access_level: 40 }, { user_id: alice }, { group_id: hh }, { deploy_key_id: key }];
  await gitlab.post(`${at}/protected_branches`, { name: 'rel', allowed_to_push: holders, merge_access_level: 40 });
  await gitlab.post(`${at}/protected_tags`, { name: 'v*', allowed_to_create: holders });
  gitlab.sandbox.log.length = 0;
  const pushers = async (): Promise<number> => {
    const levels = (await gitlab.get(`${at}/protected_branches/rel`)).object['push_access_levels'];
    return (levels as readonly unknown[]).length;
  };
  return { ...staged, at, pushers };
}

const HOLDERS = '[maintainer, {user: alice}, {group: hh}, {deploy_key: 1}]';
const PROTECTED = [
  `protected_branches: { rel: { push_access_level: ${HOLDERS} } }`,
  `protected_tags: { v*: { create_access_level: ${HOLDERS} } }`,
];
const ENDING = 'shares: { hh: { access_level: developer, expires_at: 2099-01-01 } }';

it('what a share that is made anew takes out of protections is set again after it', async () => {
  const { gitlab, keelson, at, pushers } = await withHolders([ENDING, ...PROTECTED]);
  const { status, out, err } = await keelson.run(...APPLY);
  expect({ status, err }, out).toEqual({ status: 0, err: '' });
  expect(writes(gitlab).slice(0, 2)).toEqual([`DELETE ${at}/share/2`, `POST ${at}/share`]);
  expect(await pushers()).toBe(4);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a saved plan of it is as good', async () => {
  const { keelson, pushers } = await withHolders([ENDING, ...PROTECTED]);
  expect((await keelson.run('plan', '--out', 'saved.json')).status).toBe(0);
  const { status, out, err } = await keelson.run('apply', 'saved.json', '--auto-approve');
  expect({ status }, out + err).toEqual({ status: 0 });
  expect(await pushers()).toBe(4);
});

it('what nobody declares of it is told to be lost, where protections are not declared at all as well', async () => {
  const { keelson, pushers } = await withHolders([ENDING]);
  const { status, out } = await keelson.run(...APPLY);
  expect({ status, out }).toEqual({
    status: 0,
    out: expect.stringMatching(
      /warning\[taken-out\]: project\[gg\/pp\]\/share\[hh\]: [^]*push_access_level of project\[gg\/pp\]\/protected_branch\[rel\][^]*protected_tag\[v\*\]/,
    ) as string,
  });
  expect(await pushers()).toBe(3);
});

it('a member who goes, whom a protection names, is told', async () => {
  const { keelson } = await withHolders(['members: { alice: { state: absent } }']);
  const { out } = await keelson.run('plan');
  expect(out).toMatch(/warning\[taken-out\]: project\[gg\/pp\]\/member\[alice\]/);
  expect(out).not.toContain('protected_tag');
});

it('a member who goes while a protection names them is told with its place: an access from elsewhere would keep them', async () => {
  const { gitlab, keelson } = await withHolders(['members: { alice: { state: absent } }', ...PROTECTED]);
  const { out } = await keelson.run('plan');
  expect(out).toContain('warning[given-up]: 2 warnings of one kind');
  expect(out).toMatch(
    /:4:\d+: project\[gg\/pp\]\/protected_branch\[rel\] names alice, and project\[gg\/pp\]\/member\[alice\] is removed: GitLab refuses who has no other access/,
  );
  const alice = (await gitlab.get('/users?username=alice')).list[0]?.['id'];
  await gitlab.post('/groups/gg/members', { user_id: Number(alice), access_level: 30 });
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('who is taken out of a protection by the same plan is so before', async () => {
  const left = '[maintainer, {deploy_key: 1}]';
  const { gitlab, keelson, at } = await withHolders([
    'shares: { hh: { state: absent } }',
    'members: { alice: { state: absent } }',
    `protected_branches: { rel: { push_access_level: ${left} } }`,
    `protected_tags: { v*: { create_access_level: ${left} } }`,
  ]);
  const { status, out, err } = await keelson.run(...APPLY);
  expect({ status, err }, out).toEqual({ status: 0, err: '' });
  const all = writes(gitlab);
  expect(all.indexOf(`PATCH ${at}/protected_branches/rel`)).toBeLessThan(all.indexOf(`DELETE ${at}/share/2`));
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it.each([
  ['a share that goes', 'shares: { hh: { state: absent } }', /names hh, and project\[gg\/pp\]\/share\[hh\] is removed/],
  ['a key that goes', 'deploy_keys: { k: { state: absent } }', /the deploy key 1, and .*deploy_key\[k\] is removed/],
  [
    'a key that is made anew',
    `deploy_keys: { k: { key: ${KEY}, can_push: true, expires_at: 2099-01-01 } }`,
    /the deploy key 1, and .* is made anew, with another number/,
  ],
  [
    'a key that may push no more',
    `deploy_keys: { k: { key: ${KEY}, can_push: false } }`,
    /the deploy key 1, and .* is to have `can_push: false`/,
  ],
])('%s while a protection names it is an error before the first call', async (_name, line, words) => {
  const { gitlab, keelson } = await withHolders([line, ...PROTECTED]);
  const { status, err } = await keelson.run(...APPLY);
  expect({ status, err }).toEqual({ status: 1, err: expect.stringMatching(words) as string });
  expect(err).toContain('error[given-up]');
  expect(writes(gitlab)).toEqual([]);
});
