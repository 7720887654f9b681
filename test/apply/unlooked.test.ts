import { expect, test } from 'vitest';
import { byStatus, stage, writes } from './stage.ts';

const before = `
version: 1
lock: { project: ops/keelson, name: keelson }
groups:
  base: { members: { alice: developer } }
`;
const after = `${before.replace('alice: developer', 'alice: maintainer')}
${Array.from({ length: 12 }, (_, index) => `  aa${index}: {}\n  aa${index}/sub: {}`).join('\n')}
`;

async function saved(fault: string) {
  const staged = await stage({ 'keelson.yaml': before });
  const { gitlab, keelson } = staged;
  const ops = await gitlab.group('ops');
  await gitlab.post('/projects', { name: 'keelson', path: 'keelson', namespace_id: ops, initialize_with_readme: true });
  await gitlab.group('base');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', after);
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  gitlab.sandbox.fail(`delay=20,${fault}@GET /groups/base/members*`);
  gitlab.sandbox.log.length = 0;
  return staged;
}

test.each(['500', '502', 'reset-before'])(
  'a look before a change of a saved plan that fails (%s) costs that change alone, and the report tells of all',
  async (fault) => {
    const { gitlab, keelson } = await saved(fault);
    const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve', '--json');
    expect(status).toBe(1);
    const found = byStatus(out);
    expect(found['failed']).toEqual(['group[base]/member[alice]']);
    expect(found['done']).toHaveLength(24);
    expect(out).toContain('nothing was sent, since what is there could not be looked at');
    // The lock is given back when nothing more is sent.
    expect(writes(gitlab).at(-1)).toMatch(/^DELETE .*terraform/);
    gitlab.sandbox.fail('');
    expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  },
);
