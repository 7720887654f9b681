import { describe, expect, it } from 'vitest';
import { agreement } from '../../../src/engine/apply/agreement.ts';
import type { Json } from '../../../src/model.ts';

const properties = {
  name: { type: 'string' },
  tags: { type: 'array', items: { type: 'string' }, 'x-set': true },
  token: { type: 'string', 'x-secret': true },
  password: { type: 'string', writeOnly: true },
  defaults: {
    type: 'object',
    properties: { force: { type: 'boolean' }, key: { 'x-secret': true }, deep: { properties: { n: {} } } },
  },
  headers: { type: 'object', additionalProperties: { type: 'string', 'x-secret': true } },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
  free: { type: 'object', additionalProperties: true },
} as const;

function held(path: string, to: Json | undefined, shows: { readonly [name: string]: Json }) {
  return agreement(properties, path, to, shows);
}

describe('a field', () => {
  it('agrees where it shows what it was to be, in the words of its schema', () => {
    expect(held('name', 'a', { name: 'a' })).toBe('agrees');
    expect(held('name', 'a', { name: 'b' })).toBe('differs');
    expect(held('tags', ['a', 'b'], { tags: ['b', 'a'] })).toBe('agrees');
    expect(held('unheard_of', 1, { unheard_of: 1 })).toBe('agrees');
    expect(held('free', { a: 1 }, { free: { a: 1 } })).toBe('agrees');
    expect(held('free', { a: 1 }, { free: { a: 2 } })).toBe('differs');
  });

  it('cannot be seen where it is a secret, is never shown, or was to be nothing in particular', () => {
    expect(held('token', '(secret)', { token: 'x' })).toBe('unseen');
    expect(held('password', 'x', { password: 'y' })).toBe('unseen');
    expect(held('name', undefined, { name: 'a' })).toBe('unseen');
  });

  it('cannot be seen where the key is not there: only what is shown can contradict', () => {
    expect(held('name', 'a', {})).toBe('unseen');
    expect(held('name', 'a', { name: null })).toBe('differs');
    expect(held('defaults', { force: null }, {})).toBe('unseen');
    expect(held('defaults', { force: true }, { defaults: {} })).toBe('unseen');
    expect(held('defaults', { force: true }, { defaults: null })).toBe('differs');
    expect(held('defaults.force', true, { defaults: {} })).toBe('unseen');
    expect(held('labels.a', 'x', {})).toBe('unseen');
  });
});

describe('an object', () => {
  it('is held field by field, on those that were to be', () => {
    const defaults = { force: true, other: 1 };
    expect(held('defaults', { force: true }, { defaults })).toBe('agrees');
    expect(held('defaults', { force: false }, { defaults })).toBe('differs');
    expect(held('defaults', { force: true, key: '(secret)' }, { defaults })).toBe('unseen');
    expect(held('defaults', { force: false, key: '(secret)' }, { defaults })).toBe('differs');
    expect(held('defaults', { force: true }, { defaults: 'odd' })).toBe('differs');
    expect(held('defaults', { deep: { n: 1 } }, { defaults: { deep: { n: 1, m: 2 } } })).toBe('agrees');
    expect(held('defaults', { extra: 1 }, { defaults: { extra: 1 } })).toBe('agrees');
    expect(held('defaults', 'text', { defaults: 'text' })).toBe('agrees');
  });

  it('is looked into by the path of a field', () => {
    expect(held('defaults.force', true, { defaults: { force: true } })).toBe('agrees');
    expect(held('defaults.force', true, { defaults: { force: false } })).toBe('differs');
    expect(held('defaults.force', true, { defaults: null })).toBe('differs');
    expect(held('defaults.force', true, { defaults: [true] })).toBe('differs');
    expect(held('defaults.key', '(secret)', { defaults: { key: 'x' } })).toBe('unseen');
    expect(held('defaults.deep.n', 4, { defaults: { deep: { n: 4 } } })).toBe('agrees');
    expect(held('defaults.deep.n', 4, { defaults: { deep: { n: 5 } } })).toBe('differs');
  });
});

describe('a map', () => {
  it('has the names that it was to have, and no others', () => {
    expect(held('labels', { a: 'x' }, { labels: { a: 'x' } })).toBe('agrees');
    expect(held('labels', { a: 'x' }, { labels: { a: 'y' } })).toBe('differs');
    expect(held('labels', { a: 'x' }, { labels: { a: 'x', b: 'y' } })).toBe('differs');
    expect(held('labels', { a: 'x', b: 'y' }, { labels: { a: 'x' } })).toBe('differs');
    expect(held('labels', { a: 'x' }, { labels: { b: 'x' } })).toBe('differs');
    expect(held('labels', {}, { labels: 'odd' })).toBe('agrees');
    expect(held('headers', { a: '(secret)' }, { headers: { a: null } })).toBe('unseen');
    expect(held('headers', { a: '(secret)' }, { headers: {} })).toBe('differs');
    expect(held('headers', {}, { headers: {} })).toBe('agrees');
  });

  it('is looked into by a name, which may have dots', () => {
    expect(held('labels.a.b', 'x', { labels: { 'a.b': 'x' } })).toBe('agrees');
    expect(held('labels.a.b', 'x', { labels: { a: 'x' } })).toBe('differs');
    expect(held('labels.a', undefined, { labels: {} })).toBe('agrees');
    expect(held('labels.a', undefined, { labels: { a: 'x' } })).toBe('differs');
    expect(held('labels.a', 'x', { labels: null })).toBe('differs');
    expect(held('labels.a', undefined, { labels: null })).toBe('agrees');
    expect(held('headers.a', '(secret)', { headers: { a: null } })).toBe('unseen');
    expect(held('free.a', 1, { free: { a: 1 } })).toBe('agrees');
    expect(held('free.a', 1, { free: { a: 2 } })).toBe('differs');
    expect(held('unheard_of.a', 1, {})).toBe('unseen');
    expect(held('unheard_of.a', 1, { unheard_of: {} })).toBe('differs');
  });
});
