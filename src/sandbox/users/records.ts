import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findUser } from '../access/find.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { notFound, refuse } from '../http/reply.ts';
import type { RecordRow } from '../store/rows.ts';
import type { UserRow } from './rows.ts';

/** Access rule: a user by id, for administrators. */
export function administered(context: RequestContext, args: { readonly id: number }): UserRow {
  requireAdmin(context);
  return findUser(context, args.id);
}

/** A user by id or username; else 404 User Not Found. */
export function userNamed(context: RequestContext, name: string): UserRow {
  const { state } = context.platform;
  const found = /^\d+$/.test(name) ? state.users.get(Number(name)) : state.userByName(name.toLowerCase());
  return found ?? refuse(notFound('User'));
}

/** The small things of one kind that belong to a user, oldest first. */
export function recordsOf(context: RequestContext, kind: string, user: UserRow): readonly RecordRow[] {
  return context.platform.state.recordsOf(`${kind} user:${user.id}`);
}

/** One of them, by its id. */
export function recordOf(context: RequestContext, kind: string, user: UserRow, id: number): RecordRow | undefined {
  return recordsOf(context, kind, user).find((row) => row.id === id);
}

/** Removes one of them. */
export function dropRecord(context: RequestContext, row: RecordRow): void {
  context.platform.state.records.remove(row);
}

/** An SSH key (APIEntitiesSSHKey, 18.9): its comment is replaced by the name of its owner. */
export function sshKeyEntity(context: RequestContext, user: UserRow, row: RecordRow): JsonObject {
  const { data } = row;
  const host = new URL(context.platform.externalUrl).hostname;
  const [type = '', material = ''] = textOf(data['key']).trim().split(/\s+/);
  return {
    id: row.id,
    title: data['title'] ?? '',
    created_at: row.created_at,
    expires_at: data['expires_at'] ?? null,
    last_used_at: null,
    key: `${type} ${material} ${user.name} (${host})`,
    usage_type: data['usage_type'] ?? 'auth_and_signing',
  };
}
