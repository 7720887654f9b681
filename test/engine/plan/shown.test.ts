import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { compare, difference, shown } from '../../../src/engine/plan/diff.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import type { PropertySchema } from '../../../src/kind.ts';
import type { Json, Value } from '../../../src/model.ts';
import { kindWithout } from '../kind-without.ts';

const secret = new Secret({ type: 'env', name: 'TOKEN' });
const hidden: PropertySchema = { 'x-secret': true };

describe('a value as it may be printed and saved', () => {
  it.each<[string, PropertySchema, Value, Json]>([
    ['null', hidden, null, null],
    ['a secret of ours', {}, secret, '(secret)'],
    ['a secret of theirs, in clear', hidden, 'hush', '(secret)'],
    ['text', {}, 'text', 'text'],
    ['a list with a secret', {}, ['a', secret, ['b']], ['a', '(secret)', ['b']]],
    ['a list of secrets, in clear', { items: hidden }, ['a'], ['(secret)']],
    ['a map with a secret', {}, { a: secret, b: { c: secret, d: 1 } }, { a: '(secret)', b: { c: '(secret)', d: 1 } }],
    ['a map of secrets, in clear', { additionalProperties: hidden }, { a: 'x', b: null }, { a: '(secret)', b: null }],
    ['a map of anything', { additionalProperties: true }, { a: 'x' }, { a: 'x' }],
    [
      'an object with a secret, in clear',
      { properties: { a: hidden, b: {} } },
      { a: 'x', b: 'y', c: 'z' },
      { a: '(secret)', b: 'y', c: 'z' },
    ],
  ])('shows %s', (_what, schema, value, text) => {
    expect(shown(schema, value)).toEqual(text);
  });
});

describe('one value against another', () => {
  const differs = (schema: PropertySchema, to: Value, from: Value | undefined) =>
    compare('f', schema, to, from).length > 0;

  it('is compared as what it is', () => {
    expect(differs({ additionalProperties: {} }, 'text', 'text')).toBe(false);
    expect(differs({ additionalProperties: {} }, 'text', 'other')).toBe(true);
    expect(differs({ 'x-set': true }, 'ab', 'ba')).toBe(true);
    expect(differs({ 'x-set': true }, ['a'], 'a')).toBe(true);
    expect(differs({ 'x-set': true }, 'a', ['a'])).toBe(true);
    expect(differs({}, ['a', 'b'], ['b', 'a'])).toBe(true);
    expect(differs({}, '1', 1)).toBe(true);
    expect(differs({ type: 'null' }, false, null)).toBe(false);
    expect(differs({ type: ['boolean', 'null'] }, false, null)).toBe(true);
    expect(differs({}, 0, null)).toBe(true);
    expect(differs({}, ['a'], null)).toBe(true);
    expect(differs({}, null, ['a'])).toBe(true);
    expect(differs({}, null, 0)).toBe(true);
  });

  it('in a map shows what is not there as such, and compares the rest', () => {
    const map: PropertySchema = { additionalProperties: { type: 'string' } };
    expect(compare('f', map, { a: 'x', b: 'y', c: 'z' }, { b: 'w', c: 'z', d: 'v' })).toEqual([
      { path: 'f.a', from: undefined, to: 'x' },
      { path: 'f.b', from: 'w', to: 'y' },
      { path: 'f.d', from: 'v', to: undefined },
    ]);
    expect(compare('f', map, { a: 'x' }, 'odd')).toEqual([{ path: 'f.a', from: undefined, to: 'x' }]);
  });

  it('in an object is compared field by field, in an order of its own', () => {
    const object: PropertySchema = { properties: { b: {}, a: { 'x-set': true } } };
    expect(compare('f', object, { z: 1, b: 2, a: ['y', 'x'], n: 4 }, { a: ['x', 'y'], b: 3, z: null })).toEqual([
      { path: 'f.b', from: 3, to: 2 },
      { path: 'f.z', from: null, to: 1 },
    ]);
  });

  it('that is not shown is no difference, whatever it is', () => {
    for (const to of ['x', null, '', false, 0, [], {}]) expect(compare('f', {}, to, undefined)).toEqual([]);
    expect(compare('f', { properties: { b: {} } }, { b: 1 }, undefined)).toEqual([]);
    expect(compare('f', { properties: { b: {} } }, { b: 1 }, null)).toEqual([{ path: 'f.b', from: null, to: 1 }]);
  });

  it('in a map may be called like what every object has', () => {
    const map: PropertySchema = { additionalProperties: { type: 'string' } };
    const named = (name: string) => Object.fromEntries([[name, 'x']]);
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect(compare('f', map, named(name), {})).toEqual([{ path: `f.${name}`, from: undefined, to: 'x' }]);
      expect(compare('f', map, {}, named(name))).toEqual([{ path: `f.${name}`, from: 'x', to: undefined }]);
      expect(compare('f', map, named(name), named(name))).toEqual([]);
    }
  });

  it('in a set counts once, however often it is written', () => {
    const set: PropertySchema = { type: 'array', 'x-set': true };
    expect(compare('f', set, ['a', 'b', 'a'], ['b', 'a'])).toEqual([]);
    expect(compare('f', set, ['a', 'a'], ['a', 'b'])).not.toEqual([]);
  });
});

