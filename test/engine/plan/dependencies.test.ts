import { describe, expect, it } from 'vitest';
import { accessLooks } from '../../../src/engine/plan/access-change.ts';
import {
  loweredFromAbove,
  ownAccessLast,
  ownersFirst,
  type Edge,
} from '../../../src/engine/plan/order/access-order.ts';
import { Ref } from '../../../src/placeholders.ts';
import type { Draft } from '../../../src/engine/plan/draft.ts';
import { needsOf } from '../../../src/engine/plan/order/dependencies.ts';
import { withinParent } from '../../../src/engine/plan/within-parent.ts';
import { groups } from '../../../src/kinds/groups/group.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { kinds as allKinds } from '../../../src/kinds/index.ts';
import { memberRoles } from '../../../src/kinds/member-role.ts';
import { members } from '../../../src/kinds/member.ts';
import { projects } from '../../../src/kinds/projects/project.ts';
import type { LiveEntry } from '../../../src/model.ts';
import { kindsByName } from '../../../src/engine/kinds.ts';
import { kindWithout } from '../kind-without.ts';
import { draftIn, draftOf, type DraftOf } from './drafts.ts';

const kinds = kindsByName(allKinds);

const BASE_GUEST = { address: 'instance/member_role[r]', declared: undefined, live: roleLive() };

function roleLive(): LiveEntry {
  return { key: 'r', spec: { base: 'guest' }, live: {} };
}

/** What the changes of a plan need; those that need nothing are left out. */
function needs(...drafts: readonly Draft[]): { readonly [address: string]: readonly string[] } {
  const found = [...needsOf(drafts, { username: 'root', accessOf, kinds })].map(
    ([address, all]) => [address, [...all]] as const,
  );
  return Object.fromEntries(found.filter(([, all]) => all.length > 0));
}

const { change: accessOf } = accessLooks(
  { find: (section, name) => (section === 'member_roles' && name === 'r' ? BASE_GUEST : undefined) },
  '2026-01-31',
);
const ref = (address: string) => new Ref(address, 'id');

const group = (path: string, said: DraftOf = {}): Draft => draftOf(groups, undefined, path, said);
const member = (at: string, name: string, said: DraftOf = {}): Draft => draftOf(members, at, name, said);
const role = (name: string, said: DraftOf = {}): Draft => draftOf(memberRoles, undefined, name, said);

