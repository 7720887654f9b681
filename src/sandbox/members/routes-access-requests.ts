import { groupChain, hasAbility, hasLevel, levelOn } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { memberEntity } from './entity.ts';
import { basicUser } from '../users/entity.ts';
import { readableSource } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, forbidden, invalid, noContent, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { AccessRequestRow, SourceType } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';
import { addMember, draftMember } from './changes.ts';
import { mayHandle, memberErrors } from './rules.ts';

export const accessRequestRoutes = [...requestsOn('group'), ...requestsOn('project')];

/** A request that was found, before anyone asks for the right to answer it. */
interface Found {
  readonly source: Source;
  readonly row: AccessRequestRow;
  readonly user: UserRow;
}

function requestsOn(type: SourceType) {
  const base = `/${type}s/:id/access_requests` as const;
  return [
    // GET {groups,projects}/:id/access_requests: for those who may answer them (18.9).
    route({
      method: 'GET',
      path: base,
      params: paged,
      access: (context, args) => {
        const source = readableSource(type)(context, args);
        return answers(context, source) ? source : refuse(forbidden());
      },
      handle: ({ context, args, subject }) => {
        const rows = requestsTo(context, subject);
        return paginate(context, args, rows, (row) => entity(context, row));
      },
    }),
    // POST {groups,projects}/:id/access_requests: for the caller; a second one is 400 (18.9).
    route({
      method: 'POST',
      path: base,
      access: readableSource(type),
      handle: ({ context, subject: source }) => {
        const user = actor(context);
        if (!mayAsk(context, source)) refuse(forbidden());
        const asked = requestsTo(context, source).some((row) => row.user_id === user.id);
        if (asked) refuse(invalid({ user_id: ['already exists in source'] }));
        const now = timestamp(context.platform.clock);
        const place = { source_type: type, source_id: source.row.id };
        const row = { ...place, user_id: user.id, requested_at: now, updated_at: now };
        return created(entity(context, context.platform.state.accessRequests.insert(row)));
      },
    }),
    // PUT {groups,projects}/:id/access_requests/:user_id/approve: 201 with the member, a Developer by default (18.9).
    route({
      method: 'PUT',
      path: `${base}/:user_id/approve`,
      params: { user_id: { type: 'integer', required: true }, access_level: { type: 'integer' } },
      access: (context, args) => find(context, type, args),
      handle: ({ context, args, subject: { source, user } }) => {
        const level = args.access_level ?? 30;
        if (!answers(context, source) || (level === 50 && !mayHandle(context, source, level))) refuse(forbidden());
        const wanted = { user, access_level: level, expires_at: null, member_role_id: null };
        // What the model refuses is shown all the same, and stays a request (18.9).
        const sound = Object.keys(memberErrors(context, source, wanted, undefined)).length === 0;
        const member = sound ? addMember(context, source, wanted) : { id: 0, ...draftMember(context, source, wanted) };
        return created(memberEntity(context, source, { level: member.access_level, member }, user));
      },
    }),
    // DELETE {groups,projects}/:id/access_requests/:user_id: refused by those who may, withdrawn by its author (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:user_id`,
      params: { user_id: { type: 'integer', required: true } },
      access: (context, args) => find(context, type, args),
      handle: ({ context, subject: { source, row } }) => {
        requireUnmodified(context, row.updated_at);
        if (!answers(context, source) && row.user_id !== context.user?.id) refuse(forbidden());
        context.platform.state.accessRequests.remove(row);
        return noContent();
      },
    }),
  ];
}

/** Someone who asked to join, with the moment of it (APIEntitiesAccessRequester, 18.9). */
function entity(context: RequestContext, row: AccessRequestRow): JsonObject {
  const user = context.platform.state.users.get(row.user_id) ?? refuse(rowNotFound());
  return { ...basicUser(context, user), requested_at: row.requested_at };
}

function requestsTo(context: RequestContext, source: Source): readonly AccessRequestRow[] {
  return context.platform.state.accessRequestsBySource(sourceKey(source.type, source.row.id));
}

/** The request comes first, and the right to it after: an unknown one is 404 for everybody (18.9). */
function find(
  context: RequestContext,
  type: SourceType,
  args: { readonly id: string; readonly user_id: number },
): Found {
  const source = readableSource(type)(context, args);
  const row = requestsTo(context, source).find((one) => one.user_id === args.user_id) ?? refuse(rowNotFound());
  const user = context.platform.state.users.get(row.user_id) ?? refuse(rowNotFound());
  return { source, row, user };
}

/** Owners of a group and who manages its members by a custom role, Maintainers of a project. */
function answers(context: RequestContext, source: Source): boolean {
  if (source.type === 'project') return hasLevel(context, source, 40);
  return hasLevel(context, source, 50) || hasAbility(context, source, 'admin_group_member');
}

/** Anyone who sees a place without belonging to it, where the place takes requests (POST access_requests, 18.9). */
function mayAsk(context: RequestContext, source: Source): boolean {
  if (source.row.attributes['request_access_enabled'] === false || isArchived(context, source)) return false;
  if (context.admin || levelOn(context, source) > 0 || !isSeenGlobally(context, source)) return false;
  return source.type === 'group' || !(context.user?.auditor === true || waitsForGroup(context, source));
}

/** A private place that is seen by way of something below it takes no requests. */
function isSeenGlobally(context: RequestContext, source: Source): boolean {
  if (source.row.visibility === 'public') return true;
  return source.row.visibility === 'internal' && context.user?.external === false;
}

/** What is archived, or lies below what is, takes no requests. */
function isArchived(context: RequestContext, source: Source): boolean {
  return source.row.archived || groupChain(context.platform.state, source).some((group) => group.archived);
}

/** Who has asked to join the group of a project need not ask for the project too. */
function waitsForGroup(context: RequestContext, source: Source): boolean {
  const [group] = groupChain(context.platform.state, source);
  if (group === undefined) return false;
  return requestsTo(context, { type: 'group', row: group }).some((row) => row.user_id === context.user?.id);
}
