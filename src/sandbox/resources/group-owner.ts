import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import type { GroupRow, UserRow } from '../rows.ts';

/** Makes a user a direct Owner of a group, as its creation does. */
export function addOwner(call: Call, user: UserRow, group: GroupRow): void {
  const now = timestamp(call.world.clock);
  call.world.state.members.insert({
    source_type: 'group',
    source_id: group.id,
    user_id: user.id,
    access_level: 50,
    expires_at: null,
    member_role_id: null,
    created_by_id: user.id,
    created_at: now,
    updated_at: now,
    ldap: false,
    override: false,
    state: 'active',
  });
  const target = { id: user.id, type: 'User', details: user.name };
  const details = { add: 'user_access', as: 'Owner' };
  audit(call, { event: 'member_created', entity: { type: 'Group', row: group }, target, details });
}
