import type { Admission } from '../../admission.ts';

const OPENS = [false, true] as const;
const CLOSES = [true, false] as const;

/** The settings by which more people get in, or may be let in: every one of 18.9 whose description says who may sign up or sign in, or who may be let in; what is new by default lets nobody in by itself. */
export const widerSettings: Admission['wider'] = {
  signup_enabled: OPENS,
  require_admin_approval_after_user_signup: CLOSES,
  email_confirmation_setting: ['hard', 'soft', 'off'],
  email_restrictions_enabled: CLOSES,
  email_restrictions: [],
  domain_allowlist: { each: 'lets-in', none: 'lets-all-in' },
  domain_denylist_enabled: CLOSES,
  domain_denylist: { each: 'keeps-out' },
  user_default_external: CLOSES,
  password_authentication_enabled: OPENS,
  password_authentication_enabled_for_web: OPENS,
  password_authentication_enabled_for_git: OPENS,
  signin_enabled: OPENS,
  disable_password_authentication_for_users_with_sso_identities: CLOSES,
  disabled_oauth_sign_in_sources: { each: 'keeps-out' },
  require_two_factor_authentication: CLOSES,
  require_admin_two_factor_authentication: CLOSES,
  admin_mode: CLOSES,
  disable_personal_access_tokens: CLOSES,
  external_authorization_service_enabled: CLOSES,
  allow_deploy_tokens_and_keys_with_external_authn: OPENS,
  globally_allowed_ips: { each: 'lets-in' },
  restricted_visibility_levels: { each: 'keeps-out' },
  disable_invite_members: CLOSES,
  lock_memberships_to_ldap: CLOSES,
  lock_memberships_to_saml: CLOSES,
  force_pages_access_control: CLOSES,
  package_registry_allow_anyone_to_pull_option: OPENS,
};

/** Those that decide who may come, or what may be made: who and what is there stays as it is. */
export const entranceSettings: ReadonlySet<string> = new Set([
  ...['signup_enabled', 'require_admin_approval_after_user_signup', 'email_confirmation_setting'],
  ...[
    'email_restrictions_enabled',
    'email_restrictions',
    'domain_allowlist',
    'domain_denylist_enabled',
    'domain_denylist',
  ],
  ...['user_default_external', 'restricted_visibility_levels', 'disable_invite_members'],
  ...['lock_memberships_to_ldap', 'lock_memberships_to_saml', 'package_registry_allow_anyone_to_pull_option'],
]);
