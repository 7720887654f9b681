import { describe, expect, test } from 'vitest';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { textOf } from '../../../src/sandbox/store/json.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import { sorted, sortedIds } from './sorted-column.ts';

// What GitLab's own request specs say of groups (spec/requests/api/groups_spec.rb, 18.9).

/** Two groups of two owners, one public and one private, a stranger to both, and someone who may create no group. */
async function twoGroups() {
  const gl = await sandbox();
  const mine = await gl.user('mine', { can_create_group: false });
  const other = await gl.user('other');
  await gl.user('third');
  const open = await gl.group('some_path', { visibility: 'public' });
  const closed = await gl.group('closed', { visibility: 'private' });
  for (const [group, user_id] of [
    [open, mine],
    [closed, other],
  ] as const) {
    await gl.post(`/groups/${group}/members`, { user_id, access_level: 50 });
    await gl.delete(`/groups/${group}/members/1`);
  }
  return { gl, mine: gl.as('mine'), other: gl.as('other'), third: gl.as('third'), ids: { mine, other }, open, closed };
}

describe('GET /groups', () => {
  test('without a token: the public ones, without statistics', async () => {
    const { gl, open } = await twoGroups();
    const list = await gl.get('/groups?statistics=true', anonymous);
    expect(column(list, 'id')).toEqual([open]);
    expect(list.list[0]).not.toHaveProperty('statistics');
  });

  test('a member sees the own ones and no runners_token; all_available=true adds the public ones', async () => {
    const { gl, mine, open } = await twoGroups();
    const publicToo = await gl.group('open-to-all', { visibility: 'public' });
    const list = await mine.get('/groups');
    expect(column(list, 'id')).toEqual([open]);
    expect(list.list[0]).not.toHaveProperty('runners_token');
    expect(column(await mine.get('/groups?all_available=true'), 'id')).toEqual([publicToo, open]);
  });

  test('statistics are for administrators, in nine sizes', async () => {
    const { gl, mine } = await twoGroups();
    expect((await mine.get('/groups?statistics=true')).list[0]).not.toHaveProperty('statistics');
    const [first] = (await gl.get('/groups?statistics=true')).list;
    expect(Object.keys(first?.['statistics'] ?? {}).sort()).toEqual([
      'job_artifacts_size',
      'lfs_objects_size',
      'packages_size',
      'pipeline_artifacts_size',
      'repository_size',
      'snippets_size',
      'storage_size',
      'uploads_size',
      'wiki_size',
    ]);
  });

  test('visibility filters, and an unknown one is 400', async () => {
    const { mine } = await twoGroups();
    expect(column(await mine.get('/groups?visibility=private'), 'id')).toEqual([]);
    expect(told(await mine.get('/groups?visibility=something'))).toEqual([
      400,
      { error: 'visibility does not have a valid value' },
    ]);
  });

  test('beyond 50,000 rows by number is 405, in the words of the record', async () => {
    const { gl } = await twoGroups();
    const refused = await gl.get('/groups?page=3000&per_page=25', anonymous);
    expect(told(refused)).toEqual([
      405,
      {
        error:
          'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Group. ' +
          'Remaining records can be retrieved using keyset pagination.',
      },
    ]);
  });

  test('keyset is by name alone: another order is 405', async () => {
    const { gl } = await twoGroups();
    const refused = await gl.get('/groups?pagination=keyset&order_by=path', anonymous);
    expect(told(refused)).toEqual([405, { error: 'Keyset pagination is not yet available for this type of request' }]);
  });

  test('top_level_only, skip_groups, owned and min_access_level narrow the list', async () => {
    const { gl, other, ids, open, closed } = await twoGroups();
    const below = await gl.group('some_path/below');
    const third = await gl.group('third-one');
    await gl.post(`/groups/${open}/members`, { user_id: ids.other, access_level: 30 });
    await gl.post(`/groups/${third}/members`, { user_id: ids.other, access_level: 40 });
    expect(column(await other.get('/groups?top_level_only=true'), 'id')).not.toContain(below);
    expect(column(await other.get('/groups?owned=true'), 'id')).toEqual([closed]);
    expect(column(await other.get('/groups?min_access_level=40'), 'id')).toEqual([closed, third]);
    expect(column(await gl.get(`/groups?skip_groups[]=${closed}`), 'id')).not.toContain(closed);
  });

  test('equal names are told apart by id, upwards in both directions', async () => {
    const gl = await sandbox();
    const first = await gl.group('bb', { name: 'same-name' });
    const second = await gl.group('aa', { name: 'same-name' });
    expect(column(await gl.get('/groups?search=same-name&order_by=name'), 'id')).toEqual([first, second]);
    expect(column(await gl.get('/groups?search=same-name&order_by=name&sort=desc'), 'id')).toEqual([first, second]);
  });

  test('a search for a path finds what the full path begins with', async () => {
    const { gl, mine, open } = await twoGroups();
    const below = await gl.group('some_path/some_path');
    expect(sortedIds(await mine.get('/groups?search=some_path'))).toEqual(sorted(open, below));
  });

  test('marked_for_deletion_on finds the day', async () => {
    const { gl, closed } = await twoGroups();
    await gl.delete(`/groups/${closed}`);
    const today = textOf((await gl.get(`/groups/${closed}`)).object['marked_for_deletion_on']);
    expect(column(await gl.get(`/groups?marked_for_deletion_on=${today}`), 'id')).toEqual([closed]);
    expect(column(await gl.get('/groups?marked_for_deletion_on=2024-01-01'), 'id')).toEqual([]);
  });
});

