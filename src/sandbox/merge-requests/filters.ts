import type { RequestContext } from '../http/request-context.ts';
import { coerce, missing } from '../http/coerce.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { isDraft } from './merge-checks.ts';
import type { MergeRequestRow } from './rows.ts';
import type { Args } from '../http/params.ts';
import { failure, refuse } from '../http/reply.ts';
import type { MergeRequestOrder, mergeRequestFilters } from './filter-params.ts';
import { labelsIn } from './params.ts';

export type Filters = Partial<Args<typeof mergeRequestFilters>>;
type Test = (row: MergeRequestRow) => boolean;

/** The merge requests that pass all filters, in the order that is asked for. */
export function filterMergeRequests(
  context: RequestContext,
  rows: readonly MergeRequestRow[],
  filters: Filters,
): readonly MergeRequestRow[] {
  refuseOddFilters(filters);
  const tests = [...personTests(context, filters), ...plainTests(filters), ...negatedTests(context, filters.not)];
  const kept = rows.filter((row) => tests.every((test) => test(row)));
  const key = keyOf(filters.order_by ?? 'created_at');
  const ordered = kept.toSorted((a, b) => compare(key(a), key(b)) || a.id - b.id);
  return filters.sort === 'asc' ? ordered : ordered.toReversed();
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function keyOf(order: MergeRequestOrder): (row: MergeRequestRow) => string | number {
  switch (order) {
    case 'title':
      return (row) => row.title;
    case 'updated_at':
      return (row) => row.updated_at;
    case 'merged_at':
      return (row) => row.merged_at ?? '';
    case 'popularity':
      return (row) => row.reactions.filter((one) => one.name === 'thumbsup').length;
    case 'milestone_due':
      return (row) => textOf(row.milestone?.['due_date']);
    case 'created_at':
    case 'label_priority':
    case 'priority':
      return (row) => row.created_at;
  }
}

/** `None` and `Any`, in whatever case. */
function wildcard(value: string): 'none' | 'any' | undefined {
  const word = value.toLowerCase();
  return word === 'none' || word === 'any' ? word : undefined;
}

function refuseOddFilters(filters: Filters): void {
  for (const name of ['assignee_id', 'reviewer_id'] as const) {
    const value = filters[name];
    if (value == null || wildcard(value) !== undefined || /^\d+$/.test(value)) continue;
    refuse(failure(400, `${name} should be an integer, 'None' or 'Any'`));
  }
  const not = isJsonObject(filters.not) ? filters.not : {};
  const errors: string[] = [];
  for (const name of ['author_id', 'reviewer_id']) {
    if (not[name] !== undefined && coerce({ type: 'integer' }, not[name]) === missing) {
      errors.push(`not[${name}] is invalid`);
    }
  }
  for (const who of ['author', 'assignee', 'reviewer']) {
    const pair = [`${who}_id`, `${who}_username`];
    if (pair.every((name) => not[name] !== undefined)) {
      errors.push(`${pair.map((name) => `not[${name}]`).join(', ')} are mutually exclusive`);
    }
  }
  if (errors.length > 0) refuse(failure(400, errors.join(', ')));
}

function idOf(context: RequestContext, username: string): number {
  return context.platform.state.userByName(username.toLowerCase())?.id ?? -1;
}

/** Whether one of the people is meant by an id, `None` or `Any`. */
function among(ids: readonly number[], wanted: string): boolean {
  const word = wildcard(wanted);
  if (word !== undefined) return (word === 'any') === ids.length > 0;
  return ids.includes(Number(wanted));
}

function personTests(context: RequestContext, filters: Filters): readonly Test[] {
  const tests: Test[] = [];
  const add = <T>(value: T | null | undefined, test: (row: MergeRequestRow, value: T) => boolean): void => {
    if (value != null && value !== '') tests.push((row) => test(row, value));
  };
  const named = (ids: readonly number[], name: string) =>
    wildcard(name) === undefined ? ids.includes(idOf(context, name)) : among(ids, name);
  add(filters.author_id, (row, id) => row.author_id === id);
  add(filters.author_username, (row, name) => row.author_id === idOf(context, name));
  add(filters.assignee_id, (row, id) => among(row.assignee_ids, id));
  add(filters.assignee_username, (row, all) => all.every((name) => named(row.assignee_ids, name)));
  add(filters.reviewer_id, (row, id) => among(row.reviewer_ids, id));
  add(filters.reviewer_username, (row, name) => named(row.reviewer_ids, name));
  add(filters.merge_user_id, (row, id) => row.merge_user_id === id);
  add(filters.merge_user_username, (row, name) => row.merge_user_id === idOf(context, name));
  add(filters.approved, (row, word) => (word === 'yes') === row.approved_by_ids.length > 0);
  add(filters.approved_by_ids, (row, ids) => ids.every((id) => among(row.approved_by_ids, id)));
  add(filters.approved_by_usernames, (row, all) => all.every((name) => named(row.approved_by_ids, name)));
  const own = context.user?.id ?? -1;
  add(filters.scope?.replaceAll('-', '_'), (row, scope) => inScope(row, scope, own));
  add(filters.my_reaction_emoji, (row, name) => {
    const mine = row.reactions.filter((one) => one.user_id === own);
    const word = wildcard(name);
    return word === undefined ? mine.some((one) => one.name === name) : (word === 'any') === mine.length > 0;
  });
  return tests;
}

function inScope(row: MergeRequestRow, scope: string, own: number): boolean {
  if (scope === 'created_by_me') return row.author_id === own;
  if (scope === 'assigned_to_me') return row.assignee_ids.includes(own);
  return scope === 'reviews_for_me' ? row.reviewer_ids.includes(own) : true;
}

function plainTests(filters: Filters): readonly Test[] {
  const tests: Test[] = [];
  const add = <T>(value: T | null | undefined, test: (row: MergeRequestRow, value: T) => boolean): void => {
    if (value != null && value !== '') tests.push((row) => test(row, value));
  };
  add(filters.state, (row, state) => state === 'all' || row.state === state);
  add(filters.labels, (row, labels) => hasLabels(row, labels));
  add(filters.milestone, (row, title) => hasMilestone(row, title));
  add(filters.source_branch, (row, name) => row.source_branch === name);
  add(filters.source_project_id, (row, id) => row.source_project_id === id);
  add(filters.target_branch, (row, name) => row.target_branch === name);
  add(filters.wip, (row, word) => (word === 'yes') === isDraft(row.title));
  add(filters.created_after, (row, moment) => row.created_at >= moment);
  add(filters.created_before, (row, moment) => row.created_at <= moment);
  add(filters.updated_after, (row, moment) => row.updated_at >= moment);
  add(filters.updated_before, (row, moment) => row.updated_at <= moment);
  add(filters.environment, (row, name) => row.deployments.some((one) => one.environment === name));
  add(filters.deployed_after, (row, moment) => row.deployments.some((one) => one.at >= moment));
  add(filters.deployed_before, (row, moment) => row.deployments.some((one) => one.at <= moment));
  add(filters.search, (row, text) => isFound(row, text, filters.in ?? 'title,description'));
  return tests;
}

function isFound(row: MergeRequestRow, text: string, fields: string): boolean {
  const inside = (value: string | null) => (value ?? '').toLowerCase().includes(text.toLowerCase());
  const wanted = fields.split(',').map((field) => field.trim());
  return (wanted.includes('title') && inside(row.title)) || (wanted.includes('description') && inside(row.description));
}

function hasLabels(row: MergeRequestRow, sent: readonly string[]): boolean {
  const labels = labelsIn(sent);
  const word = labels.length === 1 ? wildcard(labels[0] ?? '') : undefined;
  if (word !== undefined) return (word === 'any') === row.labels.length > 0;
  return labels.every((label) => row.labels.includes(label));
}

function hasMilestone(row: MergeRequestRow, title: string): boolean {
  const word = wildcard(title);
  return word === undefined ? row.milestone?.['title'] === title : (word === 'any') === (row.milestone !== null);
}

/** What `not` asks for: each of its filters turned around. */
function negatedTests(context: RequestContext, not: Json | undefined): readonly Test[] {
  if (!isJsonObject(not)) return [];
  return Object.entries(positive(not)).flatMap(([name, value]) => {
    if (name === 'labels') return [(row) => !listOf(value).some((label) => row.labels.includes(label))];
    const tests = [...personTests(context, { [name]: value }), ...plainTests({ [name]: value })];
    return tests.map((test) => (row) => !test(row));
  });
}

/** The filters that `not` knows, in their types. */
function positive(not: JsonObject): Readonly<Record<string, Json>> {
  const kept: Record<string, Json> = {};
  const names = [
    'author_username',
    'assignee_id',
    'reviewer_id',
    'reviewer_username',
    'milestone',
    'my_reaction_emoji',
  ];
  for (const name of names) if (not[name] !== undefined) kept[name] = textOf(not[name]);
  if (not['author_id'] !== undefined) kept['author_id'] = Number(not['author_id']);
  if (not['assignee_username'] !== undefined) kept['assignee_username'] = listOf(not['assignee_username']);
  if (not['labels'] !== undefined) kept['labels'] = listOf(not['labels']);
  return kept;
}

function listOf(value: Json): readonly string[] {
  return labelsIn(Array.isArray(value) ? (value as readonly Json[]).map(textOf) : [textOf(value)]);
}
