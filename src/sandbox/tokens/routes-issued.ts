import { actor, requireAdmin } from '../http/request-context.ts';
import { findUser } from '../access/find.ts';
import { route } from '../http/route.ts';
import { allScopes } from './scopes.ts';
import { inDays } from './rules.ts';
import { newToken, issuePersonal } from './issue.ts';

export const issuedTokenRoutes = [
  // POST /users/:user_id/personal_access_tokens: by administrators, for anyone; others are refused whatever they send (18.9).
  route({
    method: 'POST',
    path: '/users/:user_id/personal_access_tokens',
    params: {
      user_id: { type: 'integer', required: true },
      ...newToken,
      scopes: { type: 'strings', required: true, values: allScopes },
    },
    before: requireAdmin,
    access: (context, args) => findUser(context, args.user_id),
    handle: ({ context, args, subject }) => issuePersonal(context, subject, args),
  }),
  // POST /user/personal_access_tokens: for oneself, with two harmless scopes, for a day (18.9).
  route({
    method: 'POST',
    path: '/user/personal_access_tokens',
    params: { ...newToken, scopes: { type: 'strings', required: true, values: ['k8s_proxy', 'self_rotate'] } },
    access: actor,
    handle: ({ context, args, subject }) =>
      issuePersonal(context, subject, { ...args, expires_at: args.expires_at ?? inDays(context, 1) }),
  }),
];
