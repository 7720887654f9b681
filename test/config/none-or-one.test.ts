import { expect, test } from 'vitest';
import { kind } from '../../src/kind.ts';
import { loadConfig } from '../../src/config/load.ts';
import { fakeKinds } from './fake-kinds.ts';
import { memory } from './load.ts';

/** A rule that a group may have or not. */
const rules = kind({
  section: 'rules',
  singular: 'rule',
  scopes: ['group'],
  shape: { type: 'single' },
  description: 'A rule.',
  identity: { names: 'exact', key: () => '' },
  schema: { properties: { strict: { type: 'boolean' } }, anyOf: [{ required: ['strict'] }] },
  reads: { all: () => [] },
  decode: () => undefined,
  calls: { create: () => [], remove: () => [] },
});

const loaded = (written: string) =>
  loadConfig('keelson.yaml', [...fakeKinds, rules], memory({ 'keelson.yaml': `version: 1\n${written}\n` }), {});

test('what there is one of at most may be declared absent, and an empty section has none', () => {
  const { desired, diagnostics } = loaded(
    'groups: { a: { prune: [rules], rules: {} }, b: { rules: { state: absent } }, c: { rules: { strict: true } }, d: {} }',
  );
  expect(diagnostics).toEqual([]);
  expect(desired?.sections.filter(({ name }) => name === 'rules')).toMatchObject([
    { scope: { path: 'a' }, prune: true, entries: [] },
    { scope: { path: 'b' }, prune: false, entries: [{ key: '', state: 'absent' }] },
    { scope: { path: 'c' }, prune: false, entries: [{ key: '', state: 'present', spec: { strict: true } }] },
  ]);
});

test('one that says nothing is refused, and a default fills an empty section', () => {
  expect(loaded('groups: { a: { rules: { protect: true } } }').diagnostics).toMatchObject([{ code: 'missing-field' }]);
  const { desired } = loaded(
    "defaults: { groups: { '**': { rules: { strict: true } } } }\ngroups: { a: { rules: {} } }",
  );
  expect(desired?.sections.find(({ name }) => name === 'rules')?.entries).toMatchObject([{ spec: { strict: true } }]);
});

test('what is always there has no state, and is never pruned', () => {
  expect(loaded('instance: { options: { state: absent } }').diagnostics).toMatchObject([{ code: 'unknown-key' }]);
  expect(loaded('instance: { prune: [options] }').diagnostics).toHaveLength(1);
});
