import { paged } from '../http/pagination.ts';

const scopes = ['created-by-me', 'assigned-to-me', 'created_by_me', 'assigned_to_me', 'reviews_for_me', 'all'] as const;
const orders = [
  ...(['created_at', 'label_priority', 'milestone_due', 'popularity', 'priority', 'title', 'updated_at'] as const),
  'merged_at',
] as const;

export type MergeRequestOrder = (typeof orders)[number];

/** What the lists of merge requests take. */
export const mergeRequestFilters = {
  ...paged,
  author_id: { type: 'integer' },
  author_username: { type: 'string' },
  assignee_id: { type: 'string' },
  assignee_username: { type: 'strings' },
  reviewer_id: { type: 'string' },
  reviewer_username: { type: 'string' },
  labels: { type: 'strings' },
  milestone: { type: 'string' },
  my_reaction_emoji: { type: 'string' },
  state: { type: 'string', values: ['opened', 'closed', 'locked', 'merged', 'all', ''] },
  order_by: { type: 'string', values: orders },
  sort: { type: 'string', values: ['asc', 'desc'] },
  with_labels_details: { type: 'boolean' },
  with_merge_status_recheck: { type: 'boolean' },
  created_after: { type: 'datetime' },
  created_before: { type: 'datetime' },
  updated_after: { type: 'datetime' },
  updated_before: { type: 'datetime' },
  view: { type: 'string', values: ['simple'] },
  scope: { type: 'string', values: scopes },
  source_branch: { type: 'string' },
  source_project_id: { type: 'integer' },
  target_branch: { type: 'string' },
  search: { type: 'string' },
  in: { type: 'string' },
  wip: { type: 'string', values: ['yes', 'no'] },
  not: { type: 'hash' },
  deployed_before: { type: 'datetime' },
  deployed_after: { type: 'datetime' },
  environment: { type: 'string' },
  approved: { type: 'string', values: ['yes', 'no'] },
  merge_user_id: { type: 'integer' },
  merge_user_username: { type: 'string' },
  approved_by_ids: { type: 'strings' },
  approved_by_usernames: { type: 'strings' },
} as const;

/** The pairs of which one may be sent. */
export const mergeRequestFilterRules = [
  { exclusive: ['author_id', 'author_username'] },
  { exclusive: ['assignee_id', 'assignee_username'] },
  { exclusive: ['reviewer_id', 'reviewer_username'] },
  { exclusive: ['merge_user_id', 'merge_user_username'] },
] as const;
