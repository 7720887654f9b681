import { today } from '../store/clock.ts';
import { licensed } from '../store/edition.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { forbidden, notFound, refuse, tokenRefusal, unauthorized } from './reply.ts';
import type { Reply } from './reply.ts';
import type { AnyRoute } from './route.ts';
import type { TokenRow } from '../tokens/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { punishReuse } from '../tokens/family.ts';
import type { Platform } from '../store/platform.ts';

/** Who a request speaks for. */
export interface Identity {
  readonly user: UserRow | undefined;
  readonly token: TokenRow | undefined;
  readonly admin: boolean;
}

type Headers = Readonly<Record<string, string | undefined>>;

const anonymous: Identity = { user: undefined, token: undefined, admin: false };

/**
 * Finds the token, checks its state, its user and its scope, and follows sudo, for which the scope `sudo` alone will
 * do. A token that is sent must be good, also where none is needed; that of a job counts on few endpoints.
 */
export function authenticate(platform: Platform, route: AnyRoute, headers: Headers, given: JsonObject): Identity {
  const name = sudoName(headers, given);
  const secret = secretOf(headers, given) ?? (route.basicAuth === true ? basicPassword(headers) : undefined);
  const ofJob = secret === undefined ? jobSecretOf(platform, route, headers, given) : undefined;
  if (ofJob !== undefined) return runningJob(platform, ofJob);
  if (secret === undefined) return route.anonymous && name === undefined ? anonymous : refuse(unauthorized());
  const token = (disablesTokens(platform) ? undefined : platform.state.tokenBySecret(secret)) ?? refuse(unauthorized());
  if (token.revoked) punishReuse(platform.state, route, token);
  refuseDeadToken(platform, token);
  const user = platform.state.users.get(token.user_id) ?? refuse(unauthorized());
  refuseLockedOut(platform, user);
  const caller = { user, token, admin: isAdmin(platform, user, token) };
  const identity = name === undefined ? caller : impersonate(platform, caller, name);
  if (identity.user === user) requireRouteScope(route, token);
  platform.state.tokens.update(token, { last_used_at: platform.clock.now().toISOString() });
  return identity;
}

/** Premium can turn the tokens off, those of groups and projects too: then no token is known (any endpoint, 18.9). */
function disablesTokens({ state, edition }: Platform): boolean {
  return state.settings['disable_personal_access_tokens'] === true && licensed(edition, 'premium');
}

/** Who is to be acted for; the parameter goes before the header. */
function sudoName(headers: Headers, given: JsonObject): string | undefined {
  return given['sudo'] === undefined ? headers['sudo'] : textOf(given['sudo']);
}

/** The first that is not blank: a private token as parameter or header, then a bearer token as header or parameter. */
/** The token that was sent, in the query, a header or as a bearer. */
export function secretOf(headers: Headers, given: JsonObject): string | undefined {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers['authorization'] ?? '')?.[1];
  const sent = [given['private_token'], headers['private-token'], bearer, given['access_token']].map(textOf);
  return sent.find((text) => text !== '');
}

/** A job's token is a matter of licence; elsewhere it is overlooked (…/artifacts, 18.9). */
function jobSecretOf({ edition }: Platform, route: AnyRoute, headers: Headers, given: JsonObject): string | undefined {
  if (route.jobToken !== true || !licensed(edition, 'premium')) return undefined;
  return [given['job_token'], headers['job-token']].map(textOf).find((text) => text !== '');
}

/** A job speaks for whoever began it, while it runs, and is nobody's administrator. */
function runningJob(platform: Platform, secret: string): Identity {
  const { state } = platform;
  const job = state.ciJobs.all().find(({ token, status }) => token === secret && status === 'running');
  const user = job?.user_id === undefined || job.user_id === null ? undefined : state.users.get(job.user_id);
  if (user === undefined) return refuse(unauthorized());
  refuseLockedOut(platform, user);
  return { user, token: undefined, admin: false };
}

/** The name that goes with the password is not looked at (…/terraform/state/:name, 18.9). */
/** The password of HTTP basic authentication. */
export function basicPassword(headers: Headers): string | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
  return encoded === undefined ? undefined : /:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1];
}

function refuseDeadToken(platform: Platform, token: TokenRow): void {
  const renew = 'You can either do re-authorization or token refresh.';
  if (token.revoked)
    refuse(tokenRefusal(401, 'invalid_token', `Token was revoked. You have to re-authorize from the user.`));
  if (token.expires_at !== null && token.expires_at <= today(platform.clock)) {
    refuse(tokenRefusal(401, 'invalid_token', `Token is expired. ${renew}`));
  }
}

/** A refusal names every scope of the route, also those that are good for reading alone (any endpoint, 18.9). */
function requireRouteScope(route: AnyRoute, token: TokenRow): void {
  const accepted = [...route.scopes, 'api', ...(route.method === 'GET' ? ['read_api'] : [])];
  if (accepted.some((scope) => token.scopes.includes(scope))) return;
  refuse(insufficientScope([...route.scopes, 'api', 'read_api']));
}

function insufficientScope(scopes: readonly string[]): Reply {
  const text = 'The request requires higher privileges than provided by the access token.';
  return tokenRefusal(403, 'insufficient_scope', text, { scope: scopes.join(' ') });
}

function deactivated({ externalUrl }: Platform): string {
  const remedy = `Please log back in from a web browser to reactivate your account at ${externalUrl}`;
  return `Your account has been deactivated by your administrator. ${remedy}`;
}

function refuseLockedOut(platform: Platform, user: UserRow): void {
  switch (user.state) {
    case 'active':
      return;
    case 'blocked':
    case 'ldap_blocked':
    case 'banned':
      return refuse(forbidden('Your account has been blocked.'));
    case 'blocked_pending_approval':
      return refuse(forbidden('Your account is pending approval from your administrator and hence blocked.'));
    case 'deactivated':
      return refuse(forbidden(deactivated(platform)));
  }
}

function isAdmin(platform: Platform, user: UserRow, token: TokenRow): boolean {
  if (!user.admin) return false;
  return platform.state.settings['admin_mode'] !== true || token.scopes.includes('admin_mode');
}

/** Sudo has four refusals: no administrator, no personal token, no sudo scope, nobody of that name. */
function impersonate(platform: Platform, caller: Identity & { token: TokenRow }, name: string): Identity {
  if (!caller.admin) refuse(forbidden('Must be admin to use sudo'));
  if (caller.token.kind !== 'personal' && caller.token.kind !== 'impersonation') {
    refuse(forbidden('Must be authenticated using an OAuth or personal access token to use sudo'));
  }
  if (!caller.token.scopes.includes('sudo')) refuse(insufficientScope(['sudo']));
  const found = /^\d+$/.test(name)
    ? platform.state.users.get(Number(name))
    : platform.state.userByName(name.toLowerCase());
  const user = found ?? refuse(notFound(`User with ID or username '${name}'`));
  refuseLockedOut(platform, user);
  return { user, token: caller.token, admin: isAdmin(platform, user, caller.token) };
}
