import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Undo } from '../../src/engine/undo/undo.ts';
import { undoJson } from '../../src/report/undo-json.ts';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-mass-change', '--allow-own-access'];

test('a share that was made or changed is taken back, and one that others have changed since is not', async () => {
  const { gitlab, keelson } = await stage({});
  const eng = await gitlab.group('eng');
  for (const path of ['one', 'two', 'eng/sub']) await gitlab.group(path);
  await gitlab.post('/projects', { name: 'app', namespace_id: eng });
  const written = (shares: string, prune = ''): void => {
    keelson.write(
      'keelson.yaml',
      `groups: { eng: { ${prune} shares: ${shares} } }\nprojects: { eng/app: { shares: ${shares} } }\n`,
    );
  };
  const levels = async () =>
    Object.fromEntries(
      await Promise.all(
        ['/groups/eng', '/projects/eng%2Fapp'].map(async (at) => {
          const rows = (await gitlab.get(at)).object['shared_with_groups'] as readonly {
            readonly group_full_path: string;
            readonly group_access_level: number;
          }[];
          return [at, Object.fromEntries(rows.map((row) => [row.group_full_path, row.group_access_level]))] as const;
        }),
      ),
    );
  written('{ one: { access_level: reporter, expires_at: null } }');
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
  const before = await levels();
  written('{ one: { access_level: guest, expires_at: null }, two: developer }');
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  const after = await levels();
  expect(await keelson.run(...APPLY, 'undo.json', '--undo', 'redo.json')).toMatchObject({ status: 0 });
  expect(await levels()).toEqual(before);
  expect(await keelson.run(...APPLY, 'redo.json')).toMatchObject({ status: 0 });
  expect(await levels()).toEqual(after);
  const two = idOf(await gitlab.get('/groups/two'));
  await gitlab.delete(`/groups/${eng}/share/${two}`);
  await gitlab.post(`/groups/${eng}/share`, { group_id: two, group_access: 40 });
  const refused = await keelson.run(...APPLY, 'undo.json');
  expect([refused.status, refused.err]).toEqual([
    3,
    expect.stringContaining('group[eng]/share[two] was changed since: its access_level is "maintainer" now'),
  ]);
});

test('what is left out takes nothing along: no group is made for what stood in one that is elsewhere by now', async () => {
  const { gitlab, keelson } = await stage({});
  const ops = await gitlab.group('ops');
  const bob = Number((await gitlab.get('/users?username=bob')).list[0]?.['id']);
  await gitlab.post(`/groups/${ops}/members`, { user_id: bob, access_level: 30 });
  keelson.write(
    'keelson.yaml',
    'instance: { settings: { signup_enabled: true } }\ngroups: { team: { previously: ops, prune: [members], members: { root: owner } } }\n',
  );
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  // Others give that group another place.
  await gitlab.put(`/groups/${ops}`, { path: 'elsewhere', name: 'elsewhere' });
  gitlab.sandbox.log.length = 0;
  const skipped = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect(skipped.status).toBe(3);
  expect(skipped.err).toContain('group[ops]/member[bob] cannot be brought back: group[ops] is not there any more');
  expect(writes(gitlab).filter((call) => call.startsWith('POST'))).toEqual([]);
  expect((await gitlab.get('/groups/ops')).status).toBe(404);
});

