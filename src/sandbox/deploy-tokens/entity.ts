import { dayOf, type RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import type { DeployTokenRow } from './rows.ts';

/** A deploy token without its value; one that is revoked by a call is there no more (GET …/deploy_tokens, 18.9). */
export function deployTokenEntity(context: RequestContext, row: DeployTokenRow): JsonObject {
  const { id, name, username, expires_at, scopes } = row;
  return {
    ...{ id, name, username: username ?? `gitlab+deploy-token-${id}`, expires_at, scopes },
    ...{ revoked: false, expired: hasExpired(context, row) },
  };
}

/** The value joins the answer that creates it, and no other. */
export function withToken(shown: JsonObject, { secret }: DeployTokenRow): JsonObject {
  return { ...shown, token: secret };
}

/** A token is good on its last day (a guess, by the model's comparison of days). */
export function hasExpired(context: RequestContext, { expires_at: ends }: DeployTokenRow): boolean {
  return ends !== null && ends.slice(0, 10) < dayOf(context);
}
