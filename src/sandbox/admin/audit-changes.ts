import { audit } from './audit.ts';
import type { Entity } from './audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';

/** The values of attributes, by name. */
type Values = Readonly<Record<string, Json | undefined>>;

/** Attributes of a group whose change is logged, as the platform calls the change; all others leave nothing (PUT /groups/:id, 18.9). */
const groupChanges: Readonly<Record<string, string>> = {
  name: 'group_name_updated',
  path: 'group_path_updated',
  visibility: 'group_visibility_level_updated',
  description: 'group_description_updated',
  ...ofGroup('lfs_enabled', 'request_access_enabled', 'project_creation_level', 'membership_lock'),
  ...ofGroup('require_two_factor_authentication', 'two_factor_grace_period', 'share_with_group_lock'),
  ...ofGroup('repository_size_limit', 'shared_runners_minutes_limit'),
  ip_restriction_ranges: 'ip_restrictions_changed',
};

/** Settings that the namespace of a group keeps; their changes are of a NamespaceSetting (PUT /groups/:id, 18.9). */
const namespaceChanges: Readonly<Record<string, string>> = {
  default_branch: 'default_branch_name_updated',
  ...asNamed('emails_enabled', 'prevent_sharing_groups_outside_hierarchy', 'prevent_forking_outside_group'),
  ...asNamed('show_diff_preview_in_email', 'enabled_git_access_protocol', 'service_access_tokens_expiration_enforced'),
  ...asNamed('duo_features_enabled', 'lock_duo_features_enabled'),
};

/** Attributes of a user whose change is logged (PUT /users/:id, 18.9). */
const userChanges: Readonly<Record<string, string>> = {
  username: 'user_username_updated',
  name: 'user_name_updated',
  email: 'user_email_address_updated',
  admin: 'user_admin_status_updated',
  auditor: 'user_auditor_status_updated',
};

function ofGroup(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `group_${name}_updated`]));
}

function asNamed(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `${name}_updated`]));
}

/** Logs each attribute of a group that changes, and nothing where none does. */
export function auditGroupChanges(context: RequestContext, row: GroupRow, before: Values, next: Values): void {
  const entity: Entity = { type: 'Group', row };
  for (const [change, from, to] of changed(before, next)) {
    const setting = namespaceChanges[change];
    const event = groupChanges[change] ?? setting;
    if (event === undefined) continue;
    const target = setting === undefined ? {} : { target: { id: row.id, type: 'NamespaceSetting', details: row.name } };
    audit(context, { event, entity, ...target, details: { change, from: told(change, from), to: told(change, to) } });
  }
}

/** Logs each attribute of a project that changes. */
export function auditProjectChanges(context: RequestContext, row: ProjectRow, before: Values, next: Values): void {
  const target = { id: row.id, type: 'Project', details: row.full_path };
  for (const [change, from, to] of changed(before, next)) {
    if (silentProjectChanges.has(change)) continue;
    // A guess: that all others are logged, as those are that were looked at.
    const event = `project_${change === 'visibility' ? 'visibility_level' : change}_updated`;
    // A path is told in full.
    const above = row.full_path.slice(0, -row.path.length);
    const tell = (value: Json) => (change === 'path' ? `${above}${textOf(value)}` : told(change, value));
    audit(context, {
      event,
      entity: { type: 'Project', row },
      target,
      details: { change, from: tell(from), to: tell(to) },
    });
  }
}

/** Attributes of a project whose change leaves nothing (PUT /projects/:id, 18.9). */
const silentProjectChanges: ReadonlySet<string> = new Set(['description']);

/** Logs each attribute of a user that changes. */
export function auditUserChanges(context: RequestContext, row: UserRow, before: Values, next: Values): void {
  for (const [change, from, to] of changed(before, next)) {
    const event = userChanges[change];
    if (event !== undefined) audit(context, { event, entity: { type: 'User', row }, details: { change, from, to } });
  }
}

function changed(before: Values, next: Values): readonly (readonly [string, Json, Json])[] {
  return Object.entries(next).flatMap(([name, sent]) => {
    const [from, to] = [before[name] ?? null, sent ?? null];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[name, from, to] as const];
  });
}

/** A visibility is told by its title, all else as it is. */
function told(change: string, value: Json): Json {
  const text = textOf(value);
  return change === 'visibility' ? text.charAt(0).toUpperCase() + text.slice(1) : value;
}
