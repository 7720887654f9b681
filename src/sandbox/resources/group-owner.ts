import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import type { GroupRow, UserRow } from '../rows.ts';
import { insertOwner } from './member-changes.ts';

/** Makes a user a direct Owner of a group, as its creation does. */
export function addOwner(call: Call, user: UserRow, group: GroupRow): void {
  insertOwner(call, { type: 'group', row: group }, user);
  const target = { id: user.id, type: 'User', details: user.name };
  const details = { add: 'user_access', as: 'Owner' };
  audit(call, { event: 'member_created', entity: { type: 'Group', row: group }, target, details });
}
