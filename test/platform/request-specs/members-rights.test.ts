import { describe, expect, test } from 'vitest';
import { column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of who may do what to whom, and of members that are not yet there
// (spec/requests/api/members_spec.rb and ee/spec/requests/api/members_spec.rb, 18.9).

const kinds = ['groups', 'projects'] as const;
const forbidden = { message: '403 Forbidden' };

/** A public group or project with an Owner, a Maintainer and a Developer, and two who are not in it. */
async function crew(kind: (typeof kinds)[number], options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  const home = await gl.group('home', { visibility: 'public' });
  const project = () => gl.post('/projects', { name: 'api', namespace_id: home, visibility: 'public' });
  const place = kind === 'groups' ? await gl.group('team', { visibility: 'public' }) : idOf(await project());
  const path = `/${kind}/${place}/members`;
  const join = async (name: string, access_level: number) => {
    const user_id = await gl.user(name);
    if (access_level > 0) await gl.post(path, { user_id, access_level });
    return user_id;
  };
  const ids = {
    owner: await join('owner', 50),
    maintainer: await join('maintainer', 40),
    developer: await join('developer', 30),
    requester: await join('requester', 0),
    stranger: await join('stranger', 0),
  };
  await gl.as('requester').post(`/${kind}/${place}/access_requests`);
  return { gl, home, place, path, ids, owner: gl.as('owner'), maintainer: gl.as('maintainer') };
}

describe.each(kinds)('%s/:id/members', (kind) => {
  test('a Maintainer makes no Owners, of a requester or of somebody new: 403', async () => {
    const { ids, path, maintainer } = await crew(kind);
    for (const user_id of [ids.requester, ids.stranger]) {
      expect(told(await maintainer.post(path, { user_id, access_level: 50 }))).toEqual([403, forbidden]);
    }
    expect(told(await maintainer.put(`${path}/${ids.developer}`, { access_level: 50 }))).toEqual([403, forbidden]);
  });

  test('a Maintainer neither changes nor removes an Owner: 403', async () => {
    const { ids, path, maintainer } = await crew(kind);
    expect(told(await maintainer.put(`${path}/${ids.owner}`, { access_level: 50 }))).toEqual([403, forbidden]);
    expect(told(await maintainer.put(`${path}/${ids.owner}`, { access_level: 30 }))).toEqual([403, forbidden]);
    expect(told(await maintainer.delete(`${path}/${ids.owner}`))).toEqual([403, forbidden]);
  });

  test('a requester, a stranger and a Developer add, change and remove nobody: 403', async () => {
    const { gl, ids, path } = await crew(kind);
    for (const name of ['requester', 'stranger', 'developer']) {
      const client = gl.as(name);
      expect(told(await client.post(path, { user_id: ids.requester, access_level: 40 }))).toEqual([403, forbidden]);
      expect(told(await client.put(`${path}/${ids.developer}`, { access_level: 40 }))).toEqual([403, forbidden]);
      expect(told(await client.delete(`${path}/${ids.maintainer}`))).toEqual([403, forbidden]);
    }
  });

  test('POST adds by id or by name, and answers with the member', async () => {
    const { ids, path, owner } = await crew(kind);
    const byId = await owner.post(path, { user_id: ids.stranger, access_level: 30 });
    expect([byId.status, byId.object]).toMatchObject([201, { id: ids.stranger, access_level: 30, expires_at: null }]);
    const byName = await owner.post(path, { username: 'requester', access_level: 30 });
    expect([byName.status, byName.object['username']]).toEqual([201, 'requester']);
  });

  test('POST of several adds requesters as well as strangers', async () => {
    const { ids, path, owner } = await crew(kind);
    const sent = { user_id: `${ids.stranger},${ids.requester}`, access_level: 30 };
    expect(told(await owner.post(path, sent))).toEqual([201, { status: 'success' }]);
    expect(column(await owner.get(path), 'id')).toEqual(expect.arrayContaining([ids.stranger, ids.requester]));
    expect((await owner.get(path.replace('members', 'access_requests'))).list).toEqual([]);
  });

  test('POST of the bot of another place is 400, and the removal of a bot 403', async () => {
    const { gl, path, place, owner } = await crew(kind);
    const elsewhere = await gl.group('elsewhere');
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const token = { name: 'bot', scopes: ['api'], expires_at: soon, access_level: 30 };
    const bot = (await gl.post(`/groups/${elsewhere}/access_tokens`, token)).object['user_id'];
    expect(told(await owner.post(path, { user_id: bot ?? null, access_level: 30 }))).toEqual([
      400,
      { message: { user_id: ['project bots cannot be added to other groups / projects'] } },
    ]);
    const own = (await gl.post(`/${kind}/${place}/access_tokens`, token)).object['user_id'];
    expect(told(await owner.delete(`${path}/${Number(own)}`))).toEqual([403, forbidden]);
    expect(column(await owner.get(path), 'id')).toContain(own);
  });

  test('PUT with a level that does not exist, 25 among them, is 400', async () => {
    const { ids, path, owner } = await crew(kind);
    for (const access_level of [25, 0, 1234]) {
      const refused = await owner.put(`${path}/${ids.developer}`, { access_level });
      expect([refused.status, refused.object['message']]).toEqual([
        400,
        { access_level: ['is not included in the list'] },
      ]);
    }
    expect(told(await owner.put(`${path}/${ids.developer}`))).toEqual([400, { error: 'access_level is missing' }]);
  });

  test('the sixty-first removal within a minute is 429, counted for each place', async () => {
    const { gl, ids, path, owner } = await crew(kind, { endpointLimits: 'on' });
    for (let index = 0; index < 60; index += 1) expect((await owner.delete(`${path}/999999`)).status).toBe(404);
    const refused = await owner.delete(`${path}/${ids.developer}`);
    expect(told(refused)).toEqual([
      429,
      { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    ]);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await gl.delete(`${path}/${ids.developer}`)).status).toBe(204);
  });

  test('members that were only invited are in no list', async () => {
    const { path, owner } = await crew(kind);
    const names = async () => column(await owner.get(path), 'username');
    const before = await names();
    await owner.post(path.replace('members', 'invitations'), { email: 'test@abc.com', access_level: 30 });
    expect(await names()).toEqual(before);
  });

  test('GET shows a member to a stranger with what is public of the user', async () => {
    const { gl, ids, path } = await crew(kind);
    for (const way of ['', '/all']) {
      const one = await gl.as('stranger').get(`${path}${way}/${ids.developer}`);
      expect(Object.keys(one.object).toSorted()).toEqual([
        ...['access_level', 'avatar_url', 'created_at', 'created_by', 'expires_at', 'id', 'locked'],
        ...['membership_state', 'name', 'public_email', 'state', 'username', 'web_url'],
      ]);
      expect(one.object).toMatchObject({ id: ids.developer, name: 'developer', access_level: 30, state: 'active' });
    }
  });
});

