import { describe, expect, it } from 'vitest';
import settings from '../../schemas/catalogue/application-settings.json' with { type: 'json' };
import groups from '../../schemas/catalogue/group-attributes.json' with { type: 'json' };
import integrations from '../../schemas/catalogue/integrations.json' with { type: 'json' };
import limits from '../../schemas/catalogue/plan-limits.json' with { type: 'json' };
import { attributeSchema, attributeSchemas } from '../../src/kinds/catalogue.ts';
import { typeSchema } from '../../src/kinds/type-text.ts';

describe('the type texts of the catalogues', () => {
  it.each([
    ['boolean', { type: 'boolean' }],
    ['array<integer>', { type: 'array', items: { type: 'integer' }, 'x-set': true }],
    ['integer(0..200, default 30)', { type: 'integer', minimum: 0, maximum: 200 }],
    ['integer(0|30|40)', { type: 'integer', enum: [0, 30, 40] }],
    ['string(no_checks|log_only)', { type: 'string', enum: ['no_checks', 'log_only'] }],
    ['object', { type: 'object', additionalProperties: true }],
    ['object{id,name:string}', { type: 'object', properties: { id: {}, name: { type: 'string' } } }],
    [
      'array<{access_level:integer(0,30),id:integer}>',
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { access_level: { type: 'integer', enum: [0, 30] }, id: { type: 'integer' } },
        },
        'x-set': true,
      },
    ],
  ])('reads %s', (text, schema) => {
    expect(typeSchema(text)).toEqual(schema);
  });

  it('refuses a type that it does not know', () => {
    expect(() => typeSchema('date')).toThrow('date');
  });
});

describe('an attribute of a catalogue', () => {
  it('allows null in the type and in the enum of a nullable one', () => {
    const schema = attributeSchema({ name: 'mode', type: 'string', enum: ['a', 'b'], nullable: true });
    expect(schema).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
  });

  it('bounds the items of a list, and not the list', () => {
    const schema = attributeSchema({ name: 'modes', type: 'array<string>', enum: ['a', 'b'] });
    expect(schema).toEqual({ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, 'x-set': true });
  });

  it('accepts the other types of a value', () => {
    const list = attributeSchema({ name: 'hosts', type: 'array<string>', altTypes: ['array<string>', 'string'] });
    expect(list).toEqual({ type: ['array', 'string'], items: { type: 'string' }, 'x-set': true });
    const url = attributeSchema({ name: 'url', type: 'string', altTypes: ['string', 'array<string>'] });
    expect(url).toEqual({ type: ['string', 'array'], items: { type: 'string' }, 'x-set': true });
  });

  it('makes a free map of the name that stands for any', () => {
    const schema = attributeSchema({ name: 'weights', type: 'object', properties: { '*': 'integer(0..100)' } });
    expect(schema).toEqual({
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0, maximum: 100 },
    });
  });

  it('says what is secret, not readable, deprecated, licensed and required beside it', () => {
    const schema = attributeSchema({
      name: 'key',
      type: 'string',
      secret: true,
      readable: false,
      deprecated: 'other_key',
      tier: 'ultimate',
      requires: ['url'],
    });
    expect(schema).toEqual({
      type: 'string',
      deprecated: true,
      'x-replacement': 'other_key',
      writeOnly: true,
      'x-secret': true,
      'x-tier': 'ultimate',
      'x-requires': ['url'],
    });
  });

  it('is understood wherever it stands in a catalogue', () => {
    const parameters = integrations.flatMap((integration) => integration.parameters);
    expect(Object.keys(attributeSchemas(settings))).toHaveLength(settings.length);
    expect(Object.keys(attributeSchemas(groups))).toHaveLength(groups.length);
    expect(Object.keys(attributeSchemas(limits))).toHaveLength(limits.length);
    expect(parameters.map(attributeSchema)).toHaveLength(parameters.length);
  });
});
