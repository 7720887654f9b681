import { distance } from 'fastest-levenshtein';

/** The candidate that a misspelt word most likely means; undefined where none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  // A third of the letters may be wrong; in short words one, from five letters on two, for two that changed places.
  let limit = Math.max(word.length < 5 ? 1 : 2, Math.floor(word.length / 3));
  let best: string | undefined;
  const plain = spelling(word);
  for (const candidate of candidates) {
    const other = spelling(candidate);
    if (Math.abs(other.length - plain.length) > limit) continue;
    const far = distance(plain, other);
    if (far > limit || (far === limit && best !== undefined)) continue;
    best = candidate;
    limit = far;
  }
  return best;
}

/** The candidate that a word most likely means: a misspelling of it, or else the only one that it is the beginning of. */
export function meantBy(word: string, candidates: readonly string[]): string | undefined {
  const near = nearest(word, candidates);
  if (near !== undefined || word.length < SHORTEST_BEGINNING) return near;
  const [only, ...more] = candidates.filter((candidate) => begins(word, candidate));
  return more.length === 0 ? only : undefined;
}

/** Two letters begin too much. */
const SHORTEST_BEGINNING = 3;

function begins(word: string, candidate: string): boolean {
  return spelling(candidate).startsWith(spelling(word));
}

/** The candidates that are nearest to a word, however far they are; what it is the beginning of is nearer than all else. */
export function nearestFew(word: string, candidates: readonly string[], count: number): string[] {
  const plain = spelling(word);
  const far = candidates.map(
    (candidate) => [candidate, begins(word, candidate) ? 0 : distance(plain, spelling(candidate))] as const,
  );
  return far
    .sort(([, one], [, other]) => one - other)
    .slice(0, count)
    .map(([candidate]) => candidate);
}

/** Letter case, and a dash instead of an underscore, are no misspelling. */
function spelling(word: string): string {
  return word.toLowerCase().replaceAll('-', '_').slice(0, 100);
}