describe('with promotion management', () => {
  /** A group or project whose Owner is no administrator, and two who take no seat yet. */
  async function managed(kind: (typeof kinds)[number]) {
    const all = await crew(kind);
    await all.gl.put('/application/settings', { enable_member_promotion_management: true });
    const [anna, bert] = [await all.gl.user('anna'), await all.gl.user('bert')];
    return { ...all, anna, bert };
  }
  const wait = 'Request queued for administrator approval.';

  test.each(kinds)('POST %s/:id/members: one waits with a 202, several with a 201; nobody is added', async (kind) => {
    const { anna, bert, path, owner } = await managed(kind);
    expect(told(await owner.post(path, { user_id: anna, access_level: 30 }))).toEqual([
      202,
      { message: { anna: wait } },
    ]);
    expect(told(await owner.post(path, { user_id: `${anna},${bert}`, access_level: 30 }))).toEqual([
      201,
      { status: 'success', queued_users: { anna: wait, bert: wait } },
    ]);
    expect(column(await owner.get(path), 'id')).not.toContain(anna);
  });

  test.each(kinds)('who takes a seat elsewhere is added to %s at once', async (kind) => {
    const { gl, anna, path, owner } = await managed(kind);
    await gl.post(`/groups/${await gl.group('elsewhere')}/members`, { user_id: anna, access_level: 30 });
    expect((await owner.post(path, { user_id: anna, access_level: 30 })).object['username']).toBe('anna');
  });

  test.each(kinds)('PUT %s/:id/members/:user_id: a Guest waits, who takes a seat does not', async (kind) => {
    const { ids, anna, path, owner } = await managed(kind);
    await owner.post(path, { user_id: anna, access_level: 10 });
    expect(told(await owner.put(`${path}/${anna}`, { access_level: 30 }))).toEqual([202, { message: { anna: wait } }]);
    expect((await owner.get(`${path}/${anna}`)).object['access_level']).toBe(10);
    expect((await owner.put(`${path}/${ids.developer}`, { access_level: 40 })).status).toBe(200);
  });
});

