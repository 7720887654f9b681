import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { MergeRequestRow } from '../merge-requests/rows.ts';

/** Writes down, on a merge request, what the caller did to it. */
export function tell(context: RequestContext, row: MergeRequestRow, body: string): void {
  const now = timestamp(context.platform.clock);
  context.platform.state.notes.insert({
    project_id: row.project_id,
    noteable_type: 'MergeRequest',
    noteable_id: row.id,
    commit_id: null,
    author_id: actor(context).id,
    body,
    system: true,
    internal: false,
    type: null,
    line: null,
    discussion_id: null,
    resolved_by_id: null,
    resolved_at: null,
    created_at: now,
    updated_at: now,
  });
}
