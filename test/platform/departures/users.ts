import { answersWith } from './answers-with.ts';
import type { Explanation } from './explanation.ts';

/** The departures of users that are right as they are (18.9). */
export const usersDepartures: readonly Explanation[] = [
  {
    where: /^GET \/users?(\/\{id\})?$/,
    what: answersWith(
      ...['created_by', 'email_reset_offered_at', 'enterprise_group_associated_at', 'enterprise_group_id'],
      ...['is_admin', 'is_auditor', 'namespace_id', 'note'],
      ...['provisioned_by_group_id', 'using_license_seat', 'can_create_group', 'can_create_project'],
      ...['color_scheme_id', 'commit_email', 'confirmed_at', 'current_sign_in_at'],
      ...['current_sign_in_ip', 'email', 'external', 'extra_shared_runners_minutes_limit'],
      ...['highest_role', 'identities', 'last_activity_on', 'last_sign_in_at'],
      ...['last_sign_in_ip', 'plan', 'preferred_language', 'private_profile'],
      ...['projects_limit', 'scim_identities', 'shared_runners_minutes_limit', 'sign_in_count'],
      ...['theme_id', 'trial', 'two_factor_enabled', 'bio'],
      ...['bot', 'created_at', 'discord', 'followers'],
      ...['following', 'github', 'is_followed', 'job_title'],
      ...['linkedin', 'local_time', 'location', 'organization'],
      ...['pronouns', 'twitter', 'website_url', 'work_information'],
    ),
    source:
      'Administrators are shown more; the description names what everybody sees (users_spec.rb, schema public_api/v4/user/admin).',
  },
  {
    where: /^PATCH \/users\/\{id\}\/disable_two_factor$/,
    what: /^answers 204/,
    source: 'users_spec.rb, PATCH /users/:id/disable_two_factor.',
  },
  {
    where: /^POST \/users?(\/\{id\})?\/gpg_keys\/\{key_id\}\/revoke$/,
    what: /^answers 202/,
    source: 'users_spec.rb, POST /user/gpg_keys/:key_id/revoke.',
  },
  {
    where: /^PUT \/user\/avatar$/,
    what: /^leaves out required "avatar"/,
    source: 'Sent as a multipart form, which the checker does not read.',
  },
  {
    where: /^(GET|POST) \/user\/(emails|gpg_keys|keys)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/users.rb, resource :user.',
  },
  {
    where: /^(GET|DELETE) \/user\/(emails|gpg_keys|keys)\/(:n|ASDF)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/users.rb, resource :user.',
  },
  {
    where: /^(POST \/user\/gpg_keys\/:n\/revoke|PUT \/user\/:n\/credit_card_validation)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/users.rb, resource :user.',
  },
  {
    where: /^((GET|PUT) \/user\/preferences|(GET|PUT|PATCH) \/user\/status)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/users.rb, resource :user.',
  },
  {
    where: /^OPTIONS \/users$/,
    what: /^no such verb/,
    source: 'Grape answers OPTIONS by itself, with the verbs of the path.',
  },
  {
    where: /^GET \/user$/,
    what: /^sends "access_token"/,
    source: 'A token may come as a parameter of any endpoint (lib/gitlab/auth/auth_finders.rb, parsed_oauth_token).',
  },
];
