import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { requireUnmodified } from '../conditional.ts';
import { impersonationToken, withSecret } from '../entities/token.ts';
import { findUser } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import { created, invalid, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { TokenRow, UserRow } from '../rows.ts';
import { newToken } from './issued-tokens.ts';
import { auditPersonal } from './personal-tokens.ts';
import { selectTokens } from './token-filters.ts';
import { issueToken, revokeToken, tokenErrors } from './token-rules.ts';

const ofUser = { user_id: { type: 'integer', required: true } } as const;
const one = { ...ofUser, impersonation_token_id: { type: 'integer', required: true } } as const;

export const impersonationTokenRoutes = [
  // GET /users/:user_id/impersonation_tokens (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/impersonation_tokens',
    params: { ...ofUser, state: { type: 'string', values: ['all', 'active', 'inactive'] }, ...paged },
    access: target,
    handle: ({ call, args, subject }) => {
      const state = args.state === 'all' ? undefined : args.state;
      const rows = selectTokens(call, { state }, tokensOf(call, subject));
      return paginate(call, args, rows, (token) => impersonationToken(call, token));
    },
  }),
  // POST /users/:user_id/impersonation_tokens: the model checks the scopes, and gives no date of its own (18.9).
  route({
    method: 'POST',
    path: '/users/:user_id/impersonation_tokens',
    params: { ...ofUser, ...newToken, scopes: { type: 'strings' } },
    access: target,
    handle: ({ call, args, subject }) => {
      const draft = {
        kind: 'impersonation',
        user_id: subject.id,
        name: args.name,
        description: args.description ?? null,
        scopes: args.scopes ?? [],
        expires_at: args.expires_at ?? null,
        source_type: null,
        source_id: null,
        previous_id: null,
      } as const;
      const errors = tokenErrors(call, draft);
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      const token = issueToken(call, draft);
      auditPersonal(call, token, 'impersonation_token_created', `Created impersonation token with id ${token.id}`);
      return created(withSecret(impersonationToken(call, token), token));
    },
  }),
  // GET /users/:user_id/impersonation_tokens/:impersonation_token_id (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
    params: one,
    access: (call, args) => tokenOf(call, target(call, args), args.impersonation_token_id),
    handle: ({ call, subject }) => ok(impersonationToken(call, subject)),
  }),
  // DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id (18.9).
  route({
    method: 'DELETE',
    path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
    params: one,
    access: (call, args) => tokenOf(call, target(call, args), args.impersonation_token_id),
    handle: ({ call, subject }) => {
      requireUnmodified(call, subject.created_at);
      revokeToken(call, subject);
      auditPersonal(call, subject, 'impersonation_token_revoked', `Revoked impersonation token with id ${subject.id}`);
      return noContent();
    },
  }),
];

function target(call: Call, args: { readonly user_id: number }): UserRow {
  requireAdmin(call);
  return findUser(call, args.user_id);
}

function tokensOf(call: Call, user: UserRow): readonly TokenRow[] {
  return call.world.state.tokensByUser(user.id).filter((token) => token.kind === 'impersonation');
}

function tokenOf(call: Call, user: UserRow, id: number): TokenRow {
  return tokensOf(call, user).find((token) => token.id === id) ?? refuse(notFound('Impersonation Token'));
}
