import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { message, refuse } from '../http/reply.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { Bag } from '../store/rows.ts';

const kind = 'terraform_state';

/** The state of this name in a project; 422 while its deletion waits for the background (18.9). */
export function terraformState(context: RequestContext, project: ProjectRow, name: string): RecordRow | undefined {
  const { state, clock, backgroundDelay } = context.platform;
  const row = state.recordByKey(`${kind} project:${project.id} ${name}`);
  const deletedAt = row?.data['deleted_at'];
  if (row === undefined || typeof deletedAt !== 'string') return row;
  if (Date.parse(deletedAt) + backgroundDelay > clock.now().getTime()) {
    refuse(message(422, 'Terraform::RemoteStateHandler::StateDeletedError'));
  }
  for (const version of [...versionsOf(context, row)]) state.records.remove(version);
  state.records.remove(row);
  return undefined;
}

/** The state of this name, made when there is none: a lock or an upload does so (18.9). */
export function ensureTerraformState(context: RequestContext, project: ProjectRow, name: string): RecordRow {
  const known = terraformState(context, project, name);
  if (known !== undefined) return known;
  const now = timestamp(context.platform.clock);
  const row = { kind, owner: `project:${project.id}`, key: name, data: {}, created_at: now, updated_at: now };
  return context.platform.state.records.insert(row);
}

/** Changes what is kept beside the state's content: its lock, its deletion. */
export function updateTerraformState(context: RequestContext, row: RecordRow, data: Bag): void {
  const changes = { data: { ...row.data, ...data }, updated_at: timestamp(context.platform.clock) };
  context.platform.state.records.update(row, changes);
}

/** The uploaded versions of a state, oldest first. */
export function versionsOf(context: RequestContext, row: RecordRow): readonly RecordRow[] {
  return context.platform.state.recordsOf(`terraform_state_version terraform_state:${row.id}`);
}

/** Keeps one more version; false when its serial is there already. */
export function addVersion(context: RequestContext, row: RecordRow, serial: number, content: Bag): boolean {
  const owner = `terraform_state:${row.id}`;
  const { state, clock } = context.platform;
  if (state.recordByKey(`terraform_state_version ${owner} ${serial}`) !== undefined) return false;
  const now = timestamp(clock);
  const version = { kind: 'terraform_state_version', owner, key: String(serial), data: content };
  state.records.insert({ ...version, created_at: now, updated_at: now });
  return true;
}

/** Whether a lock id opens a state: the lock's own, or none where there is no lock. */
export function opens(row: RecordRow, lockId: string | null | undefined): boolean {
  return (row.data['lock_id'] ?? '') === (lockId ?? '');
}
