/** Whether some things hold together, and else why they do not, and which of them are to be suspected, each with why; nobody may be. */
export type Verdict<Item> =
  | { readonly holds: true }
  | { readonly holds: false; readonly why: string; readonly suspects: ReadonlyMap<Item, string> };

/** What holds together, and why each of the others was left out. */
export interface Held<Item> {
  readonly kept: readonly Item[];
  readonly refused: ReadonlyMap<Item, string>;
}

/**
 * As many of some things as hold together, in their order: as a rule all of them, at the first try. What is suspected is left out where others
 * hold without it, and may be tried again beside them; else it is found by halves, and what does not hold with those kept before is left out.
 */
export function mostThatHold<Item>(
  items: readonly Item[],
  judge: (some: readonly Item[]) => Verdict<Item>,
): Held<Item> {
  const kept = new Set<Item>();
  const refused = new Map<Item, string>();
  const together = (some: ReadonlySet<Item>): readonly Item[] =>
    items.filter((item) => kept.has(item) || some.has(item));
  const add = (some: readonly Item[], known?: Verdict<Item>): void => {
    const verdict = known ?? judge(together(new Set(some)));
    if (verdict.holds) {
      for (const item of some) kept.add(item);
      return;
    }
    const { suspects, why } = verdict;
    for (const item of some) refused.set(item, suspects.get(item) ?? why);
    if (some.length === 1) return;
    const before = kept.size;
    const trusted = some.filter((item) => !suspects.has(item));
    if (trusted.length > 0 && trusted.length < some.length) {
      add(trusted);
      if (kept.size === before) add(some.filter((item) => suspects.has(item)));
      return;
    }
    const half = Math.ceil(some.length / 2);
    add(some.slice(0, half));
    // With all of the first half it is what was judged just now.
    add(some.slice(half), kept.size - before === half ? verdict : undefined);
  };
  if (items.length > 0) add(items);
  return {
    kept: items.filter((item) => kept.has(item)),
    refused: new Map([...refused].filter(([item]) => !kept.has(item))),
  };
}
