import { scopePath } from '../address.ts';
import { isList, isMap } from '../base/shape.ts';
import type { Batches } from '../batches.ts';
import type { Json, JsonObject, LiveObject } from '../model.ts';
import type { Nature, ReviewFacts, UserFacts } from '../review-facts.ts';
import { reviewBatches } from './member-batches.ts';
import { robotKind } from './robot-names.ts';

/** Anybody's presence will do: the second page says that there are more. A project tells its shares itself. */
const LENT =
  'query($ids: [ID!]) { scopes: groups(ids: $ids) { nodes { id rows: groupMembers(relations: [SHARED_FROM_GROUPS], first: 1) { nodes { id } pageInfo { hasNextPage } } } } }';

/** Whether a group has anybody by a share; members of invited groups are told there in lowered levels (Group.groupMembers, 18.9). */
const lent: Batches = { queries: { group: LENT }, rows: (nodes) => nodes };

/** How GitLab shows who may do what (18.9). */
export const reviewFacts: ReviewFacts = {
  users: {
    // Its own users, such as the ghost, are left out (GET /users, 18.9).
    all: { path: '/users', query: { exclude_internal: true, order_by: 'id', sort: 'asc' }, pages: true },
    of: userOf,
  },
  seats: {
    // Of groups at the top, for Owners, with a licence: 400 for others (GET /groups/:id/billable_members, 18.9).
    in: (group) => ({ path: `${scopePath({ type: 'group', path: group })}/billable_members`, pages: true }),
    of: (row) => ({
      billable: true,
      created: text(row['created_at']),
      lastActivity: timeOrNull(row['last_activity_on']),
      lastSignIn: timeOrNull(row['last_login_at']),
    }),
  },
  members: {
    batches: reviewBatches,
    lent,
    made: ({ created_at: at, created_by: by }) => ({ at: text(at), by: isMap(by) ? text(by['username']) : undefined }),
    user: userOf,
  },
  ownerOf: ({ owner }) => (isMap(owner) && typeof owner['id'] === 'number' ? owner['id'] : undefined),
  projectsBelow: (group) => ({
    path: `${scopePath({ type: 'group', path: group })}/projects`,
    query: { include_subgroups: true, with_shared: false, order_by: 'id', sort: 'asc' },
    pages: true,
  }),
  tokens: {
    // Those of bots and service accounts, and those by which administrators act as others, are among them (GET /personal_access_tokens, 18.9).
    all: { path: '/personal_access_tokens', query: { state: 'active' }, pages: true },
    // On its last day a token is neither active nor inactive (GET /personal_access_tokens, 18.9).
    spent: (since, tomorrow) =>
      [{ revoked: true }, { expires_before: tomorrow }].map((which) => ({
        path: '/personal_access_tokens',
        query: { ...which, last_used_after: `${since}T00:00:00Z` },
        pages: true,
      })),
    in: (scope) => ({ path: `${scopePath(scope)}/access_tokens`, query: { state: 'active' }, pages: true }),
    of({ user_id: user, name, scopes, created_at: created, expires_at: ends, last_used_at: used }) {
      if (typeof user !== 'number' || typeof name !== 'string' || typeof created !== 'string') return undefined;
      const all = isList(scopes) ? scopes.flatMap((scope) => text(scope) ?? []) : [];
      return { user, name, scopes: all, created, ends: text(ends) ?? null, lastUsed: text(used) ?? null };
    },
    placeOf(username) {
      const [, type, id] = /^(group|project)_(\d+)_bot/.exec(username) ?? [];
      return type === 'group' || type === 'project' ? { type, id: Number(id) } : undefined;
    },
  },
};

function userOf(row: LiveObject): UserFacts | undefined {
  const { id, username, state } = row;
  if (typeof id !== 'number' || typeof username !== 'string' || typeof state !== 'string') return undefined;
  return {
    ...{ id, username, state, name: text(row['name']), nature: natureOf(username, row['bot']) },
    ...{ admin: flag(row['is_admin']), auditor: flag(row['is_auditor']), external: flag(row['external']) },
    ...{ twoFactor: flag(row['two_factor_enabled']), billable: flag(row['using_license_seat']) },
    // In a row of members these are the membership's.
    ...('is_admin' in row && { created: text(row['created_at']), createdBy: creatorOf(row) }),
    lastActivity: timeOrNull(row['last_activity_on']),
    lastSignIn: timeOrNull(row['current_sign_in_at'] ?? row['last_sign_in_at']),
  };
}

function creatorOf({ created_by: by }: JsonObject): string | undefined {
  return isMap(by) ? text(by['username']) : undefined;
}

/** A service account with a name of its own is shown as a bot is (GET /users, 18.9). */
function natureOf(username: string, bot: Json | undefined): Nature {
  const robot = robotKind(username);
  if (robot !== undefined) return robot === 'a service account' ? 'service account' : 'bot';
  return bot === true ? 'bot or service account' : 'person';
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function flag(value: Json | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Null says never; a field that is not there says nothing. */
function timeOrNull(value: Json | undefined): string | null | undefined {
  return value === null ? null : text(value);
}
