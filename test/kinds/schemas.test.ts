import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import type { Kind, PropertySchema } from '../../src/kind.ts';

const WORDS = [
  'x-replacement',
  'x-immutable',
  'x-set',
  'x-secret',
  'x-ref',
  'x-names',
  'x-tier',
  'x-group-tier',
  'x-free-from',
  'x-since',
  'x-values',
  'x-detail',
  'x-requires',
  'x-derived',
  'x-administrator',
  'x-handed-down',
  'x-default',
];

const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
for (const word of [
  ...WORDS,
  'x-within-parent',
  'x-bars',
  'x-local',
  'x-file',
  'x-making',
  'x-one-way',
  'x-reset-by',
  'x-form',
  'x-counts',
  'x-ends',
  'x-renews',
])
  ajv.addKeyword(word);

describe.each(kinds.map((kind): [string, Kind] => [kind.section, kind]))('the schema of %s', (_section, kind) => {
  it('is a JSON Schema that uses no word beyond those of the contract', () => {
    expect(ajv.validateSchema({ type: 'object', ...kind.schema })).toBe(true);
    expect(ajv.compile({ type: 'object', ...kind.schema })).toBeTypeOf('function');
  });

  it('refers to fields and kinds that exist', () => {
    const fields: readonly [string, PropertySchema][] = Object.entries(kind.schema.properties);
    const names = fields.map(([name]) => name);
    const sections = kinds.map(({ section }) => section);
    for (const [name, schema] of fields) {
      for (const required of schema['x-requires'] ?? []) expect(names, name).toContain(required);
      if (schema['x-renews'] !== undefined) expect(names, name).toContain(schema['x-renews']);
      if (schema['x-ref'] !== undefined) expect(sections).toContain(schema['x-ref']);
      if (schema['x-detail'] === true) expect(kind.reads, name).toHaveProperty('detail');
    }
    const { shape } = kind;
    if (shape.type === 'map') expect(names).toContain(shape.name);
    if (shape.type === 'map' && shape.short !== undefined) expect(names).toContain(shape.short);
  });
});

it('no two kinds share a name', () => {
  expect(new Set(kinds.map(({ section }) => section)).size).toBe(kinds.length);
  expect(new Set(kinds.map(({ singular }) => singular)).size).toBe(kinds.length);
});