describe('GET /groups/:id', () => {
  test('a private group is 404 to strangers, a public one is shown without its token', async () => {
    const { gl, mine, third, open, closed } = await twoGroups();
    expect((await gl.get(`/groups/${closed}`, anonymous)).status).toBe(404);
    expect((await mine.get(`/groups/${closed}`)).status).toBe(404);
    expect((await mine.get('/groups/closed')).status).toBe(404);
    expect((await mine.get('/groups/999999')).status).toBe(404);
    expect((await gl.get('/groups/unknown')).status).toBe(404);
    const shown = await gl.get(`/groups/${open}`, anonymous);
    expect(shown.object).toHaveProperty('created_at');
    expect(shown.object).not.toHaveProperty('runners_token');
    expect((await third.get(`/groups/${open}`)).object).not.toHaveProperty('runners_token');
    expect((await mine.get(`/groups/${open}`)).object).toHaveProperty('runners_token');
    expect((await gl.get(`/groups/${closed}`)).object).toHaveProperty('runners_token');
  });

  test('with_projects=false leaves out both lists of projects', async () => {
    const { mine, open } = await twoGroups();
    const shown = (await mine.get(`/groups/${open}?with_projects=false`)).object;
    expect(shown['projects']).toBeUndefined();
    expect(shown['shared_projects']).toBeUndefined();
  });

  test('projects and shared_projects are those that the caller may see', async () => {
    const { gl, other, open } = await twoGroups();
    const home = await gl.group('home', { visibility: 'public' });
    const made = new Map<string, number>();
    for (const visibility of ['public', 'internal', 'private']) {
      const id = idOf(await gl.post('/projects', { name: visibility, namespace_id: home, visibility }));
      await gl.post(`/projects/${id}/share`, { group_id: open, group_access: 30 });
      made.set(visibility, id);
    }
    const names = (projects: unknown) =>
      Array.isArray(projects) ? projects.map(({ id }: { id: number }) => id).sort() : [];
    const forAll = [made.get('public')];
    const forUsers = [made.get('public'), made.get('internal')];
    expect(names((await gl.get(`/groups/${home}`, anonymous)).object['projects'])).toEqual(forAll);
    expect(names((await other.get(`/groups/${home}`)).object['projects'])).toEqual(forUsers);
    expect(names((await gl.get(`/groups/${open}`, anonymous)).object['shared_projects'])).toEqual(forAll);
    expect(names((await other.get(`/groups/${open}`)).object['shared_projects'])).toEqual(forUsers);
  });

  test('shared_with_groups are those that the caller may see, by inherited membership too', async () => {
    const { gl, ids, third, open, closed } = await twoGroups();
    const shared = await gl.group('shared', { visibility: 'public' });
    const below = await gl.group('closed/below', { visibility: 'private' });
    for (const group_id of [open, below]) await gl.post(`/groups/${shared}/share`, { group_id, group_access: 30 });
    const seen = (groups: unknown) =>
      Array.isArray(groups) ? groups.map(({ group_id }: { group_id: number }) => group_id).sort() : [];
    expect(seen((await gl.get(`/groups/${shared}`, anonymous)).object['shared_with_groups'])).toEqual([open]);
    expect(seen((await third.get(`/groups/${shared}`)).object['shared_with_groups'])).toEqual([open]);
    const other = gl.as('other');
    expect(ids.other).toBeGreaterThan(0);
    expect(seen((await other.get(`/groups/${shared}`)).object['shared_with_groups'])).toEqual(sorted(open, below));
    expect(seen((await gl.get(`/groups/${shared}`)).object['shared_with_groups'])).toEqual(sorted(open, below));
    expect(closed).toBeGreaterThan(0);
  });
});

