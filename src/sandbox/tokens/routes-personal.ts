import { actor, type RequestContext } from '../http/request-context.ts';
import { personalTokenWithIps } from './entity.ts';
import { paginate } from '../http/pagination.ts';
import { badRequest, noContent, notFound, ok, refuse, rowNotFound, unauthorized, type Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { TokenRow } from './rows.ts';
import { allScopes } from './scopes.ts';
import { selectTokens, tokenFilters } from './filters.ts';
import { revokeToken } from './rules.ts';
import { rotatePersonal, auditPersonal } from './rotation.ts';

/** The token that makes the call; a route that needs one always has it. */
const ownToken = (context: RequestContext): TokenRow => context.token ?? refuse(unauthorized());

export const personalTokenRoutes = [
  // GET /personal_access_tokens: all of them for administrators, else one's own; another's id is 401 (18.9).
  route({
    method: 'GET',
    path: '/personal_access_tokens',
    params: { user_id: { type: 'integer' }, ...tokenFilters },
    access: (context, args) => tokensFor(context, args.user_id),
    handle: ({ context, args, subject }) =>
      paginate(context, args, selectTokens(context, args, subject), (token) => personalTokenWithIps(context, token)),
  }),
  // GET /personal_access_tokens/self: a token of any scope may look at itself (18.9).
  route({
    method: 'GET',
    path: '/personal_access_tokens/self',
    scopes: allScopes,
    access: ownToken,
    handle: ({ context, subject }) => ok(personalTokenWithIps(context, subject)),
  }),
  // DELETE /personal_access_tokens/self: and end itself, unless it impersonates one who is no administrator (18.9).
  route({
    method: 'DELETE',
    path: '/personal_access_tokens/self',
    scopes: allScopes,
    access: ownToken,
    handle: ({ context, subject }) => {
      if (!mayRevoke(context, subject)) refuse(badRequest('Not permitted to revoke'));
      return revoke(context, subject);
    },
  }),
  // POST /personal_access_tokens/self/rotate (18.9).
  route({
    method: 'POST',
    path: '/personal_access_tokens/self/rotate',
    scopes: ['self_rotate'],
    params: { expires_at: { type: 'date' } },
    access: ownToken,
    handle: ({ context, args, subject }) => rotatePersonal(context, subject, args.expires_at),
  }),
  // GET /personal_access_tokens/:id: whether it is there at all, only an administrator learns (18.9).
  route({
    method: 'GET',
    path: '/personal_access_tokens/:id',
    access: (context, args) => visibleToken(context, args.id),
    handle: ({ context, subject }) => ok(personalTokenWithIps(context, subject)),
  }),
  // POST /personal_access_tokens/:id/rotate (18.9).
  route({
    method: 'POST',
    path: '/personal_access_tokens/:id/rotate',
    params: { expires_at: { type: 'date' } },
    access: (context, args) => visibleToken(context, args.id),
    handle: ({ context, args, subject }) => rotatePersonal(context, subject, args.expires_at),
  }),
  // DELETE /personal_access_tokens/:id: 404 for everyone when unknown, 400 without the right (18.9).
  route({
    method: 'DELETE',
    path: '/personal_access_tokens/:id',
    access: (context, args) => {
      actor(context);
      return context.platform.state.tokens.get(Number(args.id)) ?? refuse(rowNotFound());
    },
    handle: ({ context, subject }) => {
      if (!mayRevoke(context, subject)) refuse(badRequest('Not permitted to revoke'));
      return revoke(context, subject);
    },
  }),
];

function tokensFor(context: RequestContext, userId: number | null | undefined): readonly TokenRow[] {
  const { state } = context.platform;
  const user = actor(context);
  if (!context.admin) {
    if (userId != null && userId !== user.id) refuse(unauthorized());
    return state.tokensByUser(user.id).filter((token) => token.kind !== 'impersonation');
  }
  if (userId === undefined) return state.tokens.all();
  if (userId === null || state.users.get(userId) === undefined) return refuse(notFound());
  return state.tokensByUser(userId);
}

function visibleToken(context: RequestContext, id: string): TokenRow {
  const user = actor(context);
  const token = context.platform.state.tokens.get(Number(id));
  if (context.admin) return token ?? refuse(notFound());
  return token?.user_id === user.id ? token : refuse(unauthorized());
}

/** Impersonation tokens are not their user's to end. */
function mayRevoke(context: RequestContext, token: TokenRow): boolean {
  return context.admin || (token.user_id === context.user?.id && token.kind !== 'impersonation');
}

function revoke(context: RequestContext, token: TokenRow): Reply {
  revokeToken(context, token);
  auditPersonal(context, token, 'personal_access_token_revoked', `Revoked personal access token with id ${token.id}`);
  return noContent();
}
