import { sourceOf } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { UserRow } from '../users/rows.ts';
import { globalId, numbersIn } from './global-id.ts';
import { ref, scalar } from './object-type.ts';
import type { ObjectType, Refused } from './object-type.ts';
import type { Ref } from './sources.ts';
import { pageOf } from './page.ts';

/** A user as anybody signed in may see one (UserCore, 18.9). */
export const userType: ObjectType<UserRow> = {
  id: scalar((_call, user) => globalId('User', user.id)),
  username: scalar((_call, user) => user.username),
  name: scalar((_call, user) => user.name),
  state: scalar((_call, user) => user.state),
  bot: scalar((_call, user) => user.type !== 'human'),
  human: scalar((_call, user) => user.type === 'human'),
  publicEmail: scalar((_call, user) => user.profile['public_email'] ?? ''),
  avatarUrl: scalar((_call, user) => user.profile['avatar_url'] ?? null),
  webPath: scalar((_call, user) => `/${user.username}`),
  webUrl: scalar((context, user) => `${context.platform.externalUrl}/${user.username}`),
};

/** The caller (Query.currentUser, 18.9). */
export const currentUserType: ObjectType<UserRow> = {
  ...userType,
  groupCount: scalar((context, user) => groupCount(context, user)),
};

/** Groups of one's own; what is below them is not counted. */
function groupCount(context: RequestContext, user: UserRow): number {
  const { state } = context.platform;
  const rows = state.membersByUser(user.id).filter((row) => row.source_type === 'group' && row.state === 'active');
  return new Set(rows.map((row) => sourceOf(state, 'group', row.source_id)?.row.id)).size;
}

/** Query.users: the newest first; names compare without case, and unknown ones are left out (18.9). */
export function usersPage(context: RequestContext, args: JsonObject): Ref | Refused {
  const ids = numbersIn('User', args['ids']);
  if (ids !== undefined && 'refused' in ids) return ids;
  const names = listOf(args['usernames'])?.map((name) => textOf(name).toLowerCase());
  const text = textOf(args['search']).toLowerCase();
  const rows = context.platform.state.users.all().filter((user) => {
    if (ids !== undefined && !ids.includes(user.id)) return false;
    if (names !== undefined && !names.includes(user.username.toLowerCase())) return false;
    return `${user.name}\n${user.username}`.toLowerCase().includes(text);
  });
  const order = [{ name: 'id', down: true, of: (user: UserRow) => user.id }];
  return ref(
    'UserCoreConnection',
    pageOf(rows, order, args, (user) => ref('UserCore', user)),
  );
}

/** GraphQL takes a single value for a list of one. */
function listOf(value: Json | undefined): readonly Json[] | undefined {
  if (value === undefined || value === null) return undefined;
  // Array.isArray widens a readonly list to any[].
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}
