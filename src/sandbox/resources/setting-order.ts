import type { Bag } from '../rows.ts';

interface Order {
  readonly name: string;
  readonly other: string;
  readonly holds: (value: number, other: number) => boolean;
  readonly text: string;
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
];

/** What is out of order among the settings as they would become; those that stay as they are are not judged again. */
export function orderErrors(next: Bag, changes: Bag): readonly (readonly [string, string])[] {
  return orders.flatMap(({ name, other, holds, text }) => {
    const [value, limit] = [next[name], next[other]];
    const touched = changes[name] !== undefined || changes[other] !== undefined;
    if (!touched || typeof value !== 'number' || typeof limit !== 'number' || holds(value, limit)) return [];
    return [[name, `${text} ${limit}`] as const];
  });
}
