import type { Declared, LiveEntry } from '../../model.ts';
import { isBelow, parentPath } from '../../base/scope-path.ts';
import { claimsAsTold, claimsOf, type Claims } from './claims.ts';
import { circlesOfFindings, circlesOfMoves } from './circles.ts';
import { declaredTree, joined, type DeclaredTree, type Within } from './declared-tree.ts';
import type { Finding } from './finding.ts';
import type { LiveTree } from './live-tree.ts';
import { isIntended, type IntendedGroups } from './intended-groups.ts';
import type { Match } from './match.ts';
import { NOWHERE_ELSE, type Around, type Matching } from './matching.ts';

/**
 * Matches declared groups, or projects `around` which the groups are, with live ones. Pure: it is asked again once what it did not know has been read. One live group belongs to
 * one entry; what `previously` says comes before what stands at a path.
 */
export function matchScopes(
  declared: readonly Declared[],
  tree: LiveTree,
  pathOf: (live: LiveEntry) => string,
  intended: IntendedGroups = new Map(),
  around: Around = NOWHERE_ELSE,
): Matching {
  const entries = declaredTree(declared);
  const found = matchFrom(new Map(), entries, tree, pathOf, intended, around);
  if (!found.findings.some(isContradiction)) return found;
  // What stands at both ends of one move may stand there because another move has yet to be made.
  const moved = matchFrom(claimsAsTold(declared, tree, intended), entries, tree, pathOf, intended, around);
  if (moved.findings.some(isContradiction)) return found;
  return { ...moved, swaps: [...moved.swaps, ...circlesOfMoves(moved.matches, entries, pathOf)] };
}

/** Matches from these claims on, until no claim changes any more. */
function matchFrom(
  from: Claims,
  entries: DeclaredTree,
  tree: LiveTree,
  pathOf: (live: LiveEntry) => string,
  intended: IntendedGroups,
  around: Around,
): Matching {
  const swaps: Declared[][] = [];
  let claims = from;
  let before: Found['matches'] = new Map();
  // Each round follows one link more of a chain.
  for (let round = 0; ; round++) {
    const found = matchOnce(entries, tree, pathOf, {
      ...{ claims, before, intended, around },
      swapped: new Set(swaps.flat()),
    });
    const next = claimsOf(found.matches);
    const isPlainlyUnchanged = isSame(claims, next) && isSame(idsOf(before), idsOf(found.matches));
    if (!isPlainlyUnchanged && round < entries.entries.length + 2) {
      claims = next;
      before = found.matches;
      continue;
    }
    const circles = circlesOfFindings(found.findings);
    if (circles.length === 0)
      return { ...found, findings: [...found.findings, ...matchedTwice(found.matches, entries)], swaps };
    swaps.push(...circles);
  }
}

/** Whether a finding says that no plan can be made. */
function isContradiction(finding: Finding): boolean {
  return (
    finding.type === 'ambiguous' ||
    finding.type === 'claimed' ||
    (finding.type === 'both' && finding.owner === undefined)
  );
}

type Found = Pick<Matching, 'matches' | 'where' | 'formerly' | 'findings'>;

/** What the rounds before have come to. */
interface SoFar {
  readonly claims: Claims;
  readonly before: Found['matches'];
  readonly swapped: ReadonlySet<Declared>;
  readonly intended: IntendedGroups;
  readonly around: Around;
}

