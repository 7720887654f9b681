import type { Explanation } from './explanation.ts';

/** The departures of users that are right as they are (18.9). */
export const usersDepartures: readonly Explanation[] = [
  {
    where: /^GET \/users?(\/\{id\})?$/,
    what: /^answers with "\w+", which the entity does not have/,
    source:
      'Administrators are shown more; the description names what everybody sees (users_spec.rb, schema public_api/v4/user/admin).',
  },
  {
    where: /^(POST|PUT) \/users(\/\{id\})?$/,
    what: /^answers with "email_reset_offered_at"/,
    source: 'A field of the administrator’s view that the description lacks (users_spec.rb, GET /users as an admin).',
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
  {
    where: /^POST \/users$/,
    what: /^leaves out required "(email|name|username)"/,
    source: 'Sent as a multipart form, with an avatar, which the checker does not read.',
  },
  {
    where: /^(POST|PUT) \/users(\/\{id\})?$/,
    what: /^sends "job_title"/,
    source: 'Shown, but not declared: a test sends it to see it dropped (lib/api/users.rb, optional_attributes).',
  },
];
