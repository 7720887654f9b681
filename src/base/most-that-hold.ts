/** Whether some things hold together, and else which of them are to be suspected; nobody may be. */
export interface Verdict<Item> {
  readonly holds: boolean;
  readonly suspects: ReadonlySet<Item>;
}

/**
 * As many of some things as hold together, in their order: as a rule all of them, at the first try. What is suspected is left out where others
 * hold without it, and may be tried again beside them; else it is found by halves, and what does not hold with those kept before is left out.
 */
export function mostThatHold<Item>(
  items: readonly Item[],
  judge: (some: readonly Item[]) => Verdict<Item>,
): readonly Item[] {
  const kept = new Set<Item>();
  const together = (some: ReadonlySet<Item>): readonly Item[] =>
    items.filter((item) => kept.has(item) || some.has(item));
  const add = (some: readonly Item[], known?: Verdict<Item>): void => {
    const { holds, suspects } = known ?? judge(together(new Set(some)));
    if (holds) {
      for (const item of some) kept.add(item);
    } else if (some.length > 1) {
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
      add(some.slice(half), kept.size - before === half ? { holds, suspects } : undefined);
    }
  };
  if (items.length > 0) add(items);
  return items.filter((item) => kept.has(item));
}
