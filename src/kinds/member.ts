import { atLeast } from '../base/version-order.ts';
import { scopePath } from '../address.ts';
import { kind } from '../kind.ts';
import type { Value } from '../model.ts';
import { accessLevelSchema, levelName, levelNumber, type AccessLevel } from './access-level.ts';
import { accessOf, accessProblems, normalAccess, roleSchema } from './custom-role.ts';

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
  /** Absent without a custom role: there is never a member_role_id (18.9). */
  readonly member_role?: { readonly id: number; readonly name: string } | null;
  /** Shown for members that come from a directory: whether their level was set by hand. */
  readonly override?: boolean;
};

/** The direct members of a group or project. */
export const members = kind<MemberSpec, LiveMember>({
  section: 'members',
  singular: 'member',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'username', short: 'access_level' },
  description: 'The users that are direct members of a group or project, and their access.',
  schema: {
    properties: {
      // A comma would make several of one.
      username: { type: 'string', pattern: '^[^\\s,]+$' },
      access_level: accessLevelSchema,
      role: roleSchema,
      expires_at: {
        type: ['string', 'null'],
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: 'The day on which the membership ends',
      },
    },
    anyOf: [{ required: ['access_level'] }, { required: ['role'] }],
  },
  key: (spec) => (spec.username ?? '').toLowerCase(),
  // Asked for every membership there is, which is why it is no spread.
  normal: (spec) => Object.assign({}, spec, normalAccess(spec)),
  check: (spec) => [...accessProblems(spec), ...noSuchDay(spec)],
  reads: (scope) => [{ path: `${scopePath(scope)}/members`, pages: true }],
  keeps: ['id', 'access_level', 'state'],
  decode(live, look) {
    const held = heldBecause(live);
    const role = live.member_role ?? null;
    const username = look.once(live.username);
    return {
      key: username.toLowerCase(),
      id: live.id,
      spec: {
        username,
        access_level: levelName(live.access_level),
        role: role === null ? null : (look.nameOf('member_roles', role.id) ?? role.name),
        expires_at: live.expires_at?.slice(0, 10) ?? null,
      },
      ...(held !== undefined && { held }),
    };
  },
  // POST {source}/members accepts member_role_id, though it is not described (18.9).
  create(entry, site) {
    const { level, roleId } = accessOf(entry.spec, site);
    const { username = entry.key, expires_at = null } = entry.spec;
    const body = {
      ...userOf(username, site.instance.version),
      ...(level !== undefined && { access_level: level }),
      ...(expires_at !== null && { expires_at }),
      ...(roleId !== undefined && { member_role_id: roleId }),
    };
    return [{ method: 'POST', path: `${site.at}/members`, body }];
  },
  // Of a list, who is unknown is dropped without a word; up to a hundred are taken, all in one transaction (POST {source}/members, 18.9).
  several: { field: 'username', most: 50 },
  // PUT {source}/members/:user_id wants the level every time; what is absent is kept, and null clears it (18.9).
  update(live, { names, entry: { spec } }, site) {
    const { level = live.access_level, roleId } = accessOf(spec, site);
    const body = {
      access_level: level,
      ...(names.has('expires_at') && { expires_at: spec.expires_at ?? null }),
      ...(names.has('role') && { member_role_id: roleId ?? null }),
    };
    return [{ method: 'PUT', path: `${site.at}/members/${live.id}`, body }];
  },
  // Without skip_subresources the user would lose every direct membership below, too (18.9).
  remove: (live, site) => [
    {
      method: 'DELETE',
      path: `${site.at}/members/${live.id}`,
      query: { skip_subresources: true },
      unlessModified: true,
    },
  ],
  // The creator of a group is its owner from the start, unless that is inherited, as it is below most groups (18.9).
  initial({ scope, instance: { me } }) {
    const isTop = scope.type === 'group' && !scope.path.includes('/');
    return isTop ? [{ id: me.id, username: me.username, access_level: levelNumber('owner') }] : [];
  },
  presumes({ key, spec: { username = key } }) {
    const remedy = 'check the spelling; who has never signed in may have to do so first';
    return { read: { path: '/users', query: { username } }, what: `user ${username}`, remedy };
  },
  grants: ({ username, access_level: level }, key) =>
    level === undefined ? undefined : { username: username ?? key, level: levelNumber(level) },
});

/** The schema sees the form of a date alone. */
function noSuchDay({ expires_at: day }: Partial<MemberSpec>) {
  if (typeof day !== 'string' || isDay(day)) return [];
  return [{ field: 'expires_at', message: `There is no ${day}`, remedy: 'Write a day of the calendar' }];
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Who becomes a member: POST {source}/members takes a username since 17.1, and only the user's number before. */
function userOf(username: string, version: string): { readonly [name: string]: Value } {
  if (atLeast(version, '17.1')) return { username };
  return { user_id: { $find: { read: { path: '/users', query: { username } }, field: 'id' } } };
}

/** Members that the platform gives or takes itself: it answers 403 to a removal, or sets them again (18.9). */
function heldBecause(live: LiveMember): string | undefined {
  if (/^(?:group|project)_\d+_bot/.test(live.username)) return 'a bot of an access token';
  // The name that the platform makes up; a service account with a name of its own looks like any user.
  if (/^service_account_(?:(?:group|project)_\d+_)?[0-9a-f]+$/.test(live.username)) return 'a service account';
  if (live.override === false) return 'a member from a directory';
  return undefined;
}
