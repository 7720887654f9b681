import { expect, test } from 'vitest';
import type { SandboxClient } from '../sandbox/client.ts';
import { team } from './team.ts';

const idOf = async (gitlab: SandboxClient, path: string): Promise<number> =>
  Number((await gitlab.get(`/groups/${encodeURIComponent(path)}`)).object['id']);

/** What the program says of groups that may have been moved by hand, in one line each. */
const saidOf = (text: string): string[] => {
  const line = text.replace(/\s+/g, ' ');
  return line.match(/group\[[^\]]*\] is not there, and group\[[^\]]*\][^:]*: it may be the same one/g) ?? [];
};

const three = '{ members: { alice: owner, bob: developer, carol: developer } }';

test.each([
  [
    'a hook alone',
    '{ hooks: { ci: { url: "https://ci.example.com/in", push_events: true } } }',
    {},
    'svc',
    'has its name and, as declared for it, the hook ci',
  ],
  [
    'a variable alone',
    '{ variables: { REGION: { value: { env: REGION } } } }',
    {},
    'svc',
    'has its name and, as declared for it, the variable REGION',
  ],
  ['most of its members', three, {}, 'svc', 'has its name and, as declared for it, the members alice, bob'],
  [
    'its members, renamed as well while few are missing',
    '{ members: { alice: owner, bob: developer } }',
    { path: 'other', name: 'Other' },
    'other',
    'had the last part of its path before and has, as declared for it, the members alice, bob',
  ],
])('a group that was moved by hand below another declared one is told by %s, and the line works', async (...given) => {
  const [, body, renamed, now, why] = given;
  const yaml = (own: string): string => `groups:\n  aa: {}\n  aa/svc: ${own}\n  bb: {}\n`;
  const { gitlab, keelson: untold } = await team(yaml(body));
  const keelson = untold.told({ REGION: 'north-west' });
  const carol = await gitlab.user('carol');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const id = await idOf(gitlab, 'aa/svc');
  if (body === three) await gitlab.delete(`/groups/${id}/members/${carol}`);
  if (Object.keys(renamed).length > 0) await gitlab.put(`/groups/${id}`, renamed);
  await gitlab.post(`/groups/${id}/transfer`, { group_id: await idOf(gitlab, 'bb') });
  const { status, out, err } = await keelson.run('plan');
  expect([status, saidOf(`${out}${err}`)]).toEqual([
    0,
    [
      `group[aa/svc] is not there, and group[bb/${now}] (id ${id}), which nobody declared, ${why}: it may be the same one`,
    ],
  ]);
  keelson.write('keelson.yaml', yaml(body.replace('{', `{ previously: bb/${now},`)));
  const applied = await keelson.run('apply', '--auto-approve');
  expect([applied.status, applied.err]).toEqual([0, '']);
  expect(await idOf(gitlab, 'aa/svc')).toBe(id);
});

test('a project that nobody declares tells where the group that it stood in was moved to: its old path leads there', async () => {
  const { gitlab, keelson } = await team('groups:\n  aa: {}\n  aa/svc: {}\n  bb: {}\n');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const id = await idOf(gitlab, 'aa/svc');
  await gitlab.post('/projects', { name: 'api', path: 'api', namespace_id: id });
  await gitlab.post(`/groups/${id}/transfer`, { group_id: await idOf(gitlab, 'bb') });
  const { out, err } = await keelson.run('plan');
  expect(saidOf(`${out}${err}`)).toEqual([
    `group[aa/svc] is not there, and group[bb/svc] (id ${id}), which nobody declared, has its name and the project api, which was at aa/svc/api before: it may be the same one`,
  ]);
});

test('a project of a group of its name that was never there is no sign that it was moved', async () => {
  const { gitlab, keelson } = await team('groups:\n  aa: {}\n  aa/svc: {}\n  bb: {}\n');
  await gitlab.group('bb');
  const id = await gitlab.group('bb/svc');
  await gitlab.post('/projects', { name: 'api', path: 'api', namespace_id: id });
  const { out, err } = await keelson.run('plan');
  expect(saidOf(`${out}${err}`)).toEqual([]);
});

test('a declared project leads to the group that it stood in, renamed and moved, where no events are to be read', async () => {
  const yaml = 'groups:\n  aa: {}\n  aa/svc: {}\n  bb: {}\nprojects:\n  aa/svc/api: { members: { bob: developer } }\n';
  const { gitlab, keelson } = await team(yaml, { tier: 'free' });
  for (const path of ['aa', 'aa/svc', 'bb']) await gitlab.group(path);
  const id = await idOf(gitlab, 'aa/svc');
  await gitlab.post('/projects', { name: 'api', path: 'api', namespace_id: id });
  await gitlab.put(`/groups/${id}`, { path: 'other', name: 'Other' });
  await gitlab.post(`/groups/${id}/transfer`, { group_id: await idOf(gitlab, 'bb') });
  const { out, err } = await keelson.run('drift');
  expect(saidOf(`${out}${err}`)).toEqual([
    `group[aa/svc] is not there, and group[bb/other] (id ${id}), which nobody declared, has the project api, which was at aa/svc/api before: it may be the same one`,
  ]);
});

test('a group that was moved out of one which is gone is told, and what came along with one that was moved is not', async () => {
  const yaml = 'groups:\n  aa: {}\n  aa/svc: { members: { alice: owner, bob: developer } }\n  bb: {}\n';
  const { gitlab, keelson } = await team(yaml);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const id = await idOf(gitlab, 'aa/svc');
  await gitlab.post(`/groups/${id}/transfer`, { group_id: await idOf(gitlab, 'bb') });
  const above = await idOf(gitlab, 'aa');
  await gitlab.put(`/groups/${above}`, { path: 'elsewhere', name: 'Elsewhere' });
  await gitlab.post(`/groups/${above}/transfer`, { group_id: await idOf(gitlab, 'bb') });
  const { out, err } = await keelson.run('plan');
  expect(saidOf(`${out}${err}`)).toEqual([
    `group[aa/svc] is not there, and group[bb/svc] (id ${id}), which nobody declared, has its name and, as declared for it, the members alice, bob: it may be the same one`,
  ]);
});
