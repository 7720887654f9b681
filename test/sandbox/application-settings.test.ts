import { expect, test } from 'vitest';
import { sandbox } from './client.ts';

const path = '/application/settings';

test('administrators alone read and change the settings, and are told apart before any value is judged', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  const none = await fetch(`${gl.sandbox.url}/api/v4${path}`);
  expect(none.status).toBe(401);
  const jane = gl.as('jane');
  const refused = await jane.get(path);
  expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden' }]);
  expect((await jane.put(path, { whats_new_variant: 'nonsense' })).status).toBe(403);
  expect((await gl.get(path)).status).toBe(200);
});

test('with admin mode on, a token needs the scope admin_mode', async () => {
  const gl = await sandbox();
  expect((await gl.put(path, { admin_mode: true })).object['admin_mode']).toBe(true);
  expect((await gl.as('root').get(path)).status).toBe(403);
  expect((await gl.as('root', ['api', 'admin_mode']).get(path)).status).toBe(200);
});

test('a fresh instance has the defaults of the catalogue, and reads show its own writes at once', async () => {
  const gl = await sandbox();
  const fresh = (await gl.get(path)).object;
  expect(fresh).toMatchObject({
    id: 1,
    password_authentication_enabled_for_web: true,
    repository_storages_weighted: { default: 100 },
    diagramsnet_enabled: true,
    whats_new_variant: 'all_tiers',
    ci_max_includes: 150,
    deletion_adjourned_period: 30,
    valid_runner_registrars: ['project', 'group'],
    restricted_visibility_levels: [],
    plantuml_url: null,
  });
  for (const hidden of ['asset_proxy_secret_key', 'eks_secret_access_key', 'performance_bar_allowed_group_path']) {
    expect(fresh).not.toHaveProperty(hidden);
  }
  const changed = await gl.put(path, { default_projects_limit: 3, terminal_max_session_time: '15' });
  expect(changed.status).toBe(200);
  expect((await gl.get(path)).object).toMatchObject({ default_projects_limit: 3, terminal_max_session_time: 15 });
});

test('a PUT of unknown keys alone is 400, beside a known one they are dropped', async () => {
  const gl = await sandbox();
  const none = await gl.put(path, { no_such_setting: 1 });
  expect(none.status).toBe(400);
  expect(none.object['error']).toMatch(/ are missing, at least one parameter must be provided$/);
  const mixed = await gl.put(path, { no_such_setting: 1, signup_enabled: false });
  expect(mixed.status).toBe(200);
  expect(mixed.object).not.toHaveProperty('no_such_setting');
  expect(mixed.object['signup_enabled']).toBe(false);
});

test('old names write the new ones, and read the same', async () => {
  const gl = await sandbox();
  const put = async (body: Parameters<typeof gl.put>[1]) => (await gl.put(path, body)).object;
  expect(await put({ signin_enabled: false, admin_mode: false })).toMatchObject({
    signin_enabled: false,
    password_authentication_enabled: false,
    password_authentication_enabled_for_web: false,
  });
  expect(await put({ admin_notification_email: 'abuse@example.com' })).toMatchObject({
    abuse_notification_email: 'abuse@example.com',
  });
  expect(await put({ allow_local_requests_from_hooks_and_services: true })).toMatchObject({
    allow_local_requests_from_hooks_and_services: true,
    allow_local_requests_from_web_hooks_and_services: true,
  });
  expect(
    await put({
      throttle_unauthenticated_enabled: false,
      throttle_unauthenticated_web_enabled: true,
      throttle_unauthenticated_requests_per_period: 456,
    }),
  ).toMatchObject({
    throttle_unauthenticated_enabled: true,
    throttle_unauthenticated_web_enabled: true,
    throttle_unauthenticated_web_requests_per_period: 456,
  });
  expect(await put({ domain_denylist_raw: 'one.com\ntwo.com' })).toMatchObject({
    domain_denylist: ['one.com', 'two.com'],
    domain_denylist_raw: 'one.com\ntwo.com',
  });
  expect(
    await put({
      housekeeping_enabled: true,
      housekeeping_gc_period: 150,
      housekeeping_full_repack_period: 125,
      housekeeping_incremental_repack_period: 100,
    }),
  ).toMatchObject({
    housekeeping_optimize_repository_period: 100,
    housekeeping_full_repack_period: 100,
    housekeeping_gc_period: 100,
  });
});

test('default_branch_protection rewrites the structure; a structure is kept exactly as given', async () => {
  const gl = await sandbox();
  const level = (await gl.put(path, { default_branch_protection: 3 })).object;
  expect(level['default_branch_protection']).toBe(3);
  expect(level['default_branch_protection_defaults']).toMatchObject({
    allowed_to_push: [{ access_level: 40 }],
    allowed_to_merge: [{ access_level: 30 }],
  });
  const given = { allowed_to_push: [{ access_level: 0 }], allowed_to_merge: [{ access_level: 0 }] };
  const kept = await gl.put(path, { default_branch_protection_defaults: given });
  expect(kept.object['default_branch_protection_defaults']).toEqual(given);
});

test('the performance bar group is written as a path and read as an id', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const set = await gl.put(path, { performance_bar_allowed_group_path: 'platform' });
  expect(set.object['performance_bar_allowed_group_id']).toBe(group);
  const off = await gl.put(path, { performance_bar_enabled: false, performance_bar_allowed_group_id: 'platform' });
  expect(off.object['performance_bar_allowed_group_id']).toBeNull();
});

