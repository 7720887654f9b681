import type { RequestContext } from '../http/request-context.ts';
import { personalToken } from '../tokens/entity.ts';
import { paginate } from '../http/pagination.ts';
import { noContent, notFound, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { TokenRow } from '../tokens/rows.ts';
import type { SourceType } from '../members/rows.ts';
import type { UserRow } from './rows.ts';
import { allScopes } from '../tokens/scopes.ts';
import { groupAccount } from './group-service-accounts.ts';
import { issuePersonal, newToken } from '../tokens/issue.ts';
import { auditPersonal, rotatePersonal } from '../tokens/rotation.ts';
import { projectAccount } from './project-service-accounts.ts';
import { selectTokens, tokenFilters } from '../tokens/filters.ts';
import { revokeToken } from '../tokens/rules.ts';

const user = { user_id: { type: 'integer', required: true } } as const;

export const serviceAccountTokenRoutes = [...tokensUnder('group'), ...tokensUnder('project')];

function tokensUnder(type: SourceType) {
  const path = `/${type}s/:id/service_accounts/:user_id/personal_access_tokens` as const;
  const access = type === 'group' ? groupAccount : projectAccount;
  const one = (context: RequestContext, args: Parameters<typeof access>[1] & { readonly token_id: string }) => ({
    account: access(context, args),
    token: context.platform.state.tokens.get(Number(args.token_id)),
  });
  return [
    // GET {groups,projects}/:id/service_accounts/:user_id/personal_access_tokens (18.9).
    route({
      method: 'GET',
      path,
      params: { ...user, ...tokenFilters },
      access,
      handle: ({ context, args, subject }) => {
        const rows = selectTokens(context, args, context.platform.state.tokensByUser(subject.id));
        return paginate(context, args, rows, (token) => personalToken(context, token));
      },
    }),
    // POST {groups,projects}/:id/service_accounts/:user_id/personal_access_tokens (18.9).
    route({
      method: 'POST',
      path,
      params: { ...user, ...newToken, scopes: { type: 'strings', required: true, values: allScopes } },
      access,
      handle: ({ context, args, subject }) => issuePersonal(context, subject, args),
    }),
    // DELETE …/personal_access_tokens/:token_id: revoking twice is well (18.9).
    route({
      method: 'DELETE',
      path: `${path}/:token_id`,
      params: user,
      access: one,
      handle: ({ context, subject }) => {
        const token = owned(subject) ?? refuse(notFound('Personal Access Token'));
        revokeToken(context, token);
        const text = `Revoked personal access token with id ${token.id}`;
        auditPersonal(context, token, 'personal_access_token_revoked', text);
        return noContent();
      },
    }),
    // POST …/personal_access_tokens/:token_id/rotate (18.9).
    route({
      method: 'POST',
      path: `${path}/:token_id/rotate`,
      params: { ...user, expires_at: { type: 'date' } },
      access: one,
      handle: ({ context, args, subject }) =>
        rotatePersonal(context, owned(subject) ?? refuse(notFound()), args.expires_at),
    }),
  ];
}

/** The token, when it is one of the account's. */
function owned(found: { readonly account: UserRow; readonly token: TokenRow | undefined }): TokenRow | undefined {
  return found.token?.user_id === found.account.id ? found.token : undefined;
}
