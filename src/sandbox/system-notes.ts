import { actor } from './call.ts';
import type { Call } from './call.ts';
import { timestamp } from './clock.ts';
import type { MergeRequestRow } from './merge-request-rows.ts';

/** Writes down, on a merge request, what the caller did to it. */
export function tell(call: Call, row: MergeRequestRow, body: string): void {
  const now = timestamp(call.world.clock);
  call.world.state.notes.insert({
    project_id: row.project_id,
    noteable_type: 'MergeRequest',
    noteable_id: row.id,
    author_id: actor(call).id,
    body,
    system: true,
    internal: false,
    type: null,
    discussion_id: null,
    resolved_by_id: null,
    resolved_at: null,
    created_at: now,
    updated_at: now,
  });
}