describe('PUT /groups/:id', () => {
  test('max_artifacts_size is for administrators; others are not refused, and change nothing', async () => {
    const { gl, mine, open } = await twoGroups();
    expect((await gl.put(`/groups/${open}`, { max_artifacts_size: 1 })).object['max_artifacts_size']).toBe(1);
    const tried = await mine.put(`/groups/${open}`, { max_artifacts_size: 2 });
    expect([tried.status, tried.object['max_artifacts_size']]).toEqual([200, 1]);
  });

  test('emails_disabled is the other side of emails_enabled; null is the default, on', async () => {
    const { mine, open } = await twoGroups();
    const enabled = async (emails_disabled: boolean | string | null) =>
      (await mine.put(`/groups/${open}`, { emails_disabled })).object['emails_enabled'];
    expect(await enabled(true)).toBe(false);
    expect(await enabled(null)).toBe(true);
    expect(await enabled('true')).toBe(false);
  });

  test('a default_branch can be set, and taken away by an empty text', async () => {
    const { mine, open } = await twoGroups();
    expect((await mine.put(`/groups/${open}`, { default_branch: 'new' })).object['default_branch']).toBe('new');
    expect((await mine.put(`/groups/${open}`, { default_branch: '' })).object['default_branch']).toBeNull();
  });

  test('default_branch_protection 0 is stored', async () => {
    const { mine, open } = await twoGroups();
    const changed = await mine.put(`/groups/${open}`, { default_branch_protection: 0 });
    expect(changed.object['default_branch_protection']).toBe(0);
  });

  test('default_branch_protection_defaults of no one come back as given', async () => {
    const { mine, open } = await twoGroups();
    const nobody = { allowed_to_push: [{ access_level: 0 }], allowed_to_merge: [{ access_level: 0 }] };
    const changed = await mine.put(`/groups/${open}`, { default_branch_protection_defaults: nobody });
    expect(changed.object['default_branch_protection_defaults']).toEqual(nobody);
  });

  test.each(['ssh', 'http', 'all'])('enabled_git_access_protocol %s', async (protocol) => {
    const { mine, open } = await twoGroups();
    const changed = await mine.put(`/groups/${open}`, { enabled_git_access_protocol: protocol });
    expect(changed.object['enabled_git_access_protocol']).toBe(protocol);
  });

  test('a restricted visibility is refused to owners and open to administrators', async () => {
    const { gl, mine, open } = await twoGroups();
    await gl.put('/application/settings', { restricted_visibility_levels: ['internal'] });
    expect(told(await mine.put(`/groups/${open}`, { visibility: 'internal' }))).toEqual([
      400,
      { message: { visibility_level: ['internal has been restricted by your GitLab administrator'] } },
    ]);
    expect((await gl.put(`/groups/${open}`, { visibility: 'internal' })).object['visibility']).toBe('internal');
  });

  test('a name of markup is refused', async () => {
    const { mine, open } = await twoGroups();
    expect((await mine.put(`/groups/${open}`, { name: '<SCRIPT>alert(1)</SCRIPT>' })).status).toBe(400);
    const other = { name: '<SCRIPT>alert(1)</SCRIPT>', path: 'unique-url' };
    expect((await mine.post('/groups', { ...other, parent_id: open })).status).toBe(400);
  });

  test('a group with more visible subgroups cannot become private', async () => {
    const { gl, mine, open } = await twoGroups();
    await gl.group('some_path/below', { visibility: 'public' });
    expect(told(await mine.put(`/groups/${open}`, { visibility: 'private' }))).toEqual([
      400,
      { message: { visibility_level: ['private is not allowed since there are sub-groups with higher visibility.'] } },
    ]);
  });

  test('prevent_sharing_groups_outside_hierarchy is nothing for a subgroup, and not shown there', async () => {
    const { gl, mine } = await twoGroups();
    const below = await gl.group('some_path/below');
    const changed = await mine.put(`/groups/${below}`, {
      description: 'it works',
      prevent_sharing_groups_outside_hierarchy: true,
    });
    expect(changed.object).toMatchObject({ description: 'it works' });
    expect(changed.object).not.toHaveProperty('prevent_sharing_groups_outside_hierarchy');
  });

  test('who sees it but does not own it is 403, who does not see it 404', async () => {
    const { other, mine, open, closed } = await twoGroups();
    expect((await other.put(`/groups/${open}`, { name: 'x' })).status).toBe(403);
    expect((await mine.put(`/groups/${closed}`, { name: 'x' })).status).toBe(404);
    expect((await mine.put('/groups/999999', { name: 'x' })).status).toBe(404);
  });
});

