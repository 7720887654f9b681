import { scopePath } from '../address.ts';
import { kind } from '../kind.ts';
import type { LiveObject } from '../model.ts';
import { levelField, levelName, levelNumber, type AccessLevel } from './access-level.ts';
import { noSuchDay } from './day.ts';
import { noSuchRotation, rotate } from './rotate.ts';
import { makesToken, tokenName, tokenScopes, type TokenSpec } from './token-fields.ts';
import { tokenDescription, tokenEnd, tokenLifetime } from './token-lifetime.ts';
import { handsTokenOn, tokenTo } from './token-sink.ts';

export type AccessTokenSpec = TokenSpec & {
  readonly access_level: AccessLevel;
  readonly description: string | null;
  readonly expires_at: string | null;
};

type LiveAccessToken = LiveObject & {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly access_level: number;
  readonly description?: string | null;
  readonly expires_at: string | null;
  readonly user_id: number;
  readonly created_at?: string;
};

/** All but those of administrators, and `read_user` (POST …/access_tokens, 18.9). */
const SCOPES = [
  ...['api', 'read_api', 'create_runner', 'manage_runner', 'k8s_proxy', 'self_rotate', 'mcp', 'granular'],
  ...['ai_features', 'ai_workflows', 'read_repository', 'write_repository', 'read_registry', 'write_registry'],
  ...['read_virtual_registry', 'write_virtual_registry', 'read_observability', 'write_observability'],
];

/** From the least to the most (POST …/access_tokens, 18.9). */
const LEVELS = ['guest', 'planner', 'reporter', 'developer', 'maintainer', 'owner'] as const;

/**
 * Access tokens of groups and projects, each with a bot of its own that is a member there. Nothing of one can be changed: another is made, and
 * it is revoked (…/access_tokens, 18.9).
 */
export const accessTokens = kind<AccessTokenSpec, LiveAccessToken>({
  section: 'access_tokens',
  singular: 'access_token',
  description: 'Tokens for the API and for git that belong to a group or project, and to no person.',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'name' },
  schema: {
    properties: {
      name: tokenName('What it is called, and what tells it from others that are good still.'),
      scopes: tokenScopes(SCOPES, 'What it may be used for.'),
      access_level: {
        ...levelField({ names: LEVELS }),
        'x-immutable': true,
        description: 'The access of its bot, which the caller has to have as well; Maintainer where it is left out.',
      },
      description: tokenDescription,
      expires_at: tokenEnd,
      rotate: rotate('the access token'),
      token_to: tokenTo('the access token'),
    },
    required: ['scopes', 'token_to'],
    oneOf: [{ required: ['expires_at'] }, { required: ['rotate'] }],
  },
  identity: {
    names: 'exact',
    key: ({ name = '' }) => name,
    normal: ({ access_level: level, description, ...rest }) => ({
      ...rest,
      ...(level !== undefined && { access_level: levelName(level) }),
      ...(description !== undefined && { description: description === '' ? null : description }),
    }),
  },
  reads: {
    // Revoked ones and those that have ended are listed for ever (GET …/access_tokens, 18.9).
    all: (scope) => [{ path: `${scopePath(scope)}/access_tokens`, query: { state: 'active' }, pages: true }],
    retainedFields: ['id', 'created_at'],
    tellsOwnToken: true,
  },
  decode({ id, name, scopes, access_level: level, description, expires_at: ends, user_id: bot }, { instance: { me } }) {
    return {
      key: name,
      id,
      spec: {
        name,
        scopes,
        access_level: levelName(level),
        ...{ description: description === undefined ? undefined : description || null },
        expires_at: ends,
        token_to: undefined,
        rotate: undefined,
      },
      // A bot has one token that is good; whoever asks with another one of it (rotated a moment ago) is that bot all the same.
      ...(bot === me.id && { readOnlyReason: 'the token of this very run' }),
    };
  },
  calls: {
    shown: { always: ['id', 'name'] },
    create({ key, spec }, { at }) {
      const { access_level: level, description, expires_at: ends } = spec;
      return makesToken(`${at}/access_tokens`, key, spec, {
        ...(typeof ends === 'string' && { expires_at: ends }),
        ...(level !== undefined && { access_level: levelNumber(level) }),
        ...(typeof description === 'string' && { description }),
      });
    },
    remove: ({ id }, { at }) => [{ method: 'DELETE', path: `${at}/access_tokens/${id}` }],
    beside: true,
  },
  handsOn: handsTokenOn,
  latestEnd: tokenLifetime,
  // The token itself, whose scopes and level it names.
  admits: { there: 'lets-in', wider: { scopes: [], access_level: LEVELS } },
  rules: { check: (spec) => [...noSuchDay(spec), ...noSuchRotation(spec)] },
  history: {
    allowsDuplicateKeys: true,
    madeAt: ({ created_at: at }) => at,
    // That of a new token of a group is recorded (18.9); the others are guesses by its name.
    events: {
      targets: ['PersonalAccessToken'],
      made: ['group_access_token_created', 'project_access_token_created'],
      removed: ['group_access_token_deleted', 'project_access_token_deleted'],
      changed: () => [],
    },
  },
});
