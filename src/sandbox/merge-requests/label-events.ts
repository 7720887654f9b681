import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { MergeRequestRow } from './rows.ts';
import type { RecordRow } from '../store/rows.ts';

const kind = 'label_event';

const ownerOf = (row: MergeRequestRow): string => `merge_request:${row.id}`;

/** What happened to the labels of a merge request, oldest first (GET …/resource_label_events, 18.9). */
export function labelEvents(context: RequestContext, row: MergeRequestRow): readonly RecordRow[] {
  return context.platform.state.recordsOf(`${kind} ${ownerOf(row)}`);
}

/** Writes down which labels came, and which went. */
export function noteLabels(context: RequestContext, row: MergeRequestRow, before: readonly string[]): void {
  const { records } = context.platform.state;
  const now = timestamp(context.platform.clock);
  const note = (action: 'add' | 'remove', label: string): void => {
    const data = { action, label, user_id: actor(context).id };
    const key = String(records.nextId());
    records.insert({ kind, owner: ownerOf(row), key, data, created_at: now, updated_at: now });
  };
  for (const label of row.labels) if (!before.includes(label)) note('add', label);
  for (const label of before) if (!row.labels.includes(label)) note('remove', label);
}
