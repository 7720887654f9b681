import fc from 'fast-check';

/** The seeds that a wish names: `40` are those from 1 to 40, `17..19` are these three. */
export function seedsOf(wish: string): number[] {
  const [first = '', last] = wish.split('..');
  const [from, to] = last === undefined ? [1, Number(first)] : [Number(first), Number(last)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Those of the seeds that a property plays which takes long: every second, or every so many. */
export function every(step: number, seeds: readonly number[]): readonly number[] {
  // A world of its own is played by each property.
  return seeds.length < step ? seeds : seeds.filter((seed) => seed % step === 0);
}

/**
 * Makes something of a seed, always the same, and checks it. What fails is shown as it was made; making it smaller takes minutes, and is
 * asked for by KEELSON_WORLDS_SHRINK.
 */
export async function play<Made>(
  seed: number,
  arbitrary: fc.Arbitrary<Made>,
  check: (made: Made) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(arbitrary, check), {
    // Seeds that follow each other are spread, so that what they make has nothing in common.
    ...{ seed: Math.imul(seed, 0x9e3779b1), numRuns: 1, unbiased: true },
    endOnFailure: process.env['KEELSON_WORLDS_SHRINK'] === undefined,
  });
}
