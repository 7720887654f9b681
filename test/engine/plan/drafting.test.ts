import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { difference } from '../../../src/engine/plan/diff.ts';
import { alteration, creation, remaking, removal } from '../../../src/engine/plan/drafting.ts';
import { opensScope } from '../../../src/engine/plan/draft.ts';
import type { Kind } from '../../../src/kind.ts';
import { groups } from '../../../src/kinds/groups/group.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { members } from '../../../src/kinds/member.ts';
import type { Attributes, Call, LiveEntry } from '../../../src/model.ts';
import type { Reason } from '../../../src/reason.ts';
import { kindWithout } from '../kind-without.ts';
import { declared, section } from '../observe/declared.ts';
import { contextOf } from './context.ts';

const make: Call = { method: 'POST', path: '/make' };
const change: Call = { method: 'PUT', path: '/change' };
const remove: Call = { method: 'DELETE', path: '/remove' };
const rename: Call = { method: 'PUT', path: '/rename' };

const kind: Kind = {
  ...hooks,
  schema: { properties: { a: {}, b: {}, c: {}, d: {}, fixed: { 'x-immutable': true } } },
  calls: { ...hooks.calls, create: () => [make], update: () => [change], remove: () => [remove] },
};

const live: LiveEntry = {
  key: 'CI',
  id: 3,
  spec: { a: null, b: null, c: null, d: null, fixed: null },
  live: { id: 3 },
};

const GOES: Reason = { code: 'absent' };

/** What becomes of an entry that is live and differs in these fields. */
function altered(of: Kind, spec: Attributes, there = live) {
  const entry = declared('ci', { spec });
  const found = difference(of, spec, there.spec, '18.9');
  return alteration(contextOf(of), entry, there, found).map((draft) => {
    const { action, reason, calls, address } = draft.change;
    return { action, reason, calls, address };
  });
}

describe('an entry that is not there', () => {
  it('is made', () => {
    const entry = declared('ci', { spec: { a: 1 } });
    const draft = creation(contextOf(kind), entry, difference(kind, entry.spec, undefined, '18.9'));
    expect(draft.change).toMatchObject({
      address: 'group[a]/hook[ci]',
      action: 'create',
      reason: { code: 'missing' },
      fields: [{ path: 'a', from: undefined, to: 1 }],
      calls: [make],
      place: { file: 'keelson.yaml' },
    });
    expect(draft).toMatchObject({
      kind,
      key: 'ci',
      declared: entry,
      live: undefined,
      scope: { type: 'group', path: 'a' },
    });
    expect(draft.change).not.toHaveProperty('sends');
    const unmade = creation(
      contextOf(kindWithout(kind, 'calls', 'create')),
      entry,
      difference(kind, {}, undefined, '18.9'),
    );
    expect(unmade.change.calls).toEqual([]);
  });

  it('carries what the ledger is to remember: fields of which every secret is sent', () => {
    const [one, two] = ['ONE', 'TWO'].map((name) => new Secret({ type: 'env', name }));
    const spec = { a: one, b: { x: one, y: two }, c: 'plain' } as Attributes;
    const sending: Kind = {
      ...kind,
      calls: { ...kind.calls, create: () => [{ ...make, body: { token: one ?? null } }] },
    };
    const entry = declared('ci', { spec });
    const found = difference(sending, spec, undefined, '18.9');
    expect(creation(contextOf(sending), entry, found).change.sends).toEqual({ a: one });
    expect(creation(contextOf(kind), entry, found).change).not.toHaveProperty('sends');
    const removing: Kind = {
      ...sending,
      calls: { ...sending.calls, remove: () => [{ ...remove, body: { token: one ?? null } }] },
    };
    expect(removal(contextOf(removing), live, entry, GOES).change).not.toHaveProperty('sends');
    expect(removal(contextOf(removing), live, undefined, GOES).change).not.toHaveProperty('sends');
  });
});

