import { expect, it } from 'vitest';
import type { Json } from '../../src/model.ts';
import { flag } from '../../src/kinds/live-value.ts';

it.each<[Json | undefined, boolean | undefined]>([
  [true, true],
  [false, false],
  [null, false],
  [undefined, undefined],
  ['true', true],
  ['false', false],
  ['yes', undefined],
  [1, undefined],
])('a switch that reads as %j is %s: what says neither is not taken for off', (live, read) => {
  expect(flag(live)).toBe(read);
});