test('what GitLab sets where nothing is said is nobody else’s', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': "groups: { eng: { protected_branches: { 'rel/*': { push_access_level: developer } } } }\n",
  });
  await gitlab.group('eng');
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  expect(await keelson.run(...APPLY, 'undo.json')).toMatchObject({ status: 0 });
  expect((await gitlab.get('/groups/eng/protected_branches')).list).toEqual([]);
});

test('of several that have its name nothing is taken, and the rest is brought back where that is asked for', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'groups: { eng: { description: before } }\n' });
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
  const hook = '{ url: https://ci.example.com/hook, push_events: true }';
  keelson.write('keelson.yaml', `groups: { eng: { description: after, hooks: { ci: ${hook} } } }\n`);
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  const at = `/groups/${idOf(await gitlab.get('/groups/eng'))}`;
  await gitlab.post(`${at}/hooks`, { name: 'ci', url: 'https://ci.example.com/hook', push_events: true });
  const refused = await keelson.run(...APPLY, 'undo.json');
  expect([refused.status, refused.err]).toEqual([
    3,
    expect.stringContaining('group[eng]/hook[ci] is there several times by now'),
  ]);
  expect((await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip')).status).toBe(3);
  expect((await gitlab.get(at)).object['description']).toBe('before');
  expect((await gitlab.get(`${at}/hooks`)).list).toHaveLength(2);
});

test.each(['with', 'without'])(
  'a run that was cut before anything arrived has done nothing, %s its journal: what others have made so since stays',
  async (journal) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': 'groups: { eng: { description: before } }\n' });
    expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
    const branch = "'rel/*': { push_access_level: maintainer, merge_access_level: maintainer }";
    keelson.write(
      'keelson.yaml',
      `groups: { eng: { description: after, protected_branches: { ${branch} }, members: { bob: developer } } }\n`,
    );
    gitlab.sandbox.fail('delay=20000:1x@POST /groups/*/protected_branches');
    const { child, ran } = keelson.start(...APPLY, '--undo', 'undo.json', '--concurrency', '8');
    const isAtIt = (): boolean => [...gitlab.sandbox.underway].some((one) => one.includes('protected_branches'));
    while (!isAtIt()) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await ran;
    gitlab.sandbox.fail('');
    const at = `/groups/${idOf(await gitlab.get('/groups/eng'))}`;
    await gitlab.post(`${at}/protected_branches`, { name: 'rel/*', push_access_level: 40, merge_access_level: 40 });
    if (journal === 'without') rmSync(join(keelson.folder, '.keelson'), { recursive: true });
    const refused = await keelson.run(...APPLY, 'undo.json');
    expect([refused.status, refused.err]).toEqual([
      3,
      expect.stringMatching(
        journal === 'with'
          ? /group\[eng\]\/protected_branch\[rel\/\*\] is there \(id \d+\), and nothing shows whether the run has made it/
          : /group\[eng\]\/protected_branch\[rel\/\*\] is there, and no journal shows that/,
      ),
    ]);
    expect((await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip')).status).toBe(3);
    expect((await gitlab.get(`${at}/protected_branches`)).list).toMatchObject([{ name: 'rel/*' }]);
    if (journal === 'with') return;
    // And neither is a description written over that the run has set, for all that anybody knows.
    expect((await gitlab.get(at)).object['description']).toBe('after');
    const file = join(keelson.folder, 'undo.json');
    const undo = JSON.parse(readFileSync(file, 'utf8')) as Undo;
    writeFileSync(file, undoJson({ ...undo, state: 'ended' }));
    expect(await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip')).not.toMatchObject({ status: 1 });
    expect((await gitlab.get(at)).object['description']).toBe('before');
  },
);

test('what an entry names and somebody has moved or renamed since is told by where it is now, and the rest is brought back', async () => {
  const yaml = (scope: string, member: string) => `groups:
  eng:
    description: ${scope}
    members: { bob: ${member} }
    deploy_tokens: { d: { scopes: [${scope}], token_to: { variable: { project: ops/lib, key: D } } } }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml('read_repository', 'developer') });
  const [eng, ops] = [await gitlab.group('eng'), await gitlab.group('ops')];
  const { object: lib } = await gitlab.post('/projects', { name: 'lib', path: 'lib', namespace_id: ops });
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
  keelson.write('keelson.yaml', yaml('read_registry', '{ state: absent }'));
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  await gitlab.put(`/projects/${lib['id'] as number}/transfer`, { namespace: eng });
  const [bob] = (await gitlab.get('/users?username=bob')).list;
  await gitlab.put(`/users/${bob?.['id'] as number}`, { username: 'robert' });
  const stopped = await keelson.run(...APPLY, 'undo.json');
  expect(stopped.status, stopped.err).toBe(3);
  for (const line of [
    `error[undo-stale]: group[eng]/deploy_token[d] names the project ops/lib, which had the number ${lib['id'] as number} and is eng/lib by now`,
    `error[undo-stale]: group[eng]/member[bob] names the user bob, which had the number ${bob?.['id'] as number} and is robert by now`,
  ])
    expect(stopped.err).toContain(line);
  const skipped = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect([skipped.status, skipped.out]).toEqual([3, expect.stringContaining('Applied: 0 created, 1 updated')]);
  expect((await gitlab.get(`/groups/${eng}`)).object['description']).toBe('read_repository');
});
