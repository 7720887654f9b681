import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { protectedBranches } from '../../src/kinds/protection/protected-branch.ts';
import { protectedTags } from '../../src/kinds/protection/protected-tag.ts';
import { stage } from '../apply/stage.ts';
import { memory } from '../config/load.ts';
import { idOf } from '../sandbox/client.ts';
import { changed, declared, lookAt, siteAt } from './call-context.ts';

const project = { type: 'project', path: 'team/app' } as const;
const site = siteAt(project, { 'members dora': { id: 7 }, 'groups lent': { id: 9 } });
const role = (id: number, access_level: number) => ({ id, access_level, user_id: null, group_id: null });

describe('who is let through', () => {
  const normal = (value: unknown) => protectedTags.identity.normal?.({ create_access_level: value as never });
  it('is in one form: by name, each once, in one order, and one role alone as itself', () => {
    expect(normal(40)).toEqual({ create_access_level: 'maintainer' });
    expect(normal(['maintainer', 40])).toEqual({ create_access_level: 'maintainer' });
    expect(normal([{ user: 'Dora' }, 30, { group: 'Eng/Sec' }])).toEqual({
      create_access_level: ['developer', { group: 'eng/sec' }, { user: 'dora' }],
    });
  });

  it('is read by names, and is unknown where an answer has numbers alone', () => {
    const levels = [role(1, 0), { ...role(2, 40), user_id: 7 }, { ...role(3, 40), group_id: 9 }];
    const live = { name: 'v*', create_access_levels: levels };
    expect(protectedTags.decode(live, lookAt(project))?.spec).toEqual({ name: 'v*', create_access_level: undefined });
    expect(protectedTags.reads.named?.(live, lookAt(project).instance)).toEqual({
      'user 7': { path: '/users/7', mayBeMissing: true },
      'group 9': { path: '/groups/9', query: { with_projects: false }, mayBeMissing: true },
    });
    const named = { 'user 7': { username: 'Dora' }, 'group 9': null };
    expect(protectedTags.decode({ ...live, named }, lookAt(project))?.spec).toMatchObject({
      create_access_level: ['no_access', { group: '#9' }, { user: 'dora' }],
    });
  });

  it('is made by the role alone where there is one, and else by a list; by whom the same plan lets in', () => {
    const made = (holders: unknown) =>
      protectedTags.calls.create?.(declared('v*', { name: 'v*', create_access_level: holders as never }), site)[0]
        ?.body;
    expect(made('no_access')).toEqual({ name: 'v*', create_access_level: 0 });
    expect(made(['developer', { user: 'dora' }, { group: 'lent' }])).toEqual({
      name: 'v*',
      allowed_to_create: [{ access_level: 30 }, { user_id: 7 }, { group_id: 9 }],
    });
  });

  it('is changed by what goes, by its number, and what comes: what stays is not sent', () => {
    const live = {
      name: 'rel/*',
      push_access_levels: [role(1, 40), { ...role(2, 40), user_id: 7 }, { ...role(3, 40), user_id: 8 }],
      named: { 'user 7': { username: 'dora' }, 'user 8': { username: 'erin' } },
    };
    const spec = { push_access_level: ['developer', { user: 'dora' }] } as const;
    expect(protectedBranches.calls.update?.(live, changed('rel/*', spec, 'push_access_level'), site)).toEqual([
      {
        method: 'PATCH',
        path: '/projects/team%2Fapp/protected_branches/rel%2F*',
        body: { allowed_to_push: [{ id: 1, _destroy: true }, { id: 3, _destroy: true }, { access_level: 30 }] },
      },
    ]);
  });

  it('of a group is not that of its projects', () => {
    expect(protectedBranches.decode({ name: 'main', inherited: true }, lookAt(project))).toBeUndefined();
  });
});

describe('is refused before anything is sent', () => {
  const said = (document: string) =>
    loadConfig('keelson.yaml', kinds, memory({ 'keelson.yaml': `version: 1\n${document}\n` }), {}).diagnostics.map(
      ({ code, message }) => `${code}: ${message}`,
    );
  const branch = (field: string) => said(`projects: { a/b: { protected_branches: { main: { ${field} } } } }`);
  it.each([
    ['nobody named', 'push_access_level: []'],
    ['a role that is none of these', 'push_access_level: reporter'],
    ['nobody to change it', 'unprotect_access_level: no_access'],
    ['another word', 'push_access_level: [{ person: x }]'],
    ['two in one', 'push_access_level: [{ user: x, group: y }]'],
  ])('%s', (_what, field) => {
    expect(branch(field)).toHaveLength(1);
  });
  it('users in a group, and groups below the top', () => {
    const inGroup = (path: string, who: string) =>
      said(`groups: { top: {}, ${path}: { protected_branches: { main: { push_access_level: ${who} } } } }`);
    expect(said('groups: { top: { protected_branches: { main: { push_access_level: [{ user: x }] } } } }')).toEqual([
      expect.stringContaining('roles alone'),
    ]);
    expect(inGroup('top/sub', 'maintainer')).toEqual([expect.stringContaining('groups at the top alone')]);
  });
});

