import { isList, isMap } from '../../base/shape.ts';
import type { LockOut } from '../../kind.ts';
import type { Attributes, FieldChange, Json } from '../../model.ts';

/** A setting that may close a way to sign in, or shut a token out, with the values that do so. */
interface Closing {
  readonly closes: LockOut['closes'];
  /** Whether a new value closes it, with the settings as they will be. */
  readonly when: (value: Json | undefined, after: Attributes) => boolean;
  readonly why: string;
  readonly unless?: LockOut['unless'];
  readonly sparesAdministrators?: true;
}

const isOn = (value: Json | undefined): boolean => value === true;
const isOff = (value: Json | undefined): boolean => value === false;
const isSet = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== '';

const WEB_PASSWORD: Closing = {
  closes: 'sign-in',
  when: isOff,
  why: 'nobody signs in to the web with a password any more, and a new token is made there',
};

/** Less than one request a second: a run would wait for hours, and take as long to undo it. Where it is not said, GitLab's own bound holds. */
function throttle(name: string): { readonly [name: string]: readonly Closing[] } {
  const [enabled, requests, period] = [`${name}_enabled`, `${name}_requests_per_period`, `${name}_period_in_seconds`];
  const closing: Closing = {
    closes: 'token',
    when: (_, after) => after[enabled] === true && numberOr(after[requests], 3600) < numberOr(after[period], 3600),
    why: 'less than one request a second of a user is let through, and a run waits for hours',
  };
  return { [enabled]: [closing], [requests]: [closing], [period]: [closing] };
}

function numberOr(value: Attributes[string], usual: number): number {
  return typeof value === 'number' ? value : usual;
}

/*
 * The limits of single endpoints (`group_api_limit`, `users_get_by_id_limit`, `members_delete_limit`, `search_rate_limit` and the like) are
 * not among them: what sets them back, GET and PUT /application/settings, is under none, so that a run with `--target instance/settings`
 * undoes them, however low they are. Nor are the other throttles: those of the web, of files, packages and Git are for other requests,
 * that of deprecated endpoints spares GET /groups/:id with `with_projects=false`, as it is asked here, and whoever has a token is authenticated.
 */
/** Every application setting of 18.9 by which the next run could be refused, or nobody could make a new token for it (catalogue of settings). */
const SETTINGS: { readonly [name: string]: readonly Closing[] } = {
  password_authentication_enabled_for_web: [WEB_PASSWORD],
  // Both are older names of the same.
  password_authentication_enabled: [WEB_PASSWORD],
  signin_enabled: [WEB_PASSWORD],
  password_authentication_enabled_for_git: [
    {
      closes: 'sign-in',
      when: isOff,
      why: 'Git over HTTPS takes no password any more, nor that of a directory, and Basic authentication with one neither',
    },
  ],
  disable_password_authentication_for_users_with_sso_identities: [
    { closes: 'sign-in', when: isOn, why: 'who has an SSO identity cannot use a password where the provider is down' },
  ],
  disabled_oauth_sign_in_sources: [
    {
      closes: 'sign-in',
      when: (value) => value !== undefined && isList(value) && value.length > 0,
      why: 'who comes by one of these providers alone cannot sign in',
    },
  ],
  disable_personal_access_tokens: [
    { closes: 'token', when: isOn, why: 'personal access tokens are refused at once, this one among them' },
  ],
  admin_mode: [
    {
      closes: 'token',
      when: isOn,
      why: 'with Admin Mode a token needs the scope admin_mode to do what administrators do',
      unless: { scope: 'admin_mode' },
    },
  ],
  enforce_granular_tokens: [
    { closes: 'token', when: isOn, why: 'tokens whose scopes are not fine-grained are refused from the given day on' },
  ],
  granular_tokens_enforced_after: [
    {
      closes: 'token',
      when: (value, after) => isSet(value) && after['enforce_granular_tokens'] === true,
      why: 'tokens whose scopes are not fine-grained are refused from this day on',
    },
  ],
  require_personal_access_token_expiry: [
    { closes: 'token', when: isOn, why: 'tokens without a last day may be given one, or be refused' },
  ],
  service_access_tokens_expiration_enforced: [
    { closes: 'token', when: isOn, why: 'tokens of service accounts without a last day may be given one' },
  ],
  max_personal_access_token_lifetime: [
    { closes: 'token', when: isSet, why: 'tokens that live longer are revoked when it is saved' },
  ],
  external_authorization_service_enabled: [
    {
      closes: 'token',
      when: isOn,
      why: 'every access is first asked of the external service, and refused where it does not answer',
    },
  ],
  external_authorization_service_url: [
    {
      closes: 'token',
      when: (value, after) => isSet(value) && after['external_authorization_service_enabled'] === true,
      why: 'every access is asked of this service, and refused where it does not answer',
    },
  ],
  enforce_terms: [
    { closes: 'token', when: isOn, why: 'the API refuses users who have not accepted the terms in the web' },
  ],
  terms: [
    {
      closes: 'token',
      when: (value, after) => isSet(value) && after['enforce_terms'] === true,
      why: 'new terms have to be accepted in the web before the API takes a token again',
    },
  ],
  unique_ips_limit_enabled: [
    { closes: 'token', when: isOn, why: 'a user who comes from more addresses than that in a while is refused' },
  ],
  unique_ips_limit_per_user: [
    {
      closes: 'token',
      when: (value, after) => isSet(value) && after['unique_ips_limit_enabled'] === true,
      why: 'a user who comes from more addresses than that in a while is refused',
    },
  ],
  ...throttle('throttle_authenticated_api'),
};

/** The attributes of a group by which its tokens could be refused (PUT /groups/:id, 18.9). */
const GROUP: { readonly [name: string]: readonly Closing[] } = {
  // A guess: that administrators are spared was read, and not seen.
  ip_restriction_ranges: [
    {
      closes: 'token',
      when: isSet,
      why: 'requests from other addresses are refused in the group',
      sparesAdministrators: true,
    },
  ],
};

/** What new application settings may close. */
export function settingsLockOut(fields: readonly FieldChange[], after: Attributes): readonly LockOut[] {
  return closedBy(SETTINGS, fields, after);
}

/** What new attributes of a group may close. */
export function groupLockOut(fields: readonly FieldChange[], after: Attributes): readonly LockOut[] {
  return closedBy(GROUP, fields, after);
}

function closedBy(
  table: { readonly [name: string]: readonly Closing[] },
  fields: readonly FieldChange[],
  after: Attributes,
): LockOut[] {
  return fields.flatMap(single).flatMap(({ path, name, to }) =>
    (Object.hasOwn(table, name) ? (table[name] ?? []) : [])
      .filter(({ when }) => when(to, after))
      .map(({ closes, why, unless, sparesAdministrators }) => ({
        path,
        closes,
        why,
        ...(unless && { unless }),
        ...(sparesAdministrators && { sparesAdministrators }),
      })),
  );
}

/** The objects whose fields are settings too, whichever way they are written (PUT /application/settings, 18.9). */
const COMPOUNDS: ReadonlySet<string> = new Set(['sign_in_restrictions']);

/** A new value by the name of its setting: what is written inside an object is the setting of that name. */
function single({ path, to }: FieldChange): { path: string; name: string; to: Json | undefined }[] {
  const [compound = path, ...inner] = path.split('.');
  if (!COMPOUNDS.has(compound)) return [{ path, name: path, to }];
  if (inner.length > 0) return [{ path, name: inner.join('.'), to }];
  return to !== undefined && isMap(to)
    ? Object.entries(to).map(([name, value]) => ({ path: `${path}.${name}`, name, to: value }))
    : [];
}