function matchOnce(
  entries: DeclaredTree,
  tree: LiveTree,
  pathOf: (live: LiveEntry) => string,
  { claims, before, swapped, intended, around }: SoFar,
): Found {
  const matches = new Map<string, Match>();
  const findings: Finding[] = [];
  const state = new Map<Declared, 'open' | 'done'>();

  const liveAbove = (above: Within | undefined): string | undefined => {
    if (above === undefined) return undefined;
    resolve(above.entry);
    // Two that ask for each other are decided by what the round before has found.
    const known = state.get(above.entry) === 'open' ? before : matches;
    const match = known.get(above.entry.key.toLowerCase());
    return match && joined(pathOf(match.live), above.rest);
  };
  const where = (path: string): string | undefined => {
    const above = entries.above(path);
    if (above === undefined) return around.where(path);
    return liveAbove(above) ?? (state.get(above.entry) === 'open' ? path : undefined);
  };
  const formerly: Matching['formerly'] = (path) => {
    const above = entries.formerAbove(path);
    if (above === undefined) return [...around.formerly(path), [where(path)]];
    const now = liveAbove(above);
    const old = entries.takenOut(above).map((inner) => [liveAbove(inner)]);
    // Below the path that it is to have stands by its name of today what has come there with it: nothing was in itself.
    if (now !== undefined && entries.comesOutOfItself(path)) return [[now], ...old];
    // The last is a path below a group that has its new name in the configuration already.
    return [[now, path], ...old, [where(path)]];
  };
  /** What was at a path; each once. */
  const formerAt = (path: string): LiveEntry[] => {
    for (const paths of formerly(path)) {
      const old = at(paths);
      if (old.length > 0) return old;
    }
    return [];
  };
  const at = (paths: readonly (string | undefined)[]): LiveEntry[] =>
    distinct(paths.flatMap((path) => (path === undefined ? [] : (tree.at(path) ?? []))));
  const isFree = (live: LiveEntry, entry: Declared): boolean => {
    const claimant = claims.get(live.id);
    return claimant === undefined || claimant === entry.key.toLowerCase();
  };
  const settle = (entry: Declared, live: LiveEntry, how: Match['how']): void => {
    matches.set(entry.key.toLowerCase(), { live, how });
  };

  const resolve = (entry: Declared): void => {
    if (state.has(entry)) return;
    state.set(entry, 'open');
    const path = where(entry.key);
    const here = path === undefined ? undefined : tree.at(path);
    const own = here !== undefined && isFree(here, entry) ? here : undefined;
    if (entry.state === 'absent') {
      if (own !== undefined) settle(entry, own, 'stays');
    } else if (!comesFromElsewhere(entry, own)) {
      if (own !== undefined) {
        settle(entry, own, 'stays');
        if (entry.restore !== undefined && isOtherThanAsked(own, entry.restore))
          findings.push({ type: 'there-already', entry, here: own });
      } else {
        const aside = steppedAside(entry, path);
        if (aside === undefined) makeOrRestore(entry, path);
        else settle(entry, aside, 'moves');
      }
    }
    state.set(entry, 'done');
  };

  /**
   * What an interrupted run has left beside the place of an entry, under the name of its way there: it made way for the sake of its name, and
   * nothing says that it comes from elsewhere. Where somebody is looked for in vain, it may be that one, and nothing is guessed.
   */
  const steppedAside = (entry: Declared, path: string | undefined): LiveEntry | undefined => {
    // At the top two may have one name.
    const above = path === undefined ? '' : parentPath(path);
    const left = above === '' ? undefined : tree.halfway(entry.key);
    if (left === undefined || !isFree(left, entry)) return undefined;
    if (parentPath(pathOf(left)).toLowerCase() !== above.toLowerCase()) return undefined;
    // What came into it while it was aside stands in it there.
    const nowAt = (key: string): string =>
      isBelow(key, entry.key) ? joined(pathOf(left), key.slice(entry.key.length + 1)) : (where(key) ?? key);
    // What is found by the name of its own way is not looked for any more.
    const isLookedFor = ({ key, previously }: Declared): boolean =>
      previously !== undefined &&
      [previously, nowAt(previously), nowAt(key)].every((path) => tree.at(path) === undefined) &&
      tree.halfway(key) === undefined;
    return entries.entries.some(isLookedFor) ? undefined : left;
  };

  /** Whether an entry is decided by its `previously`. */
  const comesFromElsewhere = (entry: Declared, own: LiveEntry | undefined): boolean => {
    const { previously } = entry;
    if (previously === undefined) return false;
    if (own !== undefined && isIntended(own, entry.key, intended)) {
      findings.push({ type: 'arrived', entry, here: own });
      return false;
    }
    const former = formerAt(previously).filter(({ id }) => id !== own?.id);
    if (own !== undefined && former.length === 0) {
      const halfway = tree.halfway(entry.key);
      if (halfway !== undefined) findings.push({ type: 'both', entry, here: own, there: halfway });
      else if (own.key.toLowerCase() === entry.key.toLowerCase()) findings.push({ type: 'done', entry });
      return false;
    }
    const onItsWay = tree.halfway(entry.key);
    if (onItsWay !== undefined) {
      settle(entry, onItsWay, 'moves');
      return true;
    }
    const free = former.filter((live) => isFree(live, entry));
    const [there, another] = free;
    if (there === undefined) {
      const [taken] = former;
      if (taken !== undefined && own === undefined) {
        findings.push({ type: 'claimed', entry, live: taken, by: claims.get(taken.id) ?? '' });
        return true;
      }
      return false;
    }
    if (another !== undefined && (own === undefined || swapped.has(entry))) {
      findings.push({ type: 'ambiguous', entry, candidates: free });
      return true;
    }
    if (own === undefined || swapped.has(entry)) {
      settle(entry, there, 'moves');
      return true;
    }
    if (goesAlong(own, there)) {
      settle(entry, there, 'moves');
      return true;
    }
    findings.push({ type: 'both', entry, here: own, there });
    return false;
  };

  /**
   * Whether what stands at the new path has it by chance, and goes along with what is to come there: a group that was pushed down before
   * is older than the one that was made in its place.
   */
  const goesAlong = (here: LiveEntry, there: LiveEntry): boolean => {
    const inPlace = entries.get(pathOf(there));
    const isMadeAnew = inPlace !== undefined && inPlace.state !== 'absent' && inPlace.previously === undefined;
    return isMadeAnew && isBelow(pathOf(here), pathOf(there)) && isOlder(there, here);
  };

  const makeOrRestore = (entry: Declared, path: string | undefined): void => {
    const { previously, restore } = entry;
    const own = path === undefined ? [] : tree.leftovers(path);
    const former = previously === undefined ? [] : tree.leftovers(where(previously) ?? previously);
    const asked = restore === undefined ? former : [...own, ...former];
    const fitting = distinct(typeof restore === 'number' ? asked.filter(({ id }) => id === restore) : asked);
    const [left, another] = fitting;
    if (another !== undefined) findings.push({ type: 'ambiguous', entry, candidates: fitting });
    else if (left !== undefined) settle(entry, left, 'restored');
    else if (restore !== undefined) findings.push({ type: 'nothing-left', entry, left: distinct(asked) });
    else {
      if (previously !== undefined) findings.push({ type: 'nowhere', entry });
      if (own.length > 0) findings.push({ type: 'leftover', entry, left: own });
    }
  };

  for (const entry of entries.entries) resolve(entry);
  const owners = new Map([...matches].map(([key, { live }]) => [live.id, entries.get(key)]));
  const owned = findings.map((finding): Finding => {
    if (finding.type !== 'both') return finding;
    const owner = owners.get(finding.there.id);
    return owner === undefined ? finding : { ...finding, owner };
  });
  return { matches, where, formerly, findings: owned };
}

