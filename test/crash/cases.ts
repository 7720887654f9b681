import type { Mishap } from './mishap.ts';
import type { Seen } from './wire.ts';

/** One case of the matrix: which request comes to grief, and how. */
export interface Case {
  readonly request: number;
  readonly mishap: Mishap;
}

/**
 * A sample of the cases: KEELSON_CRASH_SEED says which, so that a failure can be had again. With KEELSON_CRASH=all it is every case, with
 * KEELSON_CRASH=2/4 the second of four parts of them. `shift` is by how many places a request may come earlier or later in another run.
 */
export function casesOf(requests: readonly Seen[], mishaps: readonly Mishap[], sampled: number, shift: number): Case[] {
  const all = requests.flatMap((_, request) =>
    mishaps.flatMap((mishap) => (isAnotherCase(requests, request, mishap, shift) ? [{ request, mishap }] : [])),
  );
  const wanted = process.env['KEELSON_CRASH'] ?? '';
  if (wanted === 'all') return all;
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(wanted) ?? [];
  if (of !== undefined) return all.filter((_, index) => index % Number(of) === Number(part) - 1);
  const random = generator(Number(process.env['KEELSON_CRASH_SEED'] ?? '1'));
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, sampled)
    .map(({ one }) => one);
}

/** A read that is executed before it comes to grief leaves everybody where one does that never arrived. */
function isAnotherCase(requests: readonly Seen[], request: number, mishap: Mishap, shift: number): boolean {
  if (!mishap.endsWith('-after')) return true;
  return requests.slice(Math.max(0, request - shift), request + shift + 1).some(({ method }) => method !== 'GET');
}

/** Mulberry32: small, quick, and the same everywhere. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
