import { personalToken } from '../entities/token.ts';
import { paginate } from '../pagination.ts';
import { noContent, notFound, refuse } from '../reply.ts';
import { route } from '../route.ts';
import { allScopes } from '../token-scopes.ts';
import { groupAccount } from './group-service-accounts.ts';
import { issuePersonal, newToken } from './issued-tokens.ts';
import { auditPersonal, rotatePersonal } from './personal-tokens.ts';
import { selectTokens, tokenFilters } from './token-filters.ts';
import { revokeToken } from './token-rules.ts';

const path = '/groups/:id/service_accounts/:user_id/personal_access_tokens';
const user = { user_id: { type: 'integer', required: true } } as const;

export const serviceAccountTokenRoutes = [
  // GET /groups/:id/service_accounts/:user_id/personal_access_tokens (18.9).
  route({
    method: 'GET',
    path,
    params: { ...user, ...tokenFilters },
    access: groupAccount,
    handle: ({ call, args, subject }) => {
      const rows = selectTokens(call, args, call.world.state.tokensByUser(subject.id));
      return paginate(call, args, rows, (token) => personalToken(call, token));
    },
  }),
  // POST /groups/:id/service_accounts/:user_id/personal_access_tokens (18.9).
  route({
    method: 'POST',
    path,
    params: { ...user, scopes: { type: 'strings', required: true, values: allScopes }, ...newToken },
    access: groupAccount,
    handle: ({ call, args, subject }) => issuePersonal(call, subject, args),
  }),
  // DELETE …/personal_access_tokens/:token_id (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:token_id`,
    params: { ...user, token_id: { type: 'integer', required: true } },
    access: groupAccount,
    handle: ({ call, args, subject }) => {
      const token = call.world.state.tokens.get(args.token_id);
      if (token?.user_id !== subject.id) return refuse(notFound('Personal Access Token'));
      revokeToken(call, token);
      auditPersonal(call, token, 'personal_access_token_revoked', `Revoked personal access token with id ${token.id}`);
      return noContent();
    },
  }),
  // POST …/personal_access_tokens/:token_id/rotate (18.9).
  route({
    method: 'POST',
    path: `${path}/:token_id/rotate`,
    params: { ...user, token_id: { type: 'integer', required: true }, expires_at: { type: 'date' } },
    access: groupAccount,
    handle: ({ call, args, subject }) => {
      const token = call.world.state.tokens.get(args.token_id);
      if (token?.user_id !== subject.id) return refuse(notFound());
      return rotatePersonal(call, token, args.expires_at);
    },
  }),
];
