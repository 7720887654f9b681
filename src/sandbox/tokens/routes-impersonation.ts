import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { impersonationToken, withSecret } from './entity.ts';
import { findUser } from '../access/find.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, invalid, noContent, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { TokenRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { newToken } from './issue.ts';
import { auditPersonal } from './rotation.ts';
import { selectTokens } from './filters.ts';
import { issueToken, revokeToken, tokenErrors } from './rules.ts';

const ofUser = { user_id: { type: 'integer', required: true } } as const;
const one = { ...ofUser, impersonation_token_id: { type: 'integer', required: true } } as const;

export const impersonationTokenRoutes = [
  // GET /users/:user_id/impersonation_tokens (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/impersonation_tokens',
    scopes: ['read_user'],
    params: { ...ofUser, state: { type: 'string', values: ['all', 'active', 'inactive'] }, ...paged },
    access: target,
    handle: ({ context, args, subject }) => {
      const state = args.state === 'all' ? undefined : args.state;
      const rows = selectTokens(context, { state }, tokensOf(context, subject));
      return paginate(context, args, rows, (token) => impersonationToken(context, token));
    },
  }),
  // POST /users/:user_id/impersonation_tokens: the model checks the scopes, and gives no date of its own (18.9).
  route({
    method: 'POST',
    path: '/users/:user_id/impersonation_tokens',
    params: { ...ofUser, ...newToken, scopes: { type: 'strings' } },
    before: requireAdmin,
    access: target,
    handle: ({ context, args, subject }) => {
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
      const errors = tokenErrors(context, draft);
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      const token = issueToken(context, draft);
      auditPersonal(context, token, 'impersonation_token_created', `Created impersonation token with id ${token.id}`);
      return created(withSecret(impersonationToken(context, token), token));
    },
  }),
  // GET /users/:user_id/impersonation_tokens/:impersonation_token_id (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
    scopes: ['read_user'],
    params: one,
    access: (context, args) => tokenOf(context, target(context, args), args.impersonation_token_id),
    handle: ({ context, subject }) => ok(impersonationToken(context, subject)),
  }),
  // DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id (18.9).
  route({
    method: 'DELETE',
    path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
    params: one,
    access: (context, args) => tokenOf(context, target(context, args), args.impersonation_token_id),
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.created_at);
      revokeToken(context, subject);
      auditPersonal(
        context,
        subject,
        'impersonation_token_revoked',
        `Revoked impersonation token with id ${subject.id}`,
      );
      return noContent();
    },
  }),
];

function target(context: RequestContext, args: { readonly user_id: number }): UserRow {
  requireAdmin(context);
  return findUser(context, args.user_id);
}

function tokensOf(context: RequestContext, user: UserRow): readonly TokenRow[] {
  return context.platform.state.tokensByUser(user.id).filter((token) => token.kind === 'impersonation');
}

function tokenOf(context: RequestContext, user: UserRow, id: number): TokenRow {
  return tokensOf(context, user).find((token) => token.id === id) ?? refuse(notFound('Impersonation Token'));
}
