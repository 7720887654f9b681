import { expect, it } from 'vitest';
import { oneAfterAnother } from '../../../src/engine/plan/one-after-another.ts';
import type { Kind } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { draftOf } from './drafts.ts';

const kind: Kind = {
  ...hooks,
  identity: {
    ...hooks.identity,
    shared: { of: ({ url }) => (typeof url === 'string' ? url : undefined), fields: ['name'] },
  },
};

it('one thing is made in one place after the other, and others beside it', () => {
  const made = (at: string, url: string, action: 'create' | 'replace' | 'update' = 'create') =>
    draftOf(kind, at, 'k', { action, spec: { url } });
  const drafts = [made('a', 'x'), made('b', 'y'), made('c', 'x', 'update'), made('d', 'x', 'replace'), made('e', 'x')];
  expect(oneAfterAnother(drafts)).toEqual([
    ['group[d]/hook[k]', 'group[a]/hook[k]'],
    ['group[e]/hook[k]', 'group[d]/hook[k]'],
  ]);
  expect(oneAfterAnother([draftOf(hooks, 'a', 'k', { action: 'create', spec: { url: 'x' } })])).toEqual([]);
});
