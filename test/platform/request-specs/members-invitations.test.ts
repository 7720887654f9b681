import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of invitations (spec/requests/api/invitations_spec.rb and
// ee/spec/requests/api/invitations_spec.rb, 18.9).

const kinds = ['group', 'project'] as const;
const email = 'restricted@example.org';

/** A group and a project of it, with an Owner (of the group) and a Maintainer (of the project). */
async function places(options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('team');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  await gl.post(`/groups/${group}/members`, { user_id: await gl.user('owner'), access_level: 50 });
  await gl.post(`/projects/${project}/members`, { user_id: await gl.user('maintainer'), access_level: 40 });
  const at = { group: `/groups/${group}/invitations`, project: `/projects/${project}/invitations` };
  const set = (settings: JsonObject) => gl.put('/application/settings', settings);
  return { gl, group, project, at, set, owner: gl.as('owner'), maintainer: gl.as('maintainer') };
}

describe.each(kinds)('of a %s', (kind) => {
  test('all four are 401 without a token, and 404 where the place is hidden', async () => {
    const { gl, at } = await places();
    await gl.user('stranger');
    const one = `${at[kind]}/${encodeURIComponent(email)}`;
    const sent = { email, access_level: 30 };
    for (const answer of [
      await gl.get(at[kind], anonymous),
      await gl.post(at[kind], sent, anonymous),
      await gl.put(one, { access_level: 40 }, anonymous),
      await gl.delete(one, anonymous),
    ]) {
      expect(told(answer)).toEqual([401, { message: '401 Unauthorized' }]);
    }
    const stranger = gl.as('stranger');
    const hidden = [await stranger.get(at[kind]), await stranger.post(at[kind], sent), await stranger.delete(one)];
    for (const answer of hidden) expect(answer.status).toBe(404);
  });

  test('an address that the sign-up restrictions bar is refused in a 201, with the place of the setting', async () => {
    const { gl, at, set } = await places();
    const invite = async () => (await gl.post(at[kind], { email, access_level: 40 })).body;
    const refused = (advice: string) => ({
      status: 'error',
      message: { [email]: `The member's email address is not allowed for this ${kind}. ${advice}` },
    });
    const area = 'Go to the &#39;Admin area &gt; Sign-up restrictions&#39;, and check';
    await set({ domain_denylist_enabled: true, domain_denylist: ['example.org'] });
    expect(await invite()).toEqual(refused(`${area} the &#39;Domain denylist&#39;.`));
    await set({ domain_denylist_enabled: false, domain_allowlist: ['example.com'] });
    expect(await invite()).toEqual(refused(`${area} &#39;Allowed domains for sign-ups&#39;.`));
    await set({ domain_allowlist: [], email_restrictions_enabled: true, email_restrictions: '(\\w*example.org\\w*)' });
    expect(await invite()).toEqual(refused(`${area} &#39;Email restrictions for sign-ups&#39;.`));
    await set({ email_restrictions_enabled: false, domain_allowlist: ['*.org'] });
    expect(await invite()).toEqual({ status: 'success' });
  });

  test('who is no administrator is not told where the setting is', async () => {
    const { at, set, owner } = await places();
    await set({ domain_allowlist: ['example.com'] });
    expect((await owner.post(at[kind], { email, access_level: 30 })).object['message']).toEqual({
      [email]: `The member's email address is not allowed for this ${kind}. Check with your administrator.`,
    });
  });

  test('a custom role is taken with the licence, on POST and PUT; without it, it is dropped and the answer the same', async () => {
    for (const tier of ['ultimate', 'premium'] as const) {
      const { gl, at } = await places({ tier });
      const role = tier === 'ultimate' ? idOf(await gl.post('/member_roles', reader)) : 1;
      const sent = { email, access_level: 10, member_role_id: role };
      expect(told(await gl.post(at[kind], sent))).toEqual([201, { status: 'success' }]);
      const other = 'other@example.org';
      await gl.post(at[kind], { email: other, access_level: 10 });
      expect((await gl.put(`${at[kind]}/${encodeURIComponent(other)}`, { member_role_id: role })).status).toBe(200);
      const kept = gl.sandbox.platform.state.invitations.all().map((row) => row.member_role_id);
      expect(kept).toEqual(tier === 'ultimate' ? [role, role] : [null, null]);
    }
  });

  test('an invitation is in the audit log once, and what is no address not at all', async () => {
    const { gl, at } = await places();
    const count = () => gl.sandbox.platform.state.auditEvents.all().length;
    const before = count();
    await gl.post(at[kind], { email, access_level: 30 });
    expect(count()).toBe(before + 1);
    expect((await gl.post(at[kind], { email: '_bogus_', access_level: 30 })).status).toBe(400);
    expect(count()).toBe(before + 1);
  });

  test('an address is a member at once when it is a primary one, or a further one that is confirmed', async () => {
    const { gl, at } = await places();
    const joe = await gl.user('joe');
    const eve = await gl.user('eve');
    await gl.post(`/users/${joe}/emails`, { email: 'joe@work.example', skip_confirmation: true });
    await gl.post(`/users/${eve}/emails`, { email: 'eve@work.example' });
    const addresses = 'joe@work.example,eve@work.example';
    expect(told(await gl.post(at[kind], { email: addresses, access_level: 30 }))).toEqual([201, { status: 'success' }]);
    expect(column(await gl.get(at[kind]), 'invite_email')).toEqual(['eve@work.example']);
    const members = await gl.get(at[kind].replace('invitations', 'members'));
    expect(column(members, 'id')).toContain(joe);
    expect(column(members, 'id')).not.toContain(eve);
  });

  test('below the level that is inherited the address is told so, and above it becomes a member', async () => {
    const gl = await sandbox();
    const parent = await gl.group('parent', { name: 'The Parent' });
    await gl.post(`/groups/${parent}/members`, { user_id: await gl.user('joe'), access_level: 30 });
    const below = await gl.group('parent/below');
    const project = idOf(await gl.post('/projects', { name: 'deep', namespace_id: below }));
    const path = kind === 'group' ? `/groups/${below}/invitations` : `/projects/${project}/invitations`;
    const text = 'Access level should be greater than or equal to Developer inherited membership from group The Parent';
    expect(told(await gl.post(path, { email: 'joe@example.com', access_level: 20 }))).toEqual([
      201,
      { status: 'error', message: { 'joe@example.com': text } },
    ]);
    expect(told(await gl.post(path, { email: 'joe@example.com', access_level: 40 }))).toEqual([
      201,
      { status: 'success' },
    ]);
  });

  test('where an instance keeps invitations to itself, only administrators invite', async () => {
    const { gl, at, set, owner, maintainer } = await places();
    await set({ disable_invite_members: true });
    for (const client of kind === 'group' ? [owner] : [owner, maintainer]) {
      expect(told(await client.post(at[kind], { email, access_level: 30 }))).toEqual([
        403,
        { message: '403 Forbidden' },
      ]);
    }
    expect((await gl.post(at[kind], { email, access_level: 30 })).status).toBe(201);
    await set({ disable_invite_members: false });
    expect((await owner.post(at[kind], { email: 'b@example.org', access_level: 30 })).status).toBe(201);
    const free = await places({ tier: 'free' });
    await free.set({ disable_invite_members: true });
    expect((await free.owner.post(free.at[kind], { email, access_level: 30 })).status).toBe(201);
  });

  test('more than a hundred at once are refused in a 201', async () => {
    const { gl, at } = await places();
    const many = Array.from({ length: 101 }, (_, index) => `a${index}@example.com`).join(',');
    expect(told(await gl.post(at[kind], { email: many, access_level: 30 }))).toEqual([
      201,
      {
        status: 'error',
        message: 'Too many users specified (limit is 100)',
        reason: 'too_many_invites_error',
      },
    ]);
    expect((await gl.get(at[kind])).list).toEqual([]);
  });
});

const reader = { name: 'reader', base_access_level: 10, read_code: true };

test('a group that locks memberships stops invitations to its projects with a 201, and single members with a 405', async () => {
  const { gl, group, project, at } = await places();
  await gl.put(`/groups/${group}`, { membership_lock: true });
  const locked = {
    ...{ status: 'error', message: 'Members::CreateService::MembershipLockedError' },
    reason: 'membership_locked_error',
  };
  expect(told(await gl.post(at.project, { email, access_level: 30 }))).toEqual([201, locked]);
  const [a, b] = [await gl.user('anna'), await gl.user('bert')];
  const several = { user_id: `${a},${b}`, access_level: 30 };
  expect(told(await gl.post(`/projects/${project}/members`, several))).toEqual([201, locked]);
  expect(told(await gl.post(`/projects/${project}/members`, { user_id: a, access_level: 30 }))).toEqual([
    405,
    { message: '405 Method Not Allowed' },
  ]);
  expect(told(await gl.post(at.group, { email, access_level: 30 }))).toEqual([201, { status: 'success' }]);
});

test('a group keeps to the domains that its root lists', async () => {
  const { gl, group, at } = await places();
  await gl.put(`/groups/${group}`, { allowed_email_domains_list: 'example.com' });
  const text =
    "The member's email address is not allowed for this group. Go to the group’s &#39;Settings &gt; General&#39; page, and check &#39;Restrict membership by email domain&#39;.";
  expect((await gl.post(at.group, { email, access_level: 40 })).body).toEqual({
    status: 'error',
    message: { [email]: text },
  });
  expect((await gl.post(at.group, { email: 'a@example.com', access_level: 40 })).object['status']).toBe('success');
});

test('minimal access: an invitation to a root group, and an error in a subgroup', async () => {
  const { gl, at } = await places();
  expect((await gl.post(at.group, { email, access_level: 5 })).object['status']).toBe('success');
  const below = await gl.group('team/below');
  const refused = await gl.post(`/groups/${below}/invitations`, { email, access_level: 5 });
  expect(JSON.stringify(refused.object['message'])).toContain('Access level is not included in the list');
});

test('with promotion management a first seat waits for approval, by invitation too', async () => {
  const { gl, at, set, owner } = await places();
  await set({ enable_member_promotion_management: true });
  const joe = await gl.user('joe');
  expect(told(await owner.post(at.group, { user_id: String(joe), access_level: 30 }))).toEqual([
    201,
    { status: 'success', queued_users: { joe: 'Request queued for administrator approval.' } },
  ]);
  expect(told(await owner.post(at.group, { user_id: String(joe), access_level: 10 }))).toEqual([
    201,
    { status: 'success' },
  ]);
  expect((await owner.post(at.group, { user_id: String(joe), access_level: 40 })).object['queued_users']).toBeDefined();
  await set({ enable_member_promotion_management: false });
  expect(told(await owner.post(at.group, { user_id: String(joe), access_level: 30 }))).toEqual([
    201,
    { status: 'success' },
  ]);
});
