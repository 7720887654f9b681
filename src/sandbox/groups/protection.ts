import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';

const level = (of: number): Json => [{ access_level: of }];

/** The structures behind the old numbers 0 to 4 (PUT /groups/:id with default_branch_protection, 18.9). */
const protections: readonly Bag[] = [
  {
    ...{ allowed_to_push: level(30), allowed_to_merge: level(30), allow_force_push: true },
    ...{ code_owner_approval_required: false, developer_can_initial_push: false },
  },
  {
    ...{ allowed_to_push: level(30), allowed_to_merge: level(40), allow_force_push: false },
    developer_can_initial_push: false,
  },
  {
    ...{ allowed_to_push: level(40), allowed_to_merge: level(40), allow_force_push: false },
    developer_can_initial_push: false,
  },
  {
    ...{ allowed_to_push: level(40), allowed_to_merge: level(30), allow_force_push: false },
    developer_can_initial_push: false,
  },
  {
    ...{ allowed_to_push: level(40), allowed_to_merge: level(40), allow_force_push: false },
    ...{ code_owner_approval_required: false, developer_can_initial_push: true },
  },
];

/** The number rewrites the structure; a structure is kept as given, and an empty one stands for the instance's. */
export function settledProtection(settled: Bag): Bag {
  const number = settled['default_branch_protection'];
  const structure = typeof number === 'number' ? protections[number] : undefined;
  if (structure === undefined || settled['default_branch_protection_defaults'] !== undefined) return {};
  return { default_branch_protection_defaults: structure };
}
