import { gradeParam } from '../access/levels.ts';
import { levelOn, type Source } from '../access/access.ts';
import { audit, entityOf } from '../admin/audit.ts';
import { schedule } from '../background/jobs.ts';
import { actor, type RequestContext } from '../http/request-context.ts';
import { resourceToken, withSecret } from './entity.ts';
import { readableSource } from '../access/find.ts';
import { paginate } from '../http/pagination.ts';
import { badRequest, created, noContent, notFound, ok, refuse, unauthorized } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { TokenRow } from './rows.ts';
import type { SourceType } from '../members/rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import { botScopes } from './scopes.ts';
import { levelName } from '../members/rules.ts';
import { createBot } from './bots.ts';
import { selectTokens, tokenFilters } from './filters.ts';
import { defaultExpiry, expiryEnforced, issueToken, revokeToken, tokenProblem } from './rules.ts';
import { managesTokens, tokenOn, tokensOn } from './resource-tokens.ts';

const dayLength = 86_400_000;

const creation = {
  name: { type: 'string', required: true },
  description: { type: 'string' },
  scopes: { type: 'strings', required: true, values: botScopes, judgedAbsent: true },
  expires_at: { type: 'date' },
  access_level: gradeParam,
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
      access: readSource(type),
      handle: ({ context, args, subject }) => {
        const rows = selectTokens(context, args, tokensOn(context, subject));
        return paginate(context, args, rows, (token) => resourceToken(context, subject, token));
      },
    }),
    // GET {groups,projects}/:id/access_tokens/:token_id (18.9).
    route({
      method: 'GET',
      path: `${base}/:token_id`,
      access: readSource(type),
      handle: ({ context, args, subject }) => {
        const token = tokenOn(context, subject, args.token_id) ?? refuse(notFound(`${type} Access Token`));
        return ok(resourceToken(context, subject, token));
      },
    }),
    // POST {groups,projects}/:id/access_tokens: every refusal of the service is 400 with its text (18.9).
    route({
      method: 'POST',
      path: base,
      params: creation,
      access: readableSource(type),
      handle: ({ context, args, subject }) => {
        const level = args.access_level ?? 40;
        refuseCreation(context, subject, args.name, level);
        // A last day has to be sent, if only as null, which is the furthest one.
        if (args.expires_at === undefined && expiryEnforced(context)) refuse(badRequest('expires_at is missing'));
        const draft = {
          kind: type,
          user_id: 0,
          name: args.name,
          description: args.description ?? null,
          scopes: args.scopes,
          // A guess: null, unlike an absent one, is taken for the default also where a day has to be named.
          expires_at: args.expires_at ?? defaultExpiry(context),
          source_type: type,
          source_id: subject.row.id,
          previous_id: null,
        } as const;
        // The namespace of the bot is called as it is.
        const nameless = args.name.trim() === '' ? "Namespace name can't be blank and Name can't be blank" : undefined;
        const problem = nameless ?? tokenProblem(context, draft);
        if (problem !== undefined) refuseToken(context, subject, 'creation', args.name, problem);
        const bot = createBot(context, subject, args.name, level);
        const token = issueToken(context, { ...draft, user_id: bot.id });
        const scopes = token.scopes.join(', ');
        auditToken(
          context,
          subject,
          token,
          'created',
          `Created ${type} access token with token_id: ${token.id} with scopes: [${scopes}] and ${levelName(level)} access level.`,
        );
        return created(withSecret(resourceToken(context, subject, token), token));
      },
    }),
    // DELETE {groups,projects}/:id/access_tokens/:token_id: 404 comes before the right, whose lack is 400 (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:token_id`,
      access: readableSource(type),
      handle: ({ context, args, subject }) => {
        const token = tokenOn(context, subject, args.token_id) ?? refuse(notFound(`${type} Access Token`));
        if (!managesTokens(context, subject)) {
          refuseToken(context, subject, 'deletion', token.name, `${actor(context).name} cannot delete ${token.name}`);
        }
        revokeToken(context, token);
        dismissLater(context, token);
        auditToken(context, subject, token, 'deleted', `Revoked ${type} access token with token_id: ${token.id}`);
        return noContent();
      },
    }),
  ];
}

/** Access rule: the place, for those who manage its tokens; 401, not 403, for the others. */
export function managedSource(type: SourceType): (context: RequestContext, args: { readonly id: string }) => Source {
  return (context, args) => {
    const source = readableSource(type)(context, args);
    return managesTokens(context, source) ? source : refuse(unauthorized());
  };
}

/** Access rule: the place, for those who manage its tokens; auditors read those of projects, not of groups (18.9). */
function readSource(type: SourceType): (context: RequestContext, args: { readonly id: string }) => Source {
  return (context, args) => {
    const source = readableSource(type)(context, args);
    const audits = type === 'project' && context.user?.auditor === true;
    return audits || managesTokens(context, source) ? source : refuse(unauthorized());
  };
}

function refuseCreation(context: RequestContext, source: Source, name: string, level: number): void {
  // A token cannot make further tokens.
  if (!managesTokens(context, source) || actor(context).type === 'project_bot') {
    refuseToken(
      context,
      source,
      'creation',
      name,
      `User does not have permission to create ${source.type} access token`,
    );
  }
  if (!context.admin && levelOn(context, source) < level) {
    const reason = 'Access level of the token contains permissions not held by the creating user';
    refuseToken(context, source, 'creation', name, reason);
  }
}

/** What is refused is told in the audit log, too (POST and DELETE …/access_tokens, 18.9). */
function refuseToken(
  context: RequestContext,
  source: Source,
  what: 'creation' | 'deletion',
  name: string,
  reason: string,
): never {
  const event = `${source.type}_access_token_${what}_failed`;
  const custom_message = `Attempted ${what} of ${source.type} access token ${name} failed with message: ${reason}`;
  audit(context, { event, entity: entityOf(source), details: { custom_message } });
  return refuse(badRequest(reason));
}

/** The bot and its membership outlive its last token by a setting's days. */
function dismissLater(context: RequestContext, token: TokenRow): void {
  const { state } = context.platform;
  const name = 'inactive_resource_access_tokens_delete_after_days';
  schedule(context.platform, 'delete_user', token.user_id, numberSetting(state.settings, name, 30) * dayLength);
}

/** One line of the audit log about a token of a place. */
export function auditToken(
  context: RequestContext,
  source: Source,
  token: TokenRow,
  what: 'created' | 'deleted',
  text: string,
): void {
  const target = { id: token.id, type: 'PersonalAccessToken', details: token.name };
  const event = `${source.type}_access_token_${what}`;
  audit(context, { event, entity: entityOf(source), target, details: { custom_message: text } });
}
