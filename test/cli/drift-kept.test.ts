import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { team } from './team.ts';

const yaml = `groups:
  team: { name: Team, variables: { KEY: { value: { env: VALUE }, hidden: false } } }
`;

test('drift says of what is to be made anew what differs alone, and the plan says what is kept', async () => {
  const { gitlab, keelson: unset } = await team(yaml);
  const keelson = unset.told({ VALUE: 'a-long-secret-value' });
  const group = await gitlab.group('team', { name: 'Team' });
  const made = { key: 'KEY', value: 'a-long-secret-value', masked_and_hidden: true, description: 'of the build' };
  expect((await gitlab.post(`/groups/${group}/variables`, { ...made, protected: true })).status).toBe(201);
  const { status, out } = await keelson.run('drift', '--html', 'drift.html');
  expect(status).toBe(2);
  expect(out).toContain('hidden true, the repository says false');
  expect(out).not.toMatch(/description|protected|masked/);
  expect(readFileSync(join(keelson.folder, 'drift.html'), 'utf8')).not.toContain('"path":"description"');
  const planned = await keelson.run('plan', '--markdown');
  expect(planned.out).toContain('  protected: true, kept');
  expect(planned.out).toContain('  description: of the build, kept');
});
