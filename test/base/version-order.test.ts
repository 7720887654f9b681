import { expect, it } from 'vitest';
import { atLeast } from '../../src/base/version-order.ts';

it.each([
  ['18.2.0', '18.2', true],
  ['18.10.1-ee', '18.2', true],
  ['19.0.0-pre', '18.2', true],
  ['18.2-pre', '18.2', true],
  ['18.1.9-ee', '18.2', false],
  ['17.11.0', '18.2', false],
  ['', '18.2', false],
])('version %s is at least %s: %s', (version, since, is) => {
  expect(atLeast(version, since)).toBe(is);
});
