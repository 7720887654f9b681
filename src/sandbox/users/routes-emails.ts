import { audit } from '../admin/audit.ts';
import { actor, type RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, invalid, message, noContent, notFound, ok, refuse, type Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { UserRow } from './rows.ts';
import { administered, dropRecord, recordOf, recordsOf } from './records.ts';
import { kind, insertEmail } from './primary-email.ts';

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
    handle: ({ context, args, subject }) => paginate(context, args, recordsOf(context, kind, subject), entity),
  }),
  // POST /users/:id/emails: an address belongs to one user alone (18.9).
  route({
    method: 'POST',
    path,
    params: { ...ofUser, ...newEmail, skip_confirmation: { type: 'boolean' } },
    access: administered,
    handle: ({ context, args, subject }) => addEmail(context, subject, args.email, args.skip_confirmation === true),
  }),
  // DELETE /users/:id/emails/:email_id (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:email_id`,
    params: { ...ofUser, ...byId },
    access: (context, args) => {
      const user = administered(context, args);
      return { user, row: emailOf(context, user, args.email_id) };
    },
    handle: ({ context, subject: { user, row } }) => removeEmail(context, user, row),
  }),
  // GET /user/emails: one's own (18.9).
  route({
    method: 'GET',
    path: '/user/emails',
    scopes: ['read_user'],
    params: paged,
    access: actor,
    handle: ({ context, args, subject }) => paginate(context, args, recordsOf(context, kind, subject), entity),
  }),
  // POST /user/emails: always to be confirmed (18.9).
  route({
    method: 'POST',
    path: '/user/emails',
    params: newEmail,
    access: actor,
    handle: ({ context, args, subject }) => addEmail(context, subject, args.email, false),
  }),
  // GET /user/emails/:email_id: one's own alone, also for administrators (18.9).
  route({
    method: 'GET',
    path: '/user/emails/:email_id',
    scopes: ['read_user'],
    params: byId,
    access: (context, args) => emailOf(context, actor(context), args.email_id),
    handle: ({ subject }) => ok(entity(subject)),
  }),
  // DELETE /user/emails/:email_id (18.9).
  route({
    method: 'DELETE',
    path: '/user/emails/:email_id',
    params: byId,
    access: (context, args) => emailOf(context, actor(context), args.email_id),
    handle: ({ context, subject }) => removeEmail(context, actor(context), subject),
  }),
];

function emailOf(context: RequestContext, user: UserRow, id: number): RecordRow {
  return recordOf(context, kind, user, id) ?? refuse(notFound('Email'));
}

function addEmail(context: RequestContext, user: UserRow, sent: string, confirmed: boolean): Reply {
  const { state, clock } = context.platform;
  const email = sent.trim().toLowerCase();
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) refuse(invalid({ email: ['is invalid'] }));
  const others = state.records.all().some((row) => row.kind === kind && row.key === email);
  if (others || state.userByEmail(email) !== undefined) refuse(invalid({ email: ['has already been taken'] }));
  const row = insertEmail(context, user, email, confirmed ? timestamp(clock) : null);
  tell(context, user, row, 'email_created', { add: 'email' });
  return created(entity(row));
}

/** The primary address cannot go: the service raises, and nothing catches it. */
function removeEmail(context: RequestContext, user: UserRow, row: RecordRow): Reply {
  requireUnmodified(context, row.updated_at);
  if (row.key === user.email) return refuse(message(500, '500 Internal Server Error'));
  dropRecord(context, row);
  tell(context, user, row, 'email_destroyed', { remove: 'email' });
  return noContent();
}

function entity(row: RecordRow): JsonObject {
  return { id: row.id, email: row.key, confirmed_at: row.data['confirmed_at'] ?? null };
}

function tell(
  context: RequestContext,
  user: UserRow,
  row: RecordRow,
  event: string,
  details: Record<string, string>,
): void {
  audit(context, {
    event,
    entity: { type: 'User', row: user },
    target: { id: row.id, type: 'Email', details: row.key },
    details,
  });
}
