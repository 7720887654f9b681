import type { RequestContext } from '../http/request-context.ts';
import { personalToken, withSecret } from './entity.ts';
import type { Params } from '../http/params.ts';
import { created, message, refuse, type Reply } from '../http/reply.ts';
import type { UserRow } from '../users/rows.ts';
import { auditPersonal } from './rotation.ts';
import { defaultExpiry, issueToken, tokenProblem } from './rules.ts';

/** The parameters of a new personal token, but for its scopes. */
export const newToken = {
  name: { type: 'string', required: true },
  description: { type: 'string' },
  expires_at: { type: 'date' },
} as const satisfies Params;

interface Sent {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
  readonly scopes: readonly string[];
}

/** Issues a personal token, or refuses with 422 and what the model says. */
export function issuePersonal(context: RequestContext, user: UserRow, sent: Sent): Reply {
  const draft = {
    kind: 'personal',
    user_id: user.id,
    name: sent.name,
    description: sent.description ?? null,
    scopes: sent.scopes,
    expires_at: sent.expires_at ?? defaultExpiry(context),
    source_type: null,
    source_id: null,
    previous_id: null,
  } as const;
  const problem = tokenProblem(context, draft);
  if (problem !== undefined) refuse(message(422, problem));
  const token = issueToken(context, draft);
  auditPersonal(context, token, 'personal_access_token_issued', `Created personal access token with id ${token.id}`);
  return created(withSecret(personalToken(context, token), token));
}
