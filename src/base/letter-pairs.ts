import { LONGEST_READING, readingsOf, type Reading } from './readings.ts';

/** The letters, by their bytes, that can be read one after the other somewhere in a text, in whatever way it may be read. */
export interface LetterPairs {
  /** Whether one of these letters is followed by one of those anywhere. */
  any(these: string, those: string): boolean;
}

/** Calls `visit` for each place of a text, from its end to its beginning, with the readings of what begins there, until it returns true. */
export function someReading(bytes: Uint8Array, visit: (at: number, found: readonly Reading[]) => boolean): boolean {
  const kept = LONGEST_READING + 1;
  const readings: (readonly Reading[])[] = Array.from({ length: kept }, () => []);
  for (let at = bytes.length - 1; at >= 0; at--) {
    const found = readingsOf(bytes[at] ?? 0, (distance) =>
      distance < kept && at + distance < bytes.length ? (readings[(at + distance) % kept] ?? []) : [],
    );
    readings[at % kept] = found;
    if (visit(at, found)) return true;
  }
  return false;
}

/**
 * The pairs of a text, those beside and beyond line breaks among them. What a text says again says all its pairs, and hardly any text has by
 * chance all those of one secret: it is a quick test before a slow one.
 */
export function letterPairs(bytes: Uint8Array): LetterPairs {
  const pairs = new Uint8Array(1 << 16);
  const kept = LONGEST_READING + 1;
  const firsts: (readonly number[])[] = Array.from({ length: kept }, () => []);
  someReading(bytes, (at, found) => {
    const here: number[] = [];
    for (const { says, length } of found) {
      const after = at + length < bytes.length ? (firsts[(at + length) % kept] ?? []) : [];
      for (let index = 1; index < says.length; index++)
        pairs[pairOf(says.charCodeAt(index - 1), says.charCodeAt(index))] = 1;
      const last = says.charCodeAt(says.length - 1);
      for (const next of after) pairs[pairOf(last, next)] = 1;
      here.push(says.charCodeAt(0));
      if (says === '\n' || says === '\r') here.push(...after);
    }
    firsts[at % kept] = here;
    return false;
  });
  return {
    any(these, those) {
      for (let one = 0; one < these.length; one++)
        for (let other = 0; other < those.length; other++)
          if (pairs[pairOf(these.charCodeAt(one), those.charCodeAt(other))] === 1) return true;
      return false;
    },
  };
}

function pairOf(one: number, other: number): number {
  return (one << 8) | other;
}
