import { descendantsOf } from '../access.ts';
import type { Source } from '../access.ts';
import { audit, entityOf } from '../audit.ts';
import type { Call } from '../call.ts';
import { requireUnmodified } from '../conditional.ts';
import { licensed } from '../edition.ts';
import { memberEntity } from '../entities/member.ts';
import { readableSource } from '../find.ts';
import {
  conflict,
  created,
  forbidden,
  invalid,
  message,
  noContent,
  notFound,
  ok,
  refuse,
  rowNotFound,
} from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { MemberRow, SourceType, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { addMember, changeMember } from './member-changes.ts';
import { queuedText, waitsForApproval } from './member-promotion.ts';
import {
  addsTo,
  allowedLevels,
  changesMembers,
  isLastOwner,
  isMembershipLocked,
  isShown,
  levelName,
  managesMembers,
  mayHandle,
  memberErrors,
} from './member-rules.ts';
import { addSeveral } from './member-comma-lists.ts';

export const memberRoutes = [...writesOn('group'), ...writesOn('project')];

function writesOn(type: SourceType) {
  const base = `/${type}s/:id/members` as const;
  return [
    // POST {groups,projects}/:id/members: source, user, 409, and only then the right (18.9).
    route({
      method: 'POST',
      path: base,
      params: {
        access_level: { type: 'integer', required: true },
        user_id: { type: 'string' },
        username: { type: 'string' },
        expires_at: { type: 'datetime' },
        invite_source: { type: 'string' },
        member_role_id: { type: 'integer' },
      },
      rules: [{ exclusive: ['user_id', 'username'] }, { atLeastOne: ['user_id', 'username'] }],
      access: readableSource(type),
      handle: ({ call, args, subject }) => {
        const names = (args.user_id ?? args.username ?? '').split(',').map((name) => name.trim());
        const by = args.user_id == null ? 'username' : 'id';
        const users = names.map((name) => lookUp(call, by, name));
        const wanted = {
          access_level: args.access_level,
          expires_at: args.expires_at?.slice(0, 10) ?? null,
          member_role_id: licensed(call.world.edition, 'ultimate') ? (args.member_role_id ?? null) : null,
        };
        if (users.length > 1) return addSeveral(call, subject, users, wanted);
        const user = users[0] ?? refuse(notFound('User'));
        return addOne(call, subject, { user, ...wanted });
      },
    }),
    // PUT {groups,projects}/:id/members/:user_id: absent values are kept, null clears them (18.9).
    route({
      method: 'PUT',
      path: `${base}/:user_id`,
      params: {
        user_id: { type: 'integer', required: true },
        access_level: { type: 'integer', required: true },
        expires_at: { type: 'datetime' },
        member_role_id: { type: 'integer' },
      },
      access: readableSource(type),
      handle: ({ call, args, subject }) => {
        const member = directMember(call, subject, args.user_id);
        const user = call.world.state.users.get(member.user_id) ?? refuse(rowNotFound());
        requireChange(call, subject, member, args.access_level);
        const roles = licensed(call.world.edition, 'ultimate');
        const wanted = {
          user,
          access_level: args.access_level,
          expires_at: args.expires_at === undefined ? member.expires_at : (args.expires_at?.slice(0, 10) ?? null),
          member_role_id: args.member_role_id === undefined || !roles ? member.member_role_id : args.member_role_id,
        };
        const errors = memberErrors(call, subject, wanted, member);
        if (Object.keys(errors).length > 0) refuse(invalid(errors));
        if (waitsForApproval(call, wanted)) return queued(user);
        changeMember(call, subject, member, wanted);
        return ok(memberEntity(call, subject, { level: member.access_level, member }, user));
      },
    }),
    // DELETE {groups,projects}/:id/members/:user_id: takes the rows below too, unless told not to (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:user_id`,
      params: {
        user_id: { type: 'integer', required: true },
        skip_subresources: { type: 'boolean' },
        unassign_issuables: { type: 'boolean' },
      },
      access: readableSource(type),
      handle: ({ call, args, subject }) => {
        const member = directMember(call, subject, args.user_id);
        requireUnmodified(call, member.updated_at);
        requireRemoval(call, subject, member);
        remove(call, subject, member);
        if (args.skip_subresources !== true && subject.type === 'group') removeBelow(call, subject, member.user_id);
        return noContent();
      },
    }),
  ];
}

