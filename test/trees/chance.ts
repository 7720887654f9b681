/** Random choices that are the same for the same seed. */
export interface Chance {
  below(bound: number): number;
  happens(probability: number): boolean;
  one<T>(choices: readonly [T, ...T[]]): T;
}

/** The choices of a seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    happens: (probability) => next() < probability,
    one: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}
