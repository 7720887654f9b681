import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { dialect } from '../../src/config/yaml/dialect.ts';
import { parse } from '../../src/config/yaml/document.ts';
import { secretNames } from '../../src/config/secret-names.ts';
import { kinds } from '../../src/kinds/index.ts';
import { mutated } from './mutated.ts';
import { oddTexts } from './odd-texts.ts';
import { configurations, flows } from './written-texts.ts';

const isSecret = secretNames(kinds);
const SEED = 20_261_120;

/** Holds what is read of a text against what the library makes of it by itself; says whether it was read without a word. */
function isRead(text: string): boolean {
  const { content, diagnostics } = parse({ file: 'a.yaml', text }, isSecret);
  if (content === undefined || diagnostics.length > 0) {
    expect(diagnostics, text).not.toEqual([]);
    return false;
  }
  const document = parseDocument(text, { ...dialect, uniqueKeys: true, merge: true });
  expect([...document.errors, ...document.warnings], text).toEqual([]);
  expect(content.data, text).toEqual(document.toJS({ maxAliasCount: -1 }));
  return true;
}

/** Holds as many texts against the library, and counts those that were read. */
function countRead(texts: fc.Arbitrary<string>, numRuns: number): number {
  let count = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (isRead(text)) count++;
    }),
    { numRuns, seed: SEED },
  );
  return count;
}

function filesBelow(folder: string): readonly string[] {
  const at = new URL(`../../${folder}/`, import.meta.url);
  const names = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name));
  return names.map((name) => readFileSync(new URL(name, at), 'utf8'));
}
const files = [...filesBelow('examples'), ...filesBelow('test')];

describe('what is read is what the library reads, and nothing that it has a word about', () => {
  test('in texts that are written as configurations are', () => {
    expect(countRead(configurations, 1500)).toBeGreaterThan(100);
    expect(countRead(flows, 500)).toBeGreaterThan(50);
  });

  test('in such texts with a few characters changed', () => {
    const texts = configurations.chain((text) => mutated(text, { min: 1, max: 3 }));
    expect(countRead(texts, 2000)).toBeGreaterThan(50);
  });

  test('in the examples, as they are and with a few characters changed', () => {
    expect(files.filter(isRead).length).toBeGreaterThan(10);
    const small = files.filter((text) => text.length < 3000);
    const texts = fc.constantFrom(...small).chain((text) => mutated(text, { min: 0, max: 3 }));
    expect(countRead(texts, 300)).toBeGreaterThan(50);
  });

  test('in texts that are easily got wrong', () => {
    expect(oddTexts.filter(isRead).length).toBeGreaterThan(oddTexts.length / 3);
  });
});
