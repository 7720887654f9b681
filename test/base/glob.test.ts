import fc from 'fast-check';
import { expect, it } from 'vitest';
import { couldBegin, glob } from '../../src/base/glob.ts';

it.each([
  ['group[x]**', 'group[x]/member[', true],
  ['group[x]**', 'group[x/y]/member[', false],
  ['group[x/**', 'group[x/y]/member[', true],
  ['group[x]/member[alice]', 'group[x]/member[', true],
  ['group[x]/member[alice]', 'group[x]/hook[', false],
  ['group[*]/*', 'group[x]/hook[', true],
  ['group[*]', 'group[x]/hook[', false],
  ['**/hook[ci]', 'group[x/y]/hook[', true],
  ['instance/settings', 'group[x]/member[', false],
  ['GROUP[X]**', 'group[x]/member[', true],
])('%s and what begins with %s: %s', (pattern, beginning, could) => {
  expect(couldBegin(pattern, beginning)).toBe(could);
});

const piece = fc.constantFrom('a', 'b', '/', '[', ']');
const pattern = fc.array(fc.oneof(piece, fc.constantFrom('*', '**')), { maxLength: 8 }).map((parts) => parts.join(''));
const name = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));

it('whatever fits a pattern could begin as it does', () => {
  fc.assert(
    fc.property(pattern, name, fc.nat(8), (wanted, whole, length) => {
      if (glob(wanted)(whole)) expect(couldBegin(wanted, whole.slice(0, length))).toBe(true);
    }),
    { seed: 12, numRuns: 5000 },
  );
});
