import { atLeast } from '../base/version-order.ts';
import { kind } from '../kind.ts';
import { scopePath } from '../address.ts';
import type { Call, Value } from '../model.ts';
import { levelField, levelName, levelNumber, type AccessLevel } from './access-level.ts';
import { LEVEL_NAMES } from '../access-levels.ts';
import { graphqlCall } from './graphql-call.ts';
import { isHosted } from './hosted-offering.ts';
import { holderRead, holders, roleReads, roleRows } from './member-role-read.ts';
import { lackingPermissions, meantPermission, permissionSchema } from './permissions.ts';

export type MemberRoleSpec = {
  readonly name: string;
  readonly base: AccessLevel;
  readonly description: string | null;
  readonly permissions: readonly string[];
};

type LiveRole = {
  readonly id: number;
  readonly name: string;
  readonly description?: string | null;
  readonly base_access_level: number;
  /** Every permission that this version knows, as a flag. */
  readonly [permission: string]: boolean | number | string | null;
};

/** What a role is called once another has taken its place, until nothing refers to it any more. */
const SUPERSEDED = ' (replaced by Keelson)';

/** The mutation exists since 16.5, with permissions since 16.8; the base level can be changed by nothing. */
const UPDATE =
  'mutation($input: MemberRoleUpdateInput!) { memberRoleUpdate(input: $input) { errors memberRole { id } } }';

/** Custom roles: of the instance where it is self-managed, of root groups in the hosted offering. */
export const memberRoles = kind<MemberRoleSpec, LiveRole>({
  section: 'member_roles',
  singular: 'member_role',
  description: 'Custom roles, which add permissions to an access level.',
  scopes: ['instance', 'group'],
  tier: 'ultimate',
  shape: { type: 'map', name: 'name' },
  schema: {
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 255, description: 'What the role is called.' },
      // The model accepts no custom role on minimal access or on Owner through this API (18.9).
      base: {
        ...levelField({ names: ['guest', 'planner', 'reporter', 'security_manager', 'developer', 'maintainer'] }),
        'x-immutable': true,
        description: 'The access level that the role stands on.',
      },
      description: { type: ['string', 'null'], description: 'What the role is for.' },
      permissions: {
        type: 'array',
        items: permissionSchema,
        'x-set': true,
        description: 'What the role may do beyond its level, such as `read_code` or `admin_runners`.',
      },
    },
    required: ['base', 'permissions'],
  },
  identity: {
    // The name is unique as it is written: a plain index on it, and no word of letter case (member_roles, 16.10).
    names: 'exact',
    key: (spec) => spec.name ?? '',
    normal: ({ base, description, ...rest }) => ({
      ...rest,
      ...(base !== undefined && { base: levelName(base) }),
      ...(description !== undefined && { description: description === '' ? null : description }),
    }),
  },
  reads: {
    all: roleReads,
    rows: roleRows,
    // Groups of GitLab.com have roles of their own, and instances of one's own have them for all groups (GET /groups/:id/member_roles, 18.9).
    // Without the licence REST is 403 (GET /member_roles, 18.9 Free and Premium), and GraphQL shows none: that those of an Ultimate that ran out are
    // still there, and count again with the next one, is a guess.
    tier: 'ultimate',
    // Before 17.0 groups at the top had some everywhere (by the platform's documents).
    offered: (scope, { url, version }) =>
      (scope.type === 'instance') !== isHosted({ url }) || (scope.type === 'group' && !atLeast(version, '17.0')),
    // DELETE /member_roles/:id is 400 while a membership carries it, wherever that is (18.9).
    // Shares forget it as links do, and no list shows them (DELETE /member_roles/:id, 18.9).
    holdersOf: {
      section: 'members',
      read: holderRead,
      count: holders,
      untold: 'shares of groups and projects',
      // Who is invited with a role holds it back like a member, and is shown with its base level alone (GET …/invitations, 18.9).
      perhaps: {
        what: 'invitation',
        read: (scope) => ({ path: `${scopePath(scope)}/invitations`, pages: true }),
        mayHold: ({ access_level: level }, { base_access_level: base }) => level === base,
      },
    },
  },
  decode: (live) => ({
    key: live.name,
    id: live.id,
    spec: {
      name: live.name,
      base: levelName(live.base_access_level),
      description: live.description === '' ? null : (live.description ?? null),
      permissions: permissionsOf(live),
    },
    ...(live.name.endsWith(SUPERSEDED) && { superseded: live.name.slice(0, -SUPERSEDED.length) }),
  }),
  calls: {
    shown: { always: ['id', 'name'] },
    create({ key, spec: { name = key, base, description, permissions = [] } }, context) {
      const body: Record<string, Value> = { name };
      if (base !== undefined) body.base_access_level = levelNumber(base);
      if (typeof description === 'string') body.description = description;
      for (const permission of permissions) body[permission] = true;
      return [{ method: 'POST', path: `${context.at}/member_roles`, body }];
    },
    // REST has no PUT for roles (18.9).
    update: (live, { entry: { spec } }) => [edit(live, spec)],
    remove: (live, context) => [{ method: 'DELETE', path: `${context.at}/member_roles/${live.id}` }],
    supersede: (live) => [edit(live, { name: `${live.name}${SUPERSEDED}` })],
  },
  rules: {
    check: ({ permissions = [] }) => [...misspelt(permissions), ...refused(permissions)],
  },
  // Who has it can do what it adds.
  admits: { wider: { base: LEVEL_NAMES, permissions: { each: 'lets-in' } } },
  history: {
    events: {
      targets: ['MemberRole'],
      made: ['member_role_created'],
      removed: ['member_role_deleted'],
      changed: () => [],
    },
  },
});

function misspelt(permissions: readonly string[]) {
  return permissions.flatMap((name, index) => {
    const meant = meantPermission(name);
    if (meant === undefined) return [];
    const message = `There is no permission \`${name}\``;
    return [{ field: `permissions.${index}`, message, remedy: `Write \`${meant}\`` }];
  });
}

/** What POST /member_roles answers with 400 (18.9). */
function refused(permissions: readonly string[]) {
  if (permissions.length === 0) {
    const message = 'A role without a permission is refused by the platform';
    return [{ field: 'permissions', message, remedy: 'Add one, or give the access level itself' }];
  }
  return lackingPermissions(permissions).map(({ index, name, needs }) => ({
    field: `permissions.${index}`,
    message: `\`${name}\` presupposes \`${needs}\``,
    remedy: `Add \`${needs}\``,
  }));
}

/** All that the mutation can change: permissions that are left out would be taken away (memberRoleUpdate, 18.9). */
function edit(live: LiveRole, spec: Partial<MemberRoleSpec>): Call {
  const { name = live.name, description = live.description, permissions = permissionsOf(live) } = spec;
  return graphqlCall(UPDATE, {
    id: `gid://gitlab/MemberRole/${live.id}`,
    name,
    description: description ?? '',
    permissions: permissions.map((permission) => permission.toUpperCase()),
  });
}

function permissionsOf(live: LiveRole): readonly string[] {
  return Object.keys(live)
    .filter((name) => live[name] === true)
    .sort();
}