describe('an entry that differs', () => {
  it('is changed in place, and it is told which fields differ', () => {
    expect(altered(kind, { a: 1 })).toEqual([
      { action: 'update', reason: { code: 'differs', fields: ['a'] }, calls: [change], address: 'group[a]/hook[ci]' },
    ]);
    const reason = (spec: Attributes, there = live) => altered(kind, spec, there)[0]?.reason;
    expect(reason({ a: 1, b: 1, c: 1 })).toEqual({ code: 'differs', fields: ['a', 'b', 'c'] });
    expect(reason({ a: 1 }, { ...live, renamedFrom: 'ci' })).toEqual({ code: 'renamed', from: 'CI' });
    expect(reason({ a: 1 }, { ...live, renamedFrom: 'ci', pendingDeletion: 'going' })).toEqual({
      code: 'leaving',
      since: 'going',
    });
  });

  it('is told by its own fields alone', () => {
    const found = { ...difference(kind, { a: 1 }, {}, '18.9'), names: new Set(['a', 'unheard_of']) };
    expect(alteration(contextOf(kind), declared('ci'), live, found)[0]?.change.reason).toEqual({
      code: 'differs',
      fields: ['a'],
    });
  });

  it('is replaced where it cannot be changed in place', () => {
    expect(altered(kind, { a: 1, fixed: 1 })).toEqual([
      {
        action: 'replace',
        reason: { code: 'immutable', fields: ['fixed'], first: 'delete' },
        calls: [{ ...remove, takeBack: [make] }, make],
        address: 'group[a]/hook[ci]',
      },
    ]);
    const rigid = kindWithout(kind, 'calls', 'update');
    expect(altered(rigid, { a: 1, b: 1 })).toEqual([
      {
        action: 'replace',
        reason: { code: 'no-update', fields: ['a', 'b'], first: 'delete' },
        calls: [{ ...remove, takeBack: [make] }, make],
        address: 'group[a]/hook[ci]',
      },
    ]);
    expect(altered(kindWithout(kind, 'calls', 'remove'), { fixed: 1 })[0]?.calls).toEqual([make]);
    expect(altered(kindWithout(kind, 'calls', 'create'), { fixed: 1 })[0]?.calls).toEqual([remove]);
  });

  it('is replaced before it is removed, where its kind can free its key', () => {
    const freeing: Kind = { ...kind, calls: { ...kind.calls, supersede: () => [rename] } };
    const address = 'group[a]/hook[ci]';
    expect(altered(freeing, { fixed: 1 })).toEqual([
      {
        action: 'replace',
        reason: { code: 'immutable', fields: ['fixed'], first: 'create' },
        calls: [rename, make],
        address,
      },
      {
        action: 'delete',
        reason: { code: 'replaced' },
        calls: [remove],
        address: 'group[a]/hook[CI (replaced)]',
      },
    ]);
    const found = difference(freeing, { fixed: 1 }, { fixed: null }, '18.9');
    const [successor, leftover] = alteration(contextOf(freeing), declared('ci'), live, found);
    expect([successor?.leftoverOf, leftover?.leftoverOf]).toEqual([undefined, address]);
  });

  it('is made anew where its secret was lost', () => {
    const entry = declared('ci', { spec: { a: 1 } });
    const of = (some: Kind) => remaking(contextOf(some), entry, live, difference(some, entry.spec, {}, '18.9')).change;
    expect(of(kind)).toMatchObject({
      action: 'replace',
      reason: { code: 'secret-lost', first: 'delete' },
      calls: [remove, make],
    });
    expect(of({ ...kind, calls: {} }).calls).toEqual([]);
  });
});

describe('an entry that is to go', () => {
  const goes = (some: Kind, spec: LiveEntry['spec']) =>
    removal(contextOf(some), { ...live, spec }, undefined, GOES).change;

  it('is removed, and shows the one field that stands for it', () => {
    expect(goes(members, { access_level: 'owner', username: 'bob' })).toMatchObject({
      address: 'group[a]/member[CI]',
      action: 'delete',
      reason: GOES,
      fields: [{ path: 'access_level', from: 'owner', to: undefined }],
      calls: [{ method: 'DELETE', path: '/groups/a/members/3' }],
      place: undefined,
    });
  });

  it('shows none where there is none, or it is not set', () => {
    expect(goes(members, { access_level: null }).fields).toEqual([]);
    expect(goes(members, {}).fields).toEqual([]);
    expect(goes(kind, { a: 1 }).fields).toEqual([]);
    const odd: Kind = { ...kind, shape: { type: 'map', name: 'name', short: 'unheard_of' } };
    expect(goes(odd, { unheard_of: 1 }).fields).toEqual([]);
    expect(goes({ ...kind, shape: { type: 'list' } }, { a: 1 }).fields).toEqual([]);
    expect(goes(kindWithout(kind, 'calls', 'remove'), {}).calls).toEqual([]);
  });
});

describe('a group opens for what stands in it', () => {
  const context = contextOf(groups, { section: section('groups', undefined) });
  const found = difference(groups, {}, {}, '18.9');
  const there = { ...live, key: 'a', live: { id: 3, name: 'a', full_path: 'a' } };
  const [plain] = alteration(context, declared('a'), there, found);
  const opens = (more: Partial<LiveEntry>) => {
    if (plain === undefined) throw new Error('there is no draft');
    return opensScope({ ...plain, live: { ...live, ...more } });
  };

  it('where it is made, moved or brought back', () => {
    expect(opensScope(creation(context, declared('a'), found))).toBe(true);
    expect(opens({ renamedFrom: 'a' })).toBe(true);
    expect(opens({ pendingDeletion: 'going' })).toBe(true);
    expect(opens({})).toBe(false);
  });

  it('not where it goes, and nothing else does', () => {
    expect(opensScope(removal(context, { ...there, pendingDeletion: 'going' }, undefined, GOES))).toBe(false);
    expect(opensScope(creation(contextOf(kind), declared('ci'), found))).toBe(false);
  });
});