describe('a change needs', () => {
  it('what its calls refer to, at any depth, if that is part of the plan', () => {
    const body = { one: ref('group[x]'), list: [{ deep: ref('group[y]') }, null, 'text'], none: ref('group[z]') };
    const made = draftOf(hooks, 'a', 'ci', {
      calls: [
        { method: 'POST', path: '/x', body },
        { method: 'PUT', path: '/y' },
      ],
    });
    const found = needs(made, group('x'), group('y'), group('w'));
    expect(found).toEqual({ 'group[a]/hook[ci]': ['group[x]', 'group[y]'] });
  });

  it('never itself', () => {
    const body = { one: ref('group[a]') };
    expect(needs(group('a', { calls: [{ method: 'POST', path: '/x', body }] }))).toEqual({});
  });

  it('the groups above it, and the project that it stands in, where these open', () => {
    const create = { action: 'create' } as const;
    const hook = draftIn(hooks, { type: 'project', path: 'a/b/p' }, 'ci');
    const project = draftOf(projects, undefined, 'a/b/p', create);
    expect(needs(hook, project, group('a/b', create), group('a'))).toEqual({
      'project[a/b/p]/hook[ci]': ['group[a/b]', 'project[a/b/p]'],
      'project[a/b/p]': ['group[a/b]'],
    });
    expect(needs(group('a/b/c', create), group('a/b', create), group('a', create))).toEqual({
      'group[a/b/c]': ['group[a]', 'group[a/b]'],
      'group[a/b]': ['group[a]'],
    });
    // Paths are one in any spelling.
    expect(needs(draftIn(hooks, { type: 'project', path: 'A/p' }, 'ci'), group('a', create))).toEqual({
      'project[A/p]/hook[ci]': ['group[a]'],
    });
    expect(needs(group('A/b', create), group('a', create))).toEqual({ 'group[A/b]': ['group[a]'] });
    // A project's path is no group's.
    expect(needs(draftIn(hooks, { type: 'project', path: 'a/p' }, 'ci'), group('a/p', create))).toEqual({});
  });

  it('that nothing refers any more to what it removes', () => {
    const bob = member('t/u', 'bob', { live: { role: 'r' } });
    const deletion = role('r', { action: 'delete', live: {} });
    const inTop = draftOf(memberRoles, 't', 'r', { action: 'delete', live: {} });
    expect(needs(bob, deletion, inTop, member('t', 'eve'), member('t', 'al', { live: { role: 'r' } }))).toEqual({
      'instance/member_role[r]': ['group[t/u]/member[bob]', 'group[t]/member[al]'],
      'group[t]/member_role[r]': ['group[t/u]/member[bob]', 'group[t]/member[al]'],
    });
    expect(needs(bob, role('r', { live: {} }))).toEqual({});
  });

  it('its replacement, and that what referred to the old one refers to the new one', () => {
    const bob = member('t', 'bob', { live: { role: 'r' } });
    const successor = role('r', { action: 'replace', live: {} });
    const leftover = role('r (replaced)', { action: 'delete', live: {}, leftoverOf: 'instance/member_role[r]' });
    expect(needs(bob, successor, leftover)).toEqual({
      'instance/member_role[r (replaced)]': ['instance/member_role[r]', 'group[t]/member[bob]'],
    });
  });

  it('that what is in a group is gone, or moved out of it, before that goes', () => {
    const gone = { action: 'delete', live: {} } as const;
    const moved = group('c', { live: {}, more: { key: 'A/moved', renamedFrom: 'c' } });
    expect(
      needs(group('a', gone), group('A/b', gone), moved, group('ab', gone), group('d'), member('a/b', 'eve', gone)),
    ).toEqual({
      'group[a]': ['group[A/b]', 'group[c]', 'group[a/b]/member[eve]'],
      'group[A/b]': ['group[a/b]/member[eve]'],
    });
    expect(needs(draftOf(hooks, 'a', 'a', gone), group('a/b', gone))).toEqual({});
  });
});

it('what stands for a field of something that is yet to be made is told by its form', () => {
  expect([ref('x'), {}, { $ref: { address: 'x', field: 'id' } }].map((value) => Ref.is(value))).toEqual([
    true,
    false,
    false,
  ]);
  expect([null, 'text', 4].map((value) => Ref.is(value))).toEqual([false, false, false]);
});

