import { expect, it } from 'vitest';
import { isPlainlyUnchanged } from '../../../src/engine/plan/plainly-unchanged.ts';
import type { Attributes } from '../../../src/model.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';

const kind = {
  ...hooks,
  schema: {
    properties: {
      name: {},
      list: { 'x-set': true },
      role: { 'x-ref': 'member_roles' },
      later: { 'x-since': '19.0' },
      file: { 'x-local': true },
      open: { 'x-local': false },
      token: { 'x-secret': true },
      headers: { additionalProperties: { 'x-secret': true } },
    },
  },
};

it.each<[string, Attributes, Attributes, boolean]>([
  ['declares nothing', {}, { name: 'x' }, true],
  ['is as it is live', { name: 'x' }, { name: 'x' }, true],
  ['is as it is live, in other words', { list: ['a', 'b'] }, { list: ['b', 'a'] }, true],
  ['differs', { name: 'x' }, { name: 'y' }, false],
  ['differs in one of two fields', { name: 'x', list: [] }, { name: 'y', list: [] }, false],
  ['has a field that is not set, or that nobody knows', { name: undefined, other: 1 }, { name: 'y', other: 2 }, true],
  ['refers to something', { role: 'r' }, { role: 'r' }, false],
  ['refers to nothing', { role: null }, { role: null }, true],
  ['has a field of some versions', { later: 1 }, { later: 1 }, false],
  ['has a field that is ours alone', { file: 'x' }, { file: 'x' }, false],
  ['has a field that is not ours alone', { open: 'x' }, { open: 'x' }, true],
  ['has a secret', { token: 'x' }, { token: 'x' }, false],
  ['has a map of secrets', { headers: {} }, { headers: {} }, false],
])('an entry that %s is settled, or not', (_what, declared, live, isIt) => {
  expect(isPlainlyUnchanged(kind, declared, live)).toBe(isIt);
});
