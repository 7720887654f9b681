import { expect, test } from 'vitest';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import { sorted, sortedIds } from './sorted-column.ts';

// What GitLab's own request specs say of lists of groups (spec/requests/api/groups_spec.rb and its EE twin, 18.9).

async function withJane() {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const join = (group: number, access_level: number) =>
    gl.post(`/groups/${group}/members`, { user_id: jane, access_level });
  return { gl, jane, as: gl.as('jane'), join };
}

test('each visibility finds its own, no visibility all', async () => {
  const { gl, as, join } = await withJane();
  const made = new Map<string, number>();
  for (const visibility of ['private', 'internal', 'public']) {
    const id = await gl.group(`${visibility}-one`, { visibility });
    await join(id, 50);
    made.set(visibility, id);
  }
  for (const [visibility, id] of made)
    expect(column(await as.get(`/groups?visibility=${visibility}`), 'id')).toEqual([id]);
  expect(sortedIds(await as.get('/groups'))).toEqual(sorted(...made.values()));
});

test('pages by number without a token, and by cursor, which needs the name upwards', async () => {
  const { gl } = await withJane();
  const first = await gl.group('one', { name: '1_group', visibility: 'public' });
  const second = await gl.group('two', { name: '2_group', visibility: 'public' });
  expect(column(await gl.get('/groups?page=1&per_page=1', anonymous), 'id')).toEqual([first]);
  expect(column(await gl.get('/groups?page=2&per_page=1', anonymous), 'id')).toEqual([second]);
  const page = await gl.get('/groups?pagination=keyset&per_page=1', anonymous);
  expect(column(page, 'id')).toEqual([first]);
  expect(page.headers.has('x-total')).toBe(false);
  const next = /<[^>]*\/api\/v4([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  expect(next).toMatch(/cursor=[^&]+&pagination=keyset&per_page=1/);
  expect(column(await gl.get(next, anonymous), 'id')).toEqual([second]);
  expect(told(await gl.get('/groups?pagination=keyset&sort=desc', anonymous))).toEqual([
    405,
    { error: 'Keyset pagination is not yet available for this type of request' },
  ]);
});

test('administrators see all, without runners_token and, unless asked, without statistics', async () => {
  const { gl, join } = await withJane();
  await join(await gl.group('one', { visibility: 'private' }), 50);
  await gl.group('two');
  const list = await gl.get('/groups');
  expect(list.list).toHaveLength(2);
  for (const row of list.list) {
    expect(row).toHaveProperty('created_at');
    expect(row).not.toHaveProperty('runners_token');
    expect(row).not.toHaveProperty('statistics');
  }
});

test('with all_available=false administrators see their own, with statistics where asked', async () => {
  const { gl, as } = await withJane();
  const mine = idOf(await gl.post('/groups', { name: 'mine', path: 'mine' }));
  await as.post('/groups', { name: 'hers', path: 'hers' });
  const below = await gl.group('mine/below');
  for (const [path, ids] of [
    ['/groups', [mine, below]],
    [`/groups/${mine}/subgroups`, [below]],
    [`/groups/${mine}/descendant_groups`, [below]],
  ] as const) {
    const list = await gl.get(`${path}?all_available=false&statistics=true`);
    expect(sortedIds(list)).toEqual(sorted(...ids));
    expect(list.list[0]).toHaveProperty('statistics');
  }
});

test('an auditor sees all groups, and their statistics', async () => {
  const { gl } = await withJane();
  await gl.user('watch', { auditor: true });
  const hidden = await gl.group('hidden', { visibility: 'private' });
  const list = await gl.as('watch').get('/groups?statistics=true');
  expect(column(list, 'id')).toEqual([hidden]);
  expect(list.list[0]).toHaveProperty('statistics');
});

test('by name, by path and by id, downwards too', async () => {
  const { gl, as, join } = await withJane();
  const ids: number[] = [];
  for (const [name, path] of [
    ['middle', 'zz'],
    ['a first', 'yy'],
    ['z last', 'aa'],
  ] as const) {
    const id = await gl.group(path, { name });
    await join(id, 50);
    ids.push(id);
  }
  const names = async (query: string) => column(await as.get(`/groups?${query}`), 'name');
  expect(await names('')).toEqual(['a first', 'middle', 'z last']);
  expect(await names('sort=desc')).toEqual(['z last', 'middle', 'a first']);
  expect(await names('order_by=path')).toEqual(['z last', 'a first', 'middle']);
  expect(await names('order_by=id')).toEqual(['middle', 'a first', 'z last']);
  expect(await names('order_by=id&sort=desc')).toEqual(['z last', 'a first', 'middle']);
});

test('by similarity the path counts most; without a search it is by name', async () => {
  const { gl, as, join } = await withJane();
  await join(await gl.group('ysome_path', { name: 'same-name' }), 50);
  const exact = await gl.group('same-name', { name: 'same-name' });
  await join(exact, 50);
  await gl.group('ysome_path/same-name_subgroup', { name: 'same-name subgroup' });
  await join(await gl.group('same-name_parent', { name: 'same-name parent' }), 50);
  await join(await gl.group('other', { name: 'other' }), 50);
  const found = await as.get('/groups?order_by=similarity&search=same-name');
  expect(column(found, 'name')).toEqual(['same-name', 'same-name parent', 'same-name subgroup', 'same-name']);
  expect(column(found, 'id')[0]).toBe(exact);
  expect(column(await as.get('/groups?order_by=similarity'), 'name')).toEqual([
    ...['other', 'same-name', 'same-name', 'same-name parent', 'same-name subgroup'],
  ]);
});

test('a search of all groups looks at whole paths and names, by words of three letters and more', async () => {
  const { gl } = await withJane();
  const top = await gl.group('acme', { name: 'Acme Works' });
  const below = await gl.group('acme/tools', { name: 'Tool Box' });
  const short = await gl.group('qa', { name: 'qa' });
  const ids = async (search: string) => sortedIds(await gl.get(`/groups?search=${encodeURIComponent(search)}`));
  expect(await ids('acme')).toEqual(sorted(top, below));
  expect(await ids('works')).toEqual(sorted(top, below));
  expect(await ids('works tool')).toEqual([below]);
  expect(await ids('"tool box"')).toEqual([below]);
  expect(await ids('qa')).toEqual([short]);
  expect(await ids('ac')).toEqual([]);
  expect(await ids(' ')).toEqual(sorted(top, below, short));
});

test('owned is about direct Owners, min_access_level also about what is inherited', async () => {
  const { gl, as, join } = await withJane();
  const mine = await gl.group('mine');
  const below = await gl.group('mine/below');
  const other = await gl.group('other');
  await join(mine, 50);
  await join(other, 40);
  expect(column(await as.get('/groups?owned=true'), 'id')).toEqual([mine]);
  expect(sortedIds(await as.get('/groups?min_access_level=50'))).toEqual(sorted(mine, below));
  expect(sortedIds(await as.get('/groups?min_access_level=40'))).toEqual(sorted(mine, below, other));
  await gl.group('open', { visibility: 'public' });
  expect((await gl.get('/groups?min_access_level=40', anonymous)).list).toHaveLength(1);
  expect((await gl.get('/groups?owned=true', anonymous)).list).toEqual([]);
});

test('who belongs to something below sees the groups above it', async () => {
  const { gl, jane, as, join } = await withJane();
  const top = await gl.group('top', { visibility: 'private' });
  const below = await gl.group('top/below', { visibility: 'private' });
  const home = await gl.group('home', { visibility: 'private' });
  await gl.group('unrelated', { visibility: 'private' });
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: home }));
  await join(below, 30);
  await gl.post(`/projects/${project}/members`, { user_id: jane, access_level: 30 });
  expect(sortedIds(await as.get('/groups'))).toEqual(sorted(top, below, home));
});

