import { expect, it } from 'vitest';
import { oneAfterAnother } from '../../../src/engine/plan/order/one-after-another.ts';
import type { Kind } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { draftOf } from './drafts.ts';

const kind: Kind = {
  ...hooks,
  identity: {
    ...hooks.identity,
    shared: {
      of: ({ url }) => (typeof url === 'string' ? url : undefined),
      fields: ['name'],
      everywhere: () => ({ path: '/hooks', pages: true }),
      places: () => undefined,
    },
  },
};

it('one thing is made in one place after the other, and others beside it', () => {
  const made = (at: string, url: string, action: 'create' | 'replace' | 'update' = 'create') =>
    draftOf(kind, at, 'k', { action, spec: { url } });
  const drafts = [made('a', 'x'), made('b', 'y'), made('c', 'x', 'update'), made('d', 'x', 'replace'), made('e', 'x')];
  expect(oneAfterAnother(drafts).edges).toEqual([
    ['group[d]/hook[k]', 'group[a]/hook[k]'],
    ['group[e]/hook[k]', 'group[d]/hook[k]'],
  ]);
  expect(oneAfterAnother([draftOf(hooks, 'a', 'k', { action: 'create', spec: { url: 'x' } })]).edges).toEqual([]);
});

it('what is made of a thing waits for the entry of another name that has it still, and is to go', () => {
  const goes = draftOf(kind, 'a', 'old', { action: 'delete', live: { url: 'x' }, undeclared: true });
  const comes = draftOf(kind, 'a', 'new', { action: 'create', spec: { url: 'x' } });
  const elsewhere = draftOf(kind, 'b', 'old', { action: 'delete', live: { url: 'x' }, undeclared: true });
  expect(oneAfterAnother([elsewhere, comes, goes])).toEqual({
    edges: [['group[a]/hook[new]', 'group[a]/hook[old]']],
    diagnostics: [],
  });
});

it('two that are to have what the other has are told, and not done by half', () => {
  const one = draftOf(kind, 'a', 'one', { action: 'replace', live: { url: 'x' }, spec: { url: 'y' } });
  const other = draftOf(kind, 'a', 'other', { action: 'replace', live: { url: 'y' }, spec: { url: 'x' } });
  const { edges, diagnostics } = oneAfterAnother([one, other]);
  expect(edges).toEqual([]);
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    [
      'in-each-others-way',
      "group[a]/hook[one], group[a]/hook[other] are in each other's way, and none of them can make way",
    ],
  ]);
});
