import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { difference } from '../../src/engine/plan/diff.ts';
import type { Kind, PropertySchema } from '../../src/kind.ts';
import type { Attributes, Value } from '../../src/model.ts';

const text: PropertySchema = { type: 'string' };

/** A kind whose one field has this schema. */
function kindWith(schema: PropertySchema): Kind {
  return {
    section: 'things',
    singular: 'thing',
    scopes: ['instance'],
    shape: { type: 'map', name: 'name' },
    description: 'Things.',
    identity: {
      names: 'exact',
      key: () => 'x',
    },
    schema: { properties: { name: text, field: schema } },
    reads: {
      all: () => [],
    },
    decode: () => undefined,
    calls: {},
  };
}

function diff(schema: PropertySchema, to: Value, from: Value | undefined) {
  return difference(kindWith(schema), { field: to }, { field: from }, '18.9.0');
}

const set: PropertySchema = { type: 'array', items: text, 'x-set': true };
const list: PropertySchema = { type: 'array', items: text };
const object: PropertySchema = { type: 'object', properties: { a: text, b: { type: 'boolean' } } };
const map: PropertySchema = { type: 'object', additionalProperties: text };
const secret = new Secret({ type: 'env', name: 'TOKEN' });

describe('one value against another', () => {
  it('is the same where what counts of both is, whatever the comments behind it are', () => {
    const key: PropertySchema = { type: 'string', 'x-counts': '^\\S+ \\S+' };
    expect(diff(key, 'rsa AB me@here', 'rsa AB').fields).toEqual([]);
    expect(diff(key, 'rsa AB', 'rsa AC').fields).toEqual([{ path: 'field', from: 'rsa AC', to: 'rsa AB' }]);
    expect(diff(key, 'AB', 'AC').fields).toHaveLength(1);
  });

  it.each<[reason: string, schema: PropertySchema, to: Value, from: Value | undefined]>([
    ['text that is the same', text, 'a', 'a'],
    ['no text and null', text, '', null],
    ['null and no text', text, null, ''],
    ['null and what is not shown', text, null, undefined],
    ['a switch that is off, and one that is not shown', { type: 'boolean' }, false, undefined],
    ['a switch that is off, and null', { type: 'boolean' }, false, null],
    ['a set in another order', set, ['a', 'b'], ['b', 'a']],
    ['an empty set and null', set, [], null],
    ['null and an empty set', set, null, []],
    ['an object in which the declared fields are alike', object, { a: 'x' }, { a: 'x', b: true }],
    ['an object whose unset switch is off', object, { b: false }, {}],
    ['a map that is the same', map, { a: 'x', b: 'y' }, { b: 'y', a: 'x' }],
    ['lists of objects that are alike', { type: 'array' }, [{ a: 1 }], [{ a: 1 }]],
    ['a secret, which nobody can compare', { type: 'string', 'x-secret': true }, secret, 'whatever'],
    ['what the API never returns', { type: 'string', writeOnly: true }, 'a', undefined],
    ['a field for this program alone', { type: 'object', 'x-local': true }, { file: 'x' }, undefined],
  ])('is not changed by %s', (_reason, schema, to, from) => {
    const { names, fields } = diff(schema, to, from);
    expect([...names]).toEqual([]);
    expect(fields).toEqual([]);
  });

  it.each<[reason: string, schema: PropertySchema, to: Value, from: Value | undefined, changed: readonly object[]]>([
    ['text that differs', text, 'a', 'b', [{ path: 'field', from: 'b', to: 'a' }]],
    ['text in another case', text, 'A', 'a', [{ path: 'field', from: 'a', to: 'A' }]],
    ['text where there is none', text, 'a', null, [{ path: 'field', from: null, to: 'a' }]],
    ['text that is cleared', text, null, 'a', [{ path: 'field', from: 'a', to: null }]],
    ['a switch that goes on', { type: 'boolean' }, true, null, [{ path: 'field', from: null, to: true }]],
    ['a number that is not text', {}, 1, '1', [{ path: 'field', from: '1', to: 1 }]],
    ['zero where there is nothing', { type: 'integer' }, 0, null, [{ path: 'field', from: null, to: 0 }]],
    [
      'a switch that can be inherited and is not',
      { type: ['boolean', 'null'] },
      false,
      null,
      [{ path: 'field', from: null, to: false }],
    ],
    ['a list in another order', list, ['a', 'b'], ['b', 'a'], [{ path: 'field', from: ['b', 'a'], to: ['a', 'b'] }]],
    ['a set with one more', set, ['a', 'b'], ['a'], [{ path: 'field', from: ['a'], to: ['a', 'b'] }]],
    ['a set with one twice', set, ['a', 'a'], ['a', 'b'], [{ path: 'field', from: ['a', 'b'], to: ['a', 'a'] }]],
    [
      'a field of an object',
      object,
      { a: 'x', b: true },
      { a: 'y', b: true },
      [{ path: 'field.a', from: 'y', to: 'x' }],
    ],
    ['a name that a map lacks', map, { a: 'x', b: 'y' }, { a: 'x' }, [{ path: 'field.b', from: undefined, to: 'y' }]],
    [
      'a name that a map has too many',
      map,
      { a: 'x' },
      { a: 'x', b: 'y' },
      [{ path: 'field.b', from: 'y', to: undefined }],
    ],
    ['a map that is emptied', map, {}, { b: 'y' }, [{ path: 'field.b', from: 'y', to: undefined }]],
    ['a map where there was none', map, { a: 'x' }, null, [{ path: 'field.a', from: undefined, to: 'x' }]],
  ])('is changed by %s', (_reason, schema, to, from, changed) => {
    const found = diff(schema, to, from);
    expect([...found.names]).toEqual(['field']);
    expect(found.fields).toEqual(changed);
  });
});