test('archived, active and a day of deletion narrow the list; repository_storage does so for administrators', async () => {
  const { gl, as, join } = await withJane();
  const live = await gl.group('live');
  const old = await gl.group('old');
  const going = await gl.group('going');
  for (const group of [live, old, going]) await join(group, 50);
  await gl.post(`/groups/${old}/archive`);
  await gl.delete(`/groups/${going}`);
  const ids = async (query: string) => sortedIds(await as.get(`/groups?${query}`));
  expect(await ids('archived=true')).toEqual([old]);
  expect(await ids('archived=false')).toEqual(sorted(live, going));
  expect(await ids('active=true')).toEqual([live]);
  expect(await ids('active=false')).toEqual(sorted(old, going));
  expect(await ids('active=')).toEqual(sorted(live, old, going));
  expect(await ids('repository_storage=elsewhere')).toEqual(sorted(live, old, going));
  expect((await gl.get('/groups?repository_storage=elsewhere')).list).toEqual([]);
  expect((await gl.get('/groups?repository_storage=default')).list).toHaveLength(3);
  for (const row of (await as.get('/groups')).list) expect(row).not.toHaveProperty('repository_storage');
});

test('links to the directory and to SAML groups are in the list; the first of them is ldap_cn and ldap_access', async () => {
  const { gl, as, join } = await withJane();
  const group = await gl.group('linked');
  await gl.group('plain');
  await join(group, 50);
  await gl.post(`/groups/${group}/ldap_group_links`, { cn: 'ldap-group', group_access: 40, provider: 'ldapmain' });
  await gl.post(`/groups/${group}/saml_group_links`, { saml_group_name: 'saml-group', access_level: 10 });
  const [shown] = (await as.get('/groups')).list;
  expect(shown).toMatchObject({
    ldap_cn: 'ldap-group',
    ldap_access: 40,
    ldap_group_links: [{ cn: 'ldap-group', group_access: 40, provider: 'ldapmain' }],
    saml_group_links: [{ name: 'saml-group', access_level: 10 }],
  });
  const plain = (await gl.get('/groups/plain')).object;
  expect(plain).toMatchObject({ ldap_cn: null, ldap_access: null });
  expect(plain).not.toHaveProperty('ldap_group_links');
});

