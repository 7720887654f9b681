/** A hash of a text, the same in every run and on every machine (FNV-1a, 32 bits). */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** The same in letters and digits. */
export function shortHash(text: string): string {
  return hash32(text).toString(36);
}
