/** As many of some things as hold together, found by halves: as a rule all of them, at the first try. What does not hold with those before it is left out. */
export function mostThatHold<Item>(items: readonly Item[], holds: (some: readonly Item[]) => boolean): readonly Item[] {
  let kept: readonly Item[] = [];
  const add = (some: readonly Item[]): void => {
    if (some.length === 0) return;
    if (holds([...kept, ...some])) {
      kept = [...kept, ...some];
    } else if (some.length > 1) {
      const half = Math.ceil(some.length / 2);
      add(some.slice(0, half));
      add(some.slice(half));
    }
  };
  add(items);
  return kept;
}
