/** Whether some things hold together, and else which of them are to be suspected; nobody may be. */
export interface Verdict<Item> {
  readonly holds: boolean;
  readonly suspects: ReadonlySet<Item>;
}

/**
 * As many of some things as hold together, in their order: as a rule all of them, at the first try. What is suspected is taken last, and
 * else it is found by halves; what does not hold with what is kept already is left out.
 */
export function mostThatHold<Item>(
  items: readonly Item[],
  judge: (some: readonly Item[]) => Verdict<Item>,
): readonly Item[] {
  const kept = new Set<Item>();
  const together = (some: ReadonlySet<Item>): readonly Item[] =>
    items.filter((item) => kept.has(item) || some.has(item));
  const add = (some: readonly Item[], known?: Verdict<Item>): void => {
    if (some.length === 0) return;
    const verdict = known ?? judge(together(new Set(some)));
    if (verdict.holds) {
      for (const item of some) kept.add(item);
    } else if (some.length > 1) {
      const [first, rest] = parted(some, verdict.suspects);
      add(first);
      // With all of the first it is what was judged just now.
      add(rest, first.every((item) => kept.has(item)) ? verdict : undefined);
    }
  };
  add(items);
  return items.filter((item) => kept.has(item));
}

/** Some things in two parts: the suspects last, or by halves where they tell no two apart. */
function parted<Item>(some: readonly Item[], suspects: ReadonlySet<Item>): readonly [readonly Item[], readonly Item[]] {
  const first = some.filter((item) => !suspects.has(item));
  if (first.length > 0 && first.length < some.length) return [first, some.filter((item) => suspects.has(item))];
  const half = Math.ceil(some.length / 2);
  return [some.slice(0, half), some.slice(half)];
}
