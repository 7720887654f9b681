import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../../src/sandbox/store/json.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

/** A folder to an instance to which this was applied. */
async function applied(yaml: string) {
  const staged = await stage({ 'keelson.yaml': yaml });
  gitlab = staged.gitlab;
  expect((await staged.keelson.run('apply', '--auto-approve')).status).toBe(0);
  return staged.keelson;
}

async function saved() {
  const keelson = await applied(before);
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
    // What comes before it in the plan is not sent either: all that waits for nothing is looked at first.
    expect(writes(gitlab)).toEqual([]);
    expect(await descriptions()).toContain('behind its back');
  });

  it('says what has changed, what was applied all the same, and what to do', async () => {
    const keelson = await saved();
    await gitlab.put('/groups/two', { description: 'behind its back' });
    const { out } = await keelson.run('apply', 'plan.json', '--auto-approve', '--on-stale', 'skip');
    const words = out.replace(/\s+/g, ' ');
    expect(words).toContain('~ group[two]: description is behind its back by now, and was old');
    expect(words).toMatch(
      /= help: make the plan anew, look at it, and apply that; \d+ changes of this one were applied/,
    );
    const { out: json } = await keelson.run(...apply);
    expect(json).toContain('"overtaken"');
  });

  it('adds nobody to another group that stands at the path of the one it was made for', async () => {
    const keelson = await saved();
    const old = (await gitlab.get('/groups/one')).object['id'];
    await gitlab.put('/groups/one', { path: 'was-one' });
    const again = await gitlab.group('one', { description: 'new' });
    expect(again).not.toBe(old);
    const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve', '--on-stale', 'skip');
    expect(status).toBe(3);
    expect(out.replace(/\s+/g, ' ')).toContain('group[one]/member[carol]: group[one] is not the one any more');
    const members = (await gitlab.get(`/groups/${again}/members`)).list;
    expect(members.map(({ username }) => username)).not.toContain('carol');
  });

  it('makes no group in one that is called otherwise by now (worlds, seed 20261298)', async () => {
    const keelson = await saved();
    keelson.write('keelson.yaml', `${after}  two/kid: { description: inside }\n`);
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    await gitlab.put('/groups/two', { path: 'was-two' });
    const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve', '--on-stale', 'skip');
    expect(status).toBe(3);
    expect(out.replace(/\s+/g, ' ')).toContain('group[two/kid]: group[two] is not the one any more');
    expect((await gitlab.get('/groups/was-two/subgroups')).list).toEqual([]);
  });

  it('sends nothing to a project that is led to from its old path (worlds, seed 20261121)', async () => {
    const keelson = await saved();
    const two = Number((await gitlab.get('/groups/two')).object['id']);
    expect((await gitlab.post('/projects', { name: 'app', namespace_id: two })).status).toBe(201);
    keelson.write('keelson.yaml', 'projects: { two/app: { description: ours } }\n');
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    await gitlab.put('/groups/two', { path: 'was-two' });
    gitlab.sandbox.log.length = 0;
    const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve', '--on-stale', 'skip');
    expect([status, writes(gitlab)]).toEqual([3, []]);
    expect(out.replace(/\s+/g, ' ')).toContain('~ project[two/app]: it is not there any more');
  });

  it('deletes nothing that has come elsewhere with what it stands in', async () => {
    const keelson = await applied('groups: { one: {}, one/two: {}, one/two/old: {} }');
    const two = (await gitlab.get('/groups/one%2Ftwo')).body as { readonly id: number };
    await gitlab.post('/projects', { path: 'app', namespace_id: two.id });
    const absent =
      'groups: { one: {}, one/two: {}, one/two/old: { state: absent } }\nprojects: { one/two/app: { state: absent } }';
    keelson.write('keelson.yaml', absent);
    expect(await keelson.run('plan', '--out', 'plan.json', '--allow-scope-deletion')).toMatchObject({ status: 0 });
    await gitlab.put(`/groups/${two.id}`, { path: 'kept' });
    gitlab.sandbox.log.length = 0;
    const { status, out } = await keelson.run(...apply, '--on-stale', 'skip');
    expect(status).toBe(3);
    expect(Object.keys(byStatus(out))).toEqual(['stale']);
    expect(writes(gitlab)).toEqual([]);
  });

  it('deletes what comes along with what the same plan moves', async () => {
    const keelson = await applied('groups: { one: {}, one/old: {}, one/old/app: {} }');
    keelson.write('keelson.yaml', 'groups: { two: { previously: one }, two/old: {}, two/old/app: { state: absent } }');
    expect(await keelson.run('plan', '--out', 'plan.json', '--allow-scope-deletion')).toMatchObject({ status: 0 });
    const { status, out } = await keelson.run(...apply);
    expect(status, out).toBe(0);
    expect(Object.keys(byStatus(out))).toEqual(['done']);
  });

  it('shares nothing with a group that is deleted meanwhile, and made anew at its path', async () => {
    const keelson = await applied('groups: { one: {}, two: {} }');
    keelson.write('keelson.yaml', 'groups: { one: { shares: { two: developer } }, two: {} }');
    await keelson.run('plan', '--out', 'plan.json');
    await gitlab.delete('/groups/two');
    await gitlab.post('/groups', { name: 'two', path: 'two' });
    gitlab.sandbox.log.length = 0;
    const { status, out } = await keelson.run(...apply);
    expect(status).toBe(3);
    expect(Object.keys(byStatus(out))).toEqual(['stale']);
    expect(writes(gitlab)).toEqual([]);
  });

  it('moves nothing out of the way for what does not come any more', async () => {
    const keelson = await saved();
    keelson.write('keelson.yaml', 'groups: { one: { previously: two }, two: { previously: one } }\n');
    const two = Number((await gitlab.get('/groups/two')).object['id']);
    expect((await keelson.run('plan', '--out', 'plan.json', '--allow-swap', `one=${two}`)).status).toBe(0);
    await gitlab.put('/groups/two', { path: 'was-two' });
    await gitlab.group('two');
    gitlab.sandbox.log.length = 0;
    const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve', '--on-stale', 'skip');
    expect([status, writes(gitlab)]).toEqual([3, []]);
    expect(out.replace(/\s+/g, ' ')).toContain('for whose sake it was to make way, is not as it was planned any more');
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
    gitlab.sandbox.fail('delay=5000@DELETE *');
    const running = keelson.run(...apply);
    const isUnderway = (): void => {
      expect([...gitlab.sandbox.underway]).toEqual([expect.stringMatching(/^DELETE /)]);
    };
    await vi.waitFor(isUnderway, { timeout: 20_000, interval: 20 });
    // The platform compares whole seconds.
    await sleep(1100);
    await gitlab.put('/groups/two/members/3', { access_level: 40 });
    const { status, out } = await running;
    expect(status).toBe(3);
    expect(byStatus(out)['stale']).toEqual(['group[two]/member[bob]']);
    const members = await gitlab.get('/groups/two/members');
    expect(members.list.map(({ username, access_level: level }) => [username, level])).toContainEqual(['bob', 40]);
  });

  it.each([
    [
      'one of two SAML links of a name',
      'one: { saml_links: [{ name: devs, access_level: developer }, { name: devs, provider: two, access_level: guest }] }',
      'one: { saml_links: [{ name: devs, access_level: developer }, { name: devs, provider: two, state: absent }] }',
    ],
    [
      'one of two LDAP links',
      'one: { ldap_links: [{ provider: ldapmain, cn: a, access_level: guest }, { provider: ldapmain, cn: b, access_level: guest }] }',
      'one: { ldap_links: [{ provider: ldapmain, cn: a, access_level: guest }, { provider: ldapmain, cn: b, state: absent }] }',
    ],
    [
      'a group among others',
      'aa: {}\n  bb: {}\n  cc: {}\n  dd: {}\n  ee: {}',
      'aa: {}\n  bb: {}\n  cc: {}\n  dd: {}\n  ee: { state: absent }',
    ],
    [
      'a subgroup with its parent renamed',
      'old: {}\n  old/kid: {}',
      'new: { previously: old }\n  new/kid: { description: new }',
    ],
  ])('holds where it removes or changes %s', async (_, start, end) => {
    const staged = await stage({ 'keelson.yaml': `groups:\n  ${start}\n` });
    gitlab = staged.gitlab;
    const { keelson } = staged;
    const first = await keelson.run('apply', '--auto-approve');
    expect(first.status, first.out + first.err).toBe(0);
    keelson.write('keelson.yaml', `groups:\n  ${end}\n`);
    expect((await keelson.run('plan', '--out', 'plan.json', '--allow-scope-deletion')).status).toBe(0);
    const { status, out, err } = await keelson.run(...apply, '--allow-scope-deletion');
    expect(status, out + err).toBe(0);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  });
});