describe('POST /groups', () => {
  test('who may not create groups is 403 at the top, and may below a group of theirs', async () => {
    const { gl, mine, ids, closed } = await twoGroups();
    expect((await mine.post('/groups', { name: 'foo', path: 'foo' })).status).toBe(403);
    await gl.post(`/groups/${closed}/members`, { user_id: ids.mine, access_level: 40 });
    expect((await mine.post('/groups', { parent_id: closed, name: 'foo', path: 'foo' })).status).toBe(201);
  });

  test('without name or path it is 400; a path that is taken too; an unknown organization is 404', async () => {
    const { third } = await twoGroups();
    expect((await third.post('/groups', { path: 'x' })).status).toBe(400);
    expect((await third.post('/groups', { name: 'x' })).status).toBe(400);
    expect((await third.post('/groups', { name: 'Duplicate Test', path: 'closed' })).status).toBe(400);
    expect((await third.post('/groups', { name: 'xx', path: 'xx', organization_id: 999999 })).status).toBe(404);
  });

  test('enabled_git_access_protocol is taken and not shown; a default_branch is shown', async () => {
    const { third } = await twoGroups();
    const made = await third.post('/groups', {
      name: 'xx',
      path: 'xx',
      enabled_git_access_protocol: 'ssh',
      default_branch: 'main',
    });
    expect(made.object).toMatchObject({ default_branch: 'main' });
    expect(made.object).not.toHaveProperty('enabled_git_access_protocol');
    expect((await third.get('/groups/xx')).object['enabled_git_access_protocol']).toBe('ssh');
  });

  test('a restricted visibility is refused in the printed form of a hash', async () => {
    const { gl, third } = await twoGroups();
    await gl.put('/application/settings', { restricted_visibility_levels: ['public'] });
    const refused = await third.post('/groups', { name: 'xx', path: 'xx', visibility: 'public' });
    expect(refused.status).toBe(400);
    expect(textOf(refused.object['message'])).toContain('public has been restricted by your GitLab administrator');
  });
});