describe('members that wait', () => {
  test.each(kinds)('%s/:id/members/all is filtered by state', async (kind) => {
    const { gl, ids, path, home, place, owner } = await crew(kind);
    const root = kind === 'groups' ? place : home;
    const developer = `/groups/${root}/members/${ids.developer}/state`;
    expect((await gl.put(developer, { state: 'awaiting' })).object).toEqual({ success: true });
    expect(column(await owner.get(`${path}/all?state=awaiting`), 'id')).toEqual([ids.developer]);
    expect(column(await owner.get(`${path}/all?state=active`), 'id')).not.toContain(ids.developer);
    expect((await owner.get(`${path}/all?state=sleeping`)).status).toBe(400);
  });

  test('approve, approve_all and the list are 400 in a subgroup and for who manages members by a custom role', async () => {
    const { gl, ids, place, owner } = await crew('groups');
    const role = { name: 'hr', base_access_level: 10, admin_group_member: true };
    const member_role_id = idOf(await gl.post('/member_roles', role));
    await gl.post(`/groups/${place}/members`, { user_id: ids.stranger, access_level: 10, member_role_id });
    await gl.put(`/groups/${place}/members/${ids.developer}/state`, { state: 'awaiting' });
    const [waiting] = (await owner.get(`/groups/${place}/pending_members`)).list;
    const approve = `members/${Number(waiting?.['id'])}/approve`;
    const below = await gl.group('team/below');
    const hr = gl.as('stranger');
    const bad = { message: '400 Bad request' };
    expect(told(await owner.put(`/groups/${below}/${approve}`))).toEqual([400, bad]);
    expect(told(await owner.post(`/groups/${below}/members/approve_all`))).toEqual([400, bad]);
    expect(told(await owner.get(`/groups/${below}/pending_members`))).toEqual([400, bad]);
    expect(told(await hr.put(`/groups/${place}/${approve}`))).toEqual([400, bad]);
    expect(told(await hr.post(`/groups/${place}/members/approve_all`))).toEqual([400, bad]);
    expect((await owner.put(`/groups/999999/${approve}`)).status).toBe(404);
    expect((await owner.put(`/groups/${place}/members/999999/approve`)).status).toBe(404);
    expect((await owner.put(`/groups/${place}/${approve}`)).status).toBe(204);
    expect((await owner.put(`/groups/${place}/${approve}`)).status).toBe(400);
  });

  test('who manages members by a custom role, and an auditor, see the billable members; a stranger is 400', async () => {
    const { gl, ids, place } = await crew('groups');
    const role = { name: 'hr', base_access_level: 10, admin_group_member: true };
    const member_role_id = idOf(await gl.post('/member_roles', role));
    await gl.user('auditor', { auditor: true });
    const path = `/groups/${place}/billable_members`;
    expect(told(await gl.as('stranger').get(path))).toEqual([400, { message: '400 Bad request' }]);
    await gl.post(`/groups/${place}/members`, { user_id: ids.stranger, access_level: 10, member_role_id });
    expect((await gl.as('stranger').get(path)).status).toBe(200);
    expect((await gl.as('auditor').get(path)).status).toBe(200);
  });
});
