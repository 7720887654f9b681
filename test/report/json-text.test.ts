import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from '../../src/report/json-text.ts';

test('JSON holds nothing that a terminal obeys, and says the same', () => {
  const odd = fc.constantFrom(
    '\u001b[31m',
    '\u009b31m',
    '\u202e',
    '\u2066',
    '\u2028',
    '\u{e0041}',
    '\ufeff',
    '\n',
    'é',
  );
  const text = fc.array(fc.oneof(odd, fc.string({ maxLength: 3 }))).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const printed = jsonText(value, 2);
      expect(JSON.parse(printed)).toEqual({ ...value });
      expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
    { numRuns: 300, seed: 20_261_123 },
  );
});

test('a character beyond the first 65,536 is escaped as the two that JSON knows', () => {
  expect(jsonText({ a: '\u{e0041}' })).toBe(String.raw`{"a":"\udb40\udc41"}`);
});

test('what a URL holds of a password does not stand in it', () => {
  expect(jsonText({ a: 'https://u:a-password@h.example.com/' })).not.toContain('a-password');
});
