import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Parser } from 'yaml';
import { parse, parseTree } from '../../src/config/document.ts';
import { readPlain } from '../../src/config/plain-tokens.ts';
import { secretNames } from '../../src/config/secret-names.ts';
import { kinds } from '../../src/kinds/index.ts';
import { configurations, flows, mutated } from './plain-texts.ts';

const isSecret = secretNames(kinds);
const SEED = 20_261_120;

/** Holds what is read from the tokens alone against what the library's composer makes of the text; says whether it was taken. */
function isTaken(text: string): boolean {
  const plain = readPlain([...new Parser().parse(text)], text);
  if (plain === undefined) return false;
  const { source, offsets, diagnostics } = parseTree('a.yaml', text, isSecret);
  const same =
    isDeepStrictEqual([plain.data, plain.offsets], [source?.data, offsets]) &&
    JSON.stringify(plain.data) === JSON.stringify(source?.data) &&
    diagnostics.length === 0;
  if (!same)
    expect({ text, ...plain, diagnostics: [] }).toStrictEqual({ text, data: source?.data, offsets, diagnostics });
  return true;
}

/** Holds as many texts against the composer, and counts those that were taken. */
function taken(texts: fc.Arbitrary<string>, numRuns: number): number {
  let count = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (isTaken(text)) count++;
    }),
    { numRuns, seed: SEED },
  );
  return count;
}

function filesBelow(folder: string): readonly (readonly [name: string, text: string])[] {
  const at = new URL(`../../${folder}/`, import.meta.url);
  const names = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name));
  return names.map((name) => [`${folder}/${name}`, readFileSync(new URL(name, at), 'utf8')]);
}
const files = [...filesBelow('examples'), ...filesBelow('test')];

describe('what is read without the composer is what the composer reads', () => {
  test('in texts that are written as configurations are', () => {
    expect(taken(configurations, 1500)).toBeGreaterThan(100);
    expect(taken(flows, 500)).toBeGreaterThan(50);
  });

  test('in such texts with a few characters changed', () => {
    const texts = configurations.chain((text) => mutated(text, { min: 1, max: 3 }));
    expect(taken(texts, 2000)).toBeGreaterThan(50);
  });

  test('in the examples, as they are and with a few characters changed', () => {
    expect(files.length).toBeGreaterThan(10);
    const small = files.filter(([, text]) => text.length < 3000).map(([, text]) => text);
    const texts = fc.constantFrom(...small).chain((text) => mutated(text, { min: 0, max: 3 }));
    expect(taken(texts, 300)).toBeGreaterThan(50);
  });
});

