import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { NOTHING, type Context } from '../../../src/engine/plan/context.ts';
import { entryPart } from '../../../src/engine/plan/entry-changes.ts';
import { match } from '../../../src/engine/plan/match.ts';
import { sectionChanges } from '../../../src/engine/plan/section-changes.ts';
import { reasonText } from '../../../src/report/reason-text.ts';
import type { Kind } from '../../../src/kind.ts';
import { groups } from '../../../src/kinds/groups/group.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import type { Attributes, Declared, LiveEntry } from '../../../src/model.ts';
import { kindWithout } from '../kind-without.ts';
import { declared, section } from '../observe/declared.ts';
import { contextOf } from './context.ts';

const kind: Kind = {
  ...kindWithout(hooks, 'rules', 'check'),
  schema: {
    properties: {
      name: {},
      a: {},
      later: { 'x-since': '99.0' },
      token: { 'x-secret': true },
      other: { 'x-secret': true },
    },
  },
  calls: {
    create: () => [{ method: 'POST', path: '/x' }],
    update: () => [{ method: 'PUT', path: '/x' }],
    remove: () => [{ method: 'DELETE', path: '/x' }],
  },
};

const live: LiveEntry = { key: 'ci', id: 3, spec: { a: 1 }, live: { id: 3 } };
const secret = new Secret({ type: 'env', name: 'TOKEN' });

/** What becomes of one entry: its changes in short, what cannot be verified, and the codes of what is said. */
function part(entry: Declared, there: LiveEntry | undefined, of = kind, more: Partial<Context> = {}) {
  const { drafts, unverifiable, diagnostics } = entryPart(contextOf(of, more), entry, there);
  return {
    changes: drafts.map(({ change }) => `${change.action}: ${reasonText(change.reason)}`),
    fields: drafts.flatMap(({ change }) => change.fields),
    unverifiable,
    codes: diagnostics.map(({ code }) => code),
  };
}

