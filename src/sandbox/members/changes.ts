import type { Source } from '../access/access.ts';
import { audit, entityOf } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { MemberRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';
import { levelName } from './rules.ts';
import type { Wanted } from './rules.ts';

/** Writes a new membership; a row of minimal access is raised instead. */
export function addMember(context: RequestContext, source: Source, wanted: Wanted, existing?: MemberRow): MemberRow {
  if (existing !== undefined) {
    changeMember(context, source, existing, wanted);
    return existing;
  }
  forgetRequest(context, source, wanted.user.id);
  const member = context.platform.state.members.insert(draftMember(context, source, wanted));
  const target = { id: wanted.user.id, type: 'User', details: wanted.user.name };
  const details = { add: 'user_access', as: roleName(context, wanted), member_id: member.id };
  audit(context, { event: 'member_created', entity: entityOf(source), target, details });
  return member;
}

/** A membership as it would be written; without an id until it is. */
export function draftMember(context: RequestContext, source: Source, wanted: Wanted): Omit<MemberRow, 'id'> {
  const now = timestamp(context.platform.clock);
  return {
    source_type: source.type,
    source_id: source.row.id,
    user_id: wanted.user.id,
    access_level: wanted.access_level,
    expires_at: wanted.expires_at,
    member_role_id: wanted.member_role_id,
    created_by_id: context.user?.id ?? null,
    created_at: now,
    updated_at: now,
    ldap: false,
    override: false,
    state: 'active',
  };
}

/** Makes a user a direct Owner of a new place; nobody is told to have added them (POST /groups and /projects, 18.9). */
export function insertOwner(context: RequestContext, source: Source, user: UserRow): MemberRow {
  const owner = draftMember(context, source, { user, access_level: 50, expires_at: null, member_role_id: null });
  return context.platform.state.members.insert({ ...owner, created_by_id: null });
}

/** Who asked to join and is added has no request any more (POST members, 18.9). */
function forgetRequest(context: RequestContext, source: Source, userId: number): void {
  const { state } = context.platform;
  const asked = state.accessRequestsBySource(sourceKey(source.type, source.row.id));
  const own = asked.find((request) => request.user_id === userId);
  if (own !== undefined) state.accessRequests.remove(own);
}

/** Writes the level, expiry and role of a membership. */
export function changeMember(context: RequestContext, source: Source, member: MemberRow, wanted: Wanted): void {
  const { access_level, expires_at, member_role_id } = wanted;
  const same = member.access_level === access_level && member.member_role_id === member_role_id;
  if (same && member.expires_at === expires_at) return;
  const details = {
    change: 'access_level',
    from: roleName(context, member),
    to: roleName(context, wanted),
    expiry_from: member.expires_at,
    expiry_to: expires_at,
    member_id: member.id,
  };
  const now = timestamp(context.platform.clock);
  context.platform.state.members.update(member, { access_level, expires_at, member_role_id, updated_at: now });
  const target = { id: wanted.user.id, type: 'User', details: wanted.user.name };
  audit(context, { event: 'member_updated', entity: entityOf(source), target, details });
}

/** What somebody is, as the audit log tells it: by the custom role, or by the level. */
export function roleName(context: RequestContext, held: Pick<Wanted, 'access_level' | 'member_role_id'>): string {
  const role = held.member_role_id === null ? undefined : context.platform.state.memberRoles.get(held.member_role_id);
  return role === undefined ? `Default role: ${levelName(held.access_level)}` : `Custom role: ${role.name}`;
}
