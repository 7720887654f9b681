import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';

/** Limits that the model judges; the table alone judges the rest (PUT /application/plan_limits, 18.9). */
const judged = [
  'enforcement_limit',
  'notification_limit',
  'web_hook_calls',
  'web_hook_calls_low',
  'web_hook_calls_mid',
];

/** What the model finds wrong with the limits as they would become (PUT /application/plan_limits, 18.9). */
export function limitErrors(next: Bag, changes: Bag): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const add = (name: string, text: string): void => {
    (errors[name] ??= []).push(text);
  };
  for (const name of judged) {
    const value = changes[name];
    if (typeof value === 'number' && value < 0) add(name, 'must be greater than or equal to 0');
    if (value === null && name !== 'notification_limit') add(name, 'is not a number');
  }
  if (changes['enforcement_limit'] === null) add('limits_history', 'must be a valid json schema');
  for (const [name, text] of orderErrors(next, changes)) add(name, text);
  return errors;
}

/** The column holds no null, and most columns no number of more than four bytes: the platform answers 500 (18.9). */
export function breaksTable(name: string, value: Json | undefined): boolean {
  if (value === null) return true;
  return !name.endsWith('_max_file_size') && typeof value === 'number' && Math.abs(value) > 2 ** 31 - 1;
}

/** What is told of storage is ordered: the dashboard's before the notification's before what is enforced; 0 is no limit. */
function orderErrors(next: Bag, changes: Bag): readonly (readonly [string, string])[] {
  return [
    ...above(next, changes, ['notification_limit', 'notification_limit'], 'enforcement'),
    ...above(next, changes, ['storage_size_limit', 'dashboard_limit'], 'enforcement'),
    ...above(next, changes, ['storage_size_limit', 'dashboard_limit'], 'notification'),
  ];
}

function above(next: Bag, changes: Bag, [name, told]: readonly [string, string], other: string) {
  const [value, limit] = [next[name], next[`${other}_limit`]];
  const touched = changes[name] !== undefined || changes[`${other}_limit`] !== undefined;
  // A guess: that 0 bounds nothing; it is what a fresh instance has.
  if (!touched || typeof value !== 'number' || typeof limit !== 'number' || limit <= 0 || value <= limit) return [];
  return [[told, `must be less than or equal to the ${other} limit (${limit})`] as const];
}
