import { createHash } from 'node:crypto';
import { audit } from '../audit.ts';
import { actor, requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { findUser } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import type { Args, Params } from '../params.ts';
import { created, invalid, noContent, notFound, ok, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { RecordRow, UserRow } from '../rows.ts';
import { administered, dropRecord, recordOf, recordsOf, sshKeyEntity, userNamed } from './user-records.ts';

const kind = 'ssh_key';
const usages = ['auth_and_signing', 'auth', 'signing'] as const;
const byId = { key_id: { type: 'integer', required: true } } as const;
const one = { id: { type: 'integer', required: true }, ...byId } as const;
const newKey = {
  key: { type: 'string', required: true },
  title: { type: 'string', required: true },
  expires_at: { type: 'datetime' },
  usage_type: { type: 'string', values: usages },
} as const satisfies Params;

const form = /^(ssh-(rsa|ed25519)|ecdsa-sha2-\S+|sk-\S+) ([A-Za-z0-9+/]+=*)/;

export const userKeyRoutes = [
  // GET /users/:user_id/keys: by id or username, also without a token (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/keys',
    scopes: ['read_user'],
    anonymous: true,
    params: paged,
    access: (call, args) => userNamed(call, args.user_id),
    handle: ({ call, args, subject }) =>
      paginate(call, args, recordsOf(call, kind, subject), (row) => sshKeyEntity(call, subject, row)),
  }),
  // POST /users/:user_id/keys: administrators; a key belongs to one user alone (18.9).
  route({
    method: 'POST',
    path: '/users/:user_id/keys',
    params: { user_id: { type: 'integer', required: true }, ...newKey },
    access: (call, args) => {
      requireAdmin(call);
      return findUser(call, args.user_id);
    },
    handle: ({ call, args, subject }) => addKey(call, subject, args),
  }),
  // GET /users/:id/keys/:key_id (18.9).
  route({
    method: 'GET',
    path: '/users/:id/keys/:key_id',
    scopes: ['read_user'],
    anonymous: true,
    params: one,
    access: (call, args) => {
      const user = findUser(call, args.id);
      return { user, row: keyOf(call, user, args.key_id) };
    },
    handle: ({ call, subject: { user, row } }) => ok(sshKeyEntity(call, user, row)),
  }),
  // DELETE /users/:id/keys/:key_id (18.9).
  route({
    method: 'DELETE',
    path: '/users/:id/keys/:key_id',
    params: one,
    access: (call, args) => {
      const user = administered(call, args);
      return { user, row: keyOf(call, user, args.key_id) };
    },
    handle: ({ call, subject: { user, row } }) => removeKey(call, user, row),
  }),
  // GET /user/keys: one's own (18.9).
  route({
    method: 'GET',
    path: '/user/keys',
    scopes: ['read_user'],
    params: paged,
    access: actor,
    handle: ({ call, args, subject }) =>
      paginate(call, args, recordsOf(call, kind, subject), (row) => sshKeyEntity(call, subject, row)),
  }),
  // POST /user/keys (18.9).
  route({
    method: 'POST',
    path: '/user/keys',
    params: newKey,
    access: actor,
    handle: ({ call, args, subject }) => addKey(call, subject, args),
  }),
  // GET /user/keys/:key_id: one's own alone, also for administrators (18.9).
  route({
    method: 'GET',
    path: '/user/keys/:key_id',
    scopes: ['read_user'],
    params: byId,
    access: (call, args) => keyOf(call, actor(call), args.key_id),
    handle: ({ call, subject }) => ok(sshKeyEntity(call, actor(call), subject)),
  }),
  // DELETE /user/keys/:key_id (18.9).
  route({
    method: 'DELETE',
    path: '/user/keys/:key_id',
    params: byId,
    access: (call, args) => keyOf(call, actor(call), args.key_id),
    handle: ({ call, subject }) => removeKey(call, actor(call), subject),
  }),
];

function keyOf(call: Call, user: UserRow, id: number): RecordRow {
  return recordOf(call, kind, user, id) ?? refuse(notFound('Key'));
}

function addKey(call: Call, user: UserRow, args: Args<typeof newKey>): Reply {
  const print = fingerprint(args.key);
  if (print === undefined) return refuse(invalid({ key: ['is invalid'] }));
  const { state, clock } = call.world;
  const taken = state.records.all().some((row) => row.kind === kind && row.key === print);
  if (taken) return refuse(invalid({ key: ['has already been taken'] }));
  const now = timestamp(clock);
  const usage_type = args.usage_type ?? 'auth_and_signing';
  const data = { title: args.title, key: args.key, expires_at: args.expires_at ?? null, usage_type };
  const fields = { kind, owner: `user:${user.id}`, key: print, data, created_at: now, updated_at: now };
  const row = state.records.insert(fields);
  tell(call, user, row, 'add_ssh_key', `Added SSH key: ${args.title}`);
  return created(sshKeyEntity(call, user, row));
}

function removeKey(call: Call, user: UserRow, row: RecordRow): Reply {
  requireUnmodified(call, row.updated_at);
  dropRecord(call, row);
  tell(call, user, row, 'remove_ssh_key', 'Removed SSH key');
  return noContent();
}

/** What tells two keys apart: their material, not their comment. */
function fingerprint(key: string): string | undefined {
  const material = form.exec(key.trim())?.[3];
  return material === undefined ? undefined : createHash('sha256').update(material).digest('base64');
}

function tell(call: Call, user: UserRow, row: RecordRow, event: string, text: string): void {
  const target = { id: row.id, type: 'Key', details: row.key };
  audit(call, { event, entity: { type: 'User', row: user }, target, details: { custom_message: text } });
}