describe('the access that a change takes and gives', () => {
  const owner = { access_level: 'owner' } as const;
  const guest = { access_level: 'guest' } as const;

  const sides = (draft: Draft) => {
    const { from, to } = accessOf(draft) ?? {};
    return [from?.level, to?.level];
  };

  it('is that of before and that of after', () => {
    expect(sides(member('a', 'bob', { live: guest, spec: owner }))).toEqual([10, 50]);
    expect(sides(member('a', 'bob', { spec: owner, action: 'create' }))).toEqual([undefined, 50]);
    expect(sides(member('a', 'bob', { live: owner, action: 'delete', spec: guest }))).toEqual([50, undefined]);
    expect(sides(member('a', 'bob', { live: owner, undeclared: true, action: 'delete' }))).toEqual([50, undefined]);
  });

  it('stays where the level is left alone, is that of a role, and none where there is none', () => {
    expect(sides(member('a', 'bob', { live: owner, spec: {} }))).toEqual([50, 50]);
    expect(sides(member('a', 'bob', { live: owner, spec: { role: 'r' } }))).toEqual([50, 10]);
    expect(accessOf(draftOf(hooks, 'a', 'ci', { live: owner, spec: owner }))).toBeUndefined();
  });

  it('has ended on its last day, and is nothing of who is blocked, though the platform keeps it', () => {
    const until = (expires_at: string) => sides(member('a', 'bob', { live: owner, spec: { expires_at } }));
    expect([until('2026-01-30'), until('2026-01-31'), until('2026-02-01')]).toEqual([
      [50, 0],
      [50, 0],
      [50, 50],
    ]);
    const blocked = accessOf(member('a', 'bob', { live: owner, more: { dormant: 'blocked' }, spec: {} }));
    expect(blocked).toMatchObject({ from: { level: 0, kept: 50 }, to: { level: 0, kept: 50 } });
  });

  const pairs = (edges: readonly Edge[]) => edges.map(([later, earlier]) => `${later.key} after ${earlier.key}`);
  const order = (drafts: readonly Draft[], username = 'root') => ({ drafts, accessOf, username, kinds });
  const levels = (name: string, from: string, to: string, at = 'a') =>
    member(at, name, { live: { access_level: from }, spec: { access_level: to } });

  it('makes new owners before old ones go, in one section', () => {
    const drafts = [
      levels('down', 'owner', 'maintainer'),
      levels('up', 'maintainer', 'owner'),
      levels('stays', 'owner', 'owner'),
      levels('below', 'guest', 'maintainer'),
      levels('lowered', 'maintainer', 'guest'),
      levels('elsewhere', 'guest', 'owner', 'b'),
      draftOf(hooks, 'a', 'ci', { live: owner }),
    ];
    expect(pairs(ownersFirst(order(drafts)))).toEqual(['down after up']);
  });

  it('is lowered above before it is lowered below, where it is removed above as well', () => {
    const below = levels('bob', 'owner', 'developer', 'a/b/c');
    const above = levels('bob', 'owner', 'guest', 'a');
    const gone = member('a', 'bob', { live: owner, action: 'delete' });
    const after = (...drafts: readonly Draft[]) =>
      loweredFromAbove(order(drafts)).map(([later, earlier]) => [later, earlier]);
    expect(after(below, above)).toEqual([[below, above]]);
    expect(after(below, gone)).toEqual([[below, gone]]);
    expect(after(levels('eve', 'owner', 'guest', 'a/b'), above)).toEqual([]);
    expect(after(levels('bob', 'guest', 'owner', 'a/b'), above)).toEqual([]);
    expect(after(levels('bob', 'owner', 'guest', 'ab'), above)).toEqual([]);
    expect(after(below, levels('bob', 'guest', 'owner', 'a'))).toEqual([]);
  });

  it('lowers the caller’s own when all in that group is done', () => {
    const own = levels('Root', 'owner', 'guest');
    const inside = [group('A/b'), member('a/c', 'eve'), levels('bob', 'owner', 'guest')];
    const outside = [group('ab'), member('b', 'eve'), role('r'), group('c')];
    const other = levels('root', 'owner', 'guest', 'a/d');
    expect(pairs(ownAccessLast(order([own, ...inside, ...outside, other], 'rOOt')))).toEqual([
      'Root after A/b',
      'Root after eve',
      'Root after bob',
    ]);
    expect(pairs(ownAccessLast(order([own, group('a')], 'root')))).toEqual(['Root after a']);
    expect(pairs(ownAccessLast(order([levels('root', 'guest', 'owner'), group('a')], 'root')))).toEqual([]);
    expect(pairs(ownAccessLast(order([levels('root', 'guest', 'guest'), group('a')], 'root')))).toEqual([]);
    expect(pairs(ownAccessLast(order([levels('eve', 'owner', 'guest'), group('a')], 'root')))).toEqual([]);
  });

  it('of the instance is lowered when everything is done', () => {
    const own = draftIn(members, { type: 'instance' }, 'root', { live: owner, spec: guest });
    expect(pairs(ownAccessLast(order([own, role('r'), group('a')], 'root')))).toEqual(['root after r', 'root after a']);
  });
});

