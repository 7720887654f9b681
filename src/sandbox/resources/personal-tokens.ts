import { audit } from '../audit.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { personalToken, personalTokenWithIps, withSecret } from '../entities/token.ts';
import { paginate } from '../pagination.ts';
import { badRequest, noContent, notFound, ok, refuse, rowNotFound, unauthorized } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { TokenRow } from '../rows.ts';
import { allScopes } from '../token-scopes.ts';
import { selectTokens, tokenFilters } from './token-filters.ts';
import { issueToken, revokeToken, successorOf, tokenProblem } from './token-rules.ts';

/** The token that makes the call; a route that needs one always has it. */
const ownToken = (call: Call): TokenRow => call.token ?? refuse(unauthorized());

export const personalTokenRoutes = [
  // GET /personal_access_tokens: all of them for administrators, else one's own; another's id is 401 (18.9).
  route({
    method: 'GET',
    path: '/personal_access_tokens',
    params: { user_id: { type: 'integer' }, ...tokenFilters },
    access: (call, args) => tokensFor(call, args.user_id),
    handle: ({ call, args, subject }) =>
      paginate(call, args, selectTokens(call, args, subject), (token) => personalTokenWithIps(call, token)),
  }),
  // GET /personal_access_tokens/self: a token of any scope may look at itself (18.9).
  route({
    method: 'GET',
    path: '/personal_access_tokens/self',
    scopes: allScopes,
    access: ownToken,
    handle: ({ call, subject }) => ok(personalTokenWithIps(call, subject)),
  }),
  // DELETE /personal_access_tokens/self: and end itself, unless it impersonates one who is no administrator (18.9).
  route({
    method: 'DELETE',
    path: '/personal_access_tokens/self',
    scopes: allScopes,
    access: ownToken,
    handle: ({ call, subject }) => {
      if (!mayRevoke(call, subject)) refuse(badRequest('Not permitted to revoke'));
      return revoke(call, subject);
    },
  }),
  // POST /personal_access_tokens/self/rotate (18.9).
  route({
    method: 'POST',
    path: '/personal_access_tokens/self/rotate',
    scopes: ['self_rotate'],
    params: { expires_at: { type: 'date' } },
    access: ownToken,
    handle: ({ call, args, subject }) => rotatePersonal(call, subject, args.expires_at),
  }),
  // GET /personal_access_tokens/:id: whether it is there at all, only an administrator learns (18.9).
  route({
    method: 'GET',
    path: '/personal_access_tokens/:id',
    access: (call, args) => visibleToken(call, args.id),
    handle: ({ call, subject }) => ok(personalTokenWithIps(call, subject)),
  }),
  // POST /personal_access_tokens/:id/rotate (18.9).
  route({
    method: 'POST',
    path: '/personal_access_tokens/:id/rotate',
    params: { expires_at: { type: 'date' } },
    access: (call, args) => visibleToken(call, args.id),
    handle: ({ call, args, subject }) => rotatePersonal(call, subject, args.expires_at),
  }),
  // DELETE /personal_access_tokens/:id: 404 for everyone when unknown, 400 without the right (18.9).
  route({
    method: 'DELETE',
    path: '/personal_access_tokens/:id',
    access: (call, args) => {
      actor(call);
      return call.world.state.tokens.get(Number(args.id)) ?? refuse(rowNotFound());
    },
    handle: ({ call, subject }) => {
      if (!mayRevoke(call, subject)) refuse(badRequest('Not permitted to revoke'));
      return revoke(call, subject);
    },
  }),
];

function tokensFor(call: Call, userId: number | null | undefined): readonly TokenRow[] {
  const { state } = call.world;
  const user = actor(call);
  if (!call.admin) {
    if (userId != null && userId !== user.id) refuse(unauthorized());
    return state.tokensByUser(user.id).filter((token) => token.kind !== 'impersonation');
  }
  if (userId === undefined) return state.tokens.all();
  if (userId === null || state.users.get(userId) === undefined) return refuse(notFound());
  return state.tokensByUser(userId);
}

function visibleToken(call: Call, id: string): TokenRow {
  const user = actor(call);
  const token = call.world.state.tokens.get(Number(id));
  if (call.admin) return token ?? refuse(notFound());
  return token?.user_id === user.id ? token : refuse(unauthorized());
}

/** Impersonation tokens are not their user's to end. */
function mayRevoke(call: Call, token: TokenRow): boolean {
  return call.admin || (token.user_id === call.user?.id && token.kind !== 'impersonation');
}

function revoke(call: Call, token: TokenRow): Reply {
  revokeToken(call, token);
  auditPersonal(call, token, 'personal_access_token_revoked', `Revoked personal access token with id ${token.id}`);
  return noContent();
}

/** The old token is revoked and a new one issued to the same user; 200, with the new token's value. */
export function rotatePersonal(call: Call, token: TokenRow, expiresAt: string | null | undefined): Reply {
  if (token.revoked) refuse(badRequest('Token already revoked'));
  const draft = successorOf(call, token, expiresAt);
  const problem = tokenProblem(call, draft);
  if (problem !== undefined) refuse(badRequest(problem));
  revokeToken(call, token);
  const next = issueToken(call, draft);
  const text = `Rotated personal access token with id ${token.id}, new id ${next.id}`;
  auditPersonal(call, next, 'personal_access_token_rotated', text);
  return ok(withSecret(personalToken(call, next), next));
}

/** One line of the audit log about a user's token. */
export function auditPersonal(call: Call, token: TokenRow, event: string, text: string): void {
  const row = call.world.state.users.get(token.user_id);
  if (row === undefined) return;
  const target = { id: token.id, type: 'PersonalAccessToken', details: token.name };
  audit(call, { event, entity: { type: 'User', row }, target, details: { custom_message: text } });
}
