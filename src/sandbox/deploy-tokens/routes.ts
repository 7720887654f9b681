import type { Source } from '../access/access.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, noContent, ok, refuse, rowNotFound } from '../http/reply.ts';
import { requireAdmin, type RequestContext } from '../http/request-context.ts';
import { route } from '../http/route.ts';
import type { SourceType } from '../members/rows.ts';
import { deployTokenEntity, hasExpired, withToken } from './entity.ts';
import { deployTokensOf, deployTokenScopes, dropDeployToken, makeDeployToken, tokensPlace } from './rules.ts';
import type { DeployTokenRow } from './rows.ts';

const listed = { ...paged, active: { type: 'boolean' } } as const;
const one = { token_id: { type: 'integer', required: true } } as const;

interface Listed {
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
  readonly active?: boolean | null | undefined;
}

const list = (context: RequestContext, args: Listed, rows: readonly DeployTokenRow[]) => {
  const shown = args.active === true ? rows.filter((row) => !hasExpired(context, row)) : rows;
  return paginate(context, args, shown, (row) => deployTokenEntity(context, row));
};

/** There is no change of one: another is made, and this one taken away (18.9). */
export const deployTokenRoutes = [
  // GET /deploy_tokens: for administrators (18.9).
  route({
    method: 'GET',
    path: '/deploy_tokens',
    params: listed,
    access: requireAdmin,
    handle: ({ context, args }) => list(context, args, context.platform.state.deployTokens.all()),
  }),
  ...routesOf('group'),
  ...routesOf('project'),
];

function routesOf(type: SourceType) {
  const path = `/${type}s/:id/deploy_tokens` as const;
  return [
    // GET …/deploy_tokens (18.9).
    route({
      method: 'GET',
      path,
      anonymous: true,
      params: listed,
      access: (context, { id }) => tokensPlace(context, type, id),
      handle: ({ context, args, subject }) => list(context, args, deployTokensOf(context, subject)),
    }),
    // GET …/deploy_tokens/:token_id (18.9).
    route({
      method: 'GET',
      path: `${path}/:token_id`,
      anonymous: true,
      params: one,
      access: (context, args) => found(context, tokensPlace(context, type, args.id), args.token_id),
      handle: ({ context, subject }) => ok(deployTokenEntity(context, subject)),
    }),
    // POST …/deploy_tokens: the only answer that has the value (18.9).
    route({
      method: 'POST',
      path,
      anonymous: true,
      params: {
        name: { type: 'string', required: true },
        scopes: { type: 'strings', required: true, values: deployTokenScopes },
        expires_at: { type: 'datetime' },
        username: { type: 'string' },
      },
      access: (context, { id }) => tokensPlace(context, type, id, true),
      handle: ({ context, args, subject }) => {
        const { name, scopes, expires_at = null, username = null } = args;
        const row = makeDeployToken(context, subject, { name, scopes, expires_at, username });
        return created(withToken(deployTokenEntity(context, row), row));
      },
    }),
    // DELETE …/deploy_tokens/:token_id (18.9).
    route({
      method: 'DELETE',
      path: `${path}/:token_id`,
      anonymous: true,
      params: one,
      access: (context, args) => {
        const source = tokensPlace(context, type, args.id, true);
        return { source, row: found(context, source, args.token_id) };
      },
      handle: ({ context, subject: { source, row } }) => {
        dropDeployToken(context, source, row);
        return noContent();
      },
    }),
  ];
}

function found(context: RequestContext, source: Source, id: number): DeployTokenRow {
  return deployTokensOf(context, source).find((row) => row.id === id) ?? refuse(rowNotFound());
}
