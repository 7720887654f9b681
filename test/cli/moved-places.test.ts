import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { movedPlaces } from '../../src/commands/adopting/moved-places.ts';

const at = (line: number, file = 'a'): Diagnostic => ({
  severity: 'warning',
  code: 'not-adopted',
  message: 'is left',
  place: { file, line, column: 3, text: `line ${line}` },
  related: [{ message: 'first written here', place: { file, line, column: 5 } }],
});
const before = [{ file: 'a', text: 'one\ntwo\nthree\nfour\n' }];
const after = [{ file: 'a', text: 'one\nnew\nmore\nthree\nfour\n' }];

test('what stands in both texts is found in the other one, and what does not, by the line above it', () => {
  const moved = movedPlaces(
    [1, 2, 3, 4].map((line) => at(line)),
    before,
    after,
  );
  expect(moved.map(({ place }) => place)).toEqual([
    { file: 'a', line: 1, column: 3, text: 'line 1' },
    { file: 'a', line: 1, column: 1 },
    { file: 'a', line: 4, column: 3, text: 'line 3' },
    { file: 'a', line: 5, column: 3, text: 'line 4' },
  ]);
  expect(moved[3]?.related?.[0]?.place).toEqual({ file: 'a', line: 5, column: 5 });
});

test('a file that is the same, or is none of them, keeps its lines', () => {
  expect(movedPlaces([at(3)], before, before)).toEqual([at(3)]);
  expect(movedPlaces([at(3, 'b')], before, after)).toEqual([at(3, 'b')]);
});