describe('secrets', () => {
  const headers: PropertySchema = { type: 'object', additionalProperties: { type: 'string', 'x-secret': true } };

  it('in a map are compared by their names, and shown by none', () => {
    const found = diff(headers, { a: secret, b: secret }, { a: null, c: null });
    expect(found.fields).toEqual([
      { path: 'field.b', from: undefined, to: '(secret)' },
      { path: 'field.c', from: null, to: undefined },
    ]);
    expect(found.unverifiable).toEqual(['field']);
  });

  it('are not missed in a map without names', () => {
    expect(diff(headers, {}, {}).unverifiable).toEqual([]);
    expect(diff(headers, {}, { a: null })).toMatchObject({ unverifiable: [], fields: [{ path: 'field.a' }] });
  });

  it('are said to be beyond comparison, whether they are sent or not', () => {
    expect(diff({ 'x-secret': true }, secret, 'x').unverifiable).toEqual(['field']);
    expect(diff({ writeOnly: true }, 'a', undefined).unverifiable).toEqual(['field']);
    expect(diff(text, 'a', 'b').unverifiable).toEqual([]);
  });

  it('of what is new are shown as such', () => {
    const { fields } = difference(kindWith({ 'x-secret': true }), { name: 'x', field: secret }, undefined, '18.9.0');
    expect(fields).toEqual([{ path: 'field', from: undefined, to: '(secret)' }]);
  });

  it('that the platform shows in clear are not shown on', () => {
    const shown = diff(
      { type: 'object', properties: { a: { 'x-secret': true }, b: text } },
      { a: secret, b: 'x' },
      null,
    );
    expect(JSON.stringify(shown.fields)).not.toContain('TOKEN');
  });
});

describe('a declared entry', () => {
  const kind = kindWith(object);

  it('is completed by what is live beside its declared fields', () => {
    const { completed } = difference(kind, { field: { a: 'x' } }, { field: { a: 'y', b: true } }, '18.9.0');
    expect(completed).toEqual({ field: { a: 'x', b: true } });
  });

  it('is as declared where nothing is live', () => {
    const declared: Attributes = { field: { a: 'x' } };
    expect(difference(kind, declared, undefined, '18.9.0').completed).toEqual(declared);
    expect(difference(kind, declared, { field: null }, '18.9.0').completed).toEqual(declared);
  });

  it('says nothing of null where nothing is live', () => {
    expect(difference(kind, { field: null }, undefined, '18.9.0').fields).toEqual([]);
  });

  it('says nothing of how it is made where nothing is said of that', () => {
    const making = kindWith({ ...object, 'x-making': true });
    expect(difference(making, { field: {} }, undefined, '18.9.0').fields).toEqual([]);
    expect(difference(making, { field: { a: 'x' } }, undefined, '18.9.0').fields).toHaveLength(1);
  });

  it('leaves out what the platform does not have yet', () => {
    const since = kindWith({ ...text, 'x-since': '18.2' });
    const before = difference(since, { field: 'a' }, { field: 'b' }, '18.1.9-ee');
    expect(before).toMatchObject({ fields: [], unsupported: ['field'], completed: {} });
    const after = difference(since, { field: 'a' }, { field: 'b' }, '18.2.0');
    expect(after).toMatchObject({ unsupported: [], completed: { field: 'a' } });
    expect(after.fields).toHaveLength(1);
  });

  it('has no say on fields that the kind does not know, or that it leaves out', () => {
    const found = difference(kind, { unknown: 'a', field: undefined }, {}, '18.9.0');
    expect(found).toMatchObject({ fields: [], completed: {} });
  });
});
