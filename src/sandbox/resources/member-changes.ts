import type { Source } from '../access.ts';
import { audit, entityOf } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import type { MemberRow, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { levelName } from './member-rules.ts';
import type { Wanted } from './member-rules.ts';

/** Writes a new membership; a row of minimal access is raised instead. */
export function addMember(call: Call, source: Source, wanted: Wanted, existing?: MemberRow): MemberRow {
  if (existing !== undefined) {
    changeMember(call, source, existing, wanted);
    return existing;
  }
  forgetRequest(call, source, wanted.user.id);
  const member = call.world.state.members.insert(draftMember(call, source, wanted));
  const target = { id: wanted.user.id, type: 'User', details: wanted.user.name };
  const details = { add: 'user_access', as: levelName(wanted.access_level), member_id: member.id };
  audit(call, { event: 'member_created', entity: entityOf(source), target, details });
  return member;
}

/** A membership as it would be written; without an id until it is. */
export function draftMember(call: Call, source: Source, wanted: Wanted): Omit<MemberRow, 'id'> {
  const now = timestamp(call.world.clock);
  return {
    source_type: source.type,
    source_id: source.row.id,
    user_id: wanted.user.id,
    access_level: wanted.access_level,
    expires_at: wanted.expires_at,
    member_role_id: wanted.member_role_id,
    created_by_id: call.user?.id ?? null,
    created_at: now,
    updated_at: now,
    ldap: false,
    override: false,
    state: 'active',
  };
}

/** Makes a user a direct Owner of a new place, by their own hand (POST /groups and /projects, 18.9). */
export function insertOwner(call: Call, source: Source, user: UserRow): MemberRow {
  const owner = draftMember(call, source, { user, access_level: 50, expires_at: null, member_role_id: null });
  return call.world.state.members.insert({ ...owner, created_by_id: user.id });
}

/** Who asked to join and is added has no request any more (POST members, 18.9). */
function forgetRequest(call: Call, source: Source, userId: number): void {
  const { state } = call.world;
  const asked = state.accessRequestsBySource(sourceKey(source.type, source.row.id));
  const own = asked.find((request) => request.user_id === userId);
  if (own !== undefined) state.accessRequests.remove(own);
}

/** Writes the level, expiry and role of a membership. */
export function changeMember(call: Call, source: Source, member: MemberRow, wanted: Wanted): void {
  const { access_level, expires_at, member_role_id } = wanted;
  const details = {
    change: 'access_level',
    from: levelName(member.access_level),
    to: levelName(access_level),
    expiry_from: member.expires_at,
    expiry_to: expires_at,
    member_id: member.id,
  };
  const now = timestamp(call.world.clock);
  call.world.state.members.update(member, { access_level, expires_at, member_role_id, updated_at: now });
  const target = { id: wanted.user.id, type: 'User', details: wanted.user.name };
  audit(call, { event: 'member_updated', entity: entityOf(source), target, details });
}
