import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { noContent, type Reply } from '../http/reply.ts';
import type { RecordRow } from '../store/rows.ts';

export const kind = 'admin_role';

/** The role for the admin area that has an id. */
export function adminRole(context: RequestContext, id: number): RecordRow | undefined {
  return rolesOf(context).find((row) => row.data['id'] === id);
}

/** Deletes a role for the admin area, which `DELETE /member_roles/:id` does as well (18.9). */
export function deleteAdminRole(context: RequestContext, row: RecordRow): Reply {
  context.platform.state.records.remove(row);
  tell(context, row, 'deleted');
  return noContent();
}

export function rolesOf(context: RequestContext): readonly RecordRow[] {
  const rows = context.platform.state.recordsOf(`${kind} instance`);
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
}

export function tell(context: RequestContext, row: RecordRow, action: 'created' | 'deleted'): void {
  const target = { id: Number(row.data['id'] ?? row.id), type: 'MemberRole', details: row.key };
  const details = { custom_message: `Admin role was ${action}` };
  audit(context, { event: `admin_role_${action}`, entity: { type: 'Instance' }, target, details });
}
