import { groupChain, hasLevel, levelOn } from '../access.ts';
import type { Source } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { memberEntity } from '../entities/member.ts';
import { basicUser } from '../entities/user.ts';
import { readableSource } from '../find.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { created, forbidden, invalid, noContent, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { AccessRequestRow, SourceType, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { addMember, draftMember } from './member-changes.ts';
import { mayHandle, memberErrors } from './member-rules.ts';

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
      access: (call, args) => {
        const source = readableSource(type)(call, args);
        return answers(call, source) ? source : refuse(forbidden());
      },
      handle: ({ call, args, subject }) => {
        const rows = requestsTo(call, subject);
        return paginate(call, args, rows, (row) => entity(call, row));
      },
    }),
    // POST {groups,projects}/:id/access_requests: for the caller; a second one is 400 (18.9).
    route({
      method: 'POST',
      path: base,
      access: readableSource(type),
      handle: ({ call, subject: source }) => {
        const user = actor(call);
        if (!mayAsk(call, source)) refuse(forbidden());
        const asked = requestsTo(call, source).some((row) => row.user_id === user.id);
        if (asked) refuse(invalid({ user_id: ['already exists in source'] }));
        const now = timestamp(call.world.clock);
        const place = { source_type: type, source_id: source.row.id };
        const row = { ...place, user_id: user.id, requested_at: now, updated_at: now };
        return created(entity(call, call.world.state.accessRequests.insert(row)));
      },
    }),
    // PUT {groups,projects}/:id/access_requests/:user_id/approve: 201 with the member, a Developer by default (18.9).
    route({
      method: 'PUT',
      path: `${base}/:user_id/approve`,
      params: { user_id: { type: 'integer', required: true }, access_level: { type: 'integer' } },
      access: (call, args) => find(call, type, args),
      handle: ({ call, args, subject: { source, user } }) => {
        const level = args.access_level ?? 30;
        if (!answers(call, source) || (level === 50 && !mayHandle(call, source, level))) refuse(forbidden());
        const wanted = { user, access_level: level, expires_at: null, member_role_id: null };
        // What the model refuses is shown all the same, and stays a request (18.9).
        const sound = Object.keys(memberErrors(call, source, wanted, undefined)).length === 0;
        const member = sound ? addMember(call, source, wanted) : { id: 0, ...draftMember(call, source, wanted) };
        return created(memberEntity(call, source, { level: member.access_level, member }, user));
      },
    }),
    // DELETE {groups,projects}/:id/access_requests/:user_id: refused by those who may, withdrawn by its author (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:user_id`,
      params: { user_id: { type: 'integer', required: true } },
      access: (call, args) => find(call, type, args),
      handle: ({ call, subject: { source, row } }) => {
        requireUnmodified(call, row.updated_at);
        if (!answers(call, source) && row.user_id !== call.user?.id) refuse(forbidden());
        call.world.state.accessRequests.remove(row);
        return noContent();
      },
    }),
  ];
}

/** Someone who asked to join, with the moment of it (APIEntitiesAccessRequester, 18.9). */
function entity(call: Call, row: AccessRequestRow): JsonObject {
  const user = call.world.state.users.get(row.user_id) ?? refuse(rowNotFound());
  return { ...basicUser(call, user), requested_at: row.requested_at };
}

function requestsTo(call: Call, source: Source): readonly AccessRequestRow[] {
  return call.world.state.accessRequestsBySource(sourceKey(source.type, source.row.id));
}

/** The request comes first, and the right to it after: an unknown one is 404 for everybody (18.9). */
function find(call: Call, type: SourceType, args: { readonly id: string; readonly user_id: number }): Found {
  const source = readableSource(type)(call, args);
  const row = requestsTo(call, source).find((one) => one.user_id === args.user_id) ?? refuse(rowNotFound());
  const user = call.world.state.users.get(row.user_id) ?? refuse(rowNotFound());
  return { source, row, user };
}

/** Owners of a group, Maintainers of a project. */
function answers(call: Call, source: Source): boolean {
  return hasLevel(call, source, source.type === 'group' ? 50 : 40);
}

/** Anyone who sees a place without belonging to it, where the place takes requests (POST access_requests, 18.9). */
function mayAsk(call: Call, source: Source): boolean {
  if (source.row.attributes['request_access_enabled'] === false || isArchived(call, source)) return false;
  if (call.admin || levelOn(call, source) > 0 || !isSeenGlobally(call, source)) return false;
  return source.type === 'group' || !(call.user?.auditor === true || waitsForGroup(call, source));
}

/** A private place that is seen by way of something below it takes no requests. */
function isSeenGlobally(call: Call, source: Source): boolean {
  if (source.row.visibility === 'public') return true;
  return source.row.visibility === 'internal' && call.user?.external === false;
}

/** What is archived, or lies below what is, takes no requests. */
function isArchived(call: Call, source: Source): boolean {
  return source.row.archived || groupChain(call.world.state, source).some((group) => group.archived);
}

/** Who has asked to join the group of a project need not ask for the project too. */
function waitsForGroup(call: Call, source: Source): boolean {
  const [group] = groupChain(call.world.state, source);
  if (group === undefined) return false;
  return requestsTo(call, { type: 'group', row: group }).some((row) => row.user_id === call.user?.id);
}
