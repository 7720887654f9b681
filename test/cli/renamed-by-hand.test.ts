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
