import { isAlias, isMap, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml';
import { isMergeKey, keyName } from './to-data.ts';

/** The way from the top of a document to a value. */
export type Path = readonly (string | number)[];

/** The node of a path's last step, as far as the path could be followed. */
export interface Located {
  /** How many steps of the path were found. */
  readonly steps: number;
  readonly key: unknown;
  readonly value: unknown;
}

/** A function that finds nodes by path. Maps are indexed when they are first asked about, and not before. */
export function locator(root: unknown, targets: ReadonlyMap<unknown, unknown>): (path: Path) => Located {
  const indexes = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  const follow = (node: unknown): unknown => (isAlias(node) ? follow(targets.get(node)) : node);
  const index = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const known = indexes.get(map);
    if (known !== undefined) return known;
    const made = new Map<string, Pair>();
    for (const pair of pairs(map)) if (!made.has(keyName(pair.key))) made.set(keyName(pair.key), pair);
    indexes.set(map, made);
    return made;
  };
  /** A map's own pairs, then those that it merges in, so that the first of a name is the one that counts. */
  const pairs = (map: YAMLMap): Pair[] => {
    const own = map.items.filter((pair) => !isMergeKey(pair.key));
    const merged = map.items.filter((pair) => isMergeKey(pair.key)).flatMap((pair) => sources(pair.value));
    return [...own, ...merged];
  };
  const sources = (node: unknown): Pair[] => {
    const source = follow(node);
    if (isMap(source)) return pairs(source);
    return isSeq(source) ? source.items.flatMap(sources) : [];
  };
  return (path) => {
    let found: Located = { steps: 0, key: undefined, value: root };
    for (const step of path) {
      const inside = follow(found.value);
      if (isMap(inside)) {
        const pair = index(inside).get(String(step));
        if (pair === undefined) return found;
        found = { steps: found.steps + 1, key: pair.key, value: pair.value };
      } else if (isSeq(inside) && Number(step) < inside.items.length) {
        found = { steps: found.steps + 1, key: undefined, value: inside.items[Number(step)] };
      } else {
        return found;
      }
    }
    return found;
  };
}

/** Whether there is a value to point at that fits on its line: anything but a map, a list and nothing. */
export function isSmall(node: unknown): boolean {
  return isAlias(node) || (isScalar(node) && node.source !== undefined && node.source !== '');
}
