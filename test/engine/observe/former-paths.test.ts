import { expect, it } from 'vitest';
import { pathsBefore } from '../../../src/engine/observe/former-paths.ts';
import type { Declared } from '../../../src/model.ts';
import { kinds } from '../instance.ts';

function declared(key: string, previously?: string): Declared {
  const place = () => ({ file: 'keelson.yaml', line: 1, column: 1 });
  return { key, spec: {}, state: 'present', protect: false, place, ...(previously !== undefined && { previously }) };
}

/** Where a group may be, given where others were: `path`, or `path (along)` where it goes along with one above it. */
function before(key: string, ...others: readonly Declared[]): string[] {
  const section = { scope: { type: 'instance' }, name: 'groups', entries: others, prune: false } as const;
  return pathsBefore(
    [section],
    kinds,
  )(declared(key)).map(({ path, withParent }) => (withParent ? `${path} (along)` : path));
}

it('a group may be where it says that it was, and halfway', () => {
  expect(before('B/x', declared('b/X', 'a/y'))).toEqual(['a/y', 'a/X']);
  expect(before('b', declared('b', 'a'))).toEqual(['a']);
});

it('a group may be where one above it was', () => {
  expect(before('B/c/d', declared('b', 'old'))).toEqual(['old/c/d (along)']);
  expect(before('b/c/d', declared('b/c', 'old'))).toEqual(['old/d (along)', 'c/d (along)']);
  expect(before('b/c/d', declared('b', 'top'), declared('b/c', 'b/e'), declared('b/c/d', 'b/c/f'))).toEqual([
    'b/c/f',
    'b/e/d (along)',
    'top/c/d (along)',
  ]);
});

it('a group is nowhere else where nothing near it was', () => {
  expect(before('b/c')).toEqual([]);
  expect(before('b/c', declared('b/c'), declared('b/cc', 'x'), declared('d', 'y'))).toEqual([]);
});
