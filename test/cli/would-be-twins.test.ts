import { describe, expect, it, test } from 'vitest';
import { writes } from '../apply/stage.ts';
import { team } from './team.ts';

const APPLY = ['apply', '--auto-approve'];
const rita = (more = ''): string =>
  `instance: { users: { rita: { ${more}name: Rita, email: Rita@x.example } } }\ngroups: { team: { prune: [members], members: { root: owner, rita: maintainer } } }\n`;

/** Rita, made by an apply and let into a group, and called otherwise by hand since. */
async function renamedRita(yaml: string) {
  const staged = await team(rita());
  expect((await staged.keelson.run(...APPLY)).status).toBe(0);
  const found = await staged.gitlab.get('/users?username=rita');
  const id = Number(found.list[0]?.['id']);
  await staged.gitlab.put(`/users/${id}`, { username: 'rita.m' });
  staged.keelson.write('keelson.yaml', yaml);
  staged.gitlab.sandbox.log.length = 0;
  return { ...staged, id };
}

describe('somebody who was renamed by hand', () => {
  it.each([
    ['by the declared address', rita(), 'has its email'],
    ['by the audit events', rita().replace('Rita@x', 'r@x'), 'was called that before'],
  ])('is not made a second time, and keeps the access: known %s', async (_how, yaml, why) => {
    const { gitlab, keelson, id } = await renamedRita(yaml);
    for (const args of [['plan'], APPLY]) {
      const { status, err } = await keelson.run(...args);
      const text = err.replace(/\s+/g, ' ');
      expect([status, text]).toEqual([1, expect.stringContaining('error[renamed-by-hand]')]);
      expect(text).toContain(`instance/user[rita.m] (id ${id}), which nobody declared, ${why}`);
      expect(text).toContain('rite `previously: rita.m`');
    }
    expect(writes(gitlab)).toEqual([]);
    keelson.write('keelson.yaml', yaml.replace('rita: { name', 'rita: { previously: rita.m, name'));
    expect((await keelson.run(...APPLY)).status).toBe(0);
    expect((await gitlab.get(`/users/${id}`)).object['username']).toBe('rita');
  });

  it('is somebody else where that is said', async () => {
    const yaml = rita().replace('Rita@x', 'r@x').replace('instance: {', 'instance: { ignore: { users: [rita.m] },');
    const { keelson } = await renamedRita(yaml);
    const { err } = await keelson.run('plan');
    expect(err).not.toContain('renamed-by-hand');
  });

  it('is found however many others are new', async () => {
    const others = Array.from({ length: 6 }, (_, at) => `n${at}x: { name: N, email: n${at}@x.example }`).join(', ');
    const { keelson } = await renamedRita(rita().replace('users: {', `users: { ${others},`));
    const { err } = await keelson.run('plan');
    expect(err.match(/error\[renamed-by-hand\]/g)).toHaveLength(1);
  });
});

test.each([
  ['at the top', 'top', 'groups: { top: { name: Top }, other: {} }\n', 'crew'],
  ['in a group', 'other/top', 'groups: { other/top: { name: Top }, other: {} }\n', 'other/crew'],
])('a group that was renamed by hand %s is not made a second time', async (_where, path, yaml, now) => {
  const { gitlab, keelson } = await team(yaml);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  await gitlab.put(`/groups/${encodeURIComponent(path)}`, { path: 'crew', name: 'Crew' });
  gitlab.sandbox.log.length = 0;
  for (const args of [['plan'], APPLY]) {
    const { status, err } = await keelson.run(...args);
    expect([status, err.match(/\[renamed-by-hand\]/g)]).toEqual([1, ['[renamed-by-hand]']]);
    expect(err.replace(/\s+/g, ' ')).toContain(`rite \`previously: ${now}\``);
  }
  expect(writes(gitlab)).toEqual([]);
  keelson.write('keelson.yaml', yaml.replace('{ name: Top', `{ previously: ${now}, name: Top`));
  expect((await keelson.run(...APPLY)).status).toBe(0);
});

test('a group that was at a path before is another one where that is said', async () => {
  const { gitlab, keelson } = await team('groups: { top: {} }\n');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  await gitlab.put('/groups/top', { path: 'crew', name: 'Crew' });
  keelson.write('keelson.yaml', 'instance: { ignore: { groups: [crew] } }\ngroups: { top: {} }\n');
  const first = await keelson.run('plan');
  keelson.write('keelson.yaml', 'groups: { top: {}, crew: {} }\n');
  const second = await keelson.run('plan');
  expect([first.status, second.status], first.err + second.err).toEqual([0, 0]);
});

test('who is pruned stays where who is to come is refused', async () => {
  const { gitlab, keelson } = await team(
    'groups: { team: { prune: [shares], shares: { new: developer } }, old: {}, new: {} }\n',
  );
  const ids = await Promise.all(['team', 'old', 'new'].map((path) => gitlab.group(path)));
  await gitlab.post('/groups/team/share', { group_id: ids[1] ?? null, group_access: 30 });
  expect((await keelson.run('plan', '--out', 'saved.json')).status).toBe(0);
  await gitlab.post('/groups/team/share', { group_id: ids[2] ?? null, group_access: 10 });
  gitlab.sandbox.log.length = 0;
  const { status, out } = await keelson.run('apply', 'saved.json', '--auto-approve', '--on-stale', 'skip');
  expect(status).not.toBe(0);
  expect(out).toContain('it needs group[team]/share[new]');
  expect(writes(gitlab).filter((one) => one.startsWith('DELETE'))).toEqual([]);
});
