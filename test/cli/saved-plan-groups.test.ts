import { expect, test } from 'vitest';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import { workspace, type Workspace } from './keelson.ts';

/** An instance with so many groups, `g10` and on, and a folder with a configuration. */
async function estate(
  count: number,
  yaml: string,
): Promise<{ gitlab: SandboxClient; ids: number[]; keelson: Workspace }> {
  const gitlab = await sandbox();
  const ids: number[] = [];
  for (const name of namesOf(count)) ids.push(await gitlab.group(name));
  const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  return { gitlab, ids, keelson: workspace({ 'keelson.yaml': yaml }, env) };
}

function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `g${index + 10}`);
}

/** A configuration that has some of so many groups changed, and the rest as they are. */
function changing(count: number, changed: number, how: string): string {
  return `groups:\n${namesOf(count)
    .map((name, index) => `  ${name}: ${index < changed ? how : '{}'}\n`)
    .join('')}`;
}

async function remove(gitlab: SandboxClient, ids: readonly number[]): Promise<void> {
  for (const id of ids) expect((await gitlab.delete(`/groups/${id}`)).status).toBe(202);
}

test('the share of the groups that a saved plan deletes is that of those that are there when it is applied', async () => {
  const { gitlab, ids, keelson } = await estate(10, changing(10, 3, '{ state: absent }'));
  expect((await keelson.run('plan', '--out', 'plan.json', '--allow-scope-deletion')).err).not.toContain('guard-');
  await remove(gitlab, ids.slice(6));
  const refused = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(refused.err).toContain('guard-mass-removal]: 3 of the 6 entries of instance/groups would be removed');
  expect(refused.status).toBe(3);
  expect((await gitlab.get('/groups/g10')).object['marked_for_deletion_on']).toBe(null);
  const waived = await keelson.run('apply', 'plan.json', '--auto-approve', '--allow-mass-removal');
  expect(waived.status).toBe(0);
});

test('what is deleted already is no loss again', async () => {
  const { gitlab, ids, keelson } = await estate(10, changing(10, 3, '{ state: absent }'));
  await keelson.run('plan', '--out', 'plan.json', '--allow-scope-deletion');
  await remove(gitlab, ids.slice(0, 2));
  const applied = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([applied.status, applied.err]).toEqual([0, expect.not.stringContaining('guard-')]);
});

test('the share of the groups that a saved plan updates is that of those that are there when it is applied', async () => {
  const { gitlab, ids, keelson } = await estate(22, changing(22, 11, '{ description: new }'));
  expect((await keelson.run('plan', '--out', 'plan.json')).err).not.toContain('guard-');
  await remove(gitlab, ids.slice(20));
  const refused = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(refused.err).toContain('guard-mass-change]: 11 of the 20 entries of instance/groups would be changed');
  expect(refused.status).toBe(3);
});

test.each([
  ['a push-down', 'groups: { g10/g10: { name: g10, previously: g10 }, g10: { name: g10, previously: g11 } }', []],
  ['a swap', 'groups: { g10: { previously: g11 }, g11: { previously: g10 } }', ['--allow-swap']],
])('a saved plan with %s that is done to its end was so already', async (_, yaml, flag) => {
  const { gitlab, ids, keelson } = await estate(2, yaml);
  const allowed = flag.flatMap((one) => [one, `g10=${String(ids[1])}`]);
  await keelson.run('plan', '--out', 'plan.json', ...allowed);
  expect((await keelson.run('apply', 'plan.json', '--auto-approve', ...allowed)).status).toBe(0);
  const again = await keelson.run('apply', 'plan.json', '--auto-approve', ...allowed);
  expect([again.status, again.out]).toEqual([0, expect.stringContaining('3 were so already')]);
  // What only stands where it made way to is still to be moved, and what stands elsewhere is out of date.
  await gitlab.put(`/groups/${String(ids[0])}`, { path: 'somewhere' });
  expect((await keelson.run('apply', 'plan.json', '--auto-approve', ...allowed)).status).toBe(3);
});

test.each([true, false])(
  'a group that makes way and gets another name on its way is moved to its end (saved: %s)',
  async (saved) => {
    const yaml = 'groups: { g10/core: { name: core, previously: g10 }, g10: { name: g10 } }';
    const { gitlab, ids, keelson } = await estate(1, yaml);
    if (saved) await keelson.run('plan', '--out', 'plan.json');
    const ran = await keelson.run('apply', ...(saved ? ['plan.json'] : []), '--auto-approve');
    expect(ran.status, ran.out).toBe(0);
    expect((await gitlab.get(`/groups/${String(ids[0])}`)).object).toMatchObject({
      full_path: 'g10/core',
      name: 'core',
    });
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);
