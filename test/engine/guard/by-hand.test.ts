import { describe, expect, it } from 'vitest';
import { emptyConfiguration } from '../../../src/engine/guard/empty-configuration.ts';
import type { Guard } from '../../../src/engine/guard/guard.ts';
import { refusalsOf } from '../../../src/engine/guard/guards.ts';
import { lastOwner } from '../../../src/engine/guard/last-owner.ts';
import { massRemoval } from '../../../src/engine/guard/mass-removal.ts';
import { ownAccess } from '../../../src/engine/guard/own-access.ts';
import { protectedEntries } from '../../../src/engine/guard/protected.ts';
import { publicVisibility } from '../../../src/engine/guard/public-visibility.ts';
import { scopeDeletion } from '../../../src/engine/guard/scope-deletion.ts';
import { signInClosed } from '../../../src/engine/guard/sign-in-closed.ts';
import type { Action, Change, FieldChange, LiveEntry, Plan, Section, World } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';
import { instance, kinds } from '../instance.ts';
import { declared, desired, section } from '../observe/declared.ts';

interface Made {
  readonly changes: readonly Change[];
  readonly sections?: readonly Section[];
  readonly live?: { readonly [section: string]: readonly LiveEntry[] };
  readonly bounds?: {
    readonly max_removals?: number;
    readonly max_removal_percent?: number;
    readonly max_plan_removals?: number;
    readonly max_changes?: number;
    readonly max_change_percent?: number;
    readonly min_owners?: number;
  };
}

function guarded({ changes, sections = [], live = {}, bounds = {} }: Made) {
  const plan: Plan = {
    target: { url: '', version: '' },
    changes,
    unchanged: 0,
    unmanaged: [],
    unverifiable: [],
    diagnostics: [],
  };
  const world: World = { instance, sections: new Map(Object.entries(live)) };
  const guards = {
    max_removals: 10,
    max_removal_percent: 30,
    max_plan_removals: 25,
    max_changes: 25,
    max_change_percent: 50,
    min_owners: 1,
    ...bounds,
  };
  return { plan, world, kinds, desired: { ...desired(...sections), guards } };
}

/** What a guard says of changes that are made by hand. */
function said(guard: Guard, made: Made): string[] {
  return guard.refusals(guarded(made)).map(({ message }) => message);
}

function change(address: string, action: Action = 'delete', more: Partial<Change> = {}): Change {
  return changeOf(address, [], { action, ...more });
}

function entry(key: string, more: Partial<LiveEntry> = {}): LiveEntry {
  return { key, spec: {}, live: {}, ...more };
}

/** A declared value as a change shows it. */
function shown(value: LiveEntry['spec'][string]): FieldChange['to'] {
  return typeof value === 'string' ? value : undefined;
}

type Field = readonly [path: string, from: FieldChange['from'], to: FieldChange['to']];

function fields(...all: readonly Field[]): Partial<Change> {
  return { fields: all.map(([path, from, to]) => ({ path, from, to })) };
}

describe('sign-in-closed', () => {
  const settings = (...all: readonly Field[]) =>
    said(signInClosed, { changes: [change('instance/settings', 'update', fields(...all))] }).length;
  const web = 'password_authentication_enabled_for_web';
  const sources = 'disabled_oauth_sign_in_sources';

  it('sees a way in that is closed among other fields', () => {
    expect(settings(['signup_enabled', true, false], [web, true, false])).toBe(1);
    expect(settings(['signup_enabled', true, false], [sources, [], ['github']])).toBe(1);
    expect(settings([web, true, false], [sources, [], ['github']])).toBe(2);
  });

  it('sees none in anything else', () => {
    expect(settings(['signup_enabled', true, false])).toBe(0);
    expect(settings(['restricted_visibility_levels', [], ['public']])).toBe(0);
    expect(settings([web, false, true], [sources, ['github'], []], [sources, ['github'], null])).toBe(0);
    expect(settings([sources, [], 'github'])).toBe(0);
  });
});

