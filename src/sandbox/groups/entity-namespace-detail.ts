import { descendantsOf, hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { since } from '../store/edition.ts';
import type { JsonObject } from '../store/json.ts';
import { billableOn } from '../members/billable.ts';
import type { GroupRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';

/** A group, or the own space of a user. */
export type Namespace = { readonly group: GroupRow } | { readonly user: UserRow };

/** What a namespace is called, and where it stands. */
export interface NamespaceName {
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
}

/** The name and the paths of a namespace. */
export function namespaceName(row: Namespace): NamespaceName {
  if ('group' in row) return { name: row.group.name, path: row.group.path, fullPath: row.group.full_path };
  return { name: row.user.name, path: row.user.username, fullPath: row.user.username };
}

/**
 * A namespace (APIEntitiesNamespace, 18.9): counts and the plan for who manages it. The limits that PUT takes are shown on
 * GitLab.com alone.
 */
export function namespaceDetail(context: RequestContext, row: Namespace): JsonObject {
  const isGroup = 'group' in row;
  const bag = isGroup ? row.group.attributes : row.user.profile;
  const { name, path, fullPath } = namespaceName(row);
  const isManaged = manages(context, row);
  return {
    id: isGroup ? row.group.id : row.user.id,
    name,
    path,
    kind: isGroup ? 'group' : 'user',
    full_path: fullPath,
    parent_id: isGroup ? row.group.parent_id : null,
    avatar_url: bag['avatar_url'] ?? null,
    web_url: `${context.platform.externalUrl}/${isGroup ? `groups/${fullPath}` : fullPath}`,
    ...(isGroup && isManaged ? counts(context, row.group) : {}),
    billable_members_count: billable(context, row),
    ...(isManaged ? { plan: 'default', trial_ends_on: null, trial: false } : {}),
  };
}

function manages(context: RequestContext, row: Namespace): boolean {
  return 'group' in row
    ? hasLevel(context, { type: 'group', row: row.group }, 50)
    : context.admin || row.user === context.user;
}

/** Of those who do not manage the namespace, auditors alone are told since 18.9 (GET /namespaces, 18.9). */
function billable(context: RequestContext, row: Namespace): number | null {
  const isTold = manages(context, row) || context.user?.auditor === true || !since(context.platform.edition, '18.9');
  if (!isTold) return null;
  // Somebody's own space is theirs alone.
  return 'group' in row ? billableOn(context, row.group).length : 1;
}

function counts(context: RequestContext, group: GroupRow): JsonObject {
  const { state } = context.platform;
  const groups = [group, ...descendantsOf(state, group)];
  const members = groups.flatMap((row) => state.membersBySource(sourceKey('group', row.id)));
  return {
    members_count_with_descendants: new Set(members.map((member) => member.user_id)).size,
    // Nothing is stored here, so nothing takes space.
    root_repository_size: 0,
    projects_count: groups.flatMap((row) => state.projectsByGroup(row.id)).length,
  };
}
