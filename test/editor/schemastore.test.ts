import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scratch } from '../examples/runner.ts';

const root = new URL('../..', import.meta.url).pathname;

interface Entry {
  readonly name: string;
  readonly description: string;
  readonly fileMatch: readonly string[];
  readonly url: string;
}

/** What is laid out for SchemaStore, and its files by their names. */
function submission() {
  const folder = scratch();
  execFileSync(process.execPath, [join(root, 'scripts/schemastore.mjs'), folder]);
  const text = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const files = (of: string) =>
    readdirSync(join(folder, of)).map((name) => ({ name, data: parse(text(join(of, name))) as unknown }));
  return {
    size: statSync(join(folder, 'src/schemas/json/keelson.json')).size,
    text: text('src/schemas/json/keelson.json'),
    schema: JSON.parse(text('src/schemas/json/keelson.json')) as { readonly $id: string; readonly $schema: string },
    entry: JSON.parse(text('catalog-entry.json')) as Entry,
    words: (JSON.parse(text('validation-options.json')) as { 'keelson.json': { unknownKeywords: readonly string[] } })[
      'keelson.json'
    ].unknownKeywords,
    accepted: files('src/test/keelson'),
    refused: files('src/negative_test/keelson'),
  };
}

test('what is to be submitted to SchemaStore keeps its rules', () => {
  const { schema, entry, text, size, words, accepted, refused } = submission();
  // Draft-07, known by the address of the catalogue, and whole: nothing is fetched.
  expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', $id: entry.url });
  expect(entry.url).toBe('https://www.schemastore.org/keelson.json');
  const references = [...text.matchAll(/"\$ref": "([^"]*)"/g)].map(([, reference = '']) => reference);
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter((reference) => !reference.startsWith('#/definitions/'))).toEqual([]);
  expect(size).toBeLessThan(1_000_000);

  // Names that nobody else's files have, and words that say what it is for.
  expect(entry.fileMatch).toEqual(['keelson.yaml', 'keelson.yml']);
  expect(Object.keys(entry)).toEqual(['name', 'description', 'fileMatch', 'url']);
  expect(`${entry.name} ${entry.description}`).not.toMatch(/schema|json|\.$/i);
  expect(entry.description.length).toBeLessThan(120);

  // Strict, but for the words that the options name; those are all in use.
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    formats: { uri: true },
  });
  for (const word of words) ajv.addKeyword(word);
  const fits = ajv.compile(schema);
  expect(words.filter((word) => !text.includes(`"${word}":`))).toEqual([]);
  expect(accepted.map(({ name }) => name).sort()).toEqual(['minimal.yaml', 'team.yaml']);
  for (const { name, data } of accepted)
    expect({ name, fits: fits(data), errors: fits.errors }).toMatchObject({ fits: true });
  expect(refused.length).toBeGreaterThan(0);
  for (const { name, data } of refused) expect({ name, fits: fits(data) }).toMatchObject({ fits: false });
});
