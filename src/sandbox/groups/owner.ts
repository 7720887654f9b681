import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { GroupRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { insertOwner } from '../members/changes.ts';

/** Makes a user a direct Owner of a group, as its creation does. */
export function addOwner(context: RequestContext, user: UserRow, group: GroupRow): void {
  insertOwner(context, { type: 'group', row: group }, user);
  const target = { id: user.id, type: 'User', details: user.name };
  const details = { add: 'user_access', as: 'Default role: Owner' };
  audit(context, { event: 'member_created', entity: { type: 'Group', row: group }, target, details });
}
