import { createHash } from 'node:crypto';
import { audit } from '../admin/audit.ts';
import { actor, requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { findUser } from '../access/find.ts';
import { paged, paginate } from '../http/pagination.ts';
import type { Args, Params } from '../http/params.ts';
import { created, invalid, noContent, notFound, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { UserRow } from './rows.ts';
import { administered, dropRecord, recordOf, recordsOf, sshKeyEntity, userNamed } from './records.ts';

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
    access: (context, args) => userNamed(context, args.user_id),
    handle: ({ context, args, subject }) =>
      paginate(context, args, recordsOf(context, kind, subject), (row) => sshKeyEntity(context, subject, row)),
  }),
  // POST /users/:user_id/keys: administrators; a key belongs to one user alone (18.9).
  route({
    method: 'POST',
    path: '/users/:user_id/keys',
    params: { user_id: { type: 'integer', required: true }, ...newKey },
    access: (context, args) => {
      requireAdmin(context);
      return findUser(context, args.user_id);
    },
    handle: ({ context, args, subject }) => addKey(context, subject, args),
  }),
  // GET /users/:id/keys/:key_id (18.9).
  route({
    method: 'GET',
    path: '/users/:id/keys/:key_id',
    scopes: ['read_user'],
    anonymous: true,
    params: one,
    access: (context, args) => {
      const user = findUser(context, args.id);
      return { user, row: keyOf(context, user, args.key_id) };
    },
    handle: ({ context, subject: { user, row } }) => ok(sshKeyEntity(context, user, row)),
  }),
  // DELETE /users/:id/keys/:key_id (18.9).
  route({
    method: 'DELETE',
    path: '/users/:id/keys/:key_id',
    params: one,
    access: (context, args) => {
      const user = administered(context, args);
      return { user, row: keyOf(context, user, args.key_id) };
    },
    handle: ({ context, subject: { user, row } }) => removeKey(context, user, row),
  }),
  // GET /user/keys: one's own (18.9).
  route({
    method: 'GET',
    path: '/user/keys',
    scopes: ['read_user'],
    params: paged,
    access: actor,
    handle: ({ context, args, subject }) =>
      paginate(context, args, recordsOf(context, kind, subject), (row) => sshKeyEntity(context, subject, row)),
  }),
  // POST /user/keys (18.9).
  route({
    method: 'POST',
    path: '/user/keys',
    params: newKey,
    access: actor,
    handle: ({ context, args, subject }) => addKey(context, subject, args),
  }),
  // GET /user/keys/:key_id: one's own alone, also for administrators (18.9).
  route({
    method: 'GET',
    path: '/user/keys/:key_id',
    scopes: ['read_user'],
    params: byId,
    access: (context, args) => keyOf(context, actor(context), args.key_id),
    handle: ({ context, subject }) => ok(sshKeyEntity(context, actor(context), subject)),
  }),
  // DELETE /user/keys/:key_id (18.9).
  route({
    method: 'DELETE',
    path: '/user/keys/:key_id',
    params: byId,
    access: (context, args) => keyOf(context, actor(context), args.key_id),
    handle: ({ context, subject }) => removeKey(context, actor(context), subject),
  }),
];

function keyOf(context: RequestContext, user: UserRow, id: number): RecordRow {
  return recordOf(context, kind, user, id) ?? refuse(notFound('Key'));
}

function addKey(context: RequestContext, user: UserRow, args: Args<typeof newKey>): Reply {
  const print = fingerprint(args.key);
  if (print === undefined) return refuse(invalid({ key: ['is invalid'] }));
  const { state, clock } = context.platform;
  const taken = state.records.all().some((row) => row.kind === kind && row.key === print);
  if (taken) return refuse(invalid({ key: ['has already been taken'] }));
  const now = timestamp(clock);
  const usage_type = args.usage_type ?? 'auth_and_signing';
  const data = { title: args.title, key: args.key, expires_at: args.expires_at ?? null, usage_type };
  const fields = { kind, owner: `user:${user.id}`, key: print, data, created_at: now, updated_at: now };
  const row = state.records.insert(fields);
  tell(context, user, row, 'add_ssh_key', `Added SSH key: ${args.title}`);
  return created(sshKeyEntity(context, user, row));
}

function removeKey(context: RequestContext, user: UserRow, row: RecordRow): Reply {
  requireUnmodified(context, row.updated_at);
  dropRecord(context, row);
  tell(context, user, row, 'remove_ssh_key', 'Removed SSH key');
  return noContent();
}

/** What tells two keys apart: their material, not their comment. */
function fingerprint(key: string): string | undefined {
  const material = form.exec(key.trim())?.[3];
  return material === undefined ? undefined : createHash('sha256').update(material).digest('base64');
}

function tell(context: RequestContext, user: UserRow, row: RecordRow, event: string, text: string): void {
  const target = { id: row.id, type: 'Key', details: row.key };
  audit(context, { event, entity: { type: 'User', row: user }, target, details: { custom_message: text } });
}
