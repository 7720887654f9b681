import { grantOf, levelOn } from '../access.ts';
import type { Source } from '../access.ts';
import { actor, dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { resourceToken, withSecret } from '../entities/token.ts';
import { readableSource } from '../find.ts';
import { badRequest, message, notFound, ok, refuse, unauthorized } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { SourceType, TokenRow } from '../rows.ts';
import { auditToken, managesTokens, tokenOn } from './resource-tokens.ts';
import { issueToken, revokeToken, successorOf, tokenProblem } from './token-rules.ts';

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
      access: (call, args) => {
        if (actor(call).type !== 'project_bot') refuse(message(405, '405 Method Not Allowed'));
        return readableSource(type)(call, args);
      },
      handle: ({ call, args, subject }) => {
        const id = String(call.token?.id ?? '');
        const token = tokenOn(call, subject, id) ?? refuse(unauthorized());
        return rotate(call, subject, token, args.expires_at);
      },
    }),
    // POST {groups,projects}/:id/access_tokens/:token_id/rotate: only administrators learn that it is unknown (18.9).
    route({
      method: 'POST',
      path: `${base}/:token_id/rotate`,
      params: { expires_at: { type: 'date' } },
      access: readableSource(type),
      handle: ({ call, args, subject }) => {
        if (!managesTokens(call, subject)) refuse(unauthorized());
        const token = tokenOn(call, subject, args.token_id) ?? refuse(call.admin ? notFound() : unauthorized());
        if (token.revoked) refuse(badRequest('Token already revoked'));
        refuseHigher(call, subject, token);
        return rotate(call, subject, token, args.expires_at);
      },
    }),
  ];
}

function refuseHigher(call: Call, source: Source, token: TokenRow): void {
  const level = grantOf(call.world.state, dayOf(call), token.user_id, source)?.level ?? 0;
  if (!call.admin && levelOn(call, source) < level) {
    refuse(badRequest('Not eligible to rotate tokens with permissions not held by the user'));
  }
}

/** The old token is revoked and a new one issued; it answers 200, with a new id. */
function rotate(call: Call, source: Source, token: TokenRow, expiresAt: string | null | undefined): Reply {
  const draft = successorOf(call, token, expiresAt);
  const problem = tokenProblem(call, draft);
  if (problem !== undefined) refuse(badRequest(problem));
  revokeToken(call, token);
  const next = issueToken(call, draft);
  const text = `Rotated ${source.type} access token with token_id: ${token.id}, new token_id: ${next.id}`;
  auditToken(call, source, next, 'rotated', text);
  return ok(withSecret(resourceToken(call, source, next), next));
}