describe('a declared entry', () => {
  const kind = {
    ...kindWithout(hooks, 'rules', 'check'),
    schema: {
      properties: {
        b: {},
        a: {},
        object: { properties: { inner: { properties: { x: {} } } } },
        map: { additionalProperties: {} },
      },
    },
  };
  const completed = (to: { readonly [field: string]: Value }, from: { readonly [field: string]: Value }) =>
    difference(kind, to, from, '18.9').completed;

  it('is compared in an order of its own', () => {
    expect(difference(kind, { b: 1, a: 1, none: 1 }, { a: 2, b: 2 }, '18.9').fields.map(({ path }) => path)).toEqual([
      'a',
      'b',
    ]);
  });

  it('says what is not shown, an inner field by its path, and takes it for no difference', () => {
    const declaredSpec = { b: 1, a: null, object: { inner: { x: 1 } }, map: { q: 1 } };
    const found = difference(kind, declaredSpec, { b: 2, object: { inner: {} } }, '18.9');
    expect(found.unverifiable).toEqual(['a', 'map', 'object.inner.x']);
    expect(found.fields).toEqual([{ path: 'b', from: 2, to: 1 }]);
    expect(difference(kind, declaredSpec, undefined, '18.9').unverifiable).toEqual([]);
  });

  it('keeps a name that every object has', () => {
    const map = Object.fromEntries([['__proto__', 'x']]);
    expect(Object.entries(completed({ map }, {})['map'] ?? {})).toEqual([['__proto__', 'x']]);
  });

  it('is completed by the fields beside the declared ones, and a map is not', () => {
    expect(completed({ object: { inner: { x: 1 }, own: 2 } }, { object: { inner: { y: 3 }, beside: 4 } })).toEqual({
      object: { inner: { x: 1, y: 3 }, own: 2, beside: 4 },
    });
    expect(completed({ map: { x: 1 } }, { map: { y: 2 } })).toEqual({ map: { x: 1 } });
    expect(completed({ object: { own: 1 } }, { object: 'odd' })).toEqual({ object: { own: 1 } });
    const merged = completed({ map: { z: 1, a: 2 } }, {})['map'];
    expect(Object.keys(merged ?? {})).toEqual(['a', 'z']);
  });

  it('of which nothing is there shows its name only where that is not its key', () => {
    const named = { ...kind, schema: { properties: { name: {}, a: {} } } };
    const paths = (of: typeof named) =>
      difference(of, { name: 'x', a: 1 }, undefined, '18.9').fields.map(({ path }) => path);
    expect(paths(named)).toEqual(['a']);
    expect(paths({ ...named, shape: { type: 'map', name: 'a' } })).toEqual(['name']);
    expect(paths({ ...named, shape: { type: 'list' } })).toEqual(['a', 'name']);
  });
});
