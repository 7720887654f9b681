import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ground, HOURS, TEAMS, yaml } from './ground.ts';

const FILE = '.keelson/last-look.json';

test('what no event tells of is believed, and what one tells of is read', async () => {
  const { gitlab, people, drift, clock } = await ground();
  const quiet = await drift('--since', 'last');
  expect(quiet.look).toMatchObject({ read: 1, believed: TEAMS });
  expect(quiet.status).toBe(0);
  clock.advance(HOURS * 2);
  await gitlab.put(`/groups/team-3/members/${people['bob'] ?? 0}`, { access_level: 40 });
  await gitlab.post('/groups/team-5/members', { user_id: people['carol'] ?? 0, access_level: 20 });
  const { look, addresses, status } = await drift('--since', 'last');
  expect(look).toMatchObject({ read: 3, believed: TEAMS - 2 });
  expect([...addresses].sort()).toEqual(['group[team-3]/member[bob]', 'group[team-5]/member[carol]']);
  expect(status).toBe(2);
  // What differs is read each time, and what was found is told each time.
  clock.advance(HOURS * 2);
  expect([...(await drift('--since', 'last')).addresses].sort()).toEqual([...addresses].sort());
});

test('the text, the note and the plan say what was read, what was believed, and since when', async () => {
  const { keelson, drift } = await ground();
  const { look } = await drift('--since', 'last');
  const at = `${(look.since ?? '').slice(0, 16).replace('T', ' ')} UTC`;
  const says = `Looked at: 1 section was read; ${TEAMS} are believed to be as they were read since ${at}`;
  expect((await keelson.run('drift', '--since', 'last')).out).toContain(says);
  expect((await keelson.run('plan', '--cache', FILE)).out).toContain(says);
  expect((await keelson.run('plan', '--cache', FILE, '--markdown')).out).toContain(says);
  expect((await keelson.run('plan', '--cache', FILE, '--out', 'plan.json')).status).toBe(0);
  expect((await keelson.run('show', 'plan.json')).out).toContain(says);
  expect((await keelson.run('drift')).out).not.toContain('Looked at');
});

test('a believed section in which the configuration changes is read before anything is said of it', async () => {
  const { keelson, drift } = await ground();
  keelson.write('keelson.yaml', yaml().replace('bob: developer', 'bob: maintainer'));
  const { look, addresses } = await drift('--since', 'last');
  expect(look).toMatchObject({ read: 2, believed: TEAMS - 1 });
  expect(addresses).toEqual(['group[team-0]/member[bob]']);
});

test('with --verify-reads what is believed is held against what is there', async () => {
  const { gitlab, keelson } = await ground();
  const state = gitlab.sandbox.state();
  // Somebody at the database, whom no event tells of.
  const members = (state.tables['members'] ?? []).map((member) => ({ ...(member as object), access_level: 10 }));
  gitlab.sandbox.load({ ...state, tables: { ...state.tables, members } });
  expect((await keelson.run('drift', '--since', 'last')).status).toBe(0);
  const { status, out } = await keelson.run('drift', '--since', 'last', '--verify-reads');
  expect(status).toBe(1);
  expect(out).toContain('reads-differ');
});

test('the file is for its owner alone, and a new one takes the place of a look alone', async () => {
  const { keelson } = await ground();
  expect(statSync(join(keelson.folder, FILE)).mode & 0o777).toBe(0o600);
  keelson.write('other.json', '{ "token": "the only copy" }');
  const { status, err } = await keelson.run('drift', '--cache', 'other.json');
  expect([status, err]).toEqual([
    1,
    expect.stringContaining('other.json cannot be written, which is to hold the last look'),
  ]);
  expect(readFileSync(join(keelson.folder, 'other.json'), 'utf8')).toContain('the only copy');
});

test('an apply reads whatever it touches: it takes no such flag, and says why', async () => {
  const { keelson } = await ground();
  for (const flags of [
    ['--cache', FILE],
    ['--since', 'last'],
    ['--full-after', '3'],
  ])
    expect(await keelson.run('apply', ...flags)).toMatchObject({
      status: 1,
      err: expect.stringContaining('An apply reads whatever it touches') as unknown,
    });
});

test('a plan that was saved with beliefs is applied by what is read then', async () => {
  const { gitlab, keelson, people } = await ground();
  keelson.write('keelson.yaml', yaml().replace('bob: developer', 'bob: maintainer'));
  expect((await keelson.run('plan', '--cache', FILE, '--out', 'plan.json')).status).toBe(0);
  await gitlab.put(`/groups/team-0/members/${people['bob'] ?? 0}`, { access_level: 20 });
  const { status, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, err]).toEqual([3, expect.stringContaining('stale')]);
});
