import type { Json } from '../model.ts';
import { canonicalJson } from '../base/canonical-json.ts';

/** The items of a list that the other one lacks, as often as it lacks them. */
export function without(list: readonly Json[], other: readonly Json[]): readonly Json[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(canonicalJson(item), (left.get(canonicalJson(item)) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(canonicalJson(item)) ?? 0;
    left.set(canonicalJson(item), count - 1);
    return count <= 0;
  });
}
