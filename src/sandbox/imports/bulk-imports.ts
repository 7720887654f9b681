import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { Json } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';
import type { UserRow } from '../users/rows.ts';
import type { Bag } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** The states of a migration and of its parts (GET /bulk_imports, 18.9). */
export const bulkImportStates = ['created', 'started', 'finished', 'timeout', 'failed', 'canceled'] as const;

export type BulkImportState = (typeof bulkImportStates)[number];

/** What is known of a migration or of one of its parts: `row.data` holds what its kind says of it. */
const kinds = { migration: 'bulk_import', part: 'bulk_import_entity' } as const;

/** A user's migrations, oldest first. */
export function migrationsOf(state: State, user: UserRow): readonly RecordRow[] {
  return state.recordsOf(`${kinds.migration} user:${user.id}`);
}

/** Any migration by its id. */
export function migrationById(state: State, id: number): RecordRow | undefined {
  const row = state.records.get(id);
  return row?.kind === kinds.migration ? row : undefined;
}

/** The parts of a migration, oldest first. */
export function partsOf(state: State, migration: RecordRow): readonly RecordRow[] {
  return state.recordsOf(`${kinds.part} ${kinds.migration}:${migration.id}`);
}

/** Begins a migration; its parts are added by the caller. */
export function beginMigration(context: RequestContext, user: UserRow, data: Bag): RecordRow {
  return insert(context, kinds.migration, `user:${user.id}`, data);
}

/** Adds a group or project to a migration. */
export function addPart(context: RequestContext, migration: RecordRow, data: Bag): RecordRow {
  return insert(context, kinds.part, `${kinds.migration}:${migration.id}`, data);
}

function insert(
  { platform }: RequestContext,
  kind: string,
  owner: string,
  data: Readonly<Record<string, Json>>,
): RecordRow {
  const now = timestamp(platform.clock);
  const key = String(platform.state.records.nextId());
  return platform.state.records.insert({ kind, owner, key, data, created_at: now, updated_at: now });
}

/** How far a migration or part is: created, started, finished, each for as long as background work takes. */
export function progressOf(context: RequestContext, row: RecordRow): BulkImportState {
  if (row.data['canceled'] === true) return 'canceled';
  const { clock, backgroundDelay } = context.platform;
  const steps = (clock.now().getTime() - Date.parse(row.created_at)) / Math.max(backgroundDelay, 1);
  if (steps < 1) return 'created';
  return steps < 2 ? 'started' : 'finished';
}

/** Stops a migration with all its parts; what has come to its end stays as it is. */
export function cancelMigration(context: RequestContext, migration: RecordRow): void {
  const { state, clock } = context.platform;
  for (const row of [migration, ...partsOf(state, migration)]) {
    if (progressOf(context, row) === 'finished') continue;
    state.records.update(row, { data: { ...row.data, canceled: true }, updated_at: timestamp(clock) });
  }
}
