import type { Place } from '../base/place.ts';
import type { Places, Source } from './document.ts';
import { isMapping, type Written, type WrittenMap } from './written.ts';
import type { Path } from './locate.ts';

/** One place in a file where something is written, and what is written there. */
export interface Spot<Value extends Written = Written> {
  readonly source: Source;
  readonly path: Path;
  readonly value: Value;
}

/** What of a spot says where it stands. */
export interface Standing {
  readonly places: Places;
  readonly path: Path;
}

/** Where the top of a spot stands: its key, if it has one. */
export function spotPlace(spot: Spot): Place {
  return topPlace(standing(spot));
}

/** The spots without what is written there. */
export function standings([own, ...others]: readonly [Spot, ...Spot[]]): readonly [Standing, ...Standing[]] {
  return [standing(own), ...others.map(standing)];
}

function standing({ source: { places }, path }: Spot): Standing {
  return { places, path };
}

function topPlace({ places, path }: Standing): Place {
  return places.place(path, 'key');
}

/** The spot of a map's key; undefined where it is not written. */
export function inside(spot: Spot<WrittenMap>, key: string): Spot | undefined {
  const value = Object.hasOwn(spot.value, key) ? spot.value[key] : undefined;
  return value === undefined ? undefined : { source: spot.source, path: below(spot.path, key), value };
}

/** A path with one more step. There is one for every entry: a list that is spread has room for more, which is never used. */
export function below(path: Path, step: string | number): Path {
  return path.concat(step);
}

/** The spot as one that holds a map; undefined where it holds anything else. */
export function mapping(spot: Spot | undefined): Spot<WrittenMap> | undefined {
  if (spot === undefined || !isMapping(spot.value)) return undefined;
  return { source: spot.source, path: spot.path, value: spot.value };
}

/**
 * Where a field stands that may be written in any of several spots, the first of which counts most: an entry itself,
 * and the defaults behind it. A field that is written in none of them is missing from the first.
 */
export function layeredPlace(layers: readonly [Standing, ...Standing[]], field: Path): Place {
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
export function topSpots(sources: readonly Source[], key: string): readonly Spot[] {
  return sources.flatMap((source) => {
    const top = mapping({ source, path: [], value: source.data });
    return (top && inside(top, key)) ?? [];
  });
}
