import { expect, it } from 'vitest';
import { stage, writes } from './stage.ts';

const past = '{ access_level: developer, expires_at: 2020-01-31 }';

it('a membership whose day has passed is made no more, is told with its line, and fails no pipeline', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': `groups:\n  one:\n    members:\n      bob: ${past}\n` });
  const first = await keelson.run('apply', '--auto-approve');
  expect(first.status, first.out + first.err).toBe(0);
  expect(writes(gitlab).filter((request) => request.includes('/members'))).toEqual([]);
  const { status, out } = await keelson.run('plan', '--detailed-exitcode');
  expect(status).toBe(0);
  expect(out).toContain('keelson.yaml:4:7: warning[ended]: group[one]/member[bob] has ended on 2020-01-31');
  expect(out.match(/warning\[/g)).toHaveLength(1);
});

it('who is still there all the same is left, and is told to be nobody whom the repository declares', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': `groups: { one: { members: { bob: ${past} } } }\n` });
  await gitlab.group('one');
  await gitlab.post('/groups/one/members', { username: 'bob', access_level: 30 });
  const { status, out } = await keelson.run('apply', '--auto-approve');
  expect(status, out).toBe(0);
  expect(out).toContain('Unmanaged: 1 live entry is not declared');
  expect(out).toContain('has ended on 2020-01-31, and what is there has not: nobody has declared that');
});
