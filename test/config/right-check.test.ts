import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema/config-schema.ts';
import { checkOptions, silentWords } from '../../src/config/schema/schema-check.ts';
import { isList, isMapping } from '../../src/config/yaml/yaml-value.ts';
import { kinds } from '../../src/kinds/index.ts';

// The tests run on a fresh build, as those of the program do.
const isRight = createRequire(import.meta.url)('../../dist/check/configuration.cjs') as (data: unknown) => boolean;
const schema = configSchema(kinds);
const fits = new Ajv({ ...checkOptions, allErrors: false, verbose: false, keywords: silentWords(schema) }).compile(
  schema,
);

type Place = (value: unknown) => unknown;

/** Where a value can stand: for each place that the schema knows, a document with nothing but what leads there. What is defined is looked into once. */
function placesIn(part: unknown, place: Place, seen: Set<unknown>): readonly Place[] {
  if (!isMapping(part)) return [];
  const inside: Place[] = [place];
  const add = (inner: unknown, step: Place): void => {
    inside.push(...placesIn(inner, (value) => place(step(value)), seen));
  };
  const { $ref, properties, additionalProperties, items, anyOf, oneOf, allOf } = part;
  if (typeof $ref === 'string' && !seen.has($ref)) {
    seen.add($ref);
    const name = $ref.replace('#/definitions/', '');
    const definitions = schema['definitions'];
    inside.push(...placesIn(isMapping(definitions) ? definitions[name] : undefined, place, seen));
  }
  // What is to be removed needs nothing else.
  const rest = isMapping(properties) && 'state' in properties ? { state: 'absent' } : {};
  for (const [name, inner] of Object.entries(isMapping(properties) ? properties : {}))
    add(inner, (value) => ({ ...rest, [name]: value }));
  add(additionalProperties, (value) => ({ any: value }));
  add(items, (value) => [value]);
  for (const form of [anyOf, oneOf, allOf].flatMap((forms) => (isList(forms) ? forms : []))) {
    inside.push(...placesIn(form, place, seen));
  }
  return inside;
}

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e9,
  '',
  'a',
  'x'.repeat(300),
  '#1f78d1',
  '2027-01-31',
  'https://example.com/a',
  'developer',
  'absent',
  'private',
  [],
  ['a'],
  ['a', 'a'],
  [{}],
  {},
  { env: 'A' },
  { file: 'a', env: 'A' },
  { unknown: 1 },
  { state: 'absent' },
];

test('whether a configuration is right, compiled ahead of time, is what the schema says: in every place, of every sort of value', () => {
  const places = placesIn(schema, (value) => value, new Set());
  const differing: unknown[] = [];
  let right = 0;
  for (const place of places) {
    for (const value of values) {
      const data = place(value);
      const expected = fits(data);
      if (isRight(data) !== expected) differing.push(data);
      if (expected) right++;
    }
  }
  expect(differing.slice(0, 10)).toEqual([]);
  const all = places.length * values.length;
  // Neither is nearly everything right, nor nearly nothing.
  expect([places.length > 2000, right > all / 10, right < all / 2]).toEqual([true, true, true]);
});