function lookUp(call: Call, by: 'id' | 'username', name: string): UserRow | undefined {
  const { state } = call.world;
  return by === 'id' ? state.users.get(Number(name)) : state.userByName(name.toLowerCase());
}

/** The membership of a user on the place itself; 404 when there is none. */
export function directMember(call: Call, source: Source, userId: number): MemberRow {
  const rows = call.world.state.membersBySource(sourceKey(source.type, source.row.id));
  return rows.find((member) => member.user_id === userId && isShown(call, member)) ?? refuse(rowNotFound());
}

function addOne(call: Call, source: Source, wanted: Parameters<typeof addMember>[2]): Reply {
  const { state } = call.world;
  const rows = state.membersBySource(sourceKey(source.type, source.row.id));
  const existing = rows.find((member) => member.user_id === wanted.user.id);
  // A row of minimal access does not count as one.
  if (existing !== undefined && existing.access_level !== 5) refuse(conflict('Member already exists'));
  if (isMembershipLocked(call, source)) refuse(message(405, '405 Method Not Allowed'));
  if (!addsTo(call, source, wanted.user) || !mayGive(call, source, wanted.access_level)) refuse(forbidden());
  const errors = memberErrors(call, source, wanted, existing);
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  if (waitsForApproval(call, wanted)) return queued(wanted.user);
  const member = addMember(call, source, wanted, existing);
  return created(memberEntity(call, source, { level: member.access_level, member }, wanted.user));
}

function queued(user: UserRow): Reply {
  return { status: 202, body: { message: { [user.username]: queuedText } } };
}

/** A level that does not exist is for the model to refuse (POST and PUT members, 18.9). */
function mayGive(call: Call, source: Source, level: number): boolean {
  return !allowedLevels(call, source).includes(level) || mayHandle(call, source, level);
}

function requireChange(call: Call, source: Source, member: MemberRow, level: number): void {
  const takes = mayHandle(call, source, member.access_level);
  const may = changesMembers(call, source) && takes && mayGive(call, source, level);
  if (!may) refuse(forbidden());
  if (member.ldap && !member.override) refuse(forbidden());
  if (level < 50 && isLastOwner(call, source, member)) refuse(forbidden());
}

function requireRemoval(call: Call, source: Source, member: MemberRow): void {
  const { state } = call.world;
  const user = state.users.get(member.user_id);
  const leaves = member.user_id === call.user?.id;
  const manages = user === undefined ? managesMembers(call, source) : addsTo(call, source, user);
  const may = leaves || (manages && mayHandle(call, source, member.access_level));
  if (!may || member.ldap || isLastOwner(call, source, member)) refuse(forbidden());
  if (user?.type === 'project_bot') refuse(forbidden());
  // A service account stays in the group that provisioned it.
  if (source.type === 'group' && user?.provisioned_by_group_id === source.row.id) refuse(forbidden());
}

function remove(call: Call, source: Source, member: MemberRow): void {
  const { state } = call.world;
  const user = state.users.get(member.user_id);
  state.members.remove(member);
  const target = { id: member.user_id, type: 'User', details: user?.name ?? '' };
  const details = { remove: 'user_access', from: levelName(member.access_level) };
  audit(call, { event: 'member_destroyed', entity: entityOf(source), target, details });
}

function removeBelow(call: Call, source: Source & { type: 'group' }, userId: number): void {
  const { state } = call.world;
  const groups = [source.row, ...descendantsOf(state, source.row)];
  for (const member of [...state.membersByUser(userId)]) {
    const group = member.source_type === 'group' ? groups.find((row) => row.id === member.source_id) : undefined;
    const project = member.source_type === 'project' ? state.projects.get(member.source_id) : undefined;
    const below = project !== undefined && groups.some((row) => row.id === project.group_id);
    if (group !== undefined) remove(call, { type: 'group', row: group }, member);
    else if (below) remove(call, { type: 'project', row: project }, member);
  }
}