describe('an entry that is declared', () => {
  it('is nothing to speak of where it is as it is', () => {
    expect(entryPart(contextOf(kind), declared('ci', { spec: { a: 1 } }), live)).toBe(NOTHING);
    const moved = { ...live, renamedFrom: 'ci' };
    expect(entryPart(contextOf(kind), declared('ci', { spec: { a: 1 } }), moved)).not.toBe(NOTHING);
    expect(part(declared('ci', { spec: { a: 1 } }), moved)).toMatchObject({ changes: [], codes: [] });
  });

  it('is not made of what ends on a day that has come', () => {
    const ending = { ...kind, schema: { properties: { name: {}, until: { 'x-ends': true } } } };
    const until = (day: string) => part(declared('ci', { spec: { until: day } }), undefined, ending);
    expect(until('2020-01-01')).toMatchObject({ changes: [], codes: ['ended'] });
    expect(until('2099-01-01').changes).toEqual(['create: declared, and not there']);
  });

  it('is made, changed, brought back, or made anew for its secret', () => {
    const entry = declared('ci', { spec: { a: 2 } });
    expect(part(entry, undefined).changes).toEqual(['create: declared, and not there']);
    expect(part(entry, live).changes).toEqual(['update: a differs']);
    expect(part(declared('ci', { spec: { a: 1 } }), { ...live, pendingDeletion: 'going' }).changes).toEqual([
      'update: brought back with all that is in it: going',
    ]);
    const lost = part(declared('ci', { spec: { a: 1 } }), live, kind, { secretLost: () => true });
    expect(lost.changes).toEqual([
      'replace: its secret was lost when the last run was interrupted: deleted first, then made anew',
    ]);
  });

  it('cannot be made, or changed, where the platform does not let it', () => {
    expect(part(declared('ci'), undefined, kindWithout(kind, 'calls', 'create'))).toMatchObject({
      changes: ['create: declared, and not there'],
      codes: ['cannot-create'],
    });
    const held = { ...live, readOnlyReason: 'a bot' };
    expect(part(declared('ci', { spec: { a: 2 } }), held)).toMatchObject({ changes: [], codes: ['held'] });
    expect(part(declared('ci', { spec: { a: 1, token: secret } }), held)).toMatchObject({ changes: [], codes: [] });
  });

  it('is warned of where a version lacks a field, and where the platform forgets something', () => {
    const entry = declared('ci', { spec: { a: 2, later: 1 } });
    expect(part(entry, undefined).codes).toEqual(['unsupported-version']);
    expect(part(entry, live).codes).toEqual(['unsupported-version']);
    const seen: unknown[] = [];
    const losing: Kind = {
      ...kind,
      calls: {
        ...kind.calls,
        sideEffects: (_live, { names, entry: { spec } }) => {
          seen.push([...names], spec);
          return ['the header X'];
        },
      },
    };
    expect(part(entry, live, losing).codes).toEqual(['unsupported-version', 'forgets']);
    expect(seen).toEqual([['a'], { a: 2 }]);
    expect(part(entry, live, { ...kind, calls: { ...kind.calls, sideEffects: () => [] } }).codes).toEqual([
      'unsupported-version',
    ]);
  });

  it('has secrets that nobody can verify, unless the ledger can: what it tells to send is a change, and not one more thing that was not compared', () => {
    const entry = declared('ci', { spec: { token: secret, other: secret, a: 1 } });
    const paths = ['group[a]/hook[ci].token', 'group[a]/hook[ci].other'];
    expect(part(entry, live)).toMatchObject({ changes: [], unverifiable: [paths[1], paths[0]] });
    const changed = part(entry, live, kind, { secretState: (field) => (field === paths[0] ? 'changed' : 'same') });
    expect(changed).toEqual({
      changes: ['update: token changed since last sent'],
      fields: [{ path: 'token', from: undefined, to: '(secret)' }],
      unverifiable: [],
      codes: [],
    });
    const numbers: unknown[] = [];
    const unsent = part(entry, { ...live, live: { id: 7 } }, kind, {
      secretState: (field, object) => {
        numbers.push(object?.id);
        return field === paths[0] ? 'unsent' : 'unknown';
      },
    });
    expect(unsent).toMatchObject({
      changes: ['update: the ledger does not know what was sent as token'],
      unverifiable: [paths[1]],
    });
    expect(new Set(numbers)).toEqual(new Set([7]));
    const resent = part(entry, live, kind, { resend: () => true });
    expect(resent).toMatchObject({ changes: ['update: other, token sent again, and not compared'] });
    expect(resent.fields).toHaveLength(2);
    const both = part(declared('ci', { spec: { token: secret, a: 2 } }), live, kind, { resend: () => true });
    expect(both).toMatchObject({ changes: ['update: a differs'] });
    expect(both.fields.map(({ path }) => path)).toEqual(['a', 'token']);
    // What is made anew is sent whole.
    expect(part(entry, undefined, kind, { secretState: () => 'same' })).toMatchObject({ unverifiable: [] });
    expect(part(entry, live, kind, { secretLost: () => true })).toMatchObject({ unverifiable: [] });
  });
});

describe('a group', () => {
  const context = { section: section('groups', undefined) };
  const there: LiveEntry = { key: 'b/a', id: 3, spec: {}, live: { id: 3, full_path: 'b/a', name: 'a' } };

  it('that is new shows what it is made with although nobody declared it', () => {
    const shown = (spec: Attributes) =>
      part(declared('b', { spec }), undefined, groups, context).fields.map(
        ({ path, to }) => `${path} ${JSON.stringify(to)}`,
      );
    expect(shown({})).toEqual(['name "b"', 'visibility "private"']);
    expect(shown({ visibility: 'public', name: null })).toEqual(['visibility "public"', 'name "b"']);
  });

  it('needs the one above it where it is made or moved', () => {
    expect(part(declared('x/a'), undefined, groups, context).codes).toEqual(['missing-parent']);
    expect(part(declared('x/a'), { ...there, renamedFrom: 'x/a' }, groups, context).codes).toEqual(['missing-parent']);
    expect(part(declared('b/a'), there, groups, context).codes).toEqual([]);
    expect(part(declared('top'), undefined, groups, context).codes).toEqual([]);
    expect(part(declared('x/a'), undefined, kind).codes).toEqual([]);
  });
});

it('a secret that goes along with another change is shown, although nobody says that it differs', () => {
  const sending: Kind = {
    ...kind,
    calls: { ...kind.calls, update: () => [{ method: 'PUT', path: '/x', body: { token: secret } }] },
  };
  const { changes, fields } = part(declared('ci', { spec: { a: 2, token: secret } }), live, sending);
  expect(changes).toEqual(['update: a differs']);
  expect(fields).toEqual([
    { path: 'a', from: 1, to: 2 },
    { path: 'token', from: undefined, to: '(secret)' },
  ]);
});

