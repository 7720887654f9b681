import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { team } from './team.ts';

test('a group whose name an undeclared one beside it has may be that one, and the line that says so works', async () => {
  const { gitlab, keelson } = await team('groups:\n  people/talent: { name: Talent }\n');
  const people = await gitlab.group('people');
  const id = await gitlab.group('talents', { parent_id: people, name: 'Talent' });
  const { status, err } = await keelson.run('plan');
  expect([status, err]).toEqual([1, expect.stringContaining('renamed by hand, write `previously: people/talents`')]);
  keelson.write('keelson.yaml', 'groups:\n  people/talent: { name: Talent, previously: people/talents }\n');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/people%2Ftalent')).object['id']).toBe(id);
});

test.each([
  ['by its name', 'Top', 'has its name'],
  ['by the audit events', 'Crew', 'was at that path before'],
])('drift says of a group at the top that it may have been renamed by hand: %s', async (_, name, why) => {
  const { gitlab, keelson } = await team('groups:\n  top: { name: Top }\n  other: {}\n');
  await keelson.run('apply', '--auto-approve');
  await gitlab.put('/groups/top', { path: 'crew', name });
  await gitlab.group('stranger');
  const { status, out } = await keelson.run('drift');
  expect(status).toBe(2);
  const text = out.replace(/\s+/g, ' ');
  expect(text).toContain('group[top] is declared, and not there');
  expect(text).toMatch(
    new RegExp(`group\\[top\\] is not there, and group\\[crew\\] \\(id \\d+\\), which nobody declared, ${why}`),
  );
  expect(text).toContain('renamed or moved by hand, write `previously: crew`');
  expect(text.match(/renamed-by-hand/g)).toHaveLength(1);
  keelson.write('keelson.yaml', 'groups:\n  top: { name: Top, previously: crew }\n  other: {}\n');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
});

test('drift does not say so of what is another group, nor twice of one that the plan tells', async () => {
  const { gitlab, keelson } = await team(
    'groups:\n  top: { name: Top }\n  people: {}\n  people/talent: { name: Talent }\n',
  );
  const people = await gitlab.group('people');
  await gitlab.group('talents', { parent_id: people, name: 'Talent' });
  await gitlab.group('stranger');
  const { out } = await keelson.run('drift');
  expect(out).toContain('write `previously: people/talents`');
  expect(out).not.toContain('renamed-by-hand');
});

const moved = `groups:
  people: { name: People }
  people/learning: { name: Learning, members: { alice: owner, bob: developer } }
  it: { name: IT }
`;

