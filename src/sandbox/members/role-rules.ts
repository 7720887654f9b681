import { permissionsOf } from '../projects/entity-permissions.ts';
import { since } from '../store/edition.ts';
import type { Edition } from '../store/edition.ts';
import type { MemberRoleRow } from './rows.ts';
import type { State } from '../store/state.ts';

/** What a role is to become; `id` once it exists. */
export type RoleDraft = Pick<MemberRoleRow, 'group_id' | 'name' | 'base_access_level' | 'permissions'> & {
  readonly id?: number;
};

/** The levels that the model takes; Owner passes the parameter layer and is refused here (POST /member_roles, 18.9). */
const levels: readonly number[] = [5, 10, 15, 20, 25, 30, 40];

/** What the model finds wrong with a role, as full sentences (POST /member_roles and memberRoleUpdate, 18.9). */
export function roleErrors(state: State, edition: Edition, draft: RoleDraft): readonly string[] {
  const errors: string[] = [];
  if (draft.permissions.length === 0) errors.push('Cannot create a member role with no enabled permissions');
  if (draft.name.trim() === '') errors.push("Name can't be blank");
  const taken = state.memberRoles
    .all()
    .some((other) => other.id !== draft.id && other.group_id === draft.group_id && other.name === draft.name);
  const takenByAdmin = draft.group_id === null && state.recordByKey(`admin_role instance ${draft.name}`) !== undefined;
  if (taken || takenByAdmin) errors.push('Name has already been taken');
  if (!levels.includes(draft.base_access_level)) errors.push('Base access level is not included in the list');
  return [...errors, ...unmetPrerequisites(edition, draft)];
}

/** A prerequisite is met by its flag, or by the base level where that includes it (POST /member_roles, 18.9). */
function unmetPrerequisites(edition: Edition, draft: RoleDraft): readonly string[] {
  const known = permissionsOf(edition);
  return known.flatMap(({ name, needs }) => {
    const needed = known.find((other) => other.name === needs);
    if (needed === undefined || !draft.permissions.includes(name) || draft.permissions.includes(needed.name)) return [];
    // Up to 17.8 the flag alone counted.
    const included = since(edition, '17.9') && needed.levels?.includes(draft.base_access_level) === true;
    return included ? [] : [`${human(needed.name)} has to be enabled in order to enable ${human(name)}`];
  });
}

/** "read_code" as "Read code". */
export function human(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a member, or someone invited to become one, holds the role (DELETE /member_roles/:id, 18.9). */
export function isHeld(state: State, role: MemberRoleRow): boolean {
  if (state.membersByRole(role.id).length > 0) return true;
  return state.invitations.all().some((invitation) => invitation.member_role_id === role.id);
}

/** Removes a role; links and shares lose their reference and keep their level, unasked (DELETE /member_roles/:id, 18.9). */
export function eraseRole(state: State, role: MemberRoleRow): void {
  for (const table of [state.samlLinks, state.ldapLinks, state.shares]) {
    for (const row of table.all()) if (row.member_role_id === role.id) forget(table, row);
  }
  state.memberRoles.remove(role);
}

interface Referring<R> {
  update(row: R, changes: { readonly member_role_id: null }): void;
}

function forget<R>(table: Referring<R>, row: R): void {
  table.update(row, { member_role_id: null });
}
