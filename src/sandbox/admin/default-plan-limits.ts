import catalogue from '../../../schemas/catalogue/plan-limits.json' with { type: 'json' };
import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';

/** The plan limits of a fresh instance, by the `default` of each in the catalogue. */
export function defaultPlanLimits(): Bag {
  const described: readonly { readonly name: string; readonly default?: Json }[] = catalogue;
  return Object.fromEntries(described.map((limit) => [limit.name, limit.default ?? null]));
}
