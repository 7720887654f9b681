import { expect, test } from 'vitest';
import { stage, writes } from './stage.ts';

const roles = (more: string) => `instance: { member_roles: { reviewer: ${more} } }\n`;
const MADE = roles('{ base: guest, permissions: [read_code] }');
const GONE = roles('{ state: absent }');
const flags = ['--auto-approve', '--allow-plan-removals', '--allow-mass-removal', '--allow-scope-deletion'];

test('a role goes with the group in which somebody has it: who is declared absent there is taken out first', async () => {
  const { gitlab, keelson } = await stage({
    'made.yaml': `${MADE}groups: { ops: { members: { alice: { role: reviewer } } } }\n`,
    'gone.yaml': `${GONE}groups: { ops: { state: absent, members: { Alice: { state: absent } } } }\n`,
    'bare.yaml': `${GONE}groups: { ops: { state: absent } }\n`,
  });
  expect((await keelson.run('apply', 'made.yaml', '--auto-approve')).status).toBe(0);
  const bare = await keelson.run('plan', 'bare.yaml', ...flags.slice(1));
  expect([bare.status, bare.err]).toEqual([1, expect.stringContaining('(absent, where it goes with its group')]);
  const before = writes(gitlab).length;
  const gone = await keelson.run('apply', 'gone.yaml', ...flags);
  expect(gone.status, gone.err).toBe(0);
  const [first, ...others] = writes(gitlab).slice(before);
  expect(first).toBe('DELETE /groups/ops/members/2?skip_subresources=true');
  expect(others.sort()).toEqual(['DELETE /groups/1', 'DELETE /member_roles/1']);
  expect((await keelson.run('plan', 'gone.yaml')).out).toContain('Nothing to do');
});
