import { groupChain } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { timestamp } from '../store/clock.ts';
import { licensed } from '../store/edition.ts';
import type { Bag, RecordRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

const kind = 'push_rule';

function ownerOf(source: Source): string {
  return `${source.type}:${source.row.id}`;
}

/** The push rule of a group's or project's own; there is one at most. */
export function pushRuleOf(state: State, source: Source): RecordRow | undefined {
  return state.recordByKey(`${kind} ${ownerOf(source)} rule`);
}

/** Makes the push rule of a group or project that has none. */
export function insertPushRule(context: RequestContext, source: Source, data: Bag): RecordRow {
  const now = timestamp(context.platform.clock);
  return context.platform.state.records.insert({
    ...{ kind, owner: ownerOf(source), key: 'rule', data },
    ...{ created_at: now, updated_at: now },
  });
}

/** A new project starts with a copy of the rule of the nearest group above that has one, and goes its own way (push rules, 18.9). */
export function copyPushRule(context: RequestContext, row: ProjectRow): void {
  const { state, edition } = context.platform;
  if (!licensed(edition, 'premium')) return;
  const project = { type: 'project', row } as const;
  const above = groupChain(state, project).map((group) => pushRuleOf(state, { type: 'group', row: group }));
  const nearest = above.find((rule) => rule !== undefined);
  if (nearest !== undefined) insertPushRule(context, project, nearest.data);
}