describe('an entry that is declared absent', () => {
  const gone = declared('ci', { state: 'absent' });

  it('is removed, if it is there and does not go already', () => {
    expect(part(gone, live).changes).toEqual(['delete: declared absent']);
    expect(entryPart(contextOf(kind), gone, undefined)).toBe(NOTHING);
    expect(entryPart(contextOf(kind), gone, { ...live, pendingDeletion: 'going' })).toBe(NOTHING);
  });

  it('is not removed where the platform does not let it', () => {
    expect(part(gone, { ...live, readOnlyReason: 'a bot' })).toMatchObject({ changes: [], codes: ['held'] });
    expect(part(gone, live, kindWithout(kind, 'calls', 'remove'))).toMatchObject({
      changes: [],
      codes: ['cannot-remove'],
    });
  });
});

describe('a section', () => {
  const of = (some: Kind, prune: boolean, entries: readonly Declared[], there: readonly LiveEntry[]) => {
    const within = { ...section(some.section, 'a', ...entries), prune };
    const given = contextOf(some, { section: within });
    const made = sectionChanges(within, some, there, given, () => true);
    const { drafts, diagnostics, ...counts } = made;
    return {
      changes: drafts.map(({ change }) => `${change.address}: ${reasonText(change.reason)}`),
      said: diagnostics.map(({ message }) => message),
      counts,
    };
  };

  it('has what is left of replacements removed, whatever is pruned', () => {
    const leftover = { ...live, key: 'old', superseded: 'before' } as const;
    for (const prune of [true, false]) {
      expect(of(kind, prune, [], [leftover]).changes).toEqual([
        'group[a]/hook[old]: its replacement has taken its place',
      ]);
    }
  });

  it('has what nobody declares removed where it is pruned, and counted elsewhere', () => {
    const others = [
      live,
      { ...live, key: 'inherited', inherited: true } as const,
      { ...live, key: 'leaving', pendingDeletion: 'going' },
      { ...live, key: 'held', readOnlyReason: 'x' },
    ];
    expect(of(kind, true, [], others)).toMatchObject({
      changes: ['group[a]/hook[ci]: not declared, and hooks is pruned'],
      counts: { unmanaged: [] },
    });
    expect(of(kind, false, [], others)).toMatchObject({ changes: [], counts: { unmanaged: [live] } });
    expect(of(kindWithout(kind, 'calls', 'remove'), true, [], others)).toMatchObject({
      changes: [],
      said: ['group[a]/hook[ci] cannot be removed: GitLab has no way to delete hooks'],
    });
  });

  it('of groups removes none that nobody declares', () => {
    const group = { ...live, key: 'b', live: { id: 3, full_path: 'b', name: 'b' } };
    expect(of(groups, true, [], [group])).toMatchObject({ changes: [], counts: { unmanaged: [] } });
  });

  it('counts as unchanged what is as it is, and nothing that something is said of', () => {
    const warned = declared('warned', { spec: { later: 1 } });
    const there = ['same', 'warned', 'differs'].map((key) => ({ ...live, key }));
    const entries = [
      declared('same', { spec: { a: 1 } }),
      warned,
      declared('differs', { spec: { a: 2 } }),
      declared('new'),
    ];
    expect(of(kind, false, entries, there).counts).toMatchObject({ unchanged: 1, unverifiable: [] });
  });

  it('says where nothing tells which of several is meant', () => {
    const twins = [live, { ...live, id: 4 }];
    expect(of(kind, true, [declared('ci')], twins)).toMatchObject({
      changes: [],
      said: ['group[a]/hook[ci] is there 2 times (ids 3, 4), and nothing tells which one is meant'],
    });
    expect(
      match(section('hooks', 'a', declared('ci')), kind, [...twins, { ...live, id: 5 }], (key) => key, '18.9.0')
        .diagnostics,
    ).toEqual([
      {
        severity: 'error',
        code: 'ambiguous',
        message: 'ci is there 3 times (ids 3, 4, 5), and nothing tells which one is meant',
        place: { file: 'keelson.yaml', line: 1, column: 1 },
        remedy: 'rename or remove all but one of them in GitLab',
      },
    ]);
  });
});
