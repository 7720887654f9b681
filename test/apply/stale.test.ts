import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../../src/sandbox/json.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { byStatus, stage, writes } from './stage.ts';
import type { SandboxClient } from '../sandbox/client.ts';

const before = `groups:
  one: { description: old }
  two: { description: old, members: { alice: owner, bob: developer } }
  three: { description: old }
`;

const after = `guards: { max_removal_percent: 100 }
instance:
  member_roles:
    auditor: { base: reporter, permissions: [read_vulnerability] }
groups:
  one: { description: new, members: { carol: { role: auditor } } }
  two: { description: new, prune: [members], members: { alice: owner } }
  three: { description: new }
`;

let gitlab: SandboxClient;

async function saved() {
  const staged = await stage({ 'keelson.yaml': before });
  gitlab = staged.gitlab;
  const { keelson } = staged;
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', after);
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  gitlab.sandbox.log.length = 0;
  return keelson;
}

const apply = ['apply', 'plan.json', '--auto-approve', '--json'] as const;

async function descriptions(): Promise<string[]> {
  const { list } = await gitlab.get('/groups?order_by=id&sort=asc');
  return list.map(({ description }) => textOf(description));
}

afterEach(() => {
  gitlab.sandbox.log.length = 0;
});

describe('a saved plan', () => {
  it('is carried out while all is as it was', async () => {
    const keelson = await saved();
    const { status, out } = await keelson.run(...apply);
    expect(status).toBe(0);
    expect(Object.keys(byStatus(out))).toEqual(['done']);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  });

  it('stops where one of its changes does not hold any more', async () => {
    const keelson = await saved();
    await gitlab.put('/groups/two', { description: 'behind its back' });
    gitlab.sandbox.log.length = 0;
    const { status, out } = await keelson.run(...apply, '--concurrency', '1');
    expect(status).toBe(3);
    const { stale, 'not-attempted': left = [] } = byStatus(out);
    expect(stale).toEqual(['group[two]']);
    expect(left.length).toBeGreaterThan(0);
    expect(writes(gitlab).filter((request) => request.startsWith('PUT /groups/3'))).toEqual([]);
    expect(await descriptions()).toContain('behind its back');
  });

  it('goes on with the rest where it is told to', async () => {
    const keelson = await saved();
    await gitlab.put('/groups/two', { description: 'behind its back' });
    const { status, out } = await keelson.run(...apply, '--on-stale', 'skip');
    expect(status).toBe(3);
    const { stale, done = [], 'not-attempted': left } = byStatus(out);
    expect(stale).toEqual(['group[two]']);
    expect(left).toBeUndefined();
    expect(done).toContain('group[one]/member[carol]');
    expect(await descriptions()).toEqual(['new', 'new', 'behind its back']);
  });

  it('is not stale for what it has nothing to do with', async () => {
    const keelson = await saved();
    await gitlab.put('/groups/two', { name: 'Another name', request_access_enabled: false });
    const { status } = await keelson.run(...apply);
    expect(status).toBe(0);
    expect((await gitlab.get('/groups/two')).object['name']).toBe('Another name');
  });

  it('counts as done what somebody else has done meanwhile, and sends nothing for it', async () => {
    const keelson = await saved();
    await gitlab.put('/groups/one', { description: 'new' });
    await gitlab.post('/member_roles', { name: 'auditor', base_access_level: 20, read_vulnerability: true });
    gitlab.sandbox.log.length = 0;
    const { status, out } = await keelson.run(...apply);
    expect(status).toBe(0);
    expect(byStatus(out)['done']).toContain('instance/member_role[auditor]');
    expect(writes(gitlab).filter((request) => /PUT \/groups\/1|POST \/member_roles/.test(request))).toEqual([]);
    // What refers to the role finds the one that is there.
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  });

  it('does not count as done where the same name means something else', async () => {
    const keelson = await saved();
    await gitlab.post('/member_roles', { name: 'auditor', base_access_level: 10, read_vulnerability: true });
    const { status, out } = await keelson.run(...apply, '--on-stale', 'skip');
    expect(status).toBe(3);
    expect(byStatus(out)).toMatchObject({
      stale: ['instance/member_role[auditor]'],
      'not-attempted': ['group[one]/member[carol]'],
    });
  });

  it('replaces a role with all that has it, and removes the one that it replaces', async () => {
    const keelson = await saved();
    expect((await keelson.run(...apply)).status).toBe(0);
    keelson.write('keelson.yaml', after.replace('base: reporter', 'base: guest'));
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    const { status } = await keelson.run(...apply);
    expect(status).toBe(0);
    const roles = await gitlab.get('/member_roles');
    expect(roles.list.map(({ name, base_access_level: level }) => [name, level])).toEqual([['auditor', 10]]);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  });

  it('deletes nothing that is changed while its deletion is on the way', async () => {
    const keelson = await saved();
    gitlab.sandbox.fail('delay=4000@DELETE *');
    const running = keelson.run(...apply);
    // The platform compares whole seconds.
    await sleep(2800);
    await gitlab.put('/groups/two/members/3', { access_level: 40 });
    const { status, out } = await running;
    expect(status).toBe(3);
    expect(byStatus(out)['stale']).toEqual(['group[two]/member[bob]']);
    const members = await gitlab.get('/groups/two/members');
    expect(members.list.map(({ username, access_level: level }) => [username, level])).toContainEqual(['bob', 40]);
  });
});
