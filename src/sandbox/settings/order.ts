import type { Bag } from '../store/rows.ts';
import { leadingNumber } from './columns.ts';

interface Order {
  readonly name: string;
  readonly other: string;
  readonly holds: (value: number, other: number) => boolean;
  readonly text: string;
  /** Said in place of the text and the other value. */
  readonly wholeText?: string;
}

const atMost = (name: string, other: string): Order => ({
  ...{ name, other, text: 'must be less than or equal to' },
  holds: (value, limit) => value <= limit,
});

/** Settings that are bounded by one another (the model behind PUT /application/settings, 18.9). */
const orders: readonly Order[] = [
  atMost('gitaly_timeout_medium', 'gitaly_timeout_default'),
  {
    ...{ name: 'gitaly_timeout_medium', other: 'gitaly_timeout_fast', text: 'must be greater than or equal to' },
    holds: (value, limit) => value >= limit,
  },
  atMost('gitaly_timeout_fast', 'gitaly_timeout_default'),
  {
    name: 'inactive_projects_send_warning_email_after_months',
    ...{ other: 'inactive_projects_delete_after_months', text: 'must be less than' },
    holds: (value, limit) => value < limit,
  },
  {
    ...atMost('mirror_capacity_threshold', 'mirror_max_capacity'),
    wholeText: "Project's mirror capacity threshold can't be higher than it's maximum capacity",
  },
];

/** What is out of order among the settings as they would become; those that stay as they are are not judged again. */
export function orderErrors(next: Bag, changes: Bag): readonly (readonly [string, string])[] {
  return orders.flatMap(({ name, other, holds, text, wholeText }) => {
    const [value, bound] = [next[name], next[other] ?? null];
    const touched = changes[name] !== undefined || changes[other] !== undefined;
    if (!touched || typeof value !== 'number' || bound === null) return [];
    // Text that is no number bounds as 0.
    const limit = leadingNumber(bound);
    return holds(value, limit) ? [] : [[name, wholeText ?? `${text} ${limit}`] as const];
  });
}
