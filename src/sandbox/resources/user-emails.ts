import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { created, invalid, noContent, notFound, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { RecordRow, UserRow } from '../rows.ts';
import { administered, dropRecord, recordOf, recordsOf } from './user-records.ts';

const kind = 'email';
const path = '/users/:id/emails';
const ofUser = { id: { type: 'integer', required: true } } as const;

export const userEmailRoutes = [
  // GET /users/:id/emails: the addresses besides the primary one, for administrators (18.9).
  route({
    method: 'GET',
    path,
    params: { ...ofUser, ...paged },
    access: administered,
    handle: ({ call, args, subject }) => paginate(call, args, recordsOf(call, kind, subject), entity),
  }),
  // POST /users/:id/emails: an address belongs to one user alone (18.9).
  route({
    method: 'POST',
    path,
    params: { ...ofUser, email: { type: 'string', required: true }, skip_confirmation: { type: 'boolean' } },
    access: administered,
    handle: ({ call, args, subject }) => {
      const { state, clock } = call.world;
      const email = args.email.trim().toLowerCase();
      if (!/^[^@\s]+@[^@\s]+$/.test(email)) refuse(invalid({ email: ['is invalid'] }));
      const others = state.records.all().some((row) => row.kind === kind && row.key === email);
      if (others || state.userByEmail(email) !== undefined) refuse(invalid({ email: ['has already been taken'] }));
      const now = timestamp(clock);
      const data = { confirmed_at: args.skip_confirmation === true ? now : null };
      const fields = { kind, owner: `user:${subject.id}`, key: email, data, created_at: now, updated_at: now };
      const row = state.records.insert(fields);
      tell(call, subject, row, 'email_created', { add: 'email' });
      return created(entity(row));
    },
  }),
  // DELETE /users/:id/emails/:email_id (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:email_id`,
    params: { ...ofUser, email_id: { type: 'integer', required: true } },
    access: (call, args) => {
      const user = administered(call, args);
      return { user, row: recordOf(call, kind, user, args.email_id) ?? refuse(notFound('Email')) };
    },
    handle: ({ call, subject: { user, row } }) => {
      requireUnmodified(call, row.updated_at);
      dropRecord(call, row);
      tell(call, user, row, 'email_destroyed', { remove: 'email' });
      return noContent();
    },
  }),
];

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