const yaml = (sections: string) => `version: 1
groups: { team: { name: Team, members: { root: owner, dora: developer } }, lent: { name: Lent } }
projects:
  team/app:
${sections}
`;

async function stand(sections: string) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml(sections) });
  await gitlab.user('dora');
  const id = await gitlab.group('team', { name: 'Team' });
  const lent = await gitlab.group('lent', { name: 'Lent' });
  const app = idOf(await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: id }));
  await gitlab.post(`/projects/${app}/share`, { group_id: lent, group_access: 30 });
  return { gitlab, keelson, app: `/projects/${app}` };
}

it('a user whose membership of the group has ended, and is not made, is the member of the project that is there', async () => {
  const { gitlab, keelson, app } = await stand('');
  const ended = 'carol: { access_level: developer, expires_at: 2020-02-02 }';
  const text = yaml('    protected_branches: { main: { push_access_level: [{ user: carol }] } }');
  keelson.write('keelson.yaml', text.replace('root: owner', `root: owner, ${ended}`));
  const [carol] = (await gitlab.get('/users?username=carol')).list;
  await gitlab.post(`${app}/members`, { user_id: carol?.['id'] ?? null, access_level: 30 });
  const applied = await keelson.run('apply', '--auto-approve');
  expect(applied, applied.err).toMatchObject({ status: 0 });
  expect((await gitlab.get(`${app}/protected_branches/main`)).object).toMatchObject({
    push_access_levels: [{ user_id: carol?.['id'] }],
  });
});

describe('on a platform', () => {
  it('users and groups are let in, exported by name, and a member is one first', async () => {
    const { gitlab, keelson, app } = await stand(`    protected_branches:
      main: { push_access_level: [{ user: Dora }, { group: lent }], merge_access_level: no_access }
    protected_tags: { 'v*': [maintainer, { user: dora }] }`);
    const applied = await keelson.run('apply', '--auto-approve');
    expect(applied, applied.err).toMatchObject({ status: 0 });
    const plan = await keelson.run('plan', '--detailed-exitcode');
    expect(plan, plan.out).toMatchObject({ status: 0 });
    expect((await gitlab.get(`${app}/protected_branches/main`)).object).toMatchObject({
      push_access_levels: [{ user_id: null }, { group_id: null }],
    });
    const exported = await keelson.run('export', '--target', 'project[team/app]**');
    expect(exported.out).toContain('- user: dora');
    expect(exported.out).toContain('- group: lent');
    keelson.write('keelson.yaml', exported.out);
    expect(await keelson.run('plan', '--detailed-exitcode')).toMatchObject({ status: 0 });
  });

  it('who is let into the project by the same plan is a member first', async () => {
    const { gitlab, keelson, app } = await stand(`    members: { alice: developer }
    protected_branches: { main: { push_access_level: [{ user: alice }], merge_access_level: developer } }`);
    const planned = JSON.parse((await keelson.run('plan', '--json')).out) as {
      readonly changes: readonly { readonly address: string; readonly needs: readonly string[] }[];
    };
    const branch = planned.changes.find(({ address }) => address === 'project[team/app]/protected_branch[main]');
    expect(branch?.needs).toContain('project[team/app]/member[alice]');
    const applied = await keelson.run('apply', '--auto-approve');
    expect(applied, applied.err).toMatchObject({ status: 0 });
    const { id } = (await gitlab.get('/users?username=alice')).list[0] ?? {};
    expect((await gitlab.get(`${app}/protected_branches/main`)).object).toMatchObject({
      push_access_levels: [{ user_id: id }],
    });
  });

  it('what others protected is told, and pruned where it says so; what the group protects is not the project’s', async () => {
    const { gitlab, keelson, app } = await stand('    protected_branches: {}\n    protected_tags: {}');
    await gitlab.post(`${app}/protected_branches`, { name: 'main' });
    await gitlab.post(`${app}/protected_tags`, { name: 'v*' });
    await gitlab.post('/groups/team/protected_branches', { name: 'rel/*' });
    const drift = await keelson.run('drift');
    expect(drift.out).toContain('project[team/app]/protected_branch[main]: not declared, and left alone');
    expect(drift.out).toContain('project[team/app]/protected_tag[v*]: not declared, and left alone');
    expect(drift.out).not.toContain('rel/*');
    keelson.write(
      'keelson.yaml',
      yaml('    prune: [protected_branches, protected_tags]\n    protected_branches: {}\n    protected_tags: {}'),
    );
    const applied = await keelson.run('apply', '--auto-approve');
    expect(applied, applied.err).toMatchObject({ status: 0 });
    expect((await gitlab.get(`${app}/protected_branches`)).list.map(({ name }) => name)).toEqual(['rel/*']);
  });
});
