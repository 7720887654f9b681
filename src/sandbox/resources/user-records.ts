import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { findUser } from '../find.ts';
import { textOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { notFound, refuse } from '../reply.ts';
import type { RecordRow, UserRow } from '../rows.ts';

/** Access rule: a user by id, for administrators. */
export function administered(call: Call, args: { readonly id: number }): UserRow {
  requireAdmin(call);
  return findUser(call, args.id);
}

/** A user by id or username; else 404 User Not Found. */
export function userNamed(call: Call, name: string): UserRow {
  const { state } = call.world;
  const found = /^\d+$/.test(name) ? state.users.get(Number(name)) : state.userByName(name.toLowerCase());
  return found ?? refuse(notFound('User'));
}

/** The small things of one kind that belong to a user, oldest first. */
export function recordsOf(call: Call, kind: string, user: UserRow): readonly RecordRow[] {
  return call.world.state.recordsOf(`${kind} user:${user.id}`);
}

/** One of them, by its id. */
export function recordOf(call: Call, kind: string, user: UserRow, id: number): RecordRow | undefined {
  return recordsOf(call, kind, user).find((row) => row.id === id);
}

/** Removes one of them. */
export function dropRecord(call: Call, row: RecordRow): void {
  call.world.state.records.remove(row);
}

/** An SSH key (APIEntitiesSSHKey, 18.9): its comment is replaced by the name of its owner. */
export function sshKeyEntity(call: Call, user: UserRow, row: RecordRow): JsonObject {
  const { data } = row;
  const host = new URL(call.world.externalUrl).hostname;
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
