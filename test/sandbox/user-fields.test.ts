import { expect, test } from 'vitest';
import { anonymous } from './cast.ts';
import { idOf, sandbox } from './client.ts';

/** A day within the year that tokens may last. */
const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

const short = ['id', 'username', 'public_email', 'name', 'state', 'locked', 'avatar_url', 'web_url'];
const single = [
  ...['created_at', 'bio', 'location', 'linkedin', 'twitter', 'discord', 'website_url', 'github', 'job_title'],
  ...['pronouns', 'organization', 'bot', 'work_information', 'local_time'],
];
const ofOthers = ['followers', 'following', 'is_followed'];
const own = [
  ...['last_sign_in_at', 'confirmed_at', 'last_activity_on', 'email', 'theme_id', 'color_scheme_id'],
  ...['projects_limit', 'current_sign_in_at', 'identities', 'can_create_group', 'can_create_project'],
  ...['two_factor_enabled', 'external', 'private_profile', 'commit_email', 'preferred_language'],
  ...['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit', 'scim_identities'],
];
const full = ['is_admin', 'note', 'namespace_id', 'created_by', 'using_license_seat'];
const fullPremium = [
  ...['is_auditor', 'provisioned_by_group_id'],
  ...['enterprise_group_id', 'enterprise_group_associated_at'],
];
const details = ['highest_role', 'current_sign_in_ip', 'last_sign_in_ip', 'sign_in_count'];

const keys = (object: object | undefined): readonly string[] => Object.keys(object ?? {}).toSorted();
const all = (...lists: readonly (readonly string[])[]): readonly string[] => lists.flat().toSorted();

test('a user has these fields, by who looks and on which view', async () => {
  const gl = await sandbox();
  const id = await gl.user('jane');
  const jane = gl.as('jane');
  expect(keys((await gl.get('/users?username=jane', anonymous)).list[0])).toEqual(all(short));
  expect(keys((await jane.get('/users')).list[0])).toEqual(all(short));
  expect(keys((await jane.get('/users/1')).object)).toEqual(all(short, single, ofOthers));
  expect(keys((await jane.get('/user')).object)).toEqual(all(short, single, own));
  const admins = all(short, single, own, full, fullPremium);
  // The list has the newest first: somebody else.
  expect(keys((await gl.get('/users')).list[0])).toEqual(all(admins, ofOthers));
  expect(keys((await gl.get('/user')).object)).toEqual(admins);
  expect(keys((await gl.put(`/users/${id}`, { bio: 'x' })).object)).toEqual(all(admins, ofOthers));
  expect(keys((await gl.get(`/users/${id}`)).object)).toEqual(all(admins, ofOthers, details, ['plan', 'trial']));
});

test('without a licence what comes with it is absent', async () => {
  const gl = await sandbox({ tier: 'free' });
  const id = await gl.user('jane');
  expect(keys((await gl.as('jane').get('/user')).object)).toEqual(all(short, single, own));
  expect(keys((await gl.get('/users')).list[0])).toEqual(all(short, single, ofOthers, own, full));
  expect(keys((await gl.get(`/users/${id}`)).object)).toEqual(
    all(short, single, ofOthers, own, full, details, ['plan', 'trial']),
  );
  // Of no licence nobody takes a seat.
  expect((await gl.get(`/users/${id}`)).object['using_license_seat']).toBe(false);
});

test('a job title cannot be set, and emails are kept in small letters', async () => {
  const gl = await sandbox();
  const sent = { username: 'jane', name: 'Jane', password: 'long enough', job_title: 'Engineer' };
  const made = await gl.post('/users', { ...sent, email: 'Jane@Example.COM' });
  expect(made.object).toMatchObject({ job_title: '', email: 'jane@example.com', commit_email: 'jane@example.com' });
  expect((await gl.put(`/users/${idOf(made)}`, { job_title: 'Engineer' })).object['job_title']).toBe('');
});

test('a token has these fields: of a person, of an impersonation, of a group; the value once', async () => {
  const gl = await sandbox();
  const group = await gl.group('team');
  const base = ['id', 'name', 'revoked', 'created_at', 'description', 'scopes', 'user_id', 'last_used_at', 'active'];
  const sent = { name: 'x', scopes: ['api'], expires_at: inAWhile };
  await gl.put('/application/settings', { require_personal_access_token_expiry: false });
  const personal = await gl.post('/users/1/personal_access_tokens', sent);
  expect(keys(personal.object)).toEqual(all(base, ['expires_at', 'token']));
  const shown = await gl.get(`/personal_access_tokens/${idOf(personal)}`);
  expect(keys(shown.object)).toEqual(all(base, ['expires_at', 'last_used_ips']));
  const worn = await gl.post('/users/1/impersonation_tokens', sent);
  expect(keys(worn.object)).toEqual(all(base, ['expires_at', 'token', 'impersonation']));
  const place = ['access_level', 'resource_type', 'resource_id'];
  const made = await gl.post(`/groups/${group}/access_tokens`, sent);
  expect(keys(made.object)).toEqual(all(base, place, ['expires_at', 'token']));
  const listed = await gl.get(`/groups/${group}/access_tokens`);
  expect(keys(listed.list[0])).toEqual(all(base, place, ['expires_at']));
  expect(listed.list[0]).toMatchObject({ resource_type: 'group', resource_id: group });
});

test('a runner has these fields, in a list and by itself', async () => {
  const gl = await sandbox();
  const id = idOf(await gl.post('/user/runners', { runner_type: 'instance_type' }));
  const listed = [
    ...['id', 'description', 'ip_address', 'active', 'paused', 'is_shared', 'runner_type', 'name', 'online'],
    ...['created_by', 'created_at', 'status', 'job_execution_status'],
  ];
  const detailed = [
    ...['tag_list', 'run_untagged', 'locked', 'maximum_timeout', 'access_level', 'version', 'revision', 'platform'],
    ...['architecture', 'contacted_at', 'maintenance_note', 'projects', 'groups'],
  ];
  expect(keys((await gl.get('/runners/all')).list[0])).toEqual(all(listed));
  expect(keys((await gl.get(`/runners/${id}`)).object)).toEqual(all(listed, detailed));
  await gl.post(`/runners/${id}/reset_authentication_token`);
  expect((await gl.get(`/runners/${id}`)).object).not.toHaveProperty('token');
});

test('a status without a message has an empty one in HTML', async () => {
  const gl = await sandbox();
  const path = `/users/${await gl.user('jane')}/status`;
  expect((await gl.get(path)).object).toMatchObject({ message: null, message_html: '' });
});
