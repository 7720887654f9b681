import { grantOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { since } from '../store/edition.ts';
import type { JsonObject } from '../store/json.ts';
import type { TokenRow } from './rows.ts';

/** Whether a token still opens doors: neither revoked nor past its day. */
export function isLive(token: TokenRow, day: string): boolean {
  return !token.revoked && (token.expires_at === null || token.expires_at > day);
}

/** A personal token without its value (APIEntitiesPersonalAccessToken, 18.9). */
export function personalToken(context: RequestContext, token: TokenRow): JsonObject {
  return {
    id: token.id,
    name: token.name,
    revoked: token.revoked,
    created_at: token.created_at,
    ...(since(context.platform.edition, '17.7') ? { description: token.description } : {}),
    scopes: token.scopes,
    user_id: token.user_id,
    last_used_at: token.last_used_at,
    active: isLive(token, dayOf(context)),
    expires_at: token.expires_at,
  };
}

/** As the lists of personal tokens show it; every call of the sandbox comes from its own machine. */
export function personalTokenWithIps(context: RequestContext, token: TokenRow): JsonObject {
  const ips = since(context.platform.edition, '17.10')
    ? { last_used_ips: token.last_used_at === null ? [] : ['127.0.0.1'] }
    : {};
  return { ...personalToken(context, token), ...ips };
}

/** An impersonation token without its value (APIEntitiesImpersonationToken, 18.9). */
export function impersonationToken(context: RequestContext, token: TokenRow): JsonObject {
  return { ...personalToken(context, token), impersonation: true };
}

/** A group's or project's token without its value; the level is that of its bot (18.9). */
export function resourceToken(context: RequestContext, source: Source, token: TokenRow): JsonObject {
  const grant = grantOf(context.platform.state, dayOf(context), token.user_id, source);
  return {
    ...personalToken(context, token),
    access_level: grant?.level ?? 0,
    resource_type: source.type,
    resource_id: source.row.id,
  };
}

/** The value joins the answer that creates or rotates a token, and no other. */
export function withSecret(shown: JsonObject, token: TokenRow): JsonObject {
  return { ...shown, token: token.secret };
}
