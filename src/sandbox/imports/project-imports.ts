import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { textOf } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';

const kind = 'project_import';

/** Where an import comes from. */
export type ImportType =
  | 'github'
  | 'bitbucket'
  | 'bitbucket_server'
  | 'gitlab_project'
  | 'gitlab_project_migration'
  | 'git'
  | 'gitlab_built_in_project_template'
  | 'gitlab_custom_project_template';

export type ImportStatus = 'none' | 'scheduled' | 'started' | 'finished' | 'failed' | 'canceled';

/** What is known of a project's import. */
export interface ProjectImport {
  readonly row: RecordRow;
  readonly type: string;
  readonly source: string;
  readonly status: ImportStatus;
  readonly error: string | null;
}

const settled: readonly ImportStatus[] = ['finished', 'failed', 'canceled'];

/** Remembers that a project is being imported, and what that fails with in the end, where it is known to. */
export function beginImport(
  context: RequestContext,
  project: ProjectRow,
  type: ImportType,
  source: string,
  error: string | null = null,
): void {
  const now = timestamp(context.platform.clock);
  const data = { type, source, status: 'scheduled', error };
  const owner = `project:${project.id}`;
  context.platform.state.records.insert({ kind, owner, key: 'import', data, created_at: now, updated_at: now });
}

/** The import of a project, where the background has it by now; undefined when it was not imported. */
export function importOf(context: RequestContext, project: ProjectRow): ProjectImport | undefined {
  const row = context.platform.state.recordByKey(`${kind} project:${project.id} import`);
  if (row === undefined) return undefined;
  const stored = settled.find((status) => status === row.data['status']);
  const error = typeof row.data['error'] === 'string' ? row.data['error'] : null;
  const progress = progressOf(context, row.created_at);
  const status = stored ?? (progress === 'finished' && error !== null ? 'failed' : progress);
  return {
    row,
    type: textOf(row.data['type']),
    source: textOf(row.data['source']),
    status,
    error: status === 'failed' ? error : null,
  };
}

/** Scheduled, started, finished: each for as long as background work takes. */
function progressOf(context: RequestContext, begun: string): ImportStatus {
  const { clock, backgroundDelay } = context.platform;
  const steps = (clock.now().getTime() - Date.parse(begun)) / Math.max(backgroundDelay, 1);
  if (steps < 1) return 'scheduled';
  return steps < 2 ? 'started' : 'finished';
}

/** Whether an import has come to its end, in whatever way. */
export function hasEnded(status: ImportStatus): boolean {
  return settled.includes(status);
}

/** Stops an import. */
export function cancelImport(context: RequestContext, row: RecordRow): void {
  context.platform.state.records.update(row, {
    data: { ...row.data, status: 'canceled' },
    updated_at: timestamp(context.platform.clock),
  });
}
