import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { findUser } from '../find.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { created, invalid, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { RecordRow, UserRow } from '../rows.ts';
import { administered, dropRecord, recordOf, recordsOf } from './user-records.ts';

const kind = 'gpg_key';
const path = '/users/:id/gpg_keys';
const ofUser = { id: { type: 'integer', required: true } } as const;
const one = { ...ofUser, key_id: { type: 'integer', required: true } } as const;

export const userGpgKeyRoutes = [
  // GET /users/:id/gpg_keys: also without a token (18.9).
  route({
    method: 'GET',
    path,
    anonymous: true,
    params: { ...ofUser, ...paged },
    access: (call, args) => findUser(call, args.id),
    handle: ({ call, args, subject }) => paginate(call, args, recordsOf(call, kind, subject), entity),
  }),
  // POST /users/:id/gpg_keys: administrators (18.9).
  route({
    method: 'POST',
    path,
    params: { ...ofUser, key: { type: 'string', required: true } },
    access: administered,
    handle: ({ call, args, subject }) => {
      if (!args.key.trim().startsWith('-----BEGIN PGP PUBLIC KEY BLOCK-----')) {
        const blank = ["can't be blank"];
        refuse(invalid({ key: ['is invalid'], fingerprint: blank, primary_keyid: blank }));
      }
      const { state, clock } = call.world;
      const taken = state.records.all().some((row) => row.kind === kind && row.key === args.key);
      if (taken) refuse(invalid({ key: ['has already been taken'] }));
      const now = timestamp(clock);
      const fields = { kind, owner: `user:${subject.id}`, key: args.key, data: {}, created_at: now, updated_at: now };
      const row = state.records.insert(fields);
      tell(call, subject, row, 'add_gpg_key', 'Added new GPG key to user');
      return created(entity(row));
    },
  }),
  // GET /users/:id/gpg_keys/:key_id (18.9).
  route({
    method: 'GET',
    path: `${path}/:key_id`,
    anonymous: true,
    params: one,
    access: (call, args) => keyOf(call, findUser(call, args.id), args.key_id),
    handle: ({ subject }) => ok(entity(subject)),
  }),
  // DELETE /users/:id/gpg_keys/:key_id (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:key_id`,
    params: one,
    access: (call, args) => ({
      user: administered(call, args),
      row: keyOf(call, administered(call, args), args.key_id),
    }),
    handle: ({ call, subject: { user, row } }) => {
      requireUnmodified(call, row.updated_at);
      dropRecord(call, row);
      tell(call, user, row, 'remove_gpg_key', 'Removed GPG key from user');
      return noContent();
    },
  }),
  // POST /users/:id/gpg_keys/:key_id/revoke: 202, and the key is gone (18.9).
  route({
    method: 'POST',
    path: `${path}/:key_id/revoke`,
    params: one,
    access: (call, args) => ({
      user: administered(call, args),
      row: keyOf(call, administered(call, args), args.key_id),
    }),
    handle: ({ call, subject: { user, row } }) => {
      dropRecord(call, row);
      tell(call, user, row, 'remove_gpg_key', 'Revoked GPG key of user');
      return { status: 202, body: null };
    },
  }),
];

function keyOf(call: Call, user: UserRow, id: number): RecordRow {
  return recordOf(call, kind, user, id) ?? refuse(notFound('GPG Key'));
}

function entity(row: RecordRow): JsonObject {
  return { id: row.id, key: row.key, created_at: row.created_at };
}

function tell(call: Call, user: UserRow, row: RecordRow, event: string, text: string): void {
  const target = { id: row.id, type: 'GpgKey', details: String(row.id) };
  audit(call, { event, entity: { type: 'User', row: user }, target, details: { custom_message: text } });
}