describe('own-access', () => {
  const members = (path: string) => `group[a]/member[${path}]`;
  const live = (spec: LiveEntry['spec'], key = 'root') => ({ 'group[a]/members': [entry(key, { spec })] });
  const declares = (spec: LiveEntry['spec']) => [
    section('members', 'a', declared('other'), declared('root', { spec })),
  ];
  const level: FieldChange = { path: 'access_level', from: 'owner', to: 'guest' };
  const lowered = `${members('root')} is the access of this token's own user, and would be lowered`;
  const removed = `${members('root')} is the access of this token's own user, and would be removed`;

  it('sees a level that falls, and none that stays or rises', () => {
    const to = (access_level: string) =>
      said(ownAccess, {
        changes: [changeOf(members('root'), [{ ...level, to: access_level }])],
        sections: declares({ access_level }),
        live: live({ access_level: 'developer' }),
      });
    expect([to('guest'), to('developer'), to('owner')]).toEqual([[lowered], [], []]);
  });

  it('sees a role in the place of a level, and not another last day beside a role', () => {
    const changed = (path: string, was: LiveEntry['spec']) =>
      said(ownAccess, {
        changes: [changeOf(members('root'), [{ path, from: null, to: 'x' }])],
        sections: declares({ role: 'r' }),
        live: live(was),
      });
    expect(changed('role', { access_level: 'owner' })).toEqual([lowered]);
    expect(changed('expires_at', { access_level: 'owner', role: 'r' })).toEqual([]);
    expect(changed('role', { role: 'other' })).toEqual([]);
  });

  it('sees that it goes, whatever is declared', () => {
    for (const sections of [declares({ access_level: 'owner' }), [], [section('members', 'a')]]) {
      expect(
        said(ownAccess, { changes: [change(members('root'))], sections, live: live({ access_level: 'guest' }) }),
      ).toEqual([removed]);
    }
    const undeclared = { changes: [changeOf(members('root'), [level])], live: live({ access_level: 'owner' }) };
    expect(said(ownAccess, undeclared)).toEqual([lowered]);
  });

  it('sees nothing where there was none, or where it is no access', () => {
    expect(said(ownAccess, { changes: [change(members('root'))] })).toEqual([]);
    expect(said(ownAccess, { changes: [change(members('root'))], live: live({}, 'eve') })).toEqual([]);
    const hook = { 'group[a]/hooks': [entry('root', { spec: { access_level: 'owner' } })] };
    expect(said(ownAccess, { changes: [change('group[a]/hook[root]')], live: hook })).toEqual([]);
  });
});

describe('protected', () => {
  const guard = (address: string, ...sections: readonly Section[]) =>
    said(protectedEntries, { changes: [change(address)], sections });
  const protect = { protect: true } as const;

  it('goes with each of the groups, and with the project, that it stands in', () => {
    const hook: Section = {
      scope: { type: 'project', path: 'a/b/p' },
      name: 'hooks',
      entries: [declared('ci', protect)],
      prune: false,
    };
    for (const above of ['group[a]', 'group[a/b]', 'project[a/b/p]']) {
      expect(guard(above, hook)).toEqual([
        `project[a/b/p]/hook[ci] is protected, and would be deleted together with ${above}`,
      ]);
    }
    for (const beside of ['group[b]', 'project[p]', 'project[a/b]']) expect(guard(beside, hook)).toEqual([]);
  });

  it('goes with a group, and not with a project of that name', () => {
    const inGroup = section('hooks', 'a/b', declared('ci', protect));
    expect(guard('group[a/b]', inGroup)).toHaveLength(1);
    expect(guard('project[a/b]', inGroup)).toEqual([]);
    const group = section('groups', undefined, declared('a/b', protect));
    expect(guard('group[a/b]', group)).toEqual(['group[a/b] is protected, and would be deleted']);
    expect(guard('project[a/b]', group)).toEqual([]);
    expect(guard('group[r]', section('member_roles', undefined, declared('r', protect)))).toEqual([]);
  });
});

describe('mass-removal', () => {
  const roles = (...keys: readonly string[]) => keys.map((key) => change(`instance/member_role[${key}]`));
  const live = (...entries: readonly LiveEntry[]) => ({ 'instance/member_roles': entries });

  it('counts what goes from a section of which nothing is known', () => {
    expect(said(massRemoval, { changes: roles('a', 'b') })).toEqual([
      '2 of the 0 entries of instance/member_roles would be removed (the bounds are 10, and 30 %)',
    ]);
    expect(said(massRemoval, { changes: roles('a', 'b'), bounds: { max_removal_percent: 100 } })).toEqual([]);
    expect(said(massRemoval, { changes: roles('a') })).toEqual([]);
    expect(said(massRemoval, { changes: roles('a'), bounds: { max_removals: 0 } })).toHaveLength(1);
  });

  it('does not count what a replacement leaves over', () => {
    const bounds = { max_removals: 0 };
    const replaced = change('instance/member_role[r]', 'replace');
    const after = (address: string) => change('instance/member_role[r (replaced)]', 'delete', { needs: [address] });
    expect(said(massRemoval, { changes: [replaced, after(replaced.address)], bounds })).toEqual([]);
    const superseded = live(entry('r (replaced)', { superseded: 'before' }));
    expect(said(massRemoval, { changes: [after('group[x]')], live: superseded, bounds })).toEqual([]);
  });

  it('counts what goes after anything else', () => {
    const bounds = { max_removals: 0 };
    const goes = (needs: string, ...others: readonly Change[]) =>
      said(massRemoval, {
        changes: [...others, change('instance/member_role[r]', 'delete', { needs: [needs] })],
        live: live(entry('r'), entry('other', { superseded: 'before' })),
        bounds,
      }).length;
    const updated = change('instance/member_role[s]', 'update');
    const hook = change('group[a]/hook[ci]', 'replace');
    expect(goes(updated.address, updated)).toBe(1);
    expect(goes(hook.address, hook)).toBe(1);
    expect(goes('group[a]/member[bob]', change('group[a]/member[bob]', 'update'))).toBe(1);
  });
});

