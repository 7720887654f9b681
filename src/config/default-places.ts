import type { Declared } from '../model.ts';
import { patternAt } from './defaults.ts';
import type { Path } from './yaml/locate.ts';
import { layeredPlace, standings, type SourceNode } from './yaml/source-node.ts';
import { isMapping, type YamlMap, type YamlValue } from './yaml/yaml-value.ts';

/** Where a default says a field that what counts more leaves open; undefined where the first of the spots says it, or none does. */
export function placeInDefault(
  spots: readonly [SourceNode<YamlMap>, ...SourceNode<YamlMap>[]],
): NonNullable<Declared['placeInDefault']> {
  return (...field) => {
    const says = spots.find(({ value }) => holds(value, field));
    if (says === undefined || says === spots[0] || patternAt(says) === undefined) return undefined;
    return layeredPlace(standings([says]), field);
  };
}

function holds(value: YamlValue, [step, ...steps]: Path): boolean {
  if (step === undefined) return true;
  const inner = isMapping(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return inner !== undefined && holds(inner, steps);
}
