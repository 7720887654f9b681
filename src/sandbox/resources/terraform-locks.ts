import { hasAbility, hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { findProject } from '../find.ts';
import { textOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { failure, forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, RecordRow } from '../rows.ts';
import { ensureTerraformState, opens, updateTerraformState } from '../terraform-states.ts';

const path = '/projects/:id/terraform/state/:name/lock';
const text = { type: 'string', required: true } as const;

export const terraformLockRoutes = [
  // POST …/terraform/state/:name/lock: 200, or 409 when it is taken; either way with who holds the lock (18.9).
  route({
    method: 'POST',
    path,
    basicAuth: true,
    params: { ID: text, Operation: text, Info: text, Who: text, Version: text, Created: text, Path: text },
    access: adminOfStates,
    handle: ({ call, args, subject }) => {
      refuseLong('ID', args.ID);
      refuseLong('name', args.name);
      const row = ensureTerraformState(call, subject, args.name);
      const taken = textOf(row.data['lock_id']) !== '';
      const locked = { locked_by: actor(call).username, locked_at: timestamp(call.world.clock) };
      if (!taken) updateTerraformState(call, row, { lock_id: args.ID, ...locked });
      return { status: taken ? 409 : 200, body: lockInfo(row, args) };
    },
  }),
  // DELETE …/terraform/state/:name/lock: 409 with another lock's id; without an id the lock is forced open (18.9).
  route({
    method: 'DELETE',
    path,
    basicAuth: true,
    params: { ID: { type: 'string' } },
    access: adminOfStates,
    handle: ({ call, args, subject }) => {
      refuseLong('ID', args.ID ?? '');
      const row = ensureTerraformState(call, subject, args.name);
      if (args.ID != null && !opens(row, args.ID)) return { status: 409, body: 409 };
      updateTerraformState(call, row, { lock_id: null, locked_by: null, locked_at: null });
      return { status: 200, body: 200 };
    },
  }),
];

/** Access rule: states are read from Developer on. */
export function readerOfStates(call: Call, args: { readonly id: string }): ProjectRow {
  const row = findProject(call, args.id);
  return hasLevel(call, { type: 'project', row }, 30) ? row : refuse(forbidden());
}

/** Access rule: states are changed and locked from Maintainer on, or with the custom ability. */
export function adminOfStates(call: Call, args: { readonly id: string }): ProjectRow {
  const row = findProject(call, args.id);
  const place = { type: 'project', row } as const;
  return hasLevel(call, place, 40) || hasAbility(call, place, 'admin_terraform_state') ? row : refuse(forbidden());
}

/** Names and lock ids end at 255 characters (18.9). */
export function refuseLong(name: string, value: string): void {
  if (value.length > 255) refuse(failure(400, `${name} must be less than 255 characters`));
}

/** What the caller sent about the lock, with who really holds it. */
function lockInfo(row: RecordRow, sent: JsonObject): JsonObject {
  return {
    Operation: sent['Operation'],
    Info: sent['Info'],
    Version: sent['Version'],
    Path: sent['Path'],
    ID: row.data['lock_id'],
    Who: row.data['locked_by'],
    Created: row.data['locked_at'],
  };
}
