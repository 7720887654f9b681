const LEFTOVER = ' (replaced)';

/** The key of what a replacement takes the place of, whose own key is the successor's from then on. */
export function leftoverKey(key: string): string {
  return `${key}${LEFTOVER}`;
}

/** Whether a key is one of what a replacement takes the place of. */
export function isLeftoverKey(key: string): boolean {
  return key.endsWith(LEFTOVER);
}
