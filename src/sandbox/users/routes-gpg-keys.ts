import { audit } from '../admin/audit.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { findUser } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, invalid, noContent, notFound, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { UserRow } from './rows.ts';
import { administered, dropRecord, recordOf, recordsOf } from './records.ts';

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
    access: (context, args) => findUser(context, args.id),
    handle: ({ context, args, subject }) => paginate(context, args, recordsOf(context, kind, subject), entity),
  }),
  // POST /users/:id/gpg_keys: administrators (18.9).
  route({
    method: 'POST',
    path,
    params: { ...ofUser, ...newKey },
    access: administered,
    handle: ({ context, args, subject }) => addKey(context, subject, args.key),
  }),
  // GET /users/:id/gpg_keys/:key_id (18.9).
  route({
    method: 'GET',
    path: `${path}/:key_id`,
    scopes: ['read_user'],
    anonymous: true,
    params: one,
    access: (context, args) => keyOf(context, findUser(context, args.id), args.key_id),
    handle: ({ subject }) => ok(entity(subject)),
  }),
  // DELETE /users/:id/gpg_keys/:key_id (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:key_id`,
    params: one,
    access: (context, args) => ({
      user: administered(context, args),
      row: keyOf(context, administered(context, args), args.key_id),
    }),
    handle: ({ context, subject: { user, row } }) => removeKey(context, user, row),
  }),
  // POST /users/:id/gpg_keys/:key_id/revoke: 202, and the key is gone (18.9).
  route({
    method: 'POST',
    path: `${path}/:key_id/revoke`,
    params: one,
    access: (context, args) => ({
      user: administered(context, args),
      row: keyOf(context, administered(context, args), args.key_id),
    }),
    handle: ({ context, subject: { user, row } }) => revokeKey(context, user, row),
  }),
  // GET /user/gpg_keys: one's own (18.9).
  route({
    method: 'GET',
    path: '/user/gpg_keys',
    scopes: ['read_user'],
    params: paged,
    access: actor,
    handle: ({ context, args, subject }) => paginate(context, args, recordsOf(context, kind, subject), entity),
  }),
  // POST /user/gpg_keys (18.9).
  route({
    method: 'POST',
    path: '/user/gpg_keys',
    params: newKey,
    access: actor,
    handle: ({ context, args, subject }) => addKey(context, subject, args.key),
  }),
  // GET /user/gpg_keys/:key_id: one's own alone, also for administrators (18.9).
  route({
    method: 'GET',
    path: '/user/gpg_keys/:key_id',
    scopes: ['read_user'],
    params: byId,
    access: (context, args) => keyOf(context, actor(context), args.key_id),
    handle: ({ subject }) => ok(entity(subject)),
  }),
  // DELETE /user/gpg_keys/:key_id (18.9).
  route({
    method: 'DELETE',
    path: '/user/gpg_keys/:key_id',
    params: byId,
    access: (context, args) => keyOf(context, actor(context), args.key_id),
    handle: ({ context, subject }) => removeKey(context, actor(context), subject),
  }),
  // POST /user/gpg_keys/:key_id/revoke (18.9).
  route({
    method: 'POST',
    path: '/user/gpg_keys/:key_id/revoke',
    params: byId,
    access: (context, args) => keyOf(context, actor(context), args.key_id),
    handle: ({ context, subject }) => revokeKey(context, actor(context), subject),
  }),
];

function addKey(context: RequestContext, user: UserRow, key: string): Reply {
  if (!key.trim().startsWith('-----BEGIN PGP PUBLIC KEY BLOCK-----')) {
    const blank = ["can't be blank"];
    refuse(invalid({ key: ['is invalid'], fingerprint: blank, primary_keyid: blank }));
  }
  const { state, clock } = context.platform;
  const taken = state.records.all().some((row) => row.kind === kind && row.key === key);
  if (taken) refuse(invalid({ key: ['has already been taken'] }));
  const now = timestamp(clock);
  const fields = { kind, owner: `user:${user.id}`, key, data: {}, created_at: now, updated_at: now };
  const row = state.records.insert(fields);
  tell(context, user, row, 'add_gpg_key', 'Added new GPG key to user');
  return created(entity(row));
}

function removeKey(context: RequestContext, user: UserRow, row: RecordRow): Reply {
  requireUnmodified(context, row.updated_at);
  dropRecord(context, row);
  tell(context, user, row, 'remove_gpg_key', 'Removed GPG key from user');
  return noContent();
}

/** 202, and the key is gone. */
function revokeKey(context: RequestContext, user: UserRow, row: RecordRow): Reply {
  dropRecord(context, row);
  tell(context, user, row, 'remove_gpg_key', 'Revoked GPG key of user');
  return { status: 202, body: null };
}

function keyOf(context: RequestContext, user: UserRow, id: number): RecordRow {
  return recordOf(context, kind, user, id) ?? refuse(notFound('GPG Key'));
}

function entity(row: RecordRow): JsonObject {
  return { id: row.id, key: row.key, created_at: row.created_at };
}

function tell(context: RequestContext, user: UserRow, row: RecordRow, event: string, text: string): void {
  const target = { id: row.id, type: 'GpgKey', details: String(row.id) };
  audit(context, { event, entity: { type: 'User', row: user }, target, details: { custom_message: text } });
}
