import { audit } from '../admin/audit.ts';
import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { JsonObject } from '../store/json.ts';
import type { RunnerRow } from './rows.ts';
import { runnerToken, tokenExpiry, type RunnerColumns } from './rules.ts';
import { runnerEntityOf } from './audit-entity.ts';

/** The three fields that a runner's creation is answered with; the token is shown this once. */
export function registrationEntity(runner: RunnerRow): JsonObject {
  return { id: runner.id, token: runner.token, token_expires_at: runner.token_expires_at };
}

/** Puts a new runner in its place, with a token of its own. */
export function insertRunner(
  context: RequestContext,
  type: RunnerRow['runner_type'],
  place: Source | undefined,
  columns: RunnerColumns,
  creator: number | null,
): RunnerRow {
  const now = timestamp(context.platform.clock);
  const runner = context.platform.state.runners.insert({
    ...columns,
    runner_type: type,
    group_id: place?.type === 'group' ? place.row.id : null,
    project_ids: place?.type === 'project' ? [place.row.id] : [],
    token: runnerToken(),
    token_expires_at: tokenExpiry(context, type),
    contacted_at: null,
    created_by_id: creator,
    created_at: now,
    updated_at: now,
  });
  const target = { id: runner.id, type: 'Ci::Runner', details: runner.description ?? '' };
  const details = { custom_message: 'Created CI/CD runner' };
  audit(context, { event: 'ci_runner_created', entity: runnerEntityOf(context, runner), target, details });
  return runner;
}
