import { scopePath } from '../address.ts';
import { parentPath, rootPath } from '../base/scope-path.ts';
import { kind, type CallContext, type Fault } from '../kind.ts';
import type { LiveObject, Scope } from '../model.ts';
import type { Read } from '../read.ts';
import { levelField, levelName, levelNumber, type AccessLevel } from './access-level.ts';
import { accessOf, accessProblems, grantOf, levelOfRole, normalAccess, roleName, roleSchema } from './custom-role.ts';
import { daySchema, noSuchDay } from './day.ts';
import { groupDetail } from './groups/read.ts';
import { nestedRows } from './nested-rows.ts';

export type ShareSpec = {
  readonly group: string;
  readonly access_level: AccessLevel;
  readonly role: string | null;
  readonly expires_at: string | null;
};

type LiveShare = {
  readonly group_id: number;
  readonly group_full_path: string;
  readonly group_access_level: number;
  readonly expires_at: string | null;
  /** Shown of a group's shares alone, and where there are custom roles (GET /groups/:id, 18.9). */
  readonly member_role_id?: number | null;
};

/** The levels that both endpoints take (POST /groups/:id/share, /projects/:id/share, 18.9). */
const LEVELS: readonly number[] = [10, 15, 20, 30, 40, 50];

/** Groups that are invited to a group or project: their members have access there, and no more than they have in their own group. */
export const shares = kind<ShareSpec, LiveShare>({
  section: 'shares',
  singular: 'share',
  description: 'The groups that are invited to a group or project, and the most access that their members get by that.',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'group', short: 'access_level' },
  schema: {
    properties: {
      group: {
        type: 'string',
        pattern: '^[^/\\s]+(/[^/\\s]+)*$',
        'x-ref': 'groups',
        'x-form': 'the full path of a group',
        description: 'The full path of the group that is invited, as it is once everything is applied',
      },
      access_level: levelField(),
      role: {
        ...roleSchema,
        description: 'The name of a custom role, whose base is the access level; in a group alone',
      },
      expires_at: { ...daySchema, description: 'The day on which the share ends', 'x-ends': true },
    },
    anyOf: [{ required: ['access_level'] }, { required: ['role'] }],
  },
  identity: {
    // Paths compare without case (POST /groups, 18.9).
    names: 'folded',
    numberOfAnother: true,
    key: ({ group = '' }) => group,
    normal: (spec) => ({ ...spec, ...normalAccess(spec) }),
  },
  reads: {
    // Those of which the caller sees the group; no list of groups or projects has them (GET /groups/:id, GET /projects/:id, 18.9).
    all: (scope) => scopeReads(scope),
    rows: invited,
    hides: 'shares with groups that its user may not see',
  },
  decode: (live, context) => ({
    // What the plan renames or moves is meant by the path that it will have.
    key: context.nameOf('groups', live.group_id) ?? live.group_full_path,
    id: live.group_id,
    spec: {
      group: context.nameOf('groups', live.group_id) ?? live.group_full_path,
      access_level: levelName(live.group_access_level),
      role: roleName(live.member_role_id, context),
      expires_at: live.expires_at?.slice(0, 10) ?? null,
    },
  }),
  calls: {
    // A group's share is answered with the group, a project's with itself (POST …/share, 18.9).
    shown: { always: ['id'] },
    // A second one of the same group is 409, whatever it differs in, and nothing changes one: each change takes it away first (18.9).
    create({ key, spec }, context) {
      const { level, roleId } = accessOf(spec, context);
      const { expires_at: ends = null } = spec;
      const group = context.find('groups', spec.group ?? key);
      const body = {
        ...(group !== undefined && { group_id: group.ref('id') }),
        ...(level !== undefined && { group_access: level }),
        ...(ends !== null && { expires_at: ends }),
        ...(roleId !== undefined && { member_role_id: roleId }),
      };
      // A group's answer is the group, with all its shares, and a project's has a number of its own (POST …/share, 18.9).
      return [{ method: 'POST', path: `${context.at}/share`, body, answer: 'another' }];
    },
    // Who is no Owner of the group is answered 204, and nothing is done; of a project it is 403 (DELETE …/share/:group_id, 18.9).
    remove: (live, { at, scope }) => [
      {
        method: 'DELETE',
        path: `${at}/share/${live.group_id}`,
        ...(scope.type === 'group' ? { isUnproven: true } : { unlessModified: true }),
      },
    ],
  },
  rules: {
    check: (spec, scope) => [
      ...accessProblems(spec),
      ...noSuchDay(spec),
      ...noSuchLevel(spec),
      ...(scope.type === 'project' ? [...ownGroup(spec, scope.path), ...unseenRole(spec)] : []),
    ],
    checkNew: unsaidEnd,
    checkPlaced: lockedAbove,
  },
  history: {
    events: {
      targets: ['Group'],
      made: ['group_share_with_group_link_created'],
      removed: ['group_share_with_group_link_removed'],
      changed: () => [],
    },
  },
  access: {
    follows: levelOfRole,
    grants: (spec, _key, find) => grantOf(spec, find, { ends: spec.expires_at }),
    lentTo: ({ group_id: id }) => ({ type: 'group', path: String(id) }),
  },
});

