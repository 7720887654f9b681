import { scopePath } from '../address.ts';
import { kind } from '../kind.ts';
import { belowTheTop, isBelowTheTop } from './service-account-places.ts';
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

/** Tokens of people and of service accounts: nothing of one can be changed, so that another is made, and it is revoked. */
export const personalAccessTokens = kind<UserTokenSpec, LiveUserToken>({
  section: 'personal_access_tokens',
  singular: 'personal_access_token',
  description:
    'Tokens that act as a user: on the instance as anybody, in a group at the top as one of its service accounts. Those of users who are not named here are left alone.',
  scopes: ['instance', 'group'],
  shape: { type: 'map', name: 'username', several: true },
  schema: userTokenSchema('the personal access token'),
  identity: userTokenIdentity,
  reads: {
    ...userTokenReads,
    ofNamed: ({ type }) => (type === 'instance' ? 'anybody' : 'service accounts of its own'),
    offered: (scope) => !isBelowTheTop(scope),
    all: (scope, keys) =>
      scope.type === 'instance'
        ? // Administrators are shown both sorts in one list, in which no row tells its own: those of the first list are none of these (18.9).
          [...ofEach(keys, { path: '/users/{id}/impersonation_tokens' }), ...ofEach(keys, OF_ANYBODY)]
        : ofEach(keys, { path: `${scopePath(scope)}/service_accounts/{id}/personal_access_tokens` }),
  },
  decode: (live) => (live.impersonation === true ? undefined : decodeUserToken(live)),
  calls: {
    shown: { always: ['id', 'name', 'user_id'] },
    create: (entry, context) => {
      const list =
        context.scope.type === 'instance'
          ? '/users/{user_id}/personal_access_tokens'
          : `${context.at}/service_accounts/{user_id}/personal_access_tokens`;
      return makesUserToken(list, entry, context);
    },
    remove: ({ id, user_id: user }, { scope, at }) => [
      {
        method: 'DELETE',
        path:
          scope.type === 'instance'
            ? `/personal_access_tokens/${id}`
            : `${at}/service_accounts/${user}/personal_access_tokens/${id}`,
      },
    ],
    beside: true,
    lookUps: userLookUps,
  },
  handsOn: handsTokenOn,
  latestEnd: tokenLifetime,
  // The token itself, whose scopes it names.
  admits: { there: 'lets-in', wider: { scopes: [] } },
  rules: { check: (spec, scope) => [...userTokenRules.check(spec), ...belowTheTop(scope)] },
  history: {
    allowsDuplicateKeys: true,
    madeAt: ({ created_at: at }) => at,
    // Guesses by the platform's source.
    events: {
      targets: ['PersonalAccessToken'],
      made: ['personal_access_token_issued'],
      removed: ['personal_access_token_revoked'],
      changed: () => [],
      filedUnder: 'User',
    },
  },
});

const OF_ANYBODY = { path: '/personal_access_tokens', query: { user_id: '{id}' } };
