import { grantOf, levelOn } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import { actor, dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { resourceToken, withSecret } from './entity.ts';
import { readableSource } from '../access/find.ts';
import { badRequest, message, notFound, ok, refuse, unauthorized } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { TokenRow } from './rows.ts';
import type { SourceType } from '../members/rows.ts';
import { managesTokens, tokenOn } from './resource-tokens.ts';
import { issueToken, revokeToken, successorOf, tokenProblem } from './rules.ts';

export const resourceTokenRotationRoutes = [...rotationsOf('group'), ...rotationsOf('project')];

function rotationsOf(type: SourceType) {
  const base = `/${type}s/:id/access_tokens` as const;
  return [
    // POST {groups,projects}/:id/access_tokens/self/rotate: the token itself asks; 405 for any other kind (18.9).
    route({
      method: 'POST',
      path: `${base}/self/rotate`,
      since: '17.9',
      scopes: ['self_rotate'],
      params: { expires_at: { type: 'date' } },
      access: (context, args) => {
        if (actor(context).type !== 'project_bot') refuse(message(405, '405 Method Not Allowed'));
        return readableSource(type)(context, args);
      },
      handle: ({ context, args, subject }) => {
        const id = String(context.token?.id ?? '');
        const token = tokenOn(context, subject, id) ?? refuse(unauthorized());
        return rotate(context, subject, token, args.expires_at);
      },
    }),
    // POST {groups,projects}/:id/access_tokens/:token_id/rotate: only administrators learn that it is unknown (18.9).
    route({
      method: 'POST',
      path: `${base}/:token_id/rotate`,
      params: { expires_at: { type: 'date' } },
      access: readableSource(type),
      handle: ({ context, args, subject }) => {
        // A token rotates no other one.
        if (!managesTokens(context, subject) || actor(context).type === 'project_bot') refuse(unauthorized());
        const token = tokenOn(context, subject, args.token_id) ?? refuse(context.admin ? notFound() : unauthorized());
        if (token.revoked) refuse(badRequest('Token already revoked'));
        refuseHigher(context, subject, token);
        return rotate(context, subject, token, args.expires_at);
      },
    }),
  ];
}

function refuseHigher(context: RequestContext, source: Source, token: TokenRow): void {
  const level = grantOf(context.platform.state, dayOf(context), token.user_id, source)?.level ?? 0;
  if (!context.admin && levelOn(context, source) < level) {
    refuse(badRequest('Not eligible to rotate tokens with permissions not held by the user'));
  }
}

/** The old token is revoked and a new one issued; it answers 200, with a new id. */
function rotate(context: RequestContext, source: Source, token: TokenRow, expiresAt: string | null | undefined): Reply {
  const draft = successorOf(context, token, expiresAt);
  const problem = tokenProblem(context, draft);
  if (problem !== undefined) refuse(badRequest(problem));
  revokeToken(context, token);
  const next = issueToken(context, draft);
  auditRotation(context, source, token, next);
  return ok(withSecret(resourceToken(context, source, next), next));
}

/** A rotation does not stand in the list of the place (18.9). A guess: that it stands in that of the bot. */
function auditRotation(context: RequestContext, source: Source, token: TokenRow, next: TokenRow): void {
  const row = context.platform.state.users.get(token.user_id);
  if (row === undefined) return;
  const target = { id: next.id, type: 'PersonalAccessToken', details: next.name };
  const text = `Rotated ${source.type} access token with token_id: ${token.id}, new token_id: ${next.id}`;
  const event = `${source.type}_access_token_rotated`;
  audit(context, { event, entity: { type: 'User', row }, target, details: { custom_message: text } });
}
