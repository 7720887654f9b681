import type { Place } from '../../base/place.ts';
import type { Path } from './locate.ts';
import type { Places } from './places.ts';
import type { KeyStarts } from './to-data.ts';
import { isMapping, type YamlValue, type YamlMap } from './yaml-value.ts';

/** One file of the configuration as plain data, and where everything in it stands. */
export interface Source {
  readonly data: YamlValue;
  readonly starts: KeyStarts;
  readonly places: Places;
}

/** One place in a file where something is written, and what is written there. */
export interface SourceNode<Value extends YamlValue = YamlValue> {
  readonly source: Source;
  readonly path: Path;
  readonly value: Value;
  /** Where its key begins in the text. */
  readonly start?: number | undefined;
}

/** What of a spot says where it stands. */
export interface NodePlace {
  readonly places: Places;
  readonly path: Path;
  readonly start: number | undefined;
}

/** Where the top of a spot stands: its key, if it has one. */
export function nodePlace(node: SourceNode): Place {
  return topPlace(standing(node));
}

/** The spots without what is written there. */
export function standings([own, ...others]: readonly [SourceNode, ...SourceNode[]]): readonly [
  NodePlace,
  ...NodePlace[],
] {
  return [standing(own), ...others.map(standing)];
}

function standing({ source: { places }, path, start }: SourceNode): NodePlace {
  return { places, path, start };
}

function topPlace({ places, path, start }: NodePlace): Place {
  return start === undefined ? places.place(path, 'key') : places.keyAt(path, start);
}

/** The spot of a map's key; undefined where it is not written. */
export function inside(node: SourceNode<YamlMap>, key: string): SourceNode | undefined {
  const value = Object.hasOwn(node.value, key) ? node.value[key] : undefined;
  if (value === undefined) return undefined;
  return { source: node.source, path: below(node.path, key), value, start: startOf(node, key) };
}

/** Where the key of a step from a spot begins; undefined where it is a step in a list. */
export function startOf({ source, value }: SourceNode, step: string | number): number | undefined {
  return isMapping(value) ? source.starts.get(value)?.get(String(step)) : undefined;
}

/** A path with one more step. There is one for every entry: a list that is spread has room for more, which is never used. */
export function below(path: Path, step: string | number): Path {
  return path.concat(step);
}

/** The spot as one that holds a map; undefined where it holds anything else. */
export function mapping(spot: SourceNode | undefined): SourceNode<YamlMap> | undefined {
  if (spot === undefined || !isMapping(spot.value)) return undefined;
  return { source: spot.source, path: spot.path, value: spot.value, start: spot.start };
}

/**
 * Where a field stands that may be written in any of several spots, the first of which counts most: an entry itself,
 * and the defaults behind it. A field that is written in none of them is missing from the first.
 */
export function layeredPlace(layers: readonly [NodePlace, ...NodePlace[]], field: Path): Place {
  const [own] = layers;
  if (field.length === 0) return topPlace(own);
  for (const { places, path } of layers) {
    const whole = [...path, ...field];
    if (places.reach(whole) === whole.length) return places.place(whole);
  }
  // `alice: owner`: the scalar stands for the field.
  return own.places.place([...own.path, ...field]);
}

/** What stands under a key at the top of each file that has it. */
export function topNodes(sources: readonly Source[], key: string): readonly SourceNode[] {
  return sources.flatMap((source) => {
    const top = mapping({ source, path: [], value: source.data });
    return (top && inside(top, key)) ?? [];
  });
}