describe('a field that may not exceed that of the group above', () => {
  const level = (path: string, from: string | undefined, to: string | undefined, field = 'visibility'): Draft =>
    group(path, {
      fields: [
        { path: 'name', from: 'public', to: 'private' },
        { path: field, from, to },
      ],
    });
  const pairs = (...drafts: readonly Draft[]) =>
    withinParent(drafts).map(({ later, earlier }) => `${later.key} after ${earlier.key}`);

  it('is lowered from below, and raised from above', () => {
    expect(pairs(level('a', 'public', 'private'), level('A/b', 'public', 'internal'))).toEqual(['a after A/b']);
    expect(pairs(level('a', 'private', 'public'), level('a/b', 'private', 'internal'))).toEqual(['a/b after a']);
    expect(pairs(level('a', 'private', 'public'), level('a/b/c', undefined, 'internal'))).toEqual(['a/b/c after a']);
    const three = [
      level('a', 'public', 'private'),
      level('a/b', 'public', 'private'),
      level('a/b/c', 'public', 'private'),
    ];
    expect(pairs(...three)).toEqual(['a after a/b', 'a after a/b/c', 'a/b after a/b/c']);
  });

  it('has no order where one of them does not move, or another way', () => {
    expect(pairs(level('a', 'public', 'private'), level('a/b', 'private', 'internal'))).toEqual([]);
    expect(pairs(level('a', 'private', 'public'), level('a/b', 'public', 'internal'))).toEqual([]);
    expect(pairs(level('a', 'public', 'private'), level('a/b', 'public', undefined))).toEqual([]);
    expect(pairs(level('a', 'public', 'private'), level('a/b', 'public', 'private', 'description'))).toEqual([]);
    expect(
      pairs(level('a', 'public', 'private'), level('ab', 'public', 'private'), level('b', 'public', 'private')),
    ).toEqual([]);
    const projectOf = (path: string) =>
      draftOf(projects, undefined, path, { fields: [{ path: 'visibility', from: 'public', to: 'private' }] });
    expect(pairs(projectOf('a'), projectOf('a/b'))).toEqual([]);
  });

  it('is one of projects too', () => {
    const project = (from: string, to: string) =>
      draftOf(projects, undefined, 'a/b/app', { fields: [{ path: 'visibility', from, to }] });
    expect(pairs(level('a', 'public', 'private'), project('public', 'internal'))).toEqual(['a after a/b/app']);
    expect(pairs(level('A', 'private', 'public'), project('private', 'internal'))).toEqual(['a/b/app after A']);
  });

  it('is one that says so, and has levels', () => {
    const properties = { full_path: {}, visibility: { 'x-within-parent': true } };
    const unranked = { ...groups, schema: { properties } };
    const draft = (path: string) =>
      draftOf(unranked, undefined, path, { fields: [{ path: 'visibility', from: 'public', to: 'private' }] });
    expect(pairs(draft('a'), draft('a/b'))).toEqual([]);
    const freed = {
      ...groups,
      schema: { properties: { full_path: {}, visibility: { enum: ['private', 'public'], 'x-within-parent': false } } },
    };
    const free = (path: string) =>
      draftOf(freed, undefined, path, { fields: [{ path: 'visibility', from: 'public', to: 'private' }] });
    expect(pairs(free('a'), free('a/b'))).toEqual([]);
  });
});

it('a kind that gives nobody access has no owners', () => {
  const without = kindWithout(members, 'access', 'grants');
  const owners = ['up', 'down'].map((name) =>
    draftOf(without, 'a', name, { live: { access_level: 'owner' }, spec: { access_level: 'guest' } }),
  );
  expect(ownersFirst({ drafts: owners, accessOf, username: 'root', kinds })).toEqual([]);
});
