import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { byStatus, stage, writes } from './stage.ts';
import type { SandboxClient } from '../sandbox/client.ts';

const yaml = `groups:
  top/team: { members: { bob: developer }, hooks: { h: { url: https://a.example } } }
`;

/** A group above, in which alice may make groups, and a plan that makes one there with people in it. */
async function planned() {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const top = await gitlab.group('top');
  await gitlab.post(`/groups/${top}/members`, { user_id: 2, access_level: 50 });
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const make = async (by: string): Promise<number> => {
    const made = await gitlab
      .as(by)
      .post('/groups', { name: 'team', path: 'team', parent_id: top, visibility: 'private' });
    return Number(made.object['id']);
  };
  return { gitlab, keelson, make };
}

async function peopleIn(gitlab: SandboxClient, id: number): Promise<unknown[]> {
  return (await gitlab.get(`/groups/${id}/members`)).list.map(({ username }) => username);
}

test('a saved plan adds nobody to a group that somebody else has made in the place of its own meanwhile', async () => {
  const { gitlab, keelson, make } = await planned();
  const id = await make('alice');
  gitlab.sandbox.log.length = 0;
  const ran = await keelson.run('apply', 'plan.json', '--auto-approve', '--json', '--on-stale', 'skip');
  expect(ran.status).toBe(3);
  const { stale, 'not-attempted': left } = byStatus(ran.out);
  expect([stale, left]).toEqual([['group[top/team]'], ['group[top/team]/hook[h]', 'group[top/team]/member[bob]']]);
  expect(writes(gitlab)).toEqual([]);
  expect(await peopleIn(gitlab, id)).toEqual(['alice']);
  // Nor does it where its own user was added to that group.
  await gitlab.as('alice').post(`/groups/${id}/members`, { user_id: 1, access_level: 50 });
  const again = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([again.status, again.out.replace(/\s+/g, ' ')]).toEqual([
    3,
    expect.stringContaining(`it was made meanwhile (id ${id}), and nothing shows that it is this token's own making`),
  ]);
  expect(await peopleIn(gitlab, id)).toEqual(['alice', 'root']);
  // A new plan says what it would do there.
  expect((await keelson.run('plan')).out).toContain('+ member[bob]');
});

test('an apply that finds the path taken by somebody since it looked adds nobody there, and says so', async () => {
  const { gitlab, keelson, make } = await planned();
  // The answer to the POST says that the path is taken, as it does where somebody was quicker by a moment.
  gitlab.sandbox.fail('delay=600:1x@POST /groups');
  const applying = keelson.run('apply', '--auto-approve', '--json');
  await expect.poll(() => [...gitlab.sandbox.underway].join(), { timeout: 5_000 }).toContain('POST /groups');
  const id = await make('alice');
  const { status, out } = await applying;
  expect(status).toBe(1);
  expect(byStatus(out)['failed']).toEqual(['group[top/team]']);
  expect(out).toContain(`what is there by now (id ${id}) is not shown to be this token's own making`);
  expect(await peopleIn(gitlab, id)).toEqual(['alice']);
});

test('an apply whose answer is lost goes on in what is its own, and not in what somebody else has made', async () => {
  const own = await planned();
  own.gitlab.sandbox.fail('reset-after:1x@POST /groups');
  expect((await own.keelson.run('apply', '--auto-approve')).status).toBe(0);
  const foreign = await planned();
  foreign.gitlab.sandbox.fail('delay=600:1x@POST /groups,reset-before:1x@POST /groups');
  const applying = foreign.keelson.run('apply', '--auto-approve', '--json');
  await expect.poll(() => [...foreign.gitlab.sandbox.underway].join(), { timeout: 5_000 }).toContain('POST /groups');
  const id = await foreign.make('alice');
  const { status, out } = await applying;
  expect([status, out]).toEqual([
    1,
    expect.stringContaining(`the answer was lost, and what is there by now (id ${id})`),
  ]);
  expect(await peopleIn(foreign.gitlab, id)).toEqual(['alice']);
});

test('a saved plan goes on in the group that an earlier run of it has made', async () => {
  const { gitlab, keelson } = await planned();
  gitlab.sandbox.fail('500@POST /groups/*/members');
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(1);
  gitlab.sandbox.fail('');
  rmSync(join(keelson.folder, '.keelson'), { recursive: true });
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});