test('some values are kept in another form', async () => {
  const gl = await sandbox({ externalUrl: 'https://gitlab.example.com' });
  const put = async (body: Parameters<typeof gl.put>[1]) => (await gl.put(path, body)).object;
  expect(await put({ enabled_git_access_protocol: 'all' })).toMatchObject({ enabled_git_access_protocol: '' });
  expect(await put({ asset_proxy_allowlist: 'example.com, *.example.com' })).toMatchObject({
    asset_proxy_allowlist: ['example.com', '*.example.com', 'gitlab.example.com'],
    asset_proxy_whitelist: ['example.com', '*.example.com', 'gitlab.example.com'],
  });
  expect(await put({ disabled_oauth_sign_in_sources: ['unknown', 'github'] })).toMatchObject({
    disabled_oauth_sign_in_sources: ['github'],
  });
  expect(await put({ repository_storages_weighted: { default: '75' } })).toMatchObject({
    repository_storages_weighted: { default: 75 },
  });
  expect(await put({ hashed_storage_enabled: false })).toMatchObject({ hashed_storage_enabled: true });
});

test('secrets come back in clear, except the two that are withheld', async () => {
  const gl = await sandbox();
  const slack = {
    slack_app_enabled: true,
    slack_app_id: 'ID',
    slack_app_secret: 'SECRET',
    slack_app_signing_secret: 'SIGNING',
    slack_app_verification_token: 'TOKEN',
  };
  expect((await gl.put(path, slack)).object).toMatchObject(slack);
  const proxy = {
    asset_proxy_enabled: true,
    asset_proxy_url: 'http://assets.example.com',
    asset_proxy_secret_key: 's',
  };
  const answer = await gl.put(path, proxy);
  expect(answer.object['asset_proxy_enabled']).toBe(true);
  expect(answer.object).not.toHaveProperty('asset_proxy_secret_key');
});

test('what the licence does not include is dropped from writes and hidden from reads', async () => {
  const gl = await sandbox({ tier: 'free' });
  const answer = await gl.put(path, { mirror_max_capacity: 15, duo_features_enabled: false });
  expect(answer.status).toBe(200);
  expect(answer.object).not.toHaveProperty('mirror_max_capacity');
  expect(answer.object['duo_features_enabled']).toBe(true);
  const licensed = await sandbox();
  expect((await licensed.put(path, { mirror_max_capacity: 15 })).object['mirror_max_capacity']).toBe(15);
});

test('a setting that came after 18.9 is unknown there', async () => {
  const old = await sandbox({ version: '18.9.0-ee' });
  expect((await old.put(path, { mcp_server_enabled: true })).status).toBe(400);
  const now = await sandbox({ version: '19.2.0-ee' });
  expect((await now.put(path, { mcp_server_enabled: true })).object['mcp_server_enabled']).toBe(true);
});

test('each changed setting is an audit event of the instance, a secret without its values', async () => {
  const gl = await sandbox();
  await gl.put(path, { signup_enabled: false, akismet_api_key: 'very secret' });
  const events = gl.sandbox.platform.state.auditEvents
    .all()
    .filter((one) => one.event_name === 'application_setting_updated');
  expect(events.map((one) => one.details)).toEqual([
    expect.objectContaining({ change: 'akismet_api_key' }),
    expect.objectContaining({ change: 'signup_enabled', to: false }),
  ]);
  expect(JSON.stringify(events)).not.toContain('very secret');
  await gl.put(path, { signup_enabled: false });
  expect(gl.sandbox.platform.state.auditEvents.all()).toHaveLength(2);
});

test('settings that move together, units, and what is completed, as a recorded 18.9 answers', async () => {
  const gl = await sandbox();
  const put = async (body: Parameters<typeof gl.put>[1]) => (await gl.put(path, body)).object;
  expect(await put({ repository_size_limit: 7 })).toMatchObject({ repository_size_limit: 7_340_032 });
  expect(await put({ duo_availability: 'always_on' })).toMatchObject({
    duo_availability: 'never_on',
    duo_features_enabled: false,
    lock_duo_features_enabled: true,
  });
  expect(await put({ lock_duo_features_enabled: false })).toMatchObject({ duo_availability: 'default_off' });
  expect(await put({ secret_push_protection_available: true })).toMatchObject({
    pre_receive_secret_detection_enabled: true,
  });
  expect(await put({ sign_in_restrictions: {} })).toMatchObject({ session_expire_from_init: null });
  expect(await put({ session_expire_from_init: true })).toMatchObject({
    sign_in_restrictions: { session_expire_from_init: true },
  });
  expect(await put({ first_day_of_week: 'soon', protected_paths_raw: '/a /b' })).toMatchObject({
    first_day_of_week: 0,
    protected_paths_raw: '/a\n/b',
  });
  expect(await put({ asset_proxy_url: 'https://proxy.example.com' })).toMatchObject({ local_markdown_version: 1 });
});

test('what a recorded 18.9 breaks on changes nothing, and one of the two columns of a value complains too', async () => {
  const gl = await sandbox();
  const before = (await gl.get(path)).body;
  const named = [{ reference: 'duo_planner', name: 'Planner', enabled: true }];
  const breaking = [
    { sidekiq_job_limiter_mode: 'odd' },
    { sign_in_restrictions: 'x' },
    { foundational_agents_statuses: 'x' },
    { foundational_agents_statuses: named },
  ];
  for (const body of breaking) {
    expect((await gl.put(path, { admin_mode: true, ...body })).status).toBe(500);
    expect((await gl.get(path)).body).toEqual(before);
  }
  const refused = await gl.put(path, { helm_max_packages_count: 'soon' });
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: { helm_max_packages_count: ['is not a number'], package_registry: ['must be a valid json schema'] } },
  ]);
  expect((await gl.get(path)).body).toEqual(before);
});