/** A text of each sort that a reader may get wrong, and whether it is plain enough to be read without the composer. */
const cases: readonly (readonly [text: string, isPlain: boolean])[] = [
  ['a: b', true],
  ['a: b #c', true],
  ['a: b#c', true],
  ['a: "b"#c', false],
  ['a: # comment\n  b: 1', true],
  ['a:\nb: 1', true],
  ['a:\n\n\n# c\nb: 1', true],
  ['a:   \n  # c\n', true],
  ['a: b: c', false],
  ['a:b', false],
  ['a: 0o17\nb: 0x1f\nc: 017\nd: 1.50\ne: -0\nf: .inf', true],
  ['a: ~\nb: Null\nc: nULL\nd: "null"', true],
  ['a: 1\na: 2', false],
  ['a: { b: 1, b: 2 }', false],
  ['1: a\n01: b\n"1": c', false],
  ['1: a\n01: b', true],
  ['12: a\n"true": b\n~: c', true],
  ['<<: { a: b }', false],
  ['"<<": { a: b }', false],
  ['__proto__: a', false],
  ['constructor: a', true],
  ['a:\n- b\n- c\nd: e', true],
  ['a:\n  - b\n  -\n  - c: d\n    e: f\n  - - g\n    - h', true],
  ['a:\n  - b\n - c', false],
  ['a:\n  - b\n   - c', false],
  ['a:\n  b: 1\n c: 2', false],
  ['a:\n  b: 1\n   c: 2', false],
  ['a:\n b: 1\n  c: 2', false],
  [' a: 1\nb: 2', false],
  ['a: - b', false],
  ['a:\n  -\tb', false],
  ['a:\tb', false],
  ['a: b\t', false],
  ['a: b\r\nc: d', false],
  ['a: [b, c,]', true],
  ['a: [b,, c]', false],
  ['a: [, b]', false],
  ['a: [b c: d]', false],
  ['a: [b: c]', false],
  ['a: [b c]', true],
  ['a: ["b" "c"]', false],
  ['a: ["b"\n  "c"]', false],
  ['a: {b: "c"\n  "d": e}', false],
  ['a: {b\n  : c}', true],
  ['a: b: c: d', false],
  ['- a: b: c', false],
  ['a:\n  - b: c: d', false],
  ['a:\n- b\n-c', false],
  ['a: - b\n', false],
  ['a: [b\n  , c # d\n  ,\n  # e\n  ]', true],
  ['a: [b,#c\n  d]', false],
  ['a: [\nb]', false],
  ['a: [b\n]', true],
  ['a: [b', false],
  ['a: [b}', false],
  ['a: [b] c', false],
  ['a: [b] # c', true],
  ['a: [b]# c', false],
  ['a: {b: c, "d":e, f: {}}', true],
  ['a: {b, c: d}', false],
  ['a: {b: , c: d}', false],
  ['a: {? b : c}', false],
  ['a: {: b}', false],
  ['a: {b: [c, {d: e}]}', true],
  ['{a: b}', false],
  ['- a', false],
  ['a', false],
  ['', false],
  ['# nothing', false],
  ['? a', false],
  ['? a\n: b', false],
  [': a', false],
  ['a\nb: c', false],
  ['a: b\n  c', false],
  ['a: "b\n  c"', false],
  ['a: "\\n"', false],
  ["a: 'it''s'", false],
  ['a: \'\'\nb: ""\nc:', true],
  ['a: "b', false],
  ['a: |\n  b', false],
  ['a: >-\n  b', false],
  ['a: &b c', false],
  ['a: *b', false],
  ['a: !b c', false],
  ['&a b: c', false],
  ['a: @b', false],
  ['a: `b', false],
  ['a: %b', false],
  ['a: , b', false],
  ['%YAML 1.2\n---\na: b', false],
  ['---\na: b', true],
  ['# c\n---\n# c\na: b', true],
  ['--- # c\na: b', true],
  ['--- a: b', false],
  ['---\n---\na: b', false],
  ['a: b\n...\n', false],
  ['a: b\n---\nc: d', false],
  ['a: b\n]', false],
  ['\uFEFFa: b', false],
  ['a: b\u00a0', false],
  ['a: b\u2028c', false],
  ['a: é', true],
  ['"a" : b', true],
  ['a\n: b', false],
  ['[a]: b', false],
  [`${'k'.repeat(990)}: b`, true],
  [`${'k'.repeat(1100)}: b`, false],
  [`a:\n${' '.repeat(600)}${'k'.repeat(600)}: b`, false],
  [`a${': { a'.repeat(98)}: 1${' }'.repeat(98)}`, true],
  [`a${': { a'.repeat(120)}: 1${' }'.repeat(120)}`, false],
  [`a: ${'['.repeat(98)}${']'.repeat(98)}`, true],
  [`a: ${'['.repeat(120)}${']'.repeat(120)}`, false],
];

test.each(cases)('%j is read by the right one, and rightly', (text, isPlain) => {
  expect(isTaken(text)).toBe(isPlain);
});

test('what configurations look like is plain', () => {
  const odd = files.filter(([, text]) => !isTaken(text)).map(([name]) => name);
  // A pipeline with block scalars, and a configuration with an anchor and merge keys.
  expect(odd.sort()).toEqual(['examples/ci/.gitlab-ci.yml', 'examples/instance/booking.yaml']);
});

test('a plain file has the places of its tree', () => {
  const text = 'groups:\n  team:\n    members: { ann: owner }\n';
  const path = ['groups', 'team', 'members', 'ann'];
  const quick = parse('a.yaml', text, isSecret);
  const whole = parseTree('a.yaml', text, isSecret);
  expect(quick.source?.places.place(path)).toEqual(whole.source?.places.place(path));
  expect(quick.source?.places.reach([...path, 'nowhere'])).toBe(4);
  expect({ ...quick, source: quick.source?.data }).toEqual({ ...whole, source: whole.source?.data });
});
