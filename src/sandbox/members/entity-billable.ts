import { chainOf, sourceOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import type { Billable } from './billable.ts';
import { levelName } from './rules.ts';
import type { MemberRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { sourceKey } from '../store/state.ts';
import { fullName } from '../groups/full-name.ts';
import { basicUser } from '../users/entity.ts';

/** Someone who takes a seat (GET /groups/:id/billable_members, 18.9); the private address is for administrators. */
export function billableEntity(context: RequestContext, group: GroupRow, row: Billable): JsonObject {
  const { user } = row;
  const publicEmail = user.profile['public_email'] ?? '';
  return {
    ...basicUser(context, user),
    email: context.admin ? user.email : publicEmail === '' ? null : publicEmail,
    last_activity_on: user.last_activity_on,
    membership_type: row.type,
    removable: row.type === 'group_member' || row.type === 'project_member',
    created_at: user.created_at,
    is_last_owner: isOnlyOwner(context, group, row),
    last_login_at: user.last_sign_in_at,
  };
}

function isOnlyOwner(context: RequestContext, group: GroupRow, row: Billable): boolean {
  const { state } = context.platform;
  const owners = state.membersBySource(sourceKey('group', group.id)).filter((member) => {
    return member.access_level === 50 && state.users.get(member.user_id)?.type === 'human';
  });
  return owners.length === 1 && owners[0]?.user_id === row.user.id;
}

/** One membership of a billable member (APIEntitiesBillableMembership, 18.9). */
export function membershipEntity(context: RequestContext, member: MemberRow): JsonObject {
  const { state } = context.platform;
  const source = sourceOf(state, member.source_type, member.source_id);
  const role = member.member_role_id === null ? undefined : state.memberRoles.get(member.member_role_id);
  return {
    id: member.id,
    source_id: member.source_id,
    source_full_name: source === undefined ? '' : nameOf(context, source),
    source_members_url: source === undefined ? '' : membersUrl(context, source),
    created_at: member.created_at,
    expires_at: member.expires_at,
    access_level: {
      string_value: levelName(member.access_level),
      integer_value: member.access_level,
      custom_role: role === undefined ? null : { id: role.id, name: role.name },
    },
  };
}

function nameOf(context: RequestContext, source: Source): string {
  const { state } = context.platform;
  if (source.type === 'group') return fullName(chainOf(state, source.row));
  const group = source.row.group_id === null ? undefined : state.groups.get(source.row.group_id);
  return group === undefined ? source.row.name : `${fullName(chainOf(state, group))} / ${source.row.name}`;
}

function membersUrl(context: RequestContext, source: Source): string {
  const { externalUrl } = context.platform;
  if (source.type === 'group') return `${externalUrl}/groups/${source.row.full_path}/-/group_members`;
  return `${externalUrl}/${source.row.full_path}/-/project_members`;
}