test('groups/shared and invited_groups: searched, skipped, by level, by similarity; 404 where the group is hidden', async () => {
  const { gl, as, join } = await withJane();
  const main = await gl.group('main', { visibility: 'private' });
  await join(main, 50);
  const near = await gl.group('same-name_shared', { name: 'same-name shared', visibility: 'private' });
  const far = await gl.group('same-name_shared_other', { name: 'same-name shared_other', visibility: 'private' });
  const other = await gl.group('other', { name: 'other-name', visibility: 'private' });
  await join(near, 30);
  await join(far, 20);
  await join(other, 10);
  for (const id of [near, far, other]) {
    await gl.post(`/groups/${id}/share`, { group_id: main, group_access: 10 });
    await gl.post(`/groups/${main}/share`, { group_id: id, group_access: 10 });
  }
  for (const list of ['groups/shared', 'invited_groups']) {
    const path = `/groups/${main}/${list}`;
    expect(sortedIds(await as.get(path))).toEqual(sorted(near, far, other));
    expect(column(await as.get(`${path}?search=other-name`), 'id')).toEqual([other]);
    expect(sortedIds(await as.get(`${path}?min_access_level=20`))).toEqual(sorted(near, far));
    await gl.user(`stranger-${list.slice(0, 3)}`);
    expect((await gl.as(`stranger-${list.slice(0, 3)}`).get(path)).status).toBe(404);
  }
  const shared = `/groups/${main}/groups/shared`;
  expect(sortedIds(await as.get(`${shared}?skip_groups[]=${near}`))).toEqual(sorted(far, other));
  expect(column(await as.get(`${shared}?order_by=similarity&search=same-name`), 'id')).toEqual([near, far]);
  expect(column(await as.get(`${shared}?order_by=similarity`), 'id')).toEqual([other, near, far]);
  expect(sortedIds(await as.get(`/groups/${main}/invited_groups?relation=direct`))).toEqual(sorted(near, far, other));
  expect((await as.get(`/groups/${main}/invited_groups?relation=inherited`)).list).toEqual([]);
});

test('projects and projects/shared: by stars, by level, searched, in the simple form', async () => {
  const { gl, jane, as, join } = await withJane();
  const group = await gl.group('platform', { visibility: 'public' });
  const away = await gl.group('away', { visibility: 'private' });
  await join(away, 10);
  const make = async (name: string, stars: number, namespace_id: number) => {
    const id = idOf(await gl.post('/projects', { name, path: name.replace(' ', '_'), namespace_id }));
    for (let star = 0; star < stars; star += 1) {
      const fan = `${name.replace(' ', '-')}-fan-${star}`;
      await gl.user(fan, { admin: true });
      await gl.as(fan).post(`/projects/${id}/star`);
    }
    return id;
  };
  const starred = await make('test project', 2, away);
  const plain = await make('testing', 0, away);
  for (const id of [starred, plain]) await gl.post(`/projects/${id}/share`, { group_id: group, group_access: 30 });
  await gl.post(`/projects/${starred}/members`, { user_id: jane, access_level: 20 });
  const own = idOf(await gl.post('/projects', { name: 'own', namespace_id: group }));
  const path = `/groups/${group}/projects/shared`;
  const ids = async (query: string) => column(await as.get(`${path}?${query}`), 'id');
  expect(await ids('order_by=star_count&search=test')).toEqual([starred, plain]);
  expect(await ids('order_by=star_count&search=test&sort=asc')).toEqual([plain, starred]);
  expect(await ids('min_access_level=20')).toEqual([starred]);
  expect(await ids('search=test_project')).toEqual([starred]);
  expect(await ids('')).not.toContain(own);
  const [simple] = (await as.get(`${path}?simple=true`)).list;
  expect(simple).toHaveProperty('path_with_namespace');
  expect(simple).not.toHaveProperty('visibility_level');
  expect(column(await gl.get(`/groups/${group}/projects?with_shared=false`), 'id')).toEqual([own]);
  expect(column(await gl.get('/groups/platform/projects/shared'), 'id')).toHaveLength(2);
  expect((await gl.get('/groups/unknown/projects/shared')).status).toBe(404);
  expect((await gl.get('/groups/0000/projects/shared')).status).toBe(404);
  expect((await gl.get('/groups/unknown/projects')).status).toBe(404);
});
