import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { personalToken, withSecret } from './entity.ts';
import { badRequest, ok, refuse, type Reply } from '../http/reply.ts';
import type { TokenRow } from './rows.ts';
import { issueToken, revokeToken, successorOf, tokenProblem } from './rules.ts';

/** The old token is revoked and a new one issued to the same user; 200, with the new token's value. */
export function rotatePersonal(context: RequestContext, token: TokenRow, expiresAt: string | null | undefined): Reply {
  if (token.revoked) refuse(badRequest('Token already revoked'));
  const draft = successorOf(context, token, expiresAt);
  const problem = tokenProblem(context, draft);
  if (problem !== undefined) refuse(badRequest(problem));
  revokeToken(context, token);
  const next = issueToken(context, draft);
  const text = `Rotated personal access token with id ${token.id}, new id ${next.id}`;
  auditPersonal(context, next, 'personal_access_token_rotated', text);
  return ok(withSecret(personalToken(context, next), next));
}

/** One line of the audit log about a user's token. */
export function auditPersonal(context: RequestContext, token: TokenRow, event: string, text: string): void {
  const row = context.platform.state.users.get(token.user_id);
  if (row === undefined) return;
  const target = { id: token.id, type: 'PersonalAccessToken', details: token.name };
  audit(context, { event, entity: { type: 'User', row }, target, details: { custom_message: text } });
}
