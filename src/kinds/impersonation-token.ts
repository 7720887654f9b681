import { kind } from '../kind.ts';
import { tokenLifetime } from './token-lifetime.ts';
import { handsTokenOn } from './token-sink.ts';
import { userLookUps } from './user-look-ups.ts';
import {
  decodeUserToken,
  makesUserToken,
  ofEach,
  userTokenIdentity,
  userTokenReads,
  userTokenRules,
  userTokenSchema,
  type LiveUserToken,
  type UserTokenSpec,
} from './user-token.ts';

/**
 * Tokens by which administrators act as somebody else, who neither sees nor revokes them. Where the instance is configured without them, which
 * no read shows, they are made all the same, and are good for nothing (…/impersonation_tokens, 18.9; a guess by the platform's documentation).
 */
export const impersonationTokens = kind<UserTokenSpec, LiveUserToken>({
  section: 'impersonation_tokens',
  singular: 'impersonation_token',
  description:
    'Tokens by which administrators act as somebody else, who does not see them: whoever has one has the access of that user. Those of users who are not named here are left alone.',
  scopes: ['instance'],
  shape: { type: 'map', name: 'username', several: true },
  schema: userTokenSchema('the impersonation token'),
  identity: userTokenIdentity,
  reads: {
    ...userTokenReads,
    ofNamed: () => 'anybody',
    all: (_scope, keys) => ofEach(keys, { path: '/users/{id}/impersonation_tokens' }),
  },
  decode: decodeUserToken,
  calls: {
    shown: { always: ['id', 'name', 'user_id'] },
    create: (entry, context) => makesUserToken('/users/{user_id}/impersonation_tokens', entry, context),
    remove: ({ id, user_id: user }) => [{ method: 'DELETE', path: `/users/${user}/impersonation_tokens/${id}` }],
    beside: true,
    lookUps: userLookUps,
  },
  handsOn: handsTokenOn,
  latestEnd: tokenLifetime,
  // The token itself, whose scopes it names.
  admits: { there: 'lets-in', wider: { scopes: [] } },
  rules: userTokenRules,
  history: {
    allowsDuplicateKeys: true,
    madeAt: ({ created_at: at }) => at,
    // Guesses by the platform's source.
    events: {
      targets: ['PersonalAccessToken'],
      made: ['impersonation_token_created'],
      removed: ['impersonation_token_revoked'],
      changed: () => [],
      filedUnder: 'User',
    },
  },
});
