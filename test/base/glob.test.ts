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
  [String.raw`group[\*]/*`, 'group[*]/hook[', true],
  [String.raw`group[\*]/*`, 'group[x]/hook[', false],
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

/** What a pattern says as an expression, which tries every way: too slow for patterns of many stars, and right. */
function asExpression(wanted: string): RegExp {
  const parts = wanted.split(/(\*+)/).map((text) => {
    if (!text.startsWith('*')) return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    return text.length > 1 ? '.*' : '[^/]*';
  });
  return new RegExp(`^${parts.join('')}$`, 'i');
}

it('a pattern fits what its expression does', () => {
  const long = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, long, (wanted, whole) => {
      expect(glob(wanted)(whole)).toBe(asExpression(wanted).test(whole));
    }),
    { seed: 13, numRuns: 20_000 },
  );
});

it('a pattern of many stars takes no longer than others', () => {
  const started = performance.now();
  for (const many of [`${'*a'.repeat(60)}*b`, `${'**a'.repeat(60)}**b`, `${'*'.repeat(60)}x`, `${'**/*'.repeat(40)}b`])
    for (const whole of ['a'.repeat(500), 'a/'.repeat(250)]) expect(glob(many)(whole)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});

it('what is written in two units is one character of a name', () => {
  expect(glob('a*😀')('ab😀')).toBe(true);
  expect(glob('a*😁')('ab😀')).toBe(false);
});

it.each([
  [String.raw`\*`, '*', true],
  [String.raw`\*`, 'x', false],
  [String.raw`\*`, String.raw`\x`, false],
  [String.raw`\\*`, String.raw`\*`, true],
  [String.raw`a\***`, 'a*/b', true],
  [String.raw`a\***`, 'ab', false],
  [String.raw`a\b*`, String.raw`a\bc`, true],
])('%s and %s: %s', (wanted, whole, does) => {
  expect(glob(wanted)(whole)).toBe(does);
});
