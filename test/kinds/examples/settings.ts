import type { KindExample, Written } from './example.ts';

const before: { readonly [name: string]: Written } = {
  signup_enabled: false,
  default_project_visibility: 'private',
  default_group_visibility: 'internal',
  domain_allowlist: ['example.com', 'example.org'],
  restricted_visibility_levels: ['public'],
  import_sources: ['github', 'gitlab_project'],
  require_two_factor_authentication: true,
  two_factor_grace_period: 24,
  recaptcha_enabled: true,
  recaptcha_site_key: 'site',
  recaptcha_private_key: { env: 'KEELSON_TEST_SECRET' },
  protected_paths_raw: '/users/sign_in\n/users/password\n',
  default_branch_protection_defaults: {
    allow_force_push: false,
    allowed_to_push: [{ access_level: 40 }],
    allowed_to_merge: [{ access_level: 30 }],
  },
  repository_storages_weighted: { default: 100 },
  max_login_attempts: 5,
};

export const example: KindExample = {
  scope: 'instance',
  section: 'settings',
  before,
  after: {
    ...before,
    domain_allowlist: ['example.com'],
    max_login_attempts: 10,
    default_branch_protection_defaults: {
      allow_force_push: true,
      allowed_to_push: [{ access_level: 40 }],
      allowed_to_merge: [{ access_level: 40 }],
    },
  },
  changes: 1,
  action: 'update',
};