test('plan and drift say of a group with all its declared members elsewhere that it may have been moved by hand, and the line works', async () => {
  const { gitlab, keelson } = await team(moved);
  await keelson.run('apply', '--auto-approve');
  const id = Number((await gitlab.get('/groups/people%2Flearning')).object['id']);
  const it = Number((await gitlab.get('/groups/it')).object['id']);
  await gitlab.post(`/groups/${id}/transfer`, { group_id: it });
  for (const command of ['plan', 'drift'] as const) {
    const { out, err } = await keelson.run(command);
    const text = `${out}${err}`.replace(/\s+/g, ' ');
    expect(text).toContain(
      `group[people/learning] is not there, and group[it/learning] (id ${id}), which nobody declared, has its name and, as declared for it, the members alice, bob: it may be the same one`,
    );
    expect(text).toContain('write `previously: it/learning`');
    expect(text.match(/\[renamed-by-hand\]/g)).toHaveLength(1);
  }
  keelson.write('keelson.yaml', moved.replace('name: Learning', 'previously: it/learning, name: Learning'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/people%2Flearning')).object['id']).toBe(id);
});

test('plan says of a group at the top whose name another one has that it may be that one', async () => {
  const { gitlab, keelson } = await team('groups:\n  apps: { name: Applications }\n');
  await gitlab.group('applications', { name: 'Applications' });
  const { out, err } = await keelson.run('plan');
  expect(`${out}${err}`.replace(/\s+/g, ' ')).toContain('write `previously: applications`');
});

test.each([
  ['the same name alone', []],
  ['one of its two members', ['alice']],
])('%s in another parent is no sign that a group was moved by hand', async (_, members) => {
  const { gitlab, keelson } = await team(moved);
  await gitlab.group('it', { name: 'IT' });
  const id = await gitlab.group('it/learning', { name: 'Learning' });
  const alice = Number((await gitlab.get('/users?username=alice')).list[0]?.['id']);
  if (members.length > 0) await gitlab.post(`/groups/${id}/members`, { user_id: alice, access_level: 50 });
  const { out, err } = await keelson.run('plan');
  expect(out).toContain('group[people/learning]');
  expect(`${out}${err}`).not.toContain('renamed-by-hand');
});

test('a project that is declared in a missing group, and is in one of its name elsewhere, tells that it was moved', async () => {
  const { gitlab, keelson } = await team(
    'groups:\n  people: {}\n  people/learning: {}\n  it: {}\nprojects:\n  people/learning/course: { members: {} }\n',
  );
  for (const path of ['people', 'it']) await gitlab.group(path);
  const id = await gitlab.group('it/learning');
  await gitlab.post('/projects', { name: 'course', path: 'course', namespace_id: id });
  const { out, err } = await keelson.run('drift');
  expect(`${out}${err}`.replace(/\s+/g, ' ')).toContain(
    'has its name and, as declared for it, the project course: it may be the same one',
  );
});

test('what a configuration declares elsewhere is another group, targeted or not, and one search is made for each that is missing', async () => {
  const { gitlab, keelson } = await team(
    'groups:\n  team-a/infra: { members: { alice: owner } }\n  team-b/infra: { members: { alice: owner } }\n  team-a: {}\n  team-b: {}\n',
  );
  await gitlab.group('team-b');
  const id = await gitlab.group('team-b/infra');
  await gitlab.post(`/groups/${id}/members`, { username: 'alice', access_level: 50 });
  const { out, err } = await keelson.run('plan', '--target', 'group[team-a/infra]', '--har', 'traffic.har');
  expect(`${out}${err}`).not.toContain('renamed-by-hand');
  const traffic = readFileSync(join(keelson.folder, 'traffic.har'), 'utf8');
  expect(traffic.match(/groups\?[^"]*order_by=similarity/g)).toHaveLength(2);
});

const inAnother = `groups:
  aa: { members: { alice: owner } }
  aa/yy: {}
  bb: {}
  bb/zz: { members: { bob: developer } }
  bb/zz/in: {}
`;

test.each([
  [
    'one of a name too short to be searched for',
    'bb/zz',
    {},
    'aa/yy/zz',
    'has its name and, as declared for it, the member bob',
  ],
  ['one with a declared group in it alone', 'bb', {}, 'aa/yy/bb', 'has its name and, as declared for it, the group zz'],
  [
    'one that was renamed as well',
    'bb/zz',
    { path: 'zeta', name: 'Zeta' },
    'aa/yy/zeta',
    'had the last part of its path before and has, as declared for it, the member bob',
  ],
])(
  'a group that was moved by hand below a declared one is told before a second one is made: %s',
  async (_, path, renamed, now, why) => {
    const { gitlab, keelson } = await team(inAnother);
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    const idOf = async (at: string): Promise<number> =>
      Number((await gitlab.get(`/groups/${encodeURIComponent(at)}`)).object['id']);
    const id = await idOf(path);
    if (Object.keys(renamed).length > 0) await gitlab.put(`/groups/${id}`, renamed);
    await gitlab.post(`/groups/${id}/transfer`, { group_id: await idOf('aa/yy') });
    for (const command of ['plan', 'drift'] as const) {
      const { out, err } = await keelson.run(command);
      const text = `${out}${err}`.replace(/\s+/g, ' ');
      expect(text).toContain(
        `group[${path}] is not there, and group[${now}] (id ${id}), which nobody declared, ${why}`,
      );
      expect(text).toContain(`write \`previously: ${now}\``);
      expect(text.match(/\[renamed-by-hand\]/g)).toHaveLength(1);
    }
    keelson.write(
      'keelson.yaml',
      inAnother.replace(`${path}: {`, `${path}: { previously: ${now},`).replace(', }', ' }'),
    );
    const applied = await keelson.run('apply', '--auto-approve');
    expect([applied.status, applied.err]).toEqual([0, '']);
    expect(await idOf(path)).toBe(id);
  },
);

test('of several groups that were at a path, the one that left it last is named', async () => {
  const { gitlab, keelson } = await team('groups: { team: {} }\n');
  const first = await gitlab.group('team');
  await gitlab.put(`/groups/${first}`, { path: 'alpha', name: 'alpha' });
  const second = await gitlab.group('team');
  await gitlab.put(`/groups/${second}`, { path: 'beta', name: 'beta' });
  const { out, err } = await keelson.run('plan');
  expect(`${out}${err}`.replace(/\s+/g, ' ')).toContain(`group[beta] (id ${second}), which nobody declared`);
  expect(`${out}${err}`).not.toContain('previously: alpha');
});
