import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { MergeRequestRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';

const kind = 'merge_request_subscription';

/** Those who take part in a merge request: its author, assignees and reviewers, and who wrote on it; each once. */
export function participantsOf(context: RequestContext, row: MergeRequestRow): readonly number[] {
  const notes = context.platform.state
    .notesOn(`MergeRequest ${row.id}`)
    .filter((note) => !note.system && !note.internal);
  const people = [row.author_id, ...row.assignee_ids, ...row.reviewer_ids, ...notes.map((note) => note.author_id)];
  return [...new Set(people)];
}

/** Whether a user hears of what happens: as it was said last, else whoever takes part. */
export function isSubscribed(context: RequestContext, row: MergeRequestRow, user: UserRow): boolean {
  const said = context.platform.state.recordByKey(`${kind} merge_request:${row.id} ${user.id}`)?.data['subscribed'];
  return typeof said === 'boolean' ? said : participantsOf(context, row).includes(user.id);
}

/** Says whether a user wants to hear of what happens. */
export function setSubscribed(context: RequestContext, row: MergeRequestRow, user: UserRow, subscribed: boolean): void {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const [owner, key, data] = [`merge_request:${row.id}`, String(user.id), { subscribed }];
  const known = state.recordByKey(`${kind} ${owner} ${key}`);
  if (known === undefined) state.records.insert({ kind, owner, key, data, created_at: now, updated_at: now });
  else state.records.update(known, { data, updated_at: now });
}
