import { expect, it } from 'vitest';
import { stage } from './stage.ts';

/** An instance with a group of one letter, from before the platform refused that, and one of digits alone. */
async function old() {
  const set = await stage({ 'keelson.yaml': 'version: 1\n' });
  const { gitlab } = set;
  const x = await gitlab.group('xx');
  const kid = await gitlab.group('kid', { parent_id: x });
  await gitlab.post(`/groups/${kid}/members`, { username: 'alice', access_level: 30 });
  await gitlab.group('42');
  await gitlab.group('fine');
  const { groups } = gitlab.sandbox.platform.state;
  for (const [id, path, full_path] of [
    [x, 'x', 'x'],
    [kid, 'kid', 'x/kid'],
  ] as const) {
    const row = groups.get(id);
    if (row !== undefined) groups.update(row, { path, full_path });
  }
  return { ...set, x };
}

const said = 'Left out, since `validate` refuses their paths: group[42], group[x/kid], group[x].';

it('what lives under a path that `validate` refuses is left out of an export, with what is in it, and named', async () => {
  const { keelson } = await old();
  const { status, out, err } = await keelson.run('export');
  expect(status, err).toBe(0);
  expect(err).toContain(said);
  expect(out).toMatch(/^ {2}fine:/m);
  expect(out).not.toMatch(/^ {2}("42"|42|x|x\/kid):/m);
  keelson.write('keelson.yaml', out);
  expect((await keelson.run('validate')).status).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a target that means such a group alone is no mistake, and finds nothing that can be declared', async () => {
  const { keelson } = await old();
  const { status, out, err } = await keelson.run('export', '--target', 'group[x]**');
  expect([status, out.includes('groups:')], err).toEqual([0, false]);
  expect(err).toContain('refuses their paths: group[x].');
  expect((await keelson.run('export', '--target', 'group[y]**')).status).toBe(1);
});

it('such a group is taken to another path by `previously`, and with it what is below it', async () => {
  const { gitlab, keelson, x } = await old();
  keelson.write('keelson.yaml', 'groups:\n  xylem: { previously: x }\n  xylem/kid: {}\n');
  const { status, err } = await keelson.run('apply', '--auto-approve');
  expect(status, err).toBe(0);
  expect((await gitlab.get('/groups/xylem%2Fkid')).object).toMatchObject({ parent_id: x, path: 'kid' });
});

it('such a group can be taken away', async () => {
  const { keelson } = await old();
  keelson.write('keelson.yaml', 'groups:\n  x: { state: absent }\n');
  const { status, err } = await keelson.run('plan');
  expect(status, err).toBe(0);
});
