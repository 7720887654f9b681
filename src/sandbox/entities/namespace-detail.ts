import { descendantsOf, hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { since } from '../edition.ts';
import type { JsonObject } from '../json.ts';
import { billableOn } from '../resources/billable-rules.ts';
import type { Bag, GroupRow, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

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

/** What administrators may set on a namespace, with what it is before (PUT /namespaces/:id, 18.9). */
export const namespaceLimits: Bag = {
  shared_runners_minutes_limit: null,
  extra_shared_runners_minutes_limit: null,
  additional_purchased_storage_size: 0,
  additional_purchased_storage_ends_on: null,
};

/** A namespace (APIEntitiesNamespace, 18.9): limits for administrators, counts and the plan for who manages it. */
export function namespaceDetail(call: Call, row: Namespace): JsonObject {
  const isGroup = 'group' in row;
  const bag = isGroup ? row.group.attributes : row.user.profile;
  const { name, path, fullPath } = namespaceName(row);
  const limits = Object.entries(namespaceLimits).map(([key, unset]) => [key, bag[key] ?? unset] as const);
  const isManaged = manages(call, row);
  return {
    id: isGroup ? row.group.id : row.user.id,
    name,
    path,
    kind: isGroup ? 'group' : 'user',
    full_path: fullPath,
    parent_id: isGroup ? row.group.parent_id : null,
    avatar_url: bag['avatar_url'] ?? null,
    web_url: `${call.world.externalUrl}/${isGroup ? `groups/${fullPath}` : fullPath}`,
    ...(isGroup && isManaged ? counts(call, row.group) : {}),
    ...(call.admin ? Object.fromEntries(limits) : {}),
    billable_members_count: billable(call, row),
    ...(isManaged ? { plan: 'default', trial_ends_on: null, trial: false } : {}),
  };
}

function manages(call: Call, row: Namespace): boolean {
  return 'group' in row ? hasLevel(call, { type: 'group', row: row.group }, 50) : call.admin || row.user === call.user;
}

/** Of those who do not manage the namespace, auditors alone are told since 18.9 (GET /namespaces, 18.9). */
function billable(call: Call, row: Namespace): number | null {
  const isTold = manages(call, row) || call.user?.auditor === true || !since(call.world.edition, '18.9');
  if (!isTold) return null;
  return 'group' in row ? billableOn(call, row.group).length : 0;
}

function counts(call: Call, group: GroupRow): JsonObject {
  const { state } = call.world;
  const groups = [group, ...descendantsOf(state, group)];
  const members = groups.flatMap((row) => state.membersBySource(sourceKey('group', row.id)));
  return {
    members_count_with_descendants: new Set(members.map((member) => member.user_id)).size,
    // Nothing is stored here, so nothing takes space.
    root_repository_size: 0,
    projects_count: groups.flatMap((row) => state.projectsByGroup(row.id)).length,
  };
}
