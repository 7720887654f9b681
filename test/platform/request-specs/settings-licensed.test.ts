import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of the settings of a licence (ee/spec/requests/api/settings_spec.rb, 18.9).

const path = '/application/settings';

test('with admin mode on, GET and PUT ask for a token of its scope', async () => {
  const gl = await sandbox();
  await gl.put(path, { admin_mode: true });
  await gl.user('anna');
  for (const client of [gl.as('anna'), gl.as('anna', ['api', 'admin_mode']), gl.as('root')]) {
    expect((await client.get(path)).status).toBe(403);
    expect((await client.put(path, { file_template_project_id: 1 })).status).toBe(403);
  }
  const both = gl.as('root', ['api', 'admin_mode']);
  expect((await both.get(path)).status).toBe(200);
  expect((await both.put(path, { file_template_project_id: 1 })).status).toBe(200);
});

/** Settings that go with a licence. */
const licensed: readonly JsonObject[] = [
  { mirror_max_capacity: 15 },
  { secret_push_protection_available: true },
  { email_additional_text: 'this is a scary legal footer' },
  { default_project_deletion_protection: true },
  { group_owners_can_manage_default_branch_protection: false },
  { file_template_project_id: 1 },
  { updating_name_disabled_for_users: true },
  {
    disable_overriding_approvers_per_merge_request: true,
    prevent_merge_requests_author_approval: true,
    prevent_merge_requests_committers_approval: true,
  },
  { npm_package_requests_forwarding: true },
  { virtual_registries_endpoints_api_limit: 500 },
  { maintenance_mode: true, maintenance_mode_message: 'GitLab is in maintenance' },
  {
    password_number_required: true,
    password_symbol_required: true,
    password_uppercase_required: true,
    password_lowercase_required: true,
  },
  {
    max_number_of_repository_downloads: 5,
    max_number_of_repository_downloads_within_time_period: 60,
    git_rate_limit_users_allowlist: ['root'],
    git_rate_limit_users_alertlist: [1],
    auto_ban_user_on_excessive_projects_download: true,
  },
  { disable_personal_access_tokens: false },
  { delete_unconfirmed_users: true, unconfirmed_users_delete_after_days: 30 },
  { service_access_tokens_expiration_enforced: false },
  { allow_top_level_group_owners_to_create_service_accounts: true },
];

/** Those that Free shows as well (GET /application/settings, 18.9). */
const shownToAll: readonly JsonObject[] = [
  { receptive_cluster_agents_enabled: true, package_metadata_purl_types: [1] },
];

describe('what goes with a licence', () => {
  test.each([...licensed, ...shownToAll])('%j is taken and shown with it', async (settings) => {
    const gl = await sandbox();
    await gl.put(path, { email_confirmation_setting: 'soft' });
    expect(told(await gl.put(path, settings))).toMatchObject([200, settings]);
  });

  test('the length of a session of Git over SSH is taken, and shown by no read of 18.9', async () => {
    const answer = await (await sandbox()).put(path, { git_two_factor_session_expiry: 10 });
    expect([answer.status, answer.object['git_two_factor_session_expiry']]).toEqual([200, undefined]);
  });

  test('is hidden without it, and dropped in silence', async () => {
    const gl = await sandbox({ tier: 'free' });
    const before = { ...gl.sandbox.platform.state.settings };
    for (const settings of licensed) {
      expect((await gl.put(path, settings)).status).toBe(200);
      const shown = (await gl.get(path)).object;
      for (const name of Object.keys(settings)) expect(shown).not.toHaveProperty(name);
    }
    expect(gl.sandbox.platform.state.settings).toEqual(before);
  });

  test('is shown at its default where reads do not ask for it', async () => {
    const gl = await sandbox({ tier: 'free' });
    const sent = { duo_features_enabled: false, lock_duo_features_enabled: true };
    const defaults = { duo_features_enabled: true, lock_duo_features_enabled: false };
    const promotion = { enable_member_promotion_management: true };
    const answer = await gl.put(path, { ...sent, ...promotion });
    expect(told(answer)).toMatchObject([200, { ...defaults, enable_member_promotion_management: false }]);
    const full = await sandbox();
    expect(told(await full.put(path, { ...sent, ...promotion }))).toMatchObject([200, { ...sent, ...promotion }]);
  });
});

test('maintenance mode also goes with sending the usage data', async () => {
  const gl = await sandbox({ tier: 'free' });
  const settings = { maintenance_mode: true, maintenance_mode_message: 'GitLab is in maintenance' };
  await gl.put(path, { usage_ping_features_enabled: true });
  expect((await gl.get(path)).object).toMatchObject({ maintenance_mode: false });
  expect(told(await gl.put(path, settings))).toMatchObject([200, settings]);
});

test('what needs an add-on is neither shown nor changed, what is of GitLab.com is not changed', async () => {
  const gl = await sandbox();
  for (const name of ['disabled_direct_code_suggestions', 'auto_duo_code_review_enabled']) {
    const answer = await gl.put(path, { [name]: true });
    expect([answer.status, answer.object[name] ?? null]).toEqual([200, null]);
  }
  expect((await gl.put(path, { enforce_pipl_compliance: true })).object['enforce_pipl_compliance']).toBe(false);
});

test('the search is limited to groups and projects by lists of ids, in text too', async () => {
  const gl = await sandbox();
  const groups = [await gl.group('one'), await gl.group('two')];
  const projects = [idOf(await gl.post('/projects', { name: 'a' })), idOf(await gl.post('/projects', { name: 'b' }))];
  const sent = {
    elasticsearch_limit_indexing: true,
    elasticsearch_project_ids: projects.join(','),
    elasticsearch_namespace_ids: groups.join(','),
  };
  const shown = {
    elasticsearch_limit_indexing: true,
    elasticsearch_project_ids: projects,
    elasticsearch_namespace_ids: groups,
  };
  expect(told(await gl.put(path, sent))).toMatchObject([200, shown]);
  const emptied = await gl.put(path, { elasticsearch_namespace_ids: [] });
  expect(told(emptied)).toMatchObject([200, { ...shown, elasticsearch_namespace_ids: [] }]);
});

test('the revocation of leaked tokens needs its two addresses, and shows its token', async () => {
  const gl = await sandbox();
  const missing = await gl.put(path, { secret_detection_token_revocation_enabled: true });
  const error =
    'secret_detection_token_revocation_url is missing, secret_detection_revocation_token_types_url is missing';
  expect(told(missing)).toEqual([400, { error }]);
  const sent = {
    secret_detection_token_revocation_enabled: true,
    secret_detection_token_revocation_url: 'https://example.com/revocation',
    secret_detection_token_revocation_token: 'AKDD345$%^^',
    secret_detection_revocation_token_types_url: 'https://example.com/types',
  };
  expect(told(await gl.put(path, sent))).toMatchObject([200, sent]);
});

test('unconfirmed users cannot be deleted while no address is confirmed', async () => {
  const gl = await sandbox();
  const text = 'must be false when email confirmation setting is off';
  const refused = await gl.put(path, { delete_unconfirmed_users: true });
  expect(told(refused)).toEqual([400, { message: { delete_unconfirmed_users: [text] } }]);
});
