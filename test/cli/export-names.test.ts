import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { team } from './team.ts';

/** Whatever a terminal obeys instead of showing it, but for the end of a line. */
const obeyed = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test('names in the notes and in the YAML of an export move nothing on a terminal, and the YAML says what is live', async () => {
  const { gitlab, keelson } = await team();
  const group = await gitlab.group('team', { name: 'Team' });
  const names = ['nl\nerror[fake]: all is well', 'esc\u001b[31mx', 'rtl\u202ex', 'osc\u001b]0;x\u0007', 'c1\u009b31m'];
  for (const name of names)
    await gitlab.post(`/groups/${group}/hooks`, { url: 'https://ci.example.com/x', name, description: `of ${name}` });
  // Nothing tells these two apart, so that they are in no YAML.
  for (const name of ['two\u001b[31m\nfake', 'two\u001b[31m\nfake'])
    await gitlab.post('/user/runners', { runner_type: 'group_type', group_id: group, description: name });
  const asText = await keelson.run('export');
  expect(asText.status).toBe(0);
  expect(asText.out).not.toMatch(obeyed);
  expect(asText.err).not.toMatch(obeyed);
  expect(asText.err).toContain(String.raw`runner[two\u{1b}[31m\nfake]`);
  expect((await keelson.run('export', '--log-format', 'json')).err).not.toMatch(obeyed);
  writeFileSync(join(keelson.folder, 'keelson.yaml'), asText.out);
  const again = await keelson.run('plan', '--detailed-exitcode');
  expect(again.status, again.out + again.err).toBe(0);
  expect((await keelson.run('plan', '--json')).out).not.toMatch(obeyed);
});

test('a protection that a group below the top has holds nowhere and may not be declared: it is told, and the rest is valid', async () => {
  const { gitlab, keelson } = await team();
  const group = await gitlab.group('team', { name: 'Team' });
  const below = await gitlab.group('part', { name: 'Part', parent_id: group });
  for (const id of [group, below]) await gitlab.post(`/groups/${id}/protected_branches`, { name: 'main' });
  const { out, err, status } = await keelson.run('export');
  expect([status, err]).toEqual([
    0,
    expect.stringContaining(
      'group[team/part]/protected_branch[main] (Branches are protected by groups at the top alone',
    ),
  ]);
  writeFileSync(join(keelson.folder, 'keelson.yaml'), out);
  const again = await keelson.run('plan', '--detailed-exitcode');
  expect(again.status, again.out + again.err).toBe(0);
});
