import { audit } from '../audit.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { findUser } from '../find.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { created, invalid, noContent, notFound, ok, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { RecordRow, UserRow } from '../rows.ts';
import { administered, dropRecord, recordOf, recordsOf } from './user-records.ts';

const kind = 'gpg_key';
const path = '/users/:id/gpg_keys';
const ofUser = { id: { type: 'integer', required: true } } as const;
const byId = { key_id: { type: 'integer', required: true } } as const;
const one = { ...ofUser, ...byId } as const;
const newKey = { key: { type: 'string', required: true } } as const;

export const userGpgKeyRoutes = [
  // GET /users/:id/gpg_keys: also without a token (18.9).
  route({
    method: 'GET',
    path,
    scopes: ['read_user'],
    anonymous: true,
    params: { ...ofUser, ...paged },
    access: (call, args) => findUser(call, args.id),
    handle: ({ call, args, subject }) => paginate(call, args, recordsOf(call, kind, subject), entity),
  }),
  // POST /users/:id/gpg_keys: administrators (18.9).
  route({
    method: 'POST',
    path,
    params: { ...ofUser, ...newKey },
    access: administered,
    handle: ({ call, args, subject }) => addKey(call, subject, args.key),
  }),
  // GET /users/:id/gpg_keys/:key_id (18.9).
  route({
    method: 'GET',
    path: `${path}/:key_id`,
    scopes: ['read_user'],
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
    handle: ({ call, subject: { user, row } }) => removeKey(call, user, row),
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
    handle: ({ call, subject: { user, row } }) => revokeKey(call, user, row),
  }),
  // GET /user/gpg_keys: one's own (18.9).
  route({
    method: 'GET',
    path: '/user/gpg_keys',
    scopes: ['read_user'],
    params: paged,
    access: actor,
    handle: ({ call, args, subject }) => paginate(call, args, recordsOf(call, kind, subject), entity),
  }),
  // POST /user/gpg_keys (18.9).
  route({
    method: 'POST',
    path: '/user/gpg_keys',
    params: newKey,
    access: actor,
    handle: ({ call, args, subject }) => addKey(call, subject, args.key),
  }),
  // GET /user/gpg_keys/:key_id: one's own alone, also for administrators (18.9).
  route({
    method: 'GET',
    path: '/user/gpg_keys/:key_id',
    scopes: ['read_user'],
    params: byId,
    access: (call, args) => keyOf(call, actor(call), args.key_id),
    handle: ({ subject }) => ok(entity(subject)),
  }),
  // DELETE /user/gpg_keys/:key_id (18.9).
  route({
    method: 'DELETE',
    path: '/user/gpg_keys/:key_id',
    params: byId,
    access: (call, args) => keyOf(call, actor(call), args.key_id),
    handle: ({ call, subject }) => removeKey(call, actor(call), subject),
  }),
  // POST /user/gpg_keys/:key_id/revoke (18.9).
  route({
    method: 'POST',
    path: '/user/gpg_keys/:key_id/revoke',
    params: byId,
    access: (call, args) => keyOf(call, actor(call), args.key_id),
    handle: ({ call, subject }) => revokeKey(call, actor(call), subject),
  }),
];

function addKey(call: Call, user: UserRow, key: string): Reply {
  if (!key.trim().startsWith('-----BEGIN PGP PUBLIC KEY BLOCK-----')) {
    const blank = ["can't be blank"];
    refuse(invalid({ key: ['is invalid'], fingerprint: blank, primary_keyid: blank }));
  }
  const { state, clock } = call.world;
  const taken = state.records.all().some((row) => row.kind === kind && row.key === key);
  if (taken) refuse(invalid({ key: ['has already been taken'] }));
  const now = timestamp(clock);
  const fields = { kind, owner: `user:${user.id}`, key, data: {}, created_at: now, updated_at: now };
  const row = state.records.insert(fields);
  tell(call, user, row, 'add_gpg_key', 'Added new GPG key to user');
  return created(entity(row));
}

function removeKey(call: Call, user: UserRow, row: RecordRow): Reply {
  requireUnmodified(call, row.updated_at);
  dropRecord(call, row);
  tell(call, user, row, 'remove_gpg_key', 'Removed GPG key from user');
  return noContent();
}

/** 202, and the key is gone. */
function revokeKey(call: Call, user: UserRow, row: RecordRow): Reply {
  dropRecord(call, row);
  tell(call, user, row, 'remove_gpg_key', 'Revoked GPG key of user');
  return { status: 202, body: null };
}

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
