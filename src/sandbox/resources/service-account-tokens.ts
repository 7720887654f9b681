import type { Call } from '../call.ts';
import { personalToken } from '../entities/token.ts';
import { paginate } from '../pagination.ts';
import { noContent, notFound, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { SourceType, TokenRow, UserRow } from '../rows.ts';
import { allScopes } from '../token-scopes.ts';
import { groupAccount } from './group-service-accounts.ts';
import { issuePersonal, newToken } from './issued-tokens.ts';
import { auditPersonal, rotatePersonal } from './personal-tokens.ts';
import { projectAccount } from './project-service-accounts.ts';
import { selectTokens, tokenFilters } from './token-filters.ts';
import { revokeToken } from './token-rules.ts';

const user = { user_id: { type: 'integer', required: true } } as const;

export const serviceAccountTokenRoutes = [...tokensUnder('group'), ...tokensUnder('project')];

function tokensUnder(type: SourceType) {
  const path = `/${type}s/:id/service_accounts/:user_id/personal_access_tokens` as const;
  const access = type === 'group' ? groupAccount : projectAccount;
  const one = (call: Call, args: Parameters<typeof access>[1] & { readonly token_id: string }) => ({
    account: access(call, args),
    token: call.world.state.tokens.get(Number(args.token_id)),
  });
  return [
    // GET {groups,projects}/:id/service_accounts/:user_id/personal_access_tokens (18.9).
    route({
      method: 'GET',
      path,
      params: { ...user, ...tokenFilters },
      access,
      handle: ({ call, args, subject }) => {
        const rows = selectTokens(call, args, call.world.state.tokensByUser(subject.id));
        return paginate(call, args, rows, (token) => personalToken(call, token));
      },
    }),
    // POST {groups,projects}/:id/service_accounts/:user_id/personal_access_tokens (18.9).
    route({
      method: 'POST',
      path,
      params: { ...user, ...newToken, scopes: { type: 'strings', required: true, values: allScopes } },
      access,
      handle: ({ call, args, subject }) => issuePersonal(call, subject, args),
    }),
    // DELETE …/personal_access_tokens/:token_id: revoking twice is well (18.9).
    route({
      method: 'DELETE',
      path: `${path}/:token_id`,
      params: user,
      access: one,
      handle: ({ call, subject }) => {
        const token = owned(subject) ?? refuse(notFound('Personal Access Token'));
        revokeToken(call, token);
        const text = `Revoked personal access token with id ${token.id}`;
        auditPersonal(call, token, 'personal_access_token_revoked', text);
        return noContent();
      },
    }),
    // POST …/personal_access_tokens/:token_id/rotate (18.9).
    route({
      method: 'POST',
      path: `${path}/:token_id/rotate`,
      params: { ...user, expires_at: { type: 'date' } },
      access: one,
      handle: ({ call, args, subject }) => rotatePersonal(call, owned(subject) ?? refuse(notFound()), args.expires_at),
    }),
  ];
}

/** The token, when it is one of the account's. */
function owned(found: { readonly account: UserRow; readonly token: TokenRow | undefined }): TokenRow | undefined {
  return found.token?.user_id === found.account.id ? found.token : undefined;
}
