import type { Declared, LiveEntry } from '../../model.ts';
import type { DeclaredTree } from './declared-tree.ts';
import type { Finding } from './finding.ts';
import type { Match } from './match.ts';

/** Entries that are each at the other's old path: what all of them say can only be a swap. */
export function circlesOfFindings(findings: readonly Finding[]): Declared[][] {
  const next = new Map<Declared, Declared>();
  for (const finding of findings) {
    if (finding.type === 'both' && finding.owner !== undefined) next.set(finding.entry, finding.owner);
  }
  return circlesAlong(next);
}

function circlesAlong(next: ReadonlyMap<Declared, Declared>): Declared[][] {
  const circles: Declared[][] = [];
  const seen = new Set<Declared>();
  for (const start of next.keys()) {
    const path: Declared[] = [];
    let at: Declared | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      path.push(at);
      at = next.get(at);
    }
    const from = at === undefined ? -1 : path.indexOf(at);
    if (from >= 0) circles.push(path.slice(from));
  }
  return circles;
}

/** Entries that move, each to where the next one stands, and the last to where the first does. */
export function circlesOfMoves(
  matches: ReadonlyMap<string, Match>,
  entries: DeclaredTree,
  pathOf: (live: LiveEntry) => string,
): Declared[][] {
  const moving = [...matches].flatMap(([key, { live, how }]) => {
    const entry = entries.get(key);
    return how === 'moves' && entry !== undefined ? [{ entry, at: pathOf(live).toLowerCase() }] : [];
  });
  const byPath = new Map(moving.map(({ entry, at }) => [at, entry]));
  const next = new Map(moving.flatMap(({ entry }) => pairWith(entry, byPath.get(entry.key.toLowerCase()))));
  return circlesAlong(next);
}

function pairWith(entry: Declared, next: Declared | undefined): (readonly [Declared, Declared])[] {
  return next === undefined ? [] : [[entry, next]];
}