describe('subgroups and descendant groups', () => {
  test('without a token the public ones; of a private group 404', async () => {
    const { gl, open, closed } = await twoGroups();
    const shown = await gl.group('some_path/shown', { visibility: 'public' });
    await gl.group('some_path/hidden', { visibility: 'private' });
    const deeper = await gl.group('some_path/shown/deeper', { visibility: 'public' });
    expect(column(await gl.get(`/groups/${open}/subgroups`, anonymous), 'id')).toEqual([shown]);
    expect(column(await gl.get(`/groups/${open}/descendant_groups`, anonymous), 'id')).toEqual([deeper, shown]);
    for (const list of ['subgroups', 'descendant_groups'])
      expect((await gl.get(`/groups/${closed}/${list}`, anonymous)).status).toBe(404);
  });

  test('who is signed in and no member sees none, unless all_available=true', async () => {
    const { gl, other, open } = await twoGroups();
    const shown = await gl.group('some_path/shown', { visibility: 'public' });
    for (const list of ['subgroups', 'descendant_groups']) {
      expect((await other.get(`/groups/${open}/${list}`)).list).toEqual([]);
      expect(column(await other.get(`/groups/${open}/${list}?all_available=true`), 'id')).toEqual([shown]);
    }
  });

  test('a guest sees the private ones too; statistics remain for administrators', async () => {
    const { gl, other, ids, open } = await twoGroups();
    const hidden = await gl.group('some_path/hidden', { visibility: 'private' });
    await gl.post(`/groups/${open}/members`, { user_id: ids.other, access_level: 10 });
    for (const list of ['subgroups', 'descendant_groups']) {
      const seen = await other.get(`/groups/${open}/${list}?statistics=true`);
      expect(column(seen, 'id')).toEqual([hidden]);
      expect(seen.list[0]).not.toHaveProperty('statistics');
      expect((await gl.get(`/groups/${open}/${list}?statistics=true`)).list[0]).toHaveProperty('statistics');
    }
  });

  test('a search looks at the own path, not at the full one', async () => {
    const { gl, open } = await twoGroups();
    const found = await gl.group('some_path/some_path-subgroup');
    await gl.group('some_path/not_matching');
    for (const list of ['subgroups', 'descendant_groups'])
      expect(column(await gl.get(`/groups/${open}/${list}?search=some_path`), 'id')).toEqual([found]);
  });
});

describe('GET /groups/:id/projects', () => {
  test('archived and active narrow the list; without them it is whole', async () => {
    const { gl, open } = await twoGroups();
    const make = async (name: string) => idOf(await gl.post('/projects', { name, namespace_id: open }));
    const [live, archived, marked] = [await make('live'), await make('archived'), await make('marked')];
    await gl.post(`/projects/${archived}/archive`);
    await gl.delete(`/projects/${marked}`);
    const ids = async (query: string) => sortedIds(await gl.get(`/groups/${open}/projects?${query}`));
    expect(await ids('')).toEqual(sorted(live, archived, marked));
    expect(await ids('archived=true')).toContain(archived);
    expect(await ids('active=true')).toEqual([live]);
    expect(await ids('active=false')).toEqual(sorted(archived, marked));
  });

  test('owned and min_access_level are about the project', async () => {
    const { gl, other, ids, open } = await twoGroups();
    const first = idOf(await gl.post('/projects', { name: 'first', namespace_id: open }));
    const second = idOf(await gl.post('/projects', { name: 'second', namespace_id: open }));
    await gl.post(`/groups/${open}/members`, { user_id: ids.other, access_level: 10 });
    await gl.post(`/projects/${first}/members`, { user_id: ids.other, access_level: 20 });
    await gl.post(`/projects/${second}/members`, { user_id: ids.other, access_level: 50 });
    const seen = async (query: string) => sortedIds(await other.get(`/groups/${open}/projects?${query}`));
    expect(await seen('owned=true')).toEqual([second]);
    expect(await seen('min_access_level=20')).toEqual(sorted(first, second));
  });

  test('by similarity the exact name is first; without a search it is by name', async () => {
    const { gl, mine, open } = await twoGroups();
    for (const name of ['Project', 'Test Project', 'Test'])
      await gl.post('/projects', { name, path: name.toLowerCase().replace(' ', '-'), namespace_id: open });
    const names = async (query: string) => column(await mine.get(`/groups/${open}/projects?${query}`), 'name');
    expect(await names('order_by=similarity&search=test')).toEqual(['Test', 'Test Project']);
    expect(await names('order_by=similarity')).toEqual(['Project', 'Test', 'Test Project']);
  });

  test('include_subgroups, include_ancestor_groups and with_shared', async () => {
    const { gl, open } = await twoGroups();
    const below = await gl.group('some_path/below');
    const top = idOf(await gl.post('/projects', { name: 'top', namespace_id: open }));
    const deep = idOf(await gl.post('/projects', { name: 'deep', namespace_id: below }));
    const away = idOf(await gl.post('/projects', { name: 'away', namespace_id: await gl.group('away') }));
    await gl.post(`/projects/${away}/share`, { group_id: open, group_access: 30 });
    const ids = async (group: number, query: string) => sortedIds(await gl.get(`/groups/${group}/projects?${query}`));
    expect(await ids(open, '')).toEqual(sorted(top, away));
    expect((await gl.get(`/groups/${open}/projects`)).list[0]).not.toHaveProperty('permissions');
    expect(await ids(open, 'with_shared=false')).toEqual([top]);
    expect(await ids(open, 'with_shared=false&include_subgroups=true')).toEqual(sorted(top, deep));
    expect(await ids(below, 'include_ancestor_groups=true')).toEqual(expect.arrayContaining([top, deep]));
  });
});

