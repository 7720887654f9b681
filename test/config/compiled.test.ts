import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from '../../src/config/schema/config-schema.ts';
import type * as Telling from '../../src/config/schema/schema-check.ts';
import { checkOptions, silentWords } from '../../src/config/schema/schema-check.ts';
import { problemsIn } from '../../src/config/schema/validate.ts';
import { isList, isMapping } from '../../src/config/yaml/yaml-value.ts';
import { kinds } from '../../src/kinds/index.ts';

// The tests run on a fresh build, as those of the program do.
const require = createRequire(import.meta.url);
const isRight = require('../../dist/check/configuration.cjs') as (data: unknown) => boolean;
const { schemaCheck } = require('../../dist/check/telling.cjs') as typeof Telling;
const built = schemaCheck(kinds);
// All of the schema at once, by ajv as it is.
const schema = configSchema(kinds);
const source = new Ajv({ ...checkOptions, keywords: silentWords(schema) }).compile(schema);
const example: unknown = parse(readFileSync(new URL('real.yaml', import.meta.url), 'utf8'));

/** The document with something else put somewhere in it; `way` says where, step by step. */
function changed(data: unknown, [step, ...rest]: readonly number[], junk: unknown): unknown {
  const names = isMapping(data) || isList(data) ? Object.keys(data) : [];
  const name = step === undefined ? undefined : names[step % (names.length + 1)];
  if (step === undefined || names.length === 0) return junk;
  if (isList(data)) return data.map((item, index) => (String(index) === name ? changed(item, rest, junk) : item));
  if (!isMapping(data)) return junk;
  return name === undefined ? { ...data, junk } : { ...data, [name]: changed(data[name], rest, junk) };
}

function told(check: ValidateFunction, data: unknown): readonly object[] {
  if (check(data)) return [];
  const errors: readonly ErrorObject[] = check.errors ?? [];
  const raw = errors.map(({ instancePath, schemaPath, keyword, params }) => ({
    instancePath,
    // A part that refers to nothing stands in the one that refers to it, or is one of its own.
    schemaPath: schemaPath.replace(/^#\/definitions\/\w+/, '#'),
    keyword,
    params,
  }));
  return [...raw, ...problemsIn(errors, kinds)];
}

test('the check that is compiled ahead of time says what the schema says', () => {
  const junk = fc.oneof(
    fc.constantFrom(
      null,
      true,
      0,
      -1,
      1.5,
      '',
      'owner',
      'absent',
      [],
      {},
      [[]],
      [{}],
      { env: 'A' },
      { env: 'A', file: 'b' },
    ),
    fc.constantFrom({ state: 'absent' }, { state: 'gone' }, { url: 1 }, { settings: {} }, { prune: ['hooks'] }, [
      'x',
      'x',
    ]),
    fc.dictionary(
      fc.constantFrom('members', 'hooks', 'integrations', 'settings', 'runners', 'name', 'url'),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  );
  const change = fc.tuple(fc.array(fc.nat(40), { minLength: 1, maxLength: 7 }), junk);
  let broken = 0;
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
      const data = changes.reduce((rest, [way, value]) => changed(rest, way, value), example);
      const expected = told(source, data);
      expect(told(built, data)).toEqual(expected);
      expect(isRight(data)).toBe(expected.length === 0);
      broken += expected.length > 0 ? 1 : 0;
    }),
    { numRuns: 400, seed: 20_261_120 },
  );
  expect(told(built, example)).toEqual([]);
  expect(isRight(example)).toBe(true);
  expect(broken).toBeGreaterThan(200);
});
