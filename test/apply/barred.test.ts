import { describe, expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { byStatus, stage, writes } from './stage.ts';

/** A project `team/shop`, in which alice is a developer, in a group with the lock or without. */
const staged = async (lock: boolean) => {
  const { gitlab, keelson } = await stage({}, { tier: 'premium' }, {});
  const team = await gitlab.group('team');
  const shop = idOf(await gitlab.post('/projects', { name: 'shop', namespace_id: team }));
  await gitlab.post(`/projects/${shop}/members`, { username: 'alice', access_level: 30 });
  if (lock) await gitlab.put(`/groups/${team}`, { membership_lock: true });
  gitlab.sandbox.log.length = 0;
  return { gitlab, keelson };
};

const members = (group: string, alice = 'developer') => `${group}projects:
  team/shop: { members: { alice: ${alice}, bob: guest } }
`;

describe('a group that lets nobody be added to its projects', () => {
  it.each([
    ['declares it', 'groups: { team: { membership_lock: true } }\n'],
    ['is declared without a word of it', 'groups: { team: { description: ours } }\n'],
    ['is not declared', ''],
  ])('refuses new members before anything is sent, where it %s', async (_case, group) => {
    const { gitlab, keelson } = await staged(true);
    keelson.write('keelson.yaml', members(group));
    const { status, err } = await keelson.run('apply', '--auto-approve');
    expect([status, writes(gitlab)]).toEqual([1, []]);
    expect(err).toContain(
      'GitLab will refuse project[team/shop]/member[bob]: while group[team] has membership_lock, nobody can be added to what stands in it',
    );
    expect(err).not.toContain('member[alice]');
  });

  it('leaves those who are there to be changed', async () => {
    const { keelson } = await staged(true);
    keelson.write('keelson.yaml', members('').replace(', bob: guest', '').replace('developer', 'reporter'));
    const { status, out } = await keelson.run('apply', '--auto-approve', '--json');
    expect([status, byStatus(out)]).toEqual([0, { done: ['project[team/shop]/member[alice]'] }]);
  });

  it('gets its lock after the members, and loses it before them', async () => {
    for (const [before, after] of [
      [false, true],
      [true, false],
    ] as const) {
      const { gitlab, keelson } = await staged(before);
      keelson.write('keelson.yaml', members(`groups: { team: { membership_lock: ${after} } }\n`));
      const { status, out } = await keelson.run('apply', '--auto-approve', '--json');
      expect([status, Object.keys(byStatus(out))]).toEqual([0, ['done']]);
      const sent = writes(gitlab).map((one) => one.split(' ')[0]);
      expect(sent).toEqual(after ? ['POST', 'PUT'] : ['PUT', 'POST']);
      expect((await keelson.run('plan')).status).toBe(0);
    }
  });

  it('is told where it is renamed and gets its lock in one change, which the members have to wait for', async () => {
    const { gitlab, keelson } = await staged(false);
    const group = 'groups: { crew: { previously: team, membership_lock: true } }\n';
    keelson.write('keelson.yaml', members(group).replace('team/shop', 'crew/shop'));
    const { status, err } = await keelson.run('apply', '--auto-approve');
    expect([status, writes(gitlab)]).toEqual([1, []]);
    expect(err).toContain('Set membership_lock in a second apply');
  });
});
