import { isMapping, type YamlValue, type YamlMap } from './yaml/yaml-value.ts';

/** A value over what stands behind it: maps merge, everything else replaces; a reference to a secret is one thing. */
export function merge(over: YamlValue, under: YamlValue | undefined): YamlValue {
  return isMapping(over) && isMapping(under) && !isReference(over) ? mergeMaps([over, under]) : over;
}

function isReference(value: YamlMap): boolean {
  const [only, ...more] = Object.entries(value);
  if (only === undefined || more.length > 0 || typeof only[1] !== 'string') return false;
  return only[0] === 'env' || only[0] === 'file';
}

/** Several maps as one; the first counts most. */
export function mergeMaps(layers: readonly YamlMap[]): YamlMap {
  const [only] = layers;
  if (layers.length === 1 && only !== undefined) return only;
  const merged = new Map<string, YamlValue>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer)) {
      const over = merged.get(name);
      merged.set(name, over === undefined ? value : merge(over, value));
    }
  }
  return Object.fromEntries(merged);
}
