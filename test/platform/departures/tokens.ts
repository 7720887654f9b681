import type { Explanation } from './explanation.ts';

/** The departures of tokens and service accounts that are right as they are (18.9). */
export const tokensDepartures: readonly Explanation[] = [
  {
    where: /^POST \/groups\/\{id\}\/(access_tokens|saml_group_links|share)$/,
    what: /^"(group_access|access_level)" is 25, not one of/,
    source: 'Security Manager is a level since 19.0; this description is that of 18.9.',
  },
  {
    where: /^POST \/(groups|projects)\/\{id\}\/access_tokens\/(\{token_id\}|self)\/rotate$/,
    what: /^answers 200/,
    source: 'A rotation answers 200 (resource_access_tokens_spec.rb).',
  },
  {
    where: /^GET \/personal_access_tokens\/self\/associations$/,
    what: /^answers with "(groups|projects)"/,
    source: 'Answers with both lists (personal_access_tokens/self_information_spec.rb).',
  },
  {
    where: /^POST \/groups\/\{id\}\/service_accounts\/\{user_id\}\/personal_access_tokens\/\{token_id\}\/rotate$/,
    what: /^answers 200/,
    source: 'A rotation answers 200 (ee/group_service_accounts_spec.rb).',
  },
  {
    where: /^(GET|POST) \/projects\/:n\/service_accounts$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; ee/lib/api/project_service_accounts.rb.',
  },
  {
    where: /^(PATCH|DELETE) \/projects\/:n\/service_accounts\/(:n|ASDF)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; ee/lib/api/project_service_accounts.rb.',
  },
  {
    where: /^(GET|POST|DELETE) \/projects\/:n\/service_accounts\/:n\/personal_access_tokens(\/:n(\/rotate)?)?$/,
    what: /^no such endpoint/,
    source: 'Left out of the description (ee/project_service_accounts_spec.rb).',
  },
  {
    where: /^POST \/users\/\{user_id\}\/impersonation_tokens$/,
    what: /^sends "impersonation"/,
    source: 'The spec sends it, the endpoint does not declare it: it is dropped (users_spec.rb, lib/api/users.rb).',
  },
];