/** Whether what stands there needs no restoring, or is another group than the one to be restored. */
function isOtherThanAsked({ id, pendingDeletion }: LiveEntry, restore: true | number): boolean {
  return pendingDeletion === undefined || (restore !== true && restore !== id);
}

/** Ids are given in the order in which groups are made. */
function isOlder({ id: one }: LiveEntry, { id: other }: LiveEntry): boolean {
  return typeof one === 'number' && typeof other === 'number' && one < other;
}

function distinct(entries: readonly LiveEntry[]): LiveEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** Entries of which another has the live group already. */
function matchedTwice(matches: ReadonlyMap<string, Match>, entries: DeclaredTree): Finding[] {
  const first = new Map<LiveEntry['id'], string>();
  return [...matches].flatMap(([key, { live }]): Finding[] => {
    const by = first.get(live.id);
    const entry = entries.get(key);
    if (by === undefined || entry === undefined) {
      first.set(live.id, key);
      return [];
    }
    return [{ type: 'claimed', entry, live, by }];
  });
}

function idsOf(matches: ReadonlyMap<string, Match>): ReadonlyMap<string, LiveEntry['id']> {
  return new Map([...matches].map(([key, { live }]) => [key, live.id]));
}

function isSame<Key, Value>(one: ReadonlyMap<Key, Value>, other: ReadonlyMap<Key, Value>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
