import { descendantsOf, type Source } from '../access/access.ts';
import { audit, entityOf } from '../admin/audit.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { licensed } from '../store/edition.ts';
import { memberEntity } from './entity.ts';
import { readableSource } from '../access/find.ts';
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
  type Reply,
} from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { MemberRow, SourceType } from './rows.ts';
import { forgetMember } from '../repository/lost-levels.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';
import { addMember, changeMember, roleName } from './changes.ts';
import { queuedText, waitsForApproval } from './promotion.ts';
import {
  addsTo,
  allowedLevels,
  changesMembers,
  heightErrors,
  isLastOwner,
  isMembershipLocked,
  managesMembers,
  mayHandle,
  mayTake,
  memberErrors,
} from './rules.ts';
import { addSeveral } from './comma-lists.ts';
import { directMember } from './direct-member.ts';

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
      handle: ({ context, args, subject }) => {
        const names = (args.user_id ?? args.username ?? '').split(',').map((name) => name.trim());
        const by = args.user_id == null ? 'username' : 'id';
        const users = names.map((name) => lookUp(context, by, name));
        const wanted = {
          access_level: args.access_level,
          expires_at: args.expires_at?.slice(0, 10) ?? null,
          member_role_id: licensed(context.platform.edition, 'ultimate') ? (args.member_role_id ?? null) : null,
        };
        if (users.length > 1) return addSeveral(context, subject, users, wanted);
        const user = users[0] ?? refuse(notFound('User'));
        return addOne(context, subject, { user, ...wanted });
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
      handle: ({ context, args, subject }) => {
        const member = directMember(context, subject, args.user_id);
        const user = context.platform.state.users.get(member.user_id) ?? refuse(rowNotFound());
        requireChange(context, subject, member, args.access_level);
        const roles = licensed(context.platform.edition, 'ultimate');
        const wanted = {
          user,
          access_level: args.access_level,
          expires_at: args.expires_at === undefined ? member.expires_at : (args.expires_at?.slice(0, 10) ?? null),
          member_role_id: args.member_role_id === undefined || !roles ? member.member_role_id : args.member_role_id,
        };
        const errors = memberErrors(context, subject, wanted, member);
        if (Object.keys(errors).length > 0) refuse(invalid(errors));
        if (waitsForApproval(context, wanted)) return queued(user);
        changeMember(context, subject, member, wanted);
        return ok(memberEntity(context, subject, { level: member.access_level, member }, user));
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
      handle: ({ context, args, subject }) => {
        const member = directMember(context, subject, args.user_id);
        requireUnmodified(context, member.updated_at);
        requireRemoval(context, subject, member);
        remove(context, subject, member);
        if (args.skip_subresources !== true && subject.type === 'group') removeBelow(context, subject, member.user_id);
        return noContent();
      },
    }),
  ];
}

/** A username is compared letter by letter here, unlike in the list of users (POST members, 18.9). */
function lookUp(context: RequestContext, by: 'id' | 'username', name: string): UserRow | undefined {
  const { state } = context.platform;
  if (by === 'id') return state.users.get(Number(name));
  const user = state.userByName(name.toLowerCase());
  return user?.username === name ? user : undefined;
}

function addOne(context: RequestContext, source: Source, wanted: Parameters<typeof addMember>[2]): Reply {
  const { state } = context.platform;
  const rows = state.membersBySource(sourceKey(source.type, source.row.id));
  const existing = rows.find((member) => member.user_id === wanted.user.id);
  // A row of minimal access does not count as one.
  if (existing !== undefined && existing.access_level !== 5) refuse(conflict('Member already exists'));
  if (isMembershipLocked(context, source)) refuse(message(405, '405 Method Not Allowed'));
  const barred = source.type === 'project' && !mayGive(context, source, wanted.access_level);
  if (!addsTo(context, source, wanted.user) || barred) refuse(forbidden());
  const errors = {
    ...heightErrors(context, source, wanted.access_level),
    ...memberErrors(context, source, wanted, existing),
  };
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  if (waitsForApproval(context, wanted)) return queued(wanted.user);
  const member = addMember(context, source, wanted, existing);
  return created(memberEntity(context, source, { level: member.access_level, member }, wanted.user));
}

function queued(user: UserRow): Reply {
  return { status: 202, body: { message: { [user.username]: queuedText } } };
}

/** A level that does not exist is for the model to refuse (POST and PUT members, 18.9). */
function mayGive(context: RequestContext, source: Source, level: number): boolean {
  return !allowedLevels(context, source).includes(level) || mayHandle(context, source, level);
}

function requireChange(context: RequestContext, source: Source, member: MemberRow, level: number): void {
  const takes = mayTake(context, source, member.access_level);
  // Whoever may change members at all may leave anybody where they are, and lower them.
  const gives = level <= member.access_level || mayGive(context, source, level);
  const may = changesMembers(context, source) && takes && gives;
  if (!may) refuse(forbidden());
  if (member.ldap && !member.override) refuse(forbidden());
  if (level < 50 && isLastOwner(context, source, member)) refuse(forbidden());
}

function requireRemoval(context: RequestContext, source: Source, member: MemberRow): void {
  const { state } = context.platform;
  const user = state.users.get(member.user_id);
  const leaves = member.user_id === context.user?.id;
  const manages = user === undefined ? managesMembers(context, source) : addsTo(context, source, user);
  const may = leaves || (manages && mayTake(context, source, member.access_level));
  if (!may || member.ldap || isLastOwner(context, source, member)) refuse(forbidden());
  // The bot of a token goes with its token, or leaves by itself.
  if (user?.type === 'project_bot' && !leaves) refuse(forbidden());
  // A service account stays in the group that provisioned it.
  if (source.type === 'group' && user?.provisioned_by_group_id === source.row.id) refuse(forbidden());
}

function remove(context: RequestContext, source: Source, member: MemberRow): void {
  const { state } = context.platform;
  const user = state.users.get(member.user_id);
  state.members.remove(member);
  forgetMember(state, dayOf(context), source, member.user_id);
  const target = { id: member.user_id, type: 'User', details: user?.name ?? '' };
  const details = { remove: 'user_access', from: roleName(context, member) };
  audit(context, { event: 'member_destroyed', entity: entityOf(source), target, details });
}

function removeBelow(context: RequestContext, source: Source & { type: 'group' }, userId: number): void {
  const { state } = context.platform;
  const groups = [source.row, ...descendantsOf(state, source.row)];
  for (const member of [...state.membersByUser(userId)]) {
    const group = member.source_type === 'group' ? groups.find((row) => row.id === member.source_id) : undefined;
    const project = member.source_type === 'project' ? state.projects.get(member.source_id) : undefined;
    const below = project !== undefined && groups.some((row) => row.id === project.group_id);
    if (group !== undefined) remove(context, { type: 'group', row: group }, member);
    else if (below) remove(context, { type: 'project', row: project }, member);
  }
}
