import { hasAbility, hasLevel, levelOn } from '../access.ts';
import type { Source } from '../access.ts';
import { audit, entityOf } from '../audit.ts';
import { schedule } from '../background.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { resourceToken, withSecret } from '../entities/token.ts';
import { readableSource } from '../find.ts';
import { paginate } from '../pagination.ts';
import { badRequest, created, noContent, notFound, ok, refuse, unauthorized } from '../reply.ts';
import { route } from '../route.ts';
import type { SourceType, TokenRow } from '../rows.ts';
import { numberSetting } from '../settings.ts';
import { sourceKey } from '../state.ts';
import { botScopes } from '../token-scopes.ts';
import { levelName } from './member-rules.ts';
import { createBot } from './token-bots.ts';
import { selectTokens, tokenFilters } from './token-filters.ts';
import { defaultExpiry, issueToken, revokeToken, tokenProblem } from './token-rules.ts';

const dayLength = 86_400_000;

const creation = {
  name: { type: 'string', required: true },
  description: { type: 'string' },
  scopes: { type: 'strings', required: true, values: botScopes },
  expires_at: { type: 'date' },
  access_level: { type: 'integer', values: [10, 15, 20, 30, 40, 50] },
} as const;

export const resourceTokenRoutes = [...tokensOf('group'), ...tokensOf('project')];

function tokensOf(type: SourceType) {
  const base = `/${type}s/:id/access_tokens` as const;
  return [
    // GET {groups,projects}/:id/access_tokens: revoked and expired ones too; 401 without the right (18.9).
    route({
      method: 'GET',
      path: base,
      params: tokenFilters,
      access: managedSource(type),
      handle: ({ call, args, subject }) => {
        const rows = selectTokens(call, args, tokensOn(call, subject));
        return paginate(call, args, rows, (token) => resourceToken(call, subject, token));
      },
    }),
    // GET {groups,projects}/:id/access_tokens/:token_id (18.9).
    route({
      method: 'GET',
      path: `${base}/:token_id`,
      access: managedSource(type),
      handle: ({ call, args, subject }) => {
        const token = tokenOn(call, subject, args.token_id) ?? refuse(notFound(`${type} Access Token`));
        return ok(resourceToken(call, subject, token));
      },
    }),
    // POST {groups,projects}/:id/access_tokens: every refusal of the service is 400 with its text (18.9).
    route({
      method: 'POST',
      path: base,
      params: creation,
      access: readableSource(type),
      handle: ({ call, args, subject }) => {
        const level = args.access_level ?? 40;
        refuseCreation(call, subject, level);
        const draft = {
          kind: type,
          user_id: 0,
          name: args.name,
          description: args.description ?? null,
          scopes: args.scopes,
          expires_at: args.expires_at ?? defaultExpiry(call),
          source_type: type,
          source_id: subject.row.id,
          previous_id: null,
        } as const;
        const problem = tokenProblem(call, draft);
        if (problem !== undefined) refuse(badRequest(problem));
        const bot = createBot(call, subject, args.name, level);
        const token = issueToken(call, { ...draft, user_id: bot.id });
        const scopes = token.scopes.join(', ');
        auditToken(
          call,
          subject,
          token,
          'created',
          `Created ${type} access token with token_id: ${token.id} with scopes: [${scopes}] and ${levelName(level)} access level.`,
        );
        return created(withSecret(resourceToken(call, subject, token), token));
      },
    }),
    // DELETE {groups,projects}/:id/access_tokens/:token_id: 404 comes before the right, whose lack is 400 (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:token_id`,
      access: readableSource(type),
      handle: ({ call, args, subject }) => {
        const token = tokenOn(call, subject, args.token_id) ?? refuse(notFound(`${type} Access Token`));
        if (!managesTokens(call, subject)) refuse(badRequest(`${actor(call).name} cannot delete ${token.name}`));
        revokeToken(call, token);
        dismissLater(call, token);
        auditToken(call, subject, token, 'deleted', `Revoked ${type} access token with token_id: ${token.id}`);
        return noContent();
      },
    }),
  ];
}

/** Access rule: the place, for those who manage its tokens; 401, not 403, for the others. */
export function managedSource(type: SourceType): (call: Call, args: { readonly id: string }) => Source {
  return (call, args) => {
    const source = readableSource(type)(call, args);
    return managesTokens(call, source) ? source : refuse(unauthorized());
  };
}

/** Owners of a group, Maintainers of a project, or a custom role that may. */
export function managesTokens(call: Call, source: Source): boolean {
  if (hasLevel(call, source, source.type === 'group' ? 50 : 40)) return true;
  return hasAbility(call, source, `manage_${source.type}_access_tokens`);
}

/** A token of the place, whatever its state. */
export function tokenOn(call: Call, source: Source, id: string): TokenRow | undefined {
  return tokensOn(call, source).find((token) => String(token.id) === id);
}

function tokensOn(call: Call, source: Source): readonly TokenRow[] {
  return call.world.state.tokensBySource(sourceKey(source.type, source.row.id));
}

function refuseCreation(call: Call, source: Source, level: number): void {
  // A token cannot make further tokens.
  if (!managesTokens(call, source) || actor(call).type === 'project_bot') {
    refuse(badRequest(`User does not have permission to create ${source.type} access token`));
  }
  if (!call.admin && levelOn(call, source) < level) {
    refuse(badRequest('Access level of the token contains permissions not held by the creating user'));
  }
}

/** The bot and its membership outlive its last token by a setting's days. */
function dismissLater(call: Call, token: TokenRow): void {
  const { state } = call.world;
  const name = 'inactive_resource_access_tokens_delete_after_days';
  schedule(call.world, 'delete_user', token.user_id, numberSetting(state.settings, name, 30) * dayLength);
}

/** One line of the audit log about a token of a place. */
export function auditToken(
  call: Call,
  source: Source,
  token: TokenRow,
  what: 'created' | 'deleted' | 'rotated',
  text: string,
): void {
  const target = { id: token.id, type: 'PersonalAccessToken', details: token.name };
  const event = `${source.type}_access_token_${what}`;
  audit(call, { event, entity: entityOf(source), target, details: { custom_message: text } });
}
