import { describe, expect, it, test } from 'vitest';
import { kindsByName } from '../../../src/engine/kinds.ts';
import { needsOf } from '../../../src/engine/plan/order/dependencies.ts';
import { kinds as allKinds } from '../../../src/kinds/index.ts';
import { draftIn, draftOf } from './drafts.ts';
import { group, member } from '../live.ts';
import { planFor } from '../world.ts';
import type { Draft } from '../../../src/engine/plan/draft.ts';

const RUN = { username: 'root', accessOf: () => undefined, kinds: kindsByName(allKinds) };

const prunable = allKinds.filter(
  ({ host, calls, shape }) => host === undefined && calls.remove !== undefined && shape.type !== 'single',
);

function pruned(draft: Draft): Draft {
  const reason = { code: 'pruned', section: draft.kind.section } as const;
  return { ...draft, declared: undefined, change: { ...draft.change, reason } };
}

function needsIn(drafts: readonly Draft[]): ReadonlyMap<string, ReadonlySet<string>> {
  return needsOf(drafts, RUN);
}

describe.each(prunable.map((kind) => [kind.section, kind] as const))('of %s', (_, kind) => {
  const [type = 'instance'] = kind.scopes;
  const scope = type === 'instance' ? ({ type } as const) : ({ type, path: 'a/b' } as const);
  const made = draftIn(kind, scope, 'new', { action: 'create' });
  const renamed = draftIn(kind, scope, 'now', { live: {}, more: { renamedFrom: 'now', key: 'before' } });
  const gone = pruned(draftIn(kind, scope, 'old', { action: 'delete', live: {} }));

  it.each([
    ['made', made],
    ['renamed', renamed],
  ])('what is pruned waits for what is %s', (_how, coming) => {
    expect([...(needsIn([gone, coming]).get(gone.change.address) ?? [])]).toContain(coming.change.address);
  });

  it('what is declared absent waits for none', () => {
    const absent = draftIn(kind, scope, 'old', { action: 'delete', live: {} });
    expect([...(needsIn([absent, made]).get(absent.change.address) ?? [])]).toEqual([]);
  });
});

const [members] = allKinds.filter(({ section }) => section === 'members');

test('of a large section the edges do not grow with its square, and each removal waits for every creation', () => {
  if (members === undefined) throw new Error('there are members');
  const made = Array.from({ length: 300 }, (_, at) => draftOf(members, 'team', `new${at}`, { action: 'create' }));
  const gone = Array.from({ length: 300 }, (_, at) =>
    pruned(draftOf(members, 'team', `old${at}`, { action: 'delete', live: {} })),
  );
  const needs = needsIn([...made, ...gone]);
  const reached = (address: string): ReadonlySet<string> => {
    const seen = new Set([address]);
    for (const one of seen) for (const needed of needs.get(one) ?? []) seen.add(needed);
    return seen;
  };
  expect([...needs.values()].reduce((sum, { size }) => sum + size, 0)).toBeLessThan(2000);
  for (const { change } of gone)
    expect(made.filter((one) => !reached(change.address).has(one.change.address))).toEqual([]);
});

test('what a creation waits for goes before it all the same, and the rest after it', () => {
  if (members === undefined) throw new Error('there are members');
  const made = draftOf(members, 'team', 'new', { action: 'create' });
  const [first, other] = ['one', 'two'].map((key) =>
    pruned(draftOf(members, 'team', key, { action: 'delete', live: {} })),
  ) as [Draft, Draft];
  const needs = needsOf([first, other, made], RUN, [[made.change.address, first.change.address]]);
  expect([...(needs.get(first.change.address) ?? [])]).toEqual([]);
  expect([...(needs.get(other.change.address) ?? [])]).toEqual([made.change.address]);
});

test('who is pruned from a group waits for who is let into it', () => {
  const live = {
    'instance/groups': [group(1, 'team')],
    'group[team]/members': [member('root', 50), member('rita.m', 40)],
  };
  const made = planFor('groups: { team: { prune: [members], members: { rita: maintainer, root: owner } } }', live);
  expect(made.changes.find(({ action }) => action === 'delete')?.needs).toEqual(['group[team]/member[rita]']);
});
