import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';

const before = `groups:
  aa: { name: Aa, members: { root: owner, alice: owner, bob: developer, dora: maintainer } }
  bb: { name: Bb, members: { root: owner, bob: maintainer, carol: reporter, erik: developer } }
  aa/xx: { name: Xx, members: { root: owner, dora: maintainer, erik: developer } }
`;

async function staged() {
  const staging = await stage({ 'keelson.yaml': before });
  for (const name of ['dora', 'erik']) await staging.gitlab.user(name);
  const { status, out, err } = await staging.keelson.run('apply', '--auto-approve');
  expect(status, out + err).toBe(0);
  return staging;
}

/** What a plan of this text says, as one line. */
async function said({ keelson }: Awaited<ReturnType<typeof staged>>, text: string): Promise<string> {
  keelson.write('keelson.yaml', text);
  const { status, out, err } = await keelson.run('plan');
  expect(status, out + err).toBe(0);
  return (out + err).replace(/\s+/g, ' ');
}

test('who gets in by a move, gets more, and has no more is said at the move, and is so after it', async () => {
  const staging = await staged();
  const after = before.replace('aa/xx: {', 'bb/yy: { previously: aa/xx,');
  expect(await said(staging, after)).toContain(
    'group[bb/yy]: in group[bb], carol (reporter) gets in; bob (maintainer) gets more; alice (owner) loses what the group above gave',
  );
  const { out } = await staging.keelson.run('plan', '--json');
  const { changes } = JSON.parse(out) as { changes: { address: string; access?: string }[] };
  expect(changes.map(({ address, access }) => [address, access])).toEqual([['group[bb/yy]', 'changes']]);
  expect((await staging.keelson.run('apply', '--auto-approve')).status).toBe(0);
  const { list } = await staging.gitlab.get('/groups/bb%2Fyy/members/all');
  expect(Object.fromEntries(list.map(({ username, access_level: level }) => [username, level]))).toEqual({
    root: 50,
    bob: 40,
    carol: 20,
    dora: 40,
    erik: 30,
  });
});

test('what a group stands in while that moves itself is told of the latter alone', async () => {
  const staging = await staged();
  const text = await said(
    staging,
    `${before.replace('aa: {', 'cc/aa: { previously: aa,').replace('aa/xx: {', 'cc/aa/xx: {')}  cc: { name: Cc }\n`,
  );
  // What is moved to below a new group without anybody in it changes nothing for those who are in what moves.
  expect(text).not.toContain('in group[cc]');
});

test('at the top, nobody has any more what the group above gave', async () => {
  const staging = await staged();
  const text = await said(staging, before.replace('aa/xx: {', 'xx: { previously: aa/xx,'));
  expect(text).toContain('group[xx]: at the top, alice (owner), bob (developer) lose what the group above gave');
});

test('a rename where it stands says nothing of it', async () => {
  const staging = await staged();
  expect(await said(staging, before.replace('aa/xx: {', 'aa/yy: { previously: aa/xx,'))).not.toContain('gets in');
});

test('who a group gives access to by a share keeps it', async () => {
  const staging = await staged();
  const { gitlab } = staging;
  const { object: team } = await gitlab.post('/groups', { name: 'team', path: 'team' });
  const { object: alice } = { object: (await gitlab.get('/users?username=alice')).list[0] ?? {} };
  await gitlab.post(`/groups/${String(Number(team['id']))}/members`, { user_id: alice['id'], access_level: 50 });
  await gitlab.post('/groups/bb/share', { group_id: team['id'], group_access: 50 });
  const text = await said(staging, before.replace('aa/xx: {', 'bb/yy: { previously: aa/xx,'));
  expect(text).toContain('in group[bb], carol (reporter) gets in; bob (maintainer) gets more');
  expect(text).not.toContain('alice (owner)');
});

test('in a project that what moves is invited to, the same people get in, which is said; in a group nobody does; and so is that the plan changes who is above', async () => {
  const staging = await staged();
  const { gitlab, keelson } = staging;
  const fraud = await gitlab.group('fraud');
  const project = Number((await gitlab.post('/projects', { name: 'cases', namespace_id: fraud })).object['id']);
  const { object: inner } = await gitlab.get('/groups/aa%2Fxx');
  for (const at of [`/groups/${fraud}`, `/projects/${project}`])
    await gitlab.post(`${at}/share`, { group_id: Number(inner['id']), group_access: 20 });
  const text = before.replace('aa/xx: {', 'bb/yy: { previously: aa/xx,').replace('carol: reporter', 'carol: developer');
  expect(await said(staging, text)).toContain(
    'group[bb/yy]: in group[bb], before what this plan changes there, carol (reporter) gets in; bob (maintainer) gets more; alice (owner) loses what the group above gave; so it is in project[fraud/cases], where it is invited',
  );
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const namesIn = async (at: string) => (await gitlab.get(`${at}/members/all`)).list.map(({ username }) => username);
  expect(await namesIn(`/projects/${project}`)).toContain('carol');
  expect(await namesIn(`/projects/${project}`)).not.toContain('alice');
  expect(await namesIn('/groups/fraud')).not.toContain('carol');
});

test('what is invited by a group above its new place is told as any other', async () => {
  const staging = await staged();
  const { gitlab } = staging;
  const { object: inner } = await gitlab.get('/groups/aa%2Fxx');
  await gitlab.post('/groups/bb/share', { group_id: Number(inner['id']), group_access: 40 });
  expect(await said(staging, before.replace('aa/xx: {', 'bb/yy: { previously: aa/xx,'))).toContain(
    'group[bb/yy]: in group[bb], carol (reporter) gets in; bob (maintainer) gets more; alice (owner) loses what the group above gave',
  );
});

test('people who are deactivated are among those who get in', async () => {
  const staging = await staged();
  const [carol] = (await staging.gitlab.get('/users?username=carol')).list;
  await staging.gitlab.post(`/users/${Number(carol?.['id'])}/deactivate`, {});
  expect(await said(staging, before.replace('aa/xx: {', 'bb/yy: { previously: aa/xx,'))).toContain(
    'carol (reporter, deactivated) gets in',
  );
});
