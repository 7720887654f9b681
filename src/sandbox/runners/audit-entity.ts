import type { Entity } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { RunnerRow } from './rows.ts';
import { runnerOwner } from './access.ts';

/** What an audit event about a runner is filed under. */
export function runnerEntityOf(context: RequestContext, runner: RunnerRow): Entity {
  const owner = runnerOwner(context, runner);
  if (owner === undefined) return { type: 'Instance' };
  return owner.type === 'group' ? { type: 'Group', row: owner.row } : { type: 'Project', row: owner.row };
}
