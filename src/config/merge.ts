import { isMapping, type Written, type WrittenMap } from './written.ts';

/** A value over what stands behind it: maps merge, everything else replaces; a reference to a secret is one thing. */
export function merge(over: Written, under: Written | undefined): Written {
  return isMapping(over) && isMapping(under) && !isReference(over) ? mergeMaps([over, under]) : over;
}

function isReference(value: WrittenMap): boolean {
  const [only, ...more] = Object.entries(value);
  if (only === undefined || more.length > 0 || typeof only[1] !== 'string') return false;
  return only[0] === 'env' || only[0] === 'file';
}

/** Several maps as one; the first counts most. */
export function mergeMaps(layers: readonly WrittenMap[]): WrittenMap {
  const [only] = layers;
  if (layers.length === 1 && only !== undefined) return only;
  const merged = new Map<string, Written>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer)) {
      const over = merged.get(name);
      merged.set(name, over === undefined ? value : merge(over, value));
    }
  }
  return Object.fromEntries(merged);
}
