import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Parser } from 'yaml';
import { parse, parseTree } from '../../src/config/document.ts';
import { readPlain } from '../../src/config/plain-tokens.ts';
import { secretNames } from '../../src/config/secret-names.ts';
import { kinds } from '../../src/kinds/index.ts';
import { mutated } from './mutated.ts';
import { cases } from './plain-cases.ts';
import { configurations, flows } from './plain-texts.ts';

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

test.each(cases)('%j is read by the right one, and rightly', (text, isPlain) => {
  expect(isTaken(text)).toBe(isPlain);
});

test('what configurations look like is plain', () => {
  const odd = files.filter(([, text]) => !isTaken(text)).map(([name]) => name);
  // Pipelines with block scalars, and a configuration with an anchor and merge keys.
  expect(odd.sort()).toEqual([
    'examples/ci/.gitlab-ci.yml',
    'examples/ci/acceptance.yml',
    'examples/instance/booking.yaml',
  ]);
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
