import { actor, requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { personalToken, withSecret } from '../entities/token.ts';
import { findUser } from '../find.ts';
import type { Params } from '../params.ts';
import { created, message, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { UserRow } from '../rows.ts';
import { allScopes } from '../token-scopes.ts';
import { auditPersonal } from './personal-tokens.ts';
import { defaultExpiry, inDays, issueToken, tokenProblem } from './token-rules.ts';

/** The parameters of a new personal token, but for its scopes. */
export const newToken = {
  name: { type: 'string', required: true },
  description: { type: 'string' },
  expires_at: { type: 'date' },
} as const satisfies Params;

export const issuedTokenRoutes = [
  // POST /users/:user_id/personal_access_tokens: by administrators, for anyone (18.9).
  route({
    method: 'POST',
    path: '/users/:user_id/personal_access_tokens',
    params: {
      user_id: { type: 'integer', required: true },
      ...newToken,
      scopes: { type: 'strings', required: true, values: allScopes },
    },
    access: (call, args) => {
      requireAdmin(call);
      return findUser(call, args.user_id);
    },
    handle: ({ call, args, subject }) => issuePersonal(call, subject, args),
  }),
  // POST /user/personal_access_tokens: for oneself, with two harmless scopes, for a day (18.9).
  route({
    method: 'POST',
    path: '/user/personal_access_tokens',
    params: { ...newToken, scopes: { type: 'strings', required: true, values: ['k8s_proxy', 'self_rotate'] } },
    access: actor,
    handle: ({ call, args, subject }) =>
      issuePersonal(call, subject, { ...args, expires_at: args.expires_at ?? inDays(call, 1) }),
  }),
];

interface Sent {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
  readonly scopes: readonly string[];
}

/** Issues a personal token, or refuses with 422 and what the model says. */
export function issuePersonal(call: Call, user: UserRow, sent: Sent): Reply {
  const draft = {
    kind: 'personal',
    user_id: user.id,
    name: sent.name,
    description: sent.description ?? null,
    scopes: sent.scopes,
    expires_at: sent.expires_at ?? defaultExpiry(call),
    source_type: null,
    source_id: null,
    previous_id: null,
  } as const;
  const problem = tokenProblem(call, draft);
  if (problem !== undefined) refuse(message(422, problem));
  const token = issueToken(call, draft);
  auditPersonal(call, token, 'personal_access_token_issued', `Created personal access token with id ${token.id}`);
  return created(withSecret(personalToken(call, token), token));
}
