import type { Json, JsonObject } from '../model.ts';
import { isMapping } from './json.ts';

/** A value over what stands behind it: maps merge, everything else replaces; a reference to a secret is one thing. */
export function merge(over: Json, under: Json | undefined): Json {
  return isMapping(over) && isMapping(under) && !isReference(over) ? mergeMaps([over, under]) : over;
}

function isReference(value: JsonObject): boolean {
  const [only, ...more] = Object.keys(value);
  return more.length === 0 && (only === 'env' || only === 'file');
}

/** Several maps as one; the first counts most. */
export function mergeMaps(layers: readonly JsonObject[]): JsonObject {
  const [only] = layers;
  if (layers.length === 1 && only !== undefined) return only;
  const merged = new Map<string, Json>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer)) {
      const over = merged.get(name);
      merged.set(name, over === undefined ? value : merge(over, value));
    }
  }
  return Object.fromEntries(merged);
}
