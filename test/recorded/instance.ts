import type { JsonObject } from '../../src/sandbox/store/json.ts';
import type { Family } from './identities.ts';

/** The people of the recorded instance, with the ids 2 to 9. */
export const PEOPLE = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'];

/** The tier that a recording was made on. */
export function tierOf(recording: string): 'free' | 'premium' | 'ultimate' {
  return recording === 'free' || recording === 'premium' ? recording : 'ultimate';
}

/** A request that brings about what was there. */
export interface Arrangement {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: JsonObject;
  /** Who asks, by the name of a token; the administrator where it is absent. */
  readonly as?: string;
  /** The id that others of these call it by. */
  readonly is?: readonly [Family, number];
  /** What the recording calls the token that the answer tells. */
  readonly issues?: string;
}

/** In what the recorded instance differed from a fresh one, as the requests that make a fresh one the same. */
export function asRecorded(recording: string): readonly Arrangement[] {
  const root: Arrangement = {
    ...{ method: 'PUT', path: '/users/1' },
    body: { email: 'root@example.com', skip_reconfirmation: true },
  };
  switch (recording) {
    case 'settings':
      return [root, settings(SETTINGS), SECOND_ADMINISTRATOR];
    case 'free':
      return [
        root,
        settings({ ...SETTINGS, ...FREE_SETTINGS }),
        { method: 'PUT', path: '/application/plan_limits', body: { plan_name: 'default', ...FREE_LIMITS } },
        ...EXAMPLE,
      ];
    case 'groups':
      // The sweep of the settings had left this lock on.
      return [root, settings({ ...SETTINGS, lock_duo_remote_flows_enabled: true })];
    case 'integrations':
      return [root, settings({ ...SETTINGS, ...APPLIED, allow_runner_registration_token: false })];
    default:
      return [root, settings(SETTINGS)];
  }
}

/** What somebody else did while a recording was made, each before the exchange with this index. */
export function meanwhile(recording: string): ReadonlyMap<number, Arrangement> {
  switch (recording) {
    case 'settings':
      return new Map([
        [460, settings({ ...APPLIED, ...APPLIED_THEN })],
        [715, settings({ recaptcha_site_key: SITE_KEY })],
      ]);
    case 'free':
      return new Map([[221, settings({ ...APPLIED, help_page_text: 'Ask in `#platform-help`' })]]);
    case 'graphql':
      // Alice asks, and then with a token that is none any more.
      return new Map([
        [52, ALICES_TOKEN],
        [54, { method: 'DELETE', path: '/personal_access_tokens/self', as: 'alice' }],
      ]);
    default:
      return new Map();
  }
}

function settings(body: JsonObject): Arrangement {
  return { method: 'PUT', path: '/application/settings', body };
}

/** Groups, runners and a hook of the example that was applied. */
const EXAMPLE: readonly Arrangement[] = [
  group(9, { name: 'Platform', path: 'platform' }),
  group(10, { name: 'Infrastructure', path: 'infrastructure', parent_id: 9 }),
  group(11, { name: 'Tools', path: 'tools', parent_id: 9 }),
  group(12, { name: 'freeg', path: 'freeg' }),
  {
    method: 'POST',
    path: '/hooks',
    body: { url: 'https://audit.example.com/gitlab', name: 'audit-trail', tag_push_events: true, push_events: true },
  },
  {
    method: 'POST',
    path: '/user/runners',
    body: { runner_type: 'instance_type', description: 'shared-linux', run_untagged: true },
  },
  {
    method: 'POST',
    path: '/user/runners',
    body: { runner_type: 'group_type', group_id: 10, description: 'infrastructure-deploy', run_untagged: true },
  },
];

function group(id: number, body: JsonObject): Arrangement {
  return { method: 'POST', path: '/groups', body, is: ['groups', id] };
}

const ALICES_TOKEN: Arrangement = {
  ...{ method: 'POST', path: '/users/2/personal_access_tokens', issues: 'alice' },
  body: { name: 'alice', scopes: ['api'], expires_at: '2027-05-05' },
};

/** Two administrators were there while the settings were swept: both are in the lists of who is told of something. */
const SECOND_ADMINISTRATOR: Arrangement = {
  ...{ method: 'POST', path: '/users' },
  body: {
    ...{ username: 'second', name: 'Second', email: 'second@example.com', admin: true },
    ...{ force_random_password: true, skip_confirmation: true },
  },
};

/** The limits of these lists are off there, each `NAME_api_limit`. */
const UNLIMITED = [
  ...['create_organization', 'group', 'group_archive_unarchive', 'group_invited_groups', 'group_projects'],
  ...['group_shared_groups', 'groups', 'project', 'project_invited_groups', 'project_members', 'projects'],
  ...['user_contributed_projects', 'user_projects', 'user_starred_projects'],
];

/** And these, each `users_api_limit_NAME`. */
const UNLIMITED_OF_USERS = ['followers', 'following', 'gpg_key', 'gpg_keys', 'ssh_key', 'ssh_keys', 'status'];

const SETTINGS: JsonObject = {
  allow_local_requests_from_web_hooks_and_services: true,
  gravatar_enabled: false,
  members_delete_limit: 0,
  users_get_by_id_limit: 0,
  ...Object.fromEntries(UNLIMITED.map((name) => [`${name}_api_limit`, 0])),
  ...Object.fromEntries(UNLIMITED_OF_USERS.map((name) => [`users_api_limit_${name}`, 0])),
};

const SITE_KEY = '6Lc-meridian';

/** The configuration of an example, which was applied to that instance. */
const APPLIED: JsonObject = {
  domain_allowlist: ['meridian.example', 'contractors.meridian.example'],
  max_login_attempts: 8,
  session_expire_delay: 720,
  default_branch_protection_defaults: {
    ...{ allowed_to_push: [{ access_level: 40 }], allowed_to_merge: [{ access_level: 30 }] },
    ...{ allow_force_push: false, developer_can_initial_push: false },
  },
};

/** What else was applied while the settings were swept, and was no longer so in the recordings after them. */
const APPLIED_THEN: JsonObject = {
  ...{ recaptcha_enabled: true, recaptcha_private_key: 'recap-123456', recaptcha_site_key: SITE_KEY },
  help_page_text: 'Ask in `#platform-help`; the platform team answers within the day.',
  default_branch_name: 'main',
  default_projects_limit: 0,
  import_sources: ['github', 'gitlab_project'],
  require_two_factor_authentication: true,
  restricted_visibility_levels: ['public'],
  signup_enabled: false,
  two_factor_grace_period: 24,
  usage_ping_enabled: false,
  allow_runner_registration_token: false,
};

const FREE_SETTINGS: JsonObject = {
  domain_allowlist: ['meridian.example', 'contractors.meridian.example'],
  default_branch_name: 'trunk',
};

const FREE_LIMITS: JsonObject = {
  ...{ ci_pipeline_size: 500, ci_active_jobs: 250 },
  ...{ pypi_max_file_size: 104_857_600, dotenv_variables: 40 },
};
