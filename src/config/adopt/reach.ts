import { isAlias, isCollection, isMap, isSeq, type Alias, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Path } from '../yaml/locate.ts';
import { isMergeKey, keyName } from '../yaml/to-data.ts';

/** What is found on the way of a path through a document: how far it leads within what is written in its own place. */
export interface Reached {
  /** `own`: all the way; `scalar`, `alias`: to a value that has nothing inside, or that stands elsewhere; `merged`, `missing`: to a key that is not there, though a merge may have it. */
  readonly type: 'own' | 'scalar' | 'alias' | 'merged' | 'missing';
  /** The map or list in which the last step that was looked for is, or would be. */
  readonly holder: YAMLMap | YAMLSeq;
  /** Which step of the path that was. */
  readonly at: number;
  /** The pair in which that holder stands itself, and the pairs and maps above it. */
  readonly above: Pair | undefined;
  /** The pair of the step, in a map that has it. */
  readonly pair: Pair | undefined;
  /** What stands there. */
  readonly value: unknown;
  /** Whether an alias elsewhere means something that the path leads through, or ends with. */
  readonly isMeantElsewhere: boolean;
}

/** Follows a path; undefined where there is nothing that it could lead through. `targets` is what the aliases of the document stand for. */
export function reach(root: unknown, path: Path, targets: ReadonlyMap<unknown, unknown>): Reached | undefined {
  const meant = meantBy(targets);
  let node: unknown = root;
  let above: Pair | undefined;
  let isMeantElsewhere = meant.has(root);
  for (const [at, step] of path.entries()) {
    if (!isMap(node) && !isSeq(node)) return undefined;
    const holder = node;
    const pair = isMap(holder) ? ownPair(holder, String(step)) : undefined;
    const value = isMap(holder) ? pair?.value : holder.items[Number(step)];
    const found = { holder, at, above, pair, value };
    if (isMap(holder) ? pair === undefined : !(Number(step) < holder.items.length))
      return { ...found, type: hasMerged(holder, String(step), targets) ? 'merged' : 'missing', isMeantElsewhere };
    isMeantElsewhere ||= meant.has(value) || meant.has(pair?.key);
    if (at === path.length - 1) return { ...found, type: 'own', isMeantElsewhere };
    if (isAlias(value)) return { ...found, type: 'alias', isMeantElsewhere };
    // An empty list may become a map as well.
    if (!isCollection(value) || (isSeq(value) && value.items.length === 0))
      return { ...found, type: 'scalar', isMeantElsewhere };
    above = pair;
    node = value;
  }
  return undefined;
}

/** What the aliases of a document stand for; it is asked for with every path. */
function meantBy(targets: ReadonlyMap<unknown, unknown>): ReadonlySet<unknown> {
  const known = MEANT.get(targets) ?? new Set(targets.values());
  MEANT.set(targets, known);
  return known;
}

const MEANT = new WeakMap<ReadonlyMap<unknown, unknown>, ReadonlySet<unknown>>();

function ownPair(map: YAMLMap, name: string): Pair | undefined {
  const known = PAIRS.get(map) ?? new Map<string, Pair>();
  if (known.size === 0) {
    for (const pair of map.items.toReversed()) if (!isMergeKey(pair.key)) known.set(keyName(pair.key), pair);
    PAIRS.set(map, known);
  }
  return known.get(name);
}

/** The pairs of a map by their names: trees are not changed once they are made, and some maps have thousands. */
const PAIRS = new WeakMap<YAMLMap, Map<string, Pair>>();

/** Whether a map has a key by way of a merge alone. */
function hasMerged(holder: YAMLMap | YAMLSeq, name: string, targets: ReadonlyMap<unknown, unknown>): boolean {
  const follow = (node: unknown): unknown => (isAlias(node) ? follow(targets.get(node)) : node);
  const has = (node: unknown): boolean => {
    const there = follow(node);
    if (isSeq(there)) return there.items.some(has);
    return isMap(there) && (ownPair(there, name) !== undefined || hasMerged(there, name, targets));
  };
  return isMap(holder) && holder.items.some(({ key, value }) => isMergeKey(key) && has(value));
}

/** Whether something inside of a node, or the node itself, is what an alias outside of it stands for. */
export function isMeantOutside(node: unknown, targets: ReadonlyMap<unknown, unknown>): boolean {
  const inside = new Set<unknown>();
  const collect = (one: unknown): void => {
    inside.add(one);
    if (isMap(one)) for (const pair of one.items) [pair.key, pair.value].forEach(collect);
    else if (isSeq(one)) one.items.forEach(collect);
  };
  collect(node);
  return [...targets].some(([alias, target]) => inside.has(target) && !inside.has(alias));
}

/** The name of the anchor that an alias stands for. */
export function anchorOf(alias: Alias): string {
  return alias.source;
}