function scopeReads(scope: Scope): readonly Read[] {
  if (scope.type === 'instance') return [];
  return [scope.type === 'group' ? groupDetail(scope.path) : { path: scopePath(scope) }];
}

/** An answer without the list shows no shares rather than that there are none: it is handed on, and is none of GitLab's. */
function invited(answer: LiveObject): readonly LiveObject[] {
  return Array.isArray(answer['shared_with_groups']) ? nestedRows(answer, 'shared_with_groups') : [{}];
}

/** Minimal access and that of security managers are no levels of a share (POST …/share: group_access, 18.9). */
function noSuchLevel({ access_level: level }: Partial<ShareSpec>): readonly Fault[] {
  if (level === undefined || LEVELS.includes(levelNumber(level))) return [];
  const message = `No share gives ${String(levelName(level))}`;
  return [{ field: 'access_level', message, remedy: `Write one of ${LEVELS.map(levelName).join(', ')}` }];
}

/** The groups above a project have access to it as it is (409, POST /projects/:id/share, 18.9); to a group they may be invited. */
function ownGroup({ group }: Partial<ShareSpec>, project: string): readonly Fault[] {
  if (group === undefined || !`${project.toLowerCase()}/`.startsWith(`${group.toLowerCase()}/`)) return [];
  const message = `${project} stands in ${group}, whose members have access to it as it is`;
  return [{ field: 'group', message, remedy: 'Take it out' }];
}

/** GitLab takes the role of a project's share and shows it nowhere: nobody could tell whether it is as declared (GET /projects/:id, 18.9). */
function unseenRole({ role }: Partial<ShareSpec>): readonly Fault[] {
  if (typeof role !== 'string') return [];
  const message = 'GitLab does not show the role of a share of a project, so that it could not be kept as declared';
  return [{ field: 'role', message, remedy: 'Write `access_level`, or give the role in a group above the project' }];
}

/** Each change takes a share away and makes it anew: its last day has to be written somewhere, where the run ends between the two. */
function unsaidEnd({ expires_at: said }: Partial<ShareSpec>, before: Partial<ShareSpec> | undefined): readonly Fault[] {
  const ends = before?.expires_at;
  if (said !== undefined || typeof ends !== 'string') return [];
  return [
    {
      field: 'expires_at',
      missing: ['expires_at'],
      message: `each change makes it anew, and on which day it ends (${ends}) is not declared`,
      remedy: `add \`expires_at: ${ends}\`, or \`expires_at: null\` where it is not to end`,
    },
  ];
}

/** What a group above forbids, as far as it is seen: GitLab answers 404, or 400 (POST …/share, 18.9). */
function lockedAbove({ group = '' }: Partial<ShareSpec>, site: CallContext): readonly Fault[] {
  const { scope } = site;
  if (scope.type === 'instance') return [];
  const isOn = (path: string, lock: string): boolean => path !== '' && site.find('groups', path)?.spec[lock] === true;
  const [top, above] = [rootPath(scope.path), parentPath(scope.path)];
  const lock = 'prevent_sharing_groups_outside_hierarchy';
  if (rootPath(group).toLowerCase() !== top.toLowerCase() && isOn(top, lock)) {
    const message = `${top} has ${lock}, and ${group} stands outside of it`;
    return [{ field: 'group', message, remedy: `Invite a group in ${top}, or turn that off in it` }];
  }
  if (!isOn(above, 'share_with_group_lock')) return [];
  const message = `${above} has share_with_group_lock, so that no group can be invited to what stands in it`;
  return [{ field: 'group', message, remedy: `Turn that off in ${above}, or take the share out` }];
}
