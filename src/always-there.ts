import type { Kind } from './kind.ts';

/** Whether there always is just one of it, which is only ever changed: the settings. */
export function isAlwaysThere({ shape, calls }: Pick<Kind, 'shape' | 'calls'>): boolean {
  return shape.type === 'single' && calls.create === undefined;
}
