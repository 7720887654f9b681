import { hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { memberEntity } from '../entities/member.ts';
import { findGroup } from '../find.ts';
import type { JsonObject } from '../json.ts';
import { created, forbidden, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, MemberRow } from '../rows.ts';
import { directMember } from './members.ts';

const path = '/groups/:id/members/:user_id/override';
const params = { user_id: { type: 'integer', required: true } } as const;

interface LdapMember {
  readonly group: GroupRow;
  readonly member: MemberRow;
}

export const memberOverrideRoutes = [
  // POST /groups/:id/members/:user_id/override: frees a member from the directory; 403 for any other (18.9).
  route({
    method: 'POST',
    path,
    tier: 'premium',
    params,
    access: ldapMember,
    handle: ({ call, subject }) => created(override(call, subject, true)),
  }),
  // DELETE /groups/:id/members/:user_id/override: and hands him back; 200 with the member (18.9).
  route({
    method: 'DELETE',
    path,
    tier: 'premium',
    params,
    access: ldapMember,
    handle: ({ call, subject }) => ok(override(call, subject, false)),
  }),
];

function ldapMember(call: Call, args: { readonly id: string; readonly user_id: number }): LdapMember {
  const group = findGroup(call, args.id);
  const source = { type: 'group', row: group } as const;
  const member = directMember(call, source, args.user_id);
  const may = call.admin || (hasLevel(call, source, 50) && ownersMayManage(call));
  return may && member.ldap ? { group, member } : refuse(forbidden());
}

function ownersMayManage(call: Call): boolean {
  return call.world.state.settings['allow_group_owners_to_manage_ldap'] !== false;
}

function override(call: Call, { group, member }: LdapMember, to: boolean): JsonObject {
  const { state, clock } = call.world;
  const user = state.users.get(member.user_id) ?? refuse(rowNotFound());
  const details = { change: 'override', from: member.override, to };
  state.members.update(member, { override: to, updated_at: timestamp(clock) });
  const target = { id: user.id, type: 'User', details: user.name };
  audit(call, { event: 'member_updated', entity: { type: 'Group', row: group }, target, details });
  return memberEntity(call, { type: 'group', row: group }, { level: member.access_level, member }, user);
}