describe('lists of shared groups', () => {
  test('an unknown visibility or relation is 400', async () => {
    const { mine, open } = await twoGroups();
    expect(told(await mine.get(`/groups/${open}/groups/shared?visibility=something`))).toEqual([
      400,
      { error: 'visibility does not have a valid value' },
    ]);
    expect(told(await mine.get(`/groups/${open}/invited_groups?relation[]=random`))).toEqual([
      400,
      { error: 'relation does not have a valid value' },
    ]);
  });

  test('groups/shared: sorted by name, by path, by id; searched; by visibility', async () => {
    const { gl, open } = await twoGroups();
    const made: number[] = [];
    for (const [name, path, visibility] of [
      ['b one', 'zz', 'public'],
      ['a two', 'yy', 'private'],
    ] as const) {
      const id = await gl.group(path, { name, visibility });
      await gl.post(`/groups/${id}/share`, { group_id: open, group_access: 30 });
      made.push(id);
    }
    const [first, second] = made;
    const ids = async (query: string) => column(await gl.get(`/groups/${open}/groups/shared?${query}`), 'id');
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('sort=desc')).toEqual([first, second]);
    expect(await ids('order_by=path')).toEqual([second, first]);
    expect(await ids('order_by=id')).toEqual([first, second]);
    expect(await ids('search=one')).toEqual([first]);
    expect(await ids('visibility=private')).toEqual([second]);
  });

  test('invited_groups: without a token the public ones; of an unseen group 404', async () => {
    const { gl, mine, open, closed } = await twoGroups();
    const shown = await gl.group('shown', { visibility: 'public' });
    const hidden = await gl.group('hidden', { visibility: 'private' });
    for (const group_id of [shown, hidden]) await gl.post(`/groups/${open}/share`, { group_id, group_access: 30 });
    expect(column(await gl.get(`/groups/${open}/invited_groups`, anonymous), 'id')).toEqual([shown]);
    expect((await mine.get(`/groups/${closed}/invited_groups`)).status).toBe(404);
  });
});

describe('archive and unarchive', () => {
  test('401 without a token, 403 for others, 200 for the owner, 422 the second time', async () => {
    const { gl, mine, other, open } = await twoGroups();
    expect((await gl.post(`/groups/${open}/archive`, {}, anonymous)).status).toBe(401);
    expect((await other.post(`/groups/${open}/archive`)).status).toBe(403);
    expect((await mine.post(`/groups/${open}/archive`)).object['archived']).toBe(true);
    expect(told(await mine.post(`/groups/${open}/archive`))).toEqual([422, { message: 'Group is already archived!' }]);
    expect((await other.post(`/groups/${open}/unarchive`)).status).toBe(403);
    expect((await mine.post(`/groups/${open}/unarchive`)).object['archived']).toBe(false);
    expect(told(await mine.post(`/groups/${open}/unarchive`))).toEqual([
      422,
      { message: 'Group is already unarchived!' },
    ]);
  });
});

