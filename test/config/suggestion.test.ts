import { expect, it } from 'vitest';
import { choices, suggestion } from '../../src/config/schema/suggestion.ts';

const few = ['private', 'internal', 'public'];
const many = Array.from({ length: 20 }, (_, index) => `option_${index}`).concat('zulu', 'zebra');

it('names every value of a short list, the nearest first', () => {
  expect(choices('privat', few)).toBe('Write `private`; it takes `private`, `internal` or `public`');
  expect(choices('nobody', few)).toBe('Use `private`, `internal` or `public`');
  expect(choices('onely', ['only'])).toBe('Write `only`');
  expect(choices('any', [])).toBe(undefined);
});

it('names the nearest of a long list', () => {
  expect(choices('option_21', many)).toMatch(/^Write `option_\d+`$/);
  expect(choices('zzzzzzzzzz', many)).toMatch(
    /^The nearest that it takes are `(zulu|zebra)`, `(zulu|zebra)` or `option_/,
  );
});

it('takes a beginning for the word, where it begins no other', () => {
  const levels = ['guest', 'reporter', 'developer', 'maintainer', 'owner'];
  expect(choices('dev', levels)).toMatch(/^Write `developer`; /);
  expect(choices('Maint', levels)).toMatch(/^Write `maintainer`; /);
  expect(suggestion('push', ['push_events', 'push_branch'])).toBe('Use `push_events` or `push_branch`');
  expect(suggestion('de', ['developer', 'x'])).toBe('Use `developer` or `x`');
  const events = [...many, 'push_events', 'push_branch'];
  expect(choices('push', events)).toMatch(/^The nearest that it takes are `push_events`, `push_branch` or /);
});
