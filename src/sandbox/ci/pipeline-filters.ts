import type { RequestContext } from '../http/request-context.ts';
import { ciStates, pipelineSources } from './rows.ts';
import type { PipelineRow } from './rows.ts';
import { isFinished } from './status.ts';
import { openRepository } from '../git/repository.ts';
import { paged } from '../http/pagination.ts';
import type { Args } from '../http/params.ts';
import type { ProjectRow } from '../projects/rows.ts';

/** What GET /projects/:id/pipelines takes. */
export const pipelineFilters = {
  ...paged,
  scope: { type: 'string', values: ['running', 'pending', 'finished', 'branches', 'tags'] },
  status: { type: 'string', values: ciStates },
  ref: { type: 'string' },
  sha: { type: 'string' },
  yaml_errors: { type: 'boolean' },
  username: { type: 'string' },
  updated_before: { type: 'datetime' },
  updated_after: { type: 'datetime' },
  created_before: { type: 'datetime' },
  created_after: { type: 'datetime' },
  order_by: { type: 'string', values: ['id', 'status', 'ref', 'updated_at', 'user_id'] },
  sort: { type: 'string', values: ['asc', 'desc'] },
  source: { type: 'string', values: pipelineSources },
  name: { type: 'string' },
} as const;

type Filters = Args<typeof pipelineFilters>;

/** The pipelines of a project that a list shows; children only when they are asked for (18.9). */
export function filteredPipelines(
  context: RequestContext,
  project: ProjectRow,
  filters: Filters,
): readonly PipelineRow[] {
  const all = context.platform.state.pipelinesOf(project.id);
  const family = filters.source === 'parent_pipeline' ? all : all.filter((one) => one.source !== 'parent_pipeline');
  const scoped = byScope(context, project, family, filters.scope);
  const user = filters.username == null ? undefined : context.platform.state.userByName(filters.username.toLowerCase());
  const kept = scoped.filter(
    (one) =>
      equals(filters.status, one.status) &&
      equals(filters.ref, one.ref) &&
      equals(filters.sha, one.sha) &&
      equals(filters.source, one.source) &&
      equals(filters.name, one.name) &&
      (filters.username == null || (user !== undefined && one.user_id === user.id)) &&
      (filters.yaml_errors == null || filters.yaml_errors === (one.yaml_errors !== null)) &&
      within(one.updated_at, filters.updated_after, filters.updated_before) &&
      within(one.created_at, filters.created_after, filters.created_before),
  );
  const column = filters.order_by ?? 'id';
  const ordered = kept.toSorted((a, b) => compare(a[column], b[column]) || a.id - b.id);
  return filters.sort === 'asc' ? ordered : ordered.toReversed();
}

function equals(wanted: string | null | undefined, value: string | null): boolean {
  return wanted == null || wanted === '' || wanted === value;
}

function within(moment: string, after: string | null | undefined, before: string | null | undefined): boolean {
  return (after == null || moment >= after) && (before == null || moment <= before);
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Number(a ?? 0) - Number(b ?? 0);
}

function byScope(
  context: RequestContext,
  project: ProjectRow,
  pipelines: readonly PipelineRow[],
  scope: Filters['scope'],
): readonly PipelineRow[] {
  if (scope == null) return pipelines;
  if (scope === 'finished') return pipelines.filter((one) => isFinished(one.status));
  if (scope === 'running' || scope === 'pending') return pipelines.filter((one) => one.status === scope);
  // The last pipeline of each branch or tag that is still there.
  const kind = scope === 'tags' ? 'tags' : 'heads';
  const there = openRepository(context.platform.state, project.id).names(kind);
  const last = there.map((name) => pipelines.findLast((one) => one.ref === name && one.tag === (scope === 'tags')));
  return last.filter((one) => one !== undefined);
}
