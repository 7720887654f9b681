import { scopePath } from '../address.ts';
import { isList } from '../base/shape.ts';
import { kind } from '../kind.ts';
import type { LiveObject } from '../model.ts';
import { levelField, levelName, levelNumber, type AccessLevel } from './access-level.ts';
import { daySchema, noSuchDay } from './day.ts';
import { accessOf, accessProblems, grantOf, levelOfRole, normalAccess, roleSchema } from './custom-role.ts';
import { isSynced, memberBatches } from './member-batches.ts';
import { minimalBelowTop } from './minimal-access.ts';
import { calledByThen, PEOPLE, userNamed } from './people-named.ts';
import { robotKind } from './robot-names.ts';
import { userLookUps } from './user-look-ups.ts';

export type MemberSpec = {
  readonly username: string;
  readonly access_level: AccessLevel;
  readonly role: string | null;
  readonly expires_at: string | null;
};

type LiveMember = {
  readonly id: number;
  readonly username: string;
  readonly access_level: number;
  readonly expires_at?: string | null;
  /** Whether the user is active: people who are blocked are no owners to count on. */
  readonly state?: string;
  /** Whether the membership counts; shown to who may see it (18.9). */
  readonly membership_state?: string;
  /** Absent without a custom role: there is never a member_role_id (18.9). */
  readonly member_role?: { readonly id: number; readonly name: string } | null;
  /** Shown for members that come from a directory: whether their level was set by hand. */
  readonly override?: boolean;
};

