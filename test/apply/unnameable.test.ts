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
  const drift = await keelson.run('drift');
  expect(drift.status, drift.out).toBe(0);
  expect(out).toContain('  ignore:\n    groups: [ "42", x, x/kid ]\n');
});

it.each([
  ['group[x]', 'group[x]'],
  ['group[x]**', 'group[x/kid], group[x]'],
])(
  'a target that means such groups alone, %s, is no mistake, and finds nothing that can be declared',
  async (target, left) => {
    const { keelson } = await old();
    const { status, out, err } = await keelson.run('export', '--target', target);
    expect([status, out.includes('groups:')], err).toEqual([0, false]);
    expect(err).toContain(`refuses their paths: ${left}.`);
    expect((await keelson.run('export', '--target', 'group[y]**')).status).toBe(1);
  },
);

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

it('a name that `validate` refuses is left out of an export, the group stays in it, and both are told', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\n' });
  const id = await gitlab.group('team');
  const { groups } = gitlab.sandbox.platform.state;
  const row = groups.get(id);
  if (row !== undefined) groups.update(row, { name: '<b>Team</b>' });
  const { status, out, err } = await keelson.run('export');
  expect(status, err).toBe(0);
  expect(err).toContain('Left out, since `validate` refuses what is live there: group[team].name (');
  expect(out).toMatch(/^ {2}team:/m);
  expect(out).not.toContain('<b>');
  keelson.write('keelson.yaml', out);
  expect((await keelson.run('validate')).status).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('an export that is no configuration after all says so, and fails', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\n' });
  const parent_id = await gitlab.group('top');
  const [one, other] = [await gitlab.group('one', { parent_id }), await gitlab.group('other', { parent_id })];
  const { groups } = gitlab.sandbox.platform.state;
  for (const id of [one, other]) {
    const row = groups.get(id);
    // From before siblings had to have names of their own.
    if (row !== undefined) groups.update(row, { name: 'Same' });
  }
  const { status, out, err } = await keelson.run('export', '--target', 'group[top]', '--target', 'group[top/*]');
  expect(status, out).toBe(1);
  expect(err).toMatch(/export\.yaml:\d+:\d+: error\[/);
  keelson.write('keelson.yaml', out);
  expect((await keelson.run('validate')).status).toBe(1);
});

it('what has no name is left out of an export for that, and not for another of its kind', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\n' });
  const id = await gitlab.group('team');
  await gitlab.post('/user/runners', { runner_type: 'group_type', group_id: id });
  const { status, err } = await keelson.run('export');
  expect(status, err).toBe(0);
  expect(err).toMatch(/Left out, since there is no name to declare: group\[team\]\/runner\[#\d+\]\.\n/);
  expect(err).not.toContain('tells them apart');
});

it('the access that the token will have to a group which is yet to be made is not told as spared there', async () => {
  const { keelson } = await stage({ 'keelson.yaml': 'groups:\n  team: { prune: [members], members: {} }\n' });
  expect((await keelson.run('drift')).out).not.toContain('Spared');
  await keelson.run('apply', '--auto-approve');
  expect((await keelson.run('drift')).out).toContain('Spared: 1 entry');
});