describe('last-owner', () => {
  const owner = (key: string, more: Partial<LiveEntry> = {}) =>
    entry(key, { spec: { access_level: 'owner' }, ...more });
  const goes = (key: string) => change(`group[a]/member[${key}]`);
  const live = (...entries: readonly LiveEntry[]) => ({ 'group[a]/members': entries });
  const inside = [section('members', 'a'), section('hooks', 'a')];

  it('tells the fewest that the plan passes through, and by which change', () => {
    const changes = [
      goes('eve'),
      goes('zoe'),
      change('group[a]/member[new]', 'create', fields(['access_level', undefined, 'owner'])),
      goes('al'),
    ];
    const sections = [section('members', 'a', declared('new', { spec: { access_level: 'owner' } }))];
    const made = { changes, sections, live: live(owner('eve'), owner('zoe'), owner('al')), bounds: { min_owners: 3 } };
    expect(lastOwner.refusals(guarded(made))).toEqual([
      { message: 'group[a] would be left with 1 of at least 3 owners', addresses: ['group[a]/member[zoe]'] },
    ]);
  });

  it('counts people who are active, with a level of their own', () => {
    const left = (other: LiveEntry) =>
      said(lastOwner, { changes: [goes('eve')], sections: inside, live: live(owner('eve'), other) });
    expect(left(owner('zoe', { live: { state: 'active' } }))).toEqual([]);
    expect(left(owner('zoe'))).toEqual([]);
    const none = 'group[a] would be left with 0 of at least 1 owner';
    expect(left(owner('zoe', { dormant: 'blocked' }))).toEqual([`${none} (not counted: zoe, blocked)`]);
    expect(left(owner('zoe', { robot: true, readOnlyReason: 'a bot' }))).toEqual([`${none} (not counted: zoe)`]);
    expect(left(entry('zoe'))).toEqual([none]);
    expect(left(entry('zoe', { spec: { access_level: 'maintainer' } }))).toEqual([none]);
  });

  it('takes an owner for one until something else is said', () => {
    const changed = (spec: LiveEntry['spec'], listed = true) =>
      said(lastOwner, {
        changes: [
          change(
            'group[a]/member[eve]',
            'update',
            fields(...Object.entries(spec).map(([path, to]): Field => [path, 'x', shown(to)])),
          ),
        ],
        sections: [section('members', 'a', ...(listed ? [declared('eve', { spec })] : []))],
        live: live(owner('eve')),
      }).length;
    expect([changed({}), changed({}, false), changed({ access_level: 'owner' })]).toEqual([0, 0, 0]);
    expect([changed({ access_level: 'guest' }), changed({ role: 'r' })]).toEqual([1, 1]);
  });

  it('is a matter of groups at the top alone', () => {
    const below = { changes: [change('group[a/b]/member[eve]')], live: { 'group[a/b]/members': [owner('eve')] } };
    expect(said(lastOwner, { ...below, sections: [section('members', 'a/b')] })).toEqual([]);
    const project: Section = { scope: { type: 'project', path: 'a' }, name: 'members', entries: [], prune: false };
    expect(
      said(lastOwner, {
        changes: [change('project[a]/member[eve]')],
        live: { 'project[a]/members': [owner('eve')] },
        sections: [project],
      }),
    ).toEqual([]);
    const hook = { changes: [change('group[a]/hook[eve]')], live: { 'group[a]/hooks': [owner('eve')] } };
    expect(said(lastOwner, { ...hook, sections: inside })).toEqual([]);
  });
});

it('empty-configuration counts what goes, and nothing else', () => {
  const changes = [change('a'), change('b'), change('c', 'update')];
  const everything = [section('hooks', 'a')];
  expect(emptyConfiguration.refusals(guarded({ changes, sections: everything }))).toEqual([
    { message: 'the configuration declares nothing, and 2 things would be removed', addresses: ['a', 'b'] },
  ]);
  expect(said(emptyConfiguration, { changes: [change('c', 'update')] })).toEqual([]);
});

it('public-visibility sees it among other fields', () => {
  const seen = (...all: readonly Field[]) =>
    said(publicVisibility, { changes: [change('group[a]', 'update', fields(...all))] }).length;
  expect(seen(['name', 'a', 'b'], ['visibility', 'private', 'public'])).toBe(1);
  expect(seen(['visibility', 'public', 'internal'], ['default_visibility', 'private', 'public'])).toBe(0);
  expect(seen(['visibility', undefined, 'public'])).toBe(0);
});

it('scope-deletion sees groups and projects that go', () => {
  const seen = (address: string, action: Action) => said(scopeDeletion, { changes: [change(address, action)] }).length;
  expect([seen('group[a]', 'delete'), seen('project[a/p]', 'delete')]).toEqual([1, 1]);
  expect([seen('group[a]', 'update'), seen('group[a]/hook[ci]', 'delete')]).toEqual([0, 0]);
});

it('a guard that cannot be evaluated refuses, and names nothing', () => {
  const broken = guarded({ changes: [change('no[such]/kind[x]')] });
  const refusals = refusalsOf(broken, new Set());
  expect(refusals.find(({ guard }) => guard === 'mass-removal')).toEqual({
    guard: 'mass-removal',
    message: 'the guard could not be evaluated (no[such]/kind[x] names no kind)',
    addresses: [],
  });
});
