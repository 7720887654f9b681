import { actor } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { textOf, type JsonObject } from '../store/json.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import { ensureTerraformState, opens, updateTerraformState } from './states.ts';
import { adminOfStates, refuseLong } from './access.ts';

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
    handle: ({ context, args, subject }) => {
      refuseLong('ID', args.ID);
      refuseLong('name', args.name);
      const row = ensureTerraformState(context, subject, args.name);
      const taken = textOf(row.data['lock_id']) !== '';
      const locked = { locked_by: actor(context).username, locked_at: timestamp(context.platform.clock) };
      if (!taken) updateTerraformState(context, row, { lock_id: args.ID, ...locked });
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
    handle: ({ context, args, subject }) => {
      refuseLong('ID', args.ID ?? '');
      const row = ensureTerraformState(context, subject, args.name);
      if (args.ID != null && !opens(row, args.ID)) return { status: 409, body: 409 };
      updateTerraformState(context, row, { lock_id: null, locked_by: null, locked_at: null });
      return { status: 200, body: 200 };
    },
  }),
];

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
