import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import type { MemberRoleRow } from './rows.ts';
import { shownFlags } from '../projects/entity-permissions.ts';

/** A custom role with every permission as a flag (GET /member_roles, 18.9). */
export function memberRoleEntity(context: RequestContext, role: MemberRoleRow): JsonObject {
  return {
    id: role.id,
    group_id: role.group_id,
    name: role.name,
    description: role.description,
    base_access_level: role.base_access_level,
    ...Object.fromEntries(shownFlags(context.platform.edition).map((name) => [name, role.permissions.includes(name)])),
  };
}
