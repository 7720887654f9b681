import { audit } from '../audit.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { created, invalid, message, noContent, notFound, ok, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { RecordRow, UserRow } from '../rows.ts';
import { administered, dropRecord, recordOf, recordsOf } from './user-records.ts';

const kind = 'email';
const path = '/users/:id/emails';
const ofUser = { id: { type: 'integer', required: true } } as const;
const byId = { email_id: { type: 'integer', required: true } } as const;
const newEmail = { email: { type: 'string', required: true } } as const;

export const userEmailRoutes = [
  // GET /users/:id/emails: for administrators; a confirmed primary address is one of them (18.9).
  route({
    method: 'GET',
    path,
    scopes: ['read_user'],
    params: { ...ofUser, ...paged },
    access: administered,
    handle: ({ call, args, subject }) => paginate(call, args, recordsOf(call, kind, subject), entity),
  }),
  // POST /users/:id/emails: an address belongs to one user alone (18.9).
  route({
    method: 'POST',
    path,
    params: { ...ofUser, ...newEmail, skip_confirmation: { type: 'boolean' } },
    access: administered,
    handle: ({ call, args, subject }) => addEmail(call, subject, args.email, args.skip_confirmation === true),
  }),
  // DELETE /users/:id/emails/:email_id (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:email_id`,
    params: { ...ofUser, ...byId },
    access: (call, args) => {
      const user = administered(call, args);
      return { user, row: emailOf(call, user, args.email_id) };
    },
    handle: ({ call, subject: { user, row } }) => removeEmail(call, user, row),
  }),
  // GET /user/emails: one's own (18.9).
  route({
    method: 'GET',
    path: '/user/emails',
    scopes: ['read_user'],
    params: paged,
    access: actor,
    handle: ({ call, args, subject }) => paginate(call, args, recordsOf(call, kind, subject), entity),
  }),
  // POST /user/emails: always to be confirmed (18.9).
  route({
    method: 'POST',
    path: '/user/emails',
    params: newEmail,
    access: actor,
    handle: ({ call, args, subject }) => addEmail(call, subject, args.email, false),
  }),
  // GET /user/emails/:email_id: one's own alone, also for administrators (18.9).
  route({
    method: 'GET',
    path: '/user/emails/:email_id',
    scopes: ['read_user'],
    params: byId,
    access: (call, args) => emailOf(call, actor(call), args.email_id),
    handle: ({ subject }) => ok(entity(subject)),
  }),
  // DELETE /user/emails/:email_id (18.9).
  route({
    method: 'DELETE',
    path: '/user/emails/:email_id',
    params: byId,
    access: (call, args) => emailOf(call, actor(call), args.email_id),
    handle: ({ call, subject }) => removeEmail(call, actor(call), subject),
  }),
];

/** A confirmed primary address joins the user's addresses; former ones stay there (POST and PUT /users, 18.9). */
export function listPrimaryEmail(call: Call, user: UserRow): void {
  const { state } = call.world;
  if (user.confirmed_at === null) return;
  const known = state.recordByKey(`${kind} user:${user.id} ${user.email}`);
  if (known === undefined) insertEmail(call, user, user.email, user.confirmed_at);
  else state.records.update(known, { data: { confirmed_at: user.confirmed_at } });
}

function emailOf(call: Call, user: UserRow, id: number): RecordRow {
  return recordOf(call, kind, user, id) ?? refuse(notFound('Email'));
}

function addEmail(call: Call, user: UserRow, sent: string, confirmed: boolean): Reply {
  const { state, clock } = call.world;
  const email = sent.trim().toLowerCase();
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) refuse(invalid({ email: ['is invalid'] }));
  const others = state.records.all().some((row) => row.kind === kind && row.key === email);
  if (others || state.userByEmail(email) !== undefined) refuse(invalid({ email: ['has already been taken'] }));
  const row = insertEmail(call, user, email, confirmed ? timestamp(clock) : null);
  tell(call, user, row, 'email_created', { add: 'email' });
  return created(entity(row));
}

function insertEmail(call: Call, user: UserRow, email: string, confirmed_at: string | null): RecordRow {
  const now = timestamp(call.world.clock);
  const fields = { kind, owner: `user:${user.id}`, key: email, created_at: now, updated_at: now };
  return call.world.state.records.insert({ ...fields, data: { confirmed_at } });
}

/** The primary address cannot go: the service raises, and nothing catches it. */
function removeEmail(call: Call, user: UserRow, row: RecordRow): Reply {
  requireUnmodified(call, row.updated_at);
  if (row.key === user.email) return refuse(message(500, '500 Internal Server Error'));
  dropRecord(call, row);
  tell(call, user, row, 'email_destroyed', { remove: 'email' });
  return noContent();
}

function entity(row: RecordRow): JsonObject {
  return { id: row.id, email: row.key, confirmed_at: row.data['confirmed_at'] ?? null };
}

function tell(call: Call, user: UserRow, row: RecordRow, event: string, details: Record<string, string>): void {
  audit(call, {
    event,
    entity: { type: 'User', row: user },
    target: { id: row.id, type: 'Email', details: row.key },
    details,
  });
}