describe('DELETE /groups/:id with permanently_remove', () => {
  const incorrect = '`full_path` is incorrect. You must enter the complete path for the subgroup.';

  test('the texts in their order', async () => {
    const { gl, mine, open } = await twoGroups();
    const below = await gl.group('some_path/below');
    const remove = async (group: number, query = '') =>
      (await mine.delete(`/groups/${group}?permanently_remove=true${query}`)).object['message'];
    expect(await remove(open)).toBe('`permanently_remove` option is only available for subgroups.');
    expect(await remove(below)).toBe('Group must be marked for deletion first.');
    await mine.delete(`/groups/${below}`);
    expect(await remove(below)).toBe(incorrect);
    expect(await remove(below, '&full_path=below')).toBe(incorrect);
    await gl.put('/application/settings', { allow_immediate_namespaces_deletion: false });
    expect(await remove(below)).toBe('`permanently_remove` option is not permitted on this instance.');
    const path = textOf((await gl.get(`/groups/${below}`)).object['full_path']);
    const query = `permanently_remove=true&full_path=${encodeURIComponent(path)}`;
    expect((await gl.delete(`/groups/${below}?${query}`)).status).toBe(202);
  });

  test('restore by someone without access is 403 on a public group', async () => {
    const { mine, other, open } = await twoGroups();
    await mine.delete(`/groups/${open}`);
    expect((await other.post(`/groups/${open}/restore`)).status).toBe(403);
    const restored = await mine.post(`/groups/${open}/restore`);
    expect([restored.status, restored.object['marked_for_deletion_on']]).toEqual([201, null]);
  });
});

describe('moving', () => {
  test('a project into a group is for administrators, by id or by path', async () => {
    const { gl, other, open } = await twoGroups();
    const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: await gl.group('source') }));
    expect((await other.post(`/groups/${open}/projects/${project}`)).status).toBe(403);
    expect((await gl.post(`/groups/${open}/projects/nogroup%2Fnoproject`)).status).toBe(404);
    expect((await gl.post(`/groups/noexist/projects/source%2Fapi`)).status).toBe(404);
    expect((await gl.post(`/groups/some_path/projects/source%2Fapi`)).status).toBe(201);
  });

  test('a group: blank means to the top, where it may be already; 403, 404 and the archived', async () => {
    const { gl, mine, other, ids, open, closed } = await twoGroups();
    const below = await gl.group('some_path/below');
    expect(told(await mine.post(`/groups/${open}/transfer`, { group_id: '' }))).toEqual([
      400,
      { message: 'Transfer failed: Group is already a root group.' },
    ]);
    await gl.post(`/groups/${open}/members`, { user_id: ids.other, access_level: 30 });
    expect((await other.post(`/groups/${below}/transfer`, { group_id: closed })).status).toBe(403);
    expect((await mine.post(`/groups/${below}/transfer`, { group_id: closed })).status).toBe(404);
    expect((await mine.post(`/groups/${below}/transfer`, { group_id: 999999 })).status).toBe(404);
    await gl.post(`/groups/${below}/archive`);
    expect((await mine.post(`/groups/${below}/transfer`, { group_id: open })).status).toBe(403);
  });

  test('transfer_locations: where the caller is owner, by a shared group too; 403 without the right, 404 unseen', async () => {
    const { gl, other, ids, open, closed } = await twoGroups();
    const mineToo = await gl.group('owner-group');
    const shared = await gl.group('shared-here');
    await gl.post(`/groups/${mineToo}/members`, { user_id: ids.other, access_level: 50 });
    await gl.post(`/groups/${shared}/share`, { group_id: mineToo, group_access: 50 });
    await gl.post(`/groups/${open}/members`, { user_id: ids.other, access_level: 40 });
    expect(sortedIds(await other.get(`/groups/${closed}/transfer_locations`))).toEqual(sorted(mineToo, shared));
    expect(column(await other.get(`/groups/${closed}/transfer_locations?search=owner`), 'id')).toEqual([mineToo]);
    expect((await other.get(`/groups/${open}/transfer_locations`)).status).toBe(403);
    expect((await gl.get(`/groups/${closed}/transfer_locations`, anonymous)).status).toBe(404);
  });
});
