import type { RequestContext } from '../http/request-context.ts';
import { isOnline, isStale, managersOf } from './entity.ts';
import { textOf } from '../store/json.ts';
import { paged } from '../http/pagination.ts';
import type { Args } from '../http/params.ts';
import { failure, message, refuse } from '../http/reply.ts';
import type { RunnerRow } from './rows.ts';

const types = ['instance_type', 'group_type', 'project_type'] as const;
const statuses = ['active', 'paused', 'online', 'offline', 'never_contacted', 'stale'] as const;
const scopes = ['specific', 'shared', ...types, ...statuses] as const;

/** The filters of every list of runners (18.9). */
export const runnerFilters = {
  ...paged,
  type: { type: 'string', values: types },
  status: { type: 'string', values: statuses },
  paused: { type: 'boolean' },
  tag_list: { type: 'strings' },
  version_prefix: { type: 'string' },
} as const;

/** The filters, and the old one that mixes types and states. */
export const scopedFilters = { ...runnerFilters, scope: { type: 'string', values: scopes } } as const;

type Filters = Partial<Args<typeof runnerFilters>>;

/** The runners that pass all filters; every tag of `tag_list` must be there. */
export function filtered(context: RequestContext, runners: readonly RunnerRow[], args: Filters): readonly RunnerRow[] {
  const prefix = args.version_prefix ?? '';
  if (prefix !== '' && !/^[\d+.]+/.test(prefix)) refuse(failure(400, 'version_prefix is invalid'));
  return runners.filter((runner) => {
    if (args.type != null && runner.runner_type !== args.type) return false;
    if (args.status != null && !inState(context, runner, args.status)) return false;
    if (args.paused != null && runner.paused !== args.paused) return false;
    if (args.tag_list?.some((tag) => !runner.tag_list.includes(tag)) === true) return false;
    return prefix === '' || managersOf(context, runner).some((one) => textOf(one.data['version']).startsWith(prefix));
  });
}

/** The runners of the old `scope`; a list of one's own knows states alone (GET /runners, 18.9). */
export function scoped(
  context: RequestContext,
  runners: readonly RunnerRow[],
  scope: (typeof scopes)[number] | null | undefined,
  allowed: 'all scopes' | 'states alone',
): readonly RunnerRow[] {
  if (scope == null) return runners;
  const state = statuses.find((one) => one === scope);
  if (state !== undefined) return runners.filter((runner) => inState(context, runner, state));
  if (allowed === 'states alone') return refuse(message(400, 'Scope contains invalid value'));
  return runners.filter((runner) => {
    if (scope === 'specific') return runner.runner_type !== 'instance_type';
    return runner.runner_type === (scope === 'shared' ? 'instance_type' : scope);
  });
}

function inState(context: RequestContext, runner: RunnerRow, state: (typeof statuses)[number]): boolean {
  switch (state) {
    case 'active':
      return !runner.paused;
    case 'paused':
      return runner.paused;
    case 'online':
      return isOnline(context, runner.contacted_at) === true;
    case 'offline':
      // Stale runners that were once in touch are offline too.
      return isOnline(context, runner.contacted_at) === false;
    case 'never_contacted':
      return runner.contacted_at === null;
    case 'stale':
      return isStale(context, runner);
  }
}
