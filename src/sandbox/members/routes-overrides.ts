import { hasLevel } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { memberEntity } from './entity.ts';
import { findGroup } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import { created, forbidden, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { MemberRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { directMember } from './direct-member.ts';

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
    handle: ({ context, subject }) => created(override(context, subject, true)),
  }),
  // DELETE /groups/:id/members/:user_id/override: and hands him back; 200 with the member (18.9).
  route({
    method: 'DELETE',
    path,
    tier: 'premium',
    params,
    access: ldapMember,
    handle: ({ context, subject }) => ok(override(context, subject, false)),
  }),
];

function ldapMember(context: RequestContext, args: { readonly id: string; readonly user_id: number }): LdapMember {
  const group = findGroup(context, args.id);
  const source = { type: 'group', row: group } as const;
  const member = directMember(context, source, args.user_id);
  const may = context.admin || (hasLevel(context, source, 50) && ownersMayManage(context));
  return may && member.ldap ? { group, member } : refuse(forbidden());
}

function ownersMayManage(context: RequestContext): boolean {
  return context.platform.state.settings['allow_group_owners_to_manage_ldap'] !== false;
}

function override(context: RequestContext, { group, member }: LdapMember, to: boolean): JsonObject {
  const { state, clock } = context.platform;
  const user = state.users.get(member.user_id) ?? refuse(rowNotFound());
  const details = { change: 'override', from: member.override, to };
  state.members.update(member, { override: to, updated_at: timestamp(clock) });
  const target = { id: user.id, type: 'User', details: user.name };
  audit(context, { event: 'member_updated', entity: { type: 'Group', row: group }, target, details });
  return memberEntity(context, { type: 'group', row: group }, { level: member.access_level, member }, user);
}
