import type { CallContext, EntrySchema, Fault, Identity, Reads } from '../kind.ts';
import type { Call, Declared, Entry, LiveObject } from '../model.ts';
import type { Read } from '../read.ts';
import { noSuchDay } from './day.ts';
import { PEOPLE, userNamed } from './people-named.ts';
import { robotKind } from './robot-names.ts';
import { noSuchRotation, rotate } from './rotate.ts';
import { makesToken, tokenName, tokenScopes, type TokenSpec } from './token-fields.ts';
import { tokenDescription, tokenEnd } from './token-lifetime.ts';
import { tokenTo } from './token-sink.ts';
import { userCalled } from './user-read.ts';

/** A token that acts as a user. */
export type UserTokenSpec = TokenSpec & {
  readonly username: string;
  readonly description: string | null;
  readonly expires_at: string | null;
};

/** A row of a list of tokens, with the name by which its user was looked for: the answer to a call tells their number alone. */
export type LiveUserToken = LiveObject & {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly user_id: number;
  readonly expires_at: string | null;
  readonly username?: string;
  readonly description?: string | null;
  readonly created_at?: string;
  /** Shown by the lists of these alone. */
  readonly impersonation?: boolean;
  readonly named?: { readonly self?: { readonly id: number } | null };
};

/** Those of all that a user can have (POST /users/:id/personal_access_tokens, 18.9). */
const SCOPES = [
  ...['api', 'read_user', 'read_api', 'create_runner', 'manage_runner', 'k8s_proxy', 'self_rotate', 'mcp', 'granular'],
  ...['ai_features', 'ai_workflows', 'read_repository', 'write_repository', 'read_registry', 'write_registry'],
  ...['read_virtual_registry', 'write_virtual_registry', 'read_observability', 'write_observability'],
  ...['sudo', 'admin_mode', 'read_service_ping'],
];

/** The fields of a token of a user; `made` is what is made anew in time: "the personal access token". */
export function userTokenSchema(made: string): EntrySchema<UserTokenSpec> {
  return {
    properties: {
      username: {
        type: 'string',
        pattern: '^[^\\s,@/]+$',
        'x-form': 'the username alone, without an @ or a domain',
        description: 'The user whom it acts as.',
        'x-names': PEOPLE,
      },
      name: tokenName('What it is called, and what tells it from others of its user that are good still.'),
      scopes: tokenScopes(
        SCOPES,
        'What it may be used for. Of an administrator, `admin_mode` does what administrators may, and `sudo` acts as anybody.',
      ),
      description: tokenDescription,
      expires_at: tokenEnd,
      rotate: rotate(made),
      token_to: tokenTo(made),
    },
    required: ['name', 'scopes', 'token_to'],
    oneOf: [{ required: ['expires_at'] }, { required: ['rotate'] }],
  };
}

/** `robot/deploy`: a username has no slash, so that what comes before the first one is all of it. */
export const userTokenIdentity: Identity<UserTokenSpec> = {
  names: 'exact',
  key: ({ username, name = '' }) => keyOf(username, name),
  normal: ({ username, description, ...rest }) => ({
    ...rest,
    // Nobody is called SU1 where somebody is called su1 (POST /users, 18.9).
    ...(username !== undefined && { username: username.toLowerCase() }),
    ...(description !== undefined && { description: description === '' ? null : description }),
  }),
};

/** What the reads of these have in common: a list for each user who is named, and which token asks, where that is one of these. */
export const userTokenReads: Pick<
  Reads<LiveUserToken, keyof LiveUserToken & string>,
  'rows' | 'named' | 'retainedFields' | 'tellsOwnToken'
> = {
  // No row tells what its user is called.
  rows: (row, { of }) => [{ ...row, username: String(of?.query?.['username']) }],
  named: ({ user_id: user }, { me }) => (user === me.id ? { self: { path: '/personal_access_tokens/self' } } : NOBODYS),
  retainedFields: ['id', 'user_id', 'created_at'],
  tellsOwnToken: true,
};

const NOBODYS: { readonly [name: string]: Read } = {};

/** One of these lists for each of the users whom the keys name; in its path or query `{id}` stands for their number. */
export function ofEach(keys: readonly string[], list: Pick<Read, 'path' | 'query'>): readonly Read[] {
  const users = new Set(keys.map((key) => key.slice(0, Math.max(0, key.indexOf('/')))));
  // Revoked ones and those that have ended are listed for ever (GET …/personal_access_tokens and …/impersonation_tokens, 18.9).
  return [...users].map((username) => ({
    ...list,
    query: { ...list.query, state: 'active' },
    pages: true,
    of: userCalled(username),
  }));
}

/** A token of a user in the words of the YAML. A user may have many: the one that asks is known by its number. */
export function decodeUserToken({ id, name, scopes, username, ...live }: LiveUserToken): Entry<UserTokenSpec> {
  const { description, expires_at: ends, named } = live;
  return {
    key: keyOf(username, name),
    id,
    spec: {
      username: username?.toLowerCase(),
      name,
      scopes,
      description: description === undefined ? undefined : description || null,
      expires_at: ends,
      token_to: undefined,
      rotate: undefined,
    },
    ...(named?.self?.id === id && { readOnlyReason: 'the token of this very run' }),
  };
}

/** The call that makes a token in a list such as `/users/{user_id}/personal_access_tokens`. */
export function makesUserToken(
  list: string,
  { key, spec }: Declared<UserTokenSpec>,
  context: Pick<CallContext, 'find'>,
): readonly Call[] {
  const [user = ''] = key.split('/');
  const { username = user, name = key.slice(user.length + 1), description, expires_at: ends } = spec;
  return makesToken(list, name, spec, {
    user_id: userNamed(username, context),
    ...(typeof ends === 'string' && { expires_at: ends }),
    ...(typeof description === 'string' && { description }),
  });
}

/** What is wrong with such a token by itself. */
export const userTokenRules = {
  check: (spec: Partial<UserTokenSpec>) => [...ofBot(spec), ...noSuchDay(spec), ...noSuchRotation(spec)],
};

/** The token of a bot is that of a group or project: it is in the list of its user as well (GET /personal_access_tokens, 18.9). */
function ofBot({ username = '' }: Partial<UserTokenSpec>): readonly Fault[] {
  const robot = robotKind(username);
  if (robot !== 'a bot of an access token') return [];
  return [
    {
      field: 'username',
      message: `${username} is ${robot}, whose token is one of its group or project`,
      remedy: 'declare it there, in `access_tokens`',
    },
  ];
}

function keyOf(username: string | undefined, name: string): string {
  return `${username?.toLowerCase() ?? ''}/${name}`;
}