/** The direct members of a group or project. */
export const members = kind<MemberSpec, LiveMember>({
  section: 'members',
  singular: 'member',
  description: 'The users that are direct members of a group or project, and their access.',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'username', short: 'access_level' },
  schema: {
    properties: {
      // A comma would make several of one; an @ stands before a name that is mentioned, and in mail addresses.
      username: {
        type: 'string',
        pattern: '^[^\\s,@]+$',
        'x-form': 'the username alone, without an @ or a domain',
        description: 'The user, by name.',
        'x-names': PEOPLE,
      },
      // Minimal access needs a licence: 400 on Free (POST {source}/members, 18.9).
      access_level: levelField({ needs: { minimal: { 'x-tier': 'premium' } } }),
      role: roleSchema,
      expires_at: { ...daySchema, description: 'The day on which the membership ends', 'x-ends': true },
    },
    anyOf: [{ required: ['access_level'] }, { required: ['role'] }],
  },
  identity: {
    // Nobody is called SU1 where somebody is called su1 (POST /users, 18.9).
    names: 'folded',
    numberOfAnother: true,
    key: (spec) => (spec.username ?? '').toLowerCase(),
    // Asked for every membership there is, which is why it is no spread.
    normal: (spec) => Object.assign({}, spec, normalAccess(spec)),
  },
  reads: {
    all: (scope) => [{ path: `${scopePath(scope)}/members`, pages: true }],
    batches: memberBatches,
    retainedFields: ['id', 'access_level'],
    // DELETE /groups/:id/members/:user_id answers 403 of those whom this very group has made, and of no others; groups at the top alone
    // make any, with a licence, and tell their Owners (GET /groups/:id/service_accounts, 18.9).
    heldFrom: (scope, { enterprise }) =>
      enterprise && scope.type === 'group' && !scope.path.includes('/')
        ? {
            list: { path: `${scopePath(scope)}/service_accounts`, pages: true },
            what: 'a service account of this group',
          }
        : undefined,
    // The creator of a group is its direct owner from the start, below a group that it owns as well (POST /groups, 18.9).
    initial: ({ scope, instance: { me } }) =>
      scope.type === 'group' ? [{ id: me.id, username: me.username, access_level: levelNumber('owner') }] : [],
  },
  decode(live, context) {
    const robot = robotKind(live.username);
    const held = robot ?? (live.override === false ? 'a member from a directory' : undefined);
    const dormant = dormantBecause(live);
    const role = live.member_role ?? null;
    const username = context.intern(calledByThen(live.id, live.username, context));
    return {
      key: username.toLowerCase(),
      id: live.id,
      spec: {
        username,
        access_level: levelName(live.access_level),
        role: role === null ? null : (context.nameOf('member_roles', role.id) ?? role.name),
        expires_at: live.expires_at?.slice(0, 10) ?? null,
      },
      ...(held !== undefined && { readOnlyReason: held }),
      ...(robot !== undefined && { robot: true as const }),
      ...(dormant !== undefined && { dormant }),
    };
  },
  calls: {
    shown: { always: ['id', 'access_level'] },
    // POST {source}/members accepts member_role_id, though it is not described (18.9).
    create(entry, context) {
      const { level, roleId } = accessOf(entry.spec, context);
      const { username = entry.key, expires_at = null } = entry.spec;
      const body = {
        user_id: userNamed(username, context),
        ...(level !== undefined && { access_level: level }),
        ...(expires_at !== null && { expires_at }),
        ...(roleId !== undefined && { member_role_id: roleId }),
      };
      return [{ method: 'POST', path: `${context.at}/members`, body }];
    },
    // Of a list, who is unknown is dropped without a word; up to a hundred are taken, all in one transaction (POST {source}/members, 18.9).
    batch: { field: 'user_id', most: 50 },
    // PUT {source}/members/:user_id wants the level every time; what is absent is kept, and null clears it (18.9).
    update(live, { names, entry: { spec } }, context) {
      const { level = live.access_level, roleId } = accessOf(spec, context);
      const body = {
        access_level: level,
        ...(names.has('expires_at') && { expires_at: spec.expires_at ?? null }),
        ...(names.has('role') && { member_role_id: roleId ?? null }),
      };
      return [{ method: 'PUT', path: `${context.at}/members/${live.id}`, body }];
    },
    // Without skip_subresources the user would lose every direct membership below, too (18.9).
    remove: (live, context) => [
      {
        method: 'DELETE',
        path: `${context.at}/members/${live.id}`,
        query: { skip_subresources: true },
        unlessModified: true,
      },
    ],
    lookUps: userLookUps,
  },
  rules: {
    check: (spec, scope) => [...accessProblems(spec), ...noSuchDay(spec), ...minimalBelowTop(spec, scope)],
  },
  history: {
    events: {
      targets: ['User'],
      made: ['member_created'],
      removed: ['member_destroyed'],
      changed: () => ['member_updated'],
      // One event tells of level, role and expiry, whichever has changed (18.9).
      isOf: ({ from, to, expiry_from: before, expiry_to: since }, field) =>
        field === 'expires_at' ? before === undefined || before !== since : from === undefined || from !== to,
      isChange: (name) => name === 'member_updated',
      // Nobody has seen what the import of members into a project leaves, nor what a sync does (GET /audit_events, 18.9).
      complete: { scopes: ['group'], isUntold: (group) => isSynced(group) || isSyncedAtSignIn(group) },
    },
  },
  access: {
    // A service account with a name of its own is no human; who is no administrator sees no `bot`, but may filter (GET /users, 18.9).
    // Blocked, banned and deactivated users are taken as members like any other (POST {source}/members, 18.9).
    person: (username) => ({ path: '/users', query: { username, humans: true, active: true }, unpaged: true }),
    // What is inherited or comes by a share is in …/all alone, each user with the highest level; 404 for who is nothing (18.9).
    ownershipReads: (userId, scope) => ({
      own: { path: `${scopePath(scope)}/members/${userId}`, mayBeMissing: true },
      total: { path: `${scopePath(scope)}/members/all/${userId}`, mayBeMissing: true },
    }),
    // Each user once, with the highest level; the base of a custom role is its level (GET {source}/members/all, 18.9).
    everybody: {
      read: (scope) => ({ path: `${scopePath(scope)}/members/all`, pages: true }),
      level: ({ access_level: level }) => level,
      // To a group that it is invited to its own members come alone, and nobody who inherits from above (Sharing projects and groups, 18.9).
      invitedTo: (scope) => ({
        read: { path: `${scopePath(scope)}/projects/shared`, pages: true },
        path: 'path_with_namespace',
      }),
    },
    follows: levelOfRole,
    grants: (spec, key, find) => grantOf(spec, find, { username: spec.username ?? key, ends: spec.expires_at }),
  },
});

/** Whether people come and go by what an identity provider says when they sign in. */
function isSyncedAtSignIn({ saml_group_links: links }: LiveObject): boolean {
  return isList(links) && links.length > 0;
}

/** Blocked and deactivated users, and memberships that wait for somebody, give access to nobody (18.9). */
function dormantBecause({ state, membership_state: membership }: LiveMember): string | undefined {
  if (state !== undefined && state !== 'active') return state;
  return membership === 'awaiting' ? 'waiting' : undefined;
}
