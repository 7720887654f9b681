import { expect, test } from 'vitest';
import { byStatus, stage, writes } from './stage.ts';

const apply = ['apply', 'plan.json', '--auto-approve', '--json'] as const;

/** A saved plan that restores `aa/old`. */
async function planned(inside: string) {
  const { gitlab, keelson } = await stage({});
  const [carl, dora] = [await gitlab.user('carl'), await gitlab.user('dora')];
  const top = await gitlab.group('aa');
  const old = await gitlab.group('old', { parent_id: top });
  await gitlab.post(`/groups/${old}/members`, { user_id: carl, access_level: 40 });
  await gitlab.delete(`/groups/${old}`);
  keelson.write('keelson.yaml', `groups:\n  aa/old: { restore: true, ${inside} }\n`);
  expect((await keelson.run('plan', '--out', 'plan.json', '--allow-mass-removal')).status).toBe(0);
  /** Another group comes to its path. */
  const comes = async (): Promise<number> => {
    const other = await gitlab.group('old', { parent_id: top });
    for (const user_id of [carl, dora]) await gitlab.post(`/groups/${other}/members`, { user_id, access_level: 40 });
    gitlab.sandbox.log.length = 0;
    return other;
  };
  const members = async (id: number): Promise<unknown[]> =>
    (await gitlab.get(`/groups/${id}/members`)).list.map(({ username }) => username).sort();
  return { gitlab, keelson, old, comes, members };
}

/** Another group has come to the path before the plan is applied. */
async function overtaken(inside: string) {
  const { comes, ...rest } = await planned(inside);
  return { ...rest, other: await comes() };
}

/** Another group comes to the path when the run has looked there, and its call is under way. */
async function outrun(inside: string) {
  const { comes, ...rest } = await planned(inside);
  const { gitlab, keelson } = rest;
  gitlab.sandbox.fail('delay=800:1x@POST /groups/*/restore');
  const applying = keelson.run(...apply);
  await expect.poll(() => [...gitlab.sandbox.underway].join(), { timeout: 5_000 }).toContain('/restore');
  const other = await comes();
  return { ...rest, other, ran: await applying };
}

const PRUNED = 'prune: [members], members: { bob: owner }, hooks: { h: { url: https://a.example } }';

test('a group is not restored where another one has come to its path, and the report says which', async () => {
  const { gitlab, keelson, old, other, members } = await overtaken(PRUNED);
  const { status, out } = await keelson.run(...apply);
  expect(status).toBe(1);
  const { failed, 'not-attempted': left } = byStatus(out);
  expect([failed, left?.length]).toEqual([['group[aa/old]'], 3]);
  expect(out).toContain(`another group (id ${other}) has come to aa/old meanwhile: nothing was sent`);
  expect(writes(gitlab)).toEqual([]);
  expect(await members(other)).toEqual(['carl', 'dora', 'root']);
  expect((await gitlab.get(`/groups/${old}`)).object['marked_for_deletion_on']).not.toBeNull();
});

test('a group that GitLab restores beside another one is reported where it is, and nothing is done in that other one', async () => {
  const { gitlab, keelson, old, other, members, ran } = await outrun(PRUNED);
  const { status, out } = ran;
  expect(status).toBe(1);
  const { failed, 'not-attempted': left } = byStatus(out);
  expect(failed).toEqual(['group[aa/old]']);
  expect(left).toHaveLength(3);
  expect(writes(gitlab)).toEqual([`POST /groups/${old}/restore`]);
  expect(out).toMatch(new RegExp(`the group is at aa/old-\\w+ \\(id ${old}\\), and not at aa/old`));
  expect(await members(other)).toEqual(['carl', 'dora', 'root']);
  // Nor is it where the same plan is applied once more.
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run(...apply)).status).toBe(3);
  expect(writes(gitlab)).toEqual([]);
});

test('what is told of a group that was restored beside another one helps', async () => {
  const { gitlab, keelson, old, other, ran } = await outrun('members: { carl: { state: absent } }');
  const { out } = ran;
  const previously = /previously: [^`]*/.exec(out)?.[0] ?? '';
  await gitlab.put(`/groups/${other}`, { path: 'elsewhere', name: 'elsewhere' });
  keelson.write('keelson.yaml', `groups:\n  aa/old: { ${previously} }\n`);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/aa%2Fold')).object['id']).toBe(old);
});

test('what stands in a restored group is refused where another one has taken its path since', async () => {
  const { gitlab, keelson, old, other, members } = await overtaken('members: { carl: { state: absent } }');
  await gitlab.put(`/groups/${other}`, { path: 'elsewhere', name: 'elsewhere' });
  gitlab.sandbox.fail('500@DELETE /groups/*/members/*');
  expect((await keelson.run(...apply)).status).toBe(1);
  gitlab.sandbox.fail('');
  await gitlab.put(`/groups/${old}`, { path: 'kept', name: 'kept' });
  await gitlab.put(`/groups/${other}`, { path: 'old', name: 'old' });
  const { status, out } = await keelson.run(...apply, '--on-stale', 'skip');
  expect(status).toBe(3);
  expect(out).not.toContain('"status": "done"');
  expect(await members(other)).toEqual(['carl', 'dora', 'root']);
});
