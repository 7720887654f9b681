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
  expect(text).toContain('renamed by hand, write `previously: crew`');
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
