import { textOf } from '../store/json.ts';

/** What POST and PUT have in common. */
const shared = {
  assignee_id: { type: 'integer' },
  assignee_ids: { type: 'integers' },
  reviewer_ids: { type: 'integers' },
  description: { type: 'string' },
  labels: { type: 'strings' },
  add_labels: { type: 'strings' },
  remove_labels: { type: 'strings' },
  milestone_id: { type: 'integer' },
  remove_source_branch: { type: 'boolean' },
  allow_collaboration: { type: 'boolean' },
  allow_maintainer_to_push: { type: 'boolean' },
  squash: { type: 'boolean' },
  merge_after: { type: 'datetime' },
  approvals_before_merge: { type: 'integer' },
} as const;

export const createMergeRequestParams = {
  title: { type: 'string', required: true },
  source_branch: { type: 'string', required: true },
  target_branch: { type: 'string', required: true },
  target_project_id: { type: 'integer' },
  ...shared,
} as const;

export const updateMergeRequestParams = {
  title: { type: 'string', filled: true },
  target_branch: { type: 'string', filled: true },
  state_event: { type: 'string', values: ['close', 'reopen'] },
  discussion_locked: { type: 'boolean' },
  ...shared,
} as const;

/** At least one of these has to be sent (PUT /projects/:id/merge_requests/:iid, 18.9). */
export const updatable = [
  ...['assignee_id', 'assignee_ids', 'reviewer_ids', 'description', 'labels', 'add_labels', 'remove_labels'],
  ...['milestone_id', 'remove_source_branch', 'allow_collaboration', 'allow_maintainer_to_push', 'squash'],
  ...['target_branch', 'title', 'state_event', 'discussion_locked', 'merge_after', 'approvals_before_merge'],
];

/** Labels as they are kept: entries of a list may hold commas too; each once, sorted. */
export function labelsIn(sent: readonly string[]): readonly string[] {
  const names = sent.flatMap((entry) => textOf(entry).split(',')).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))].toSorted();
}
