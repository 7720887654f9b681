import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/model.ts';
import { group, member } from './live.ts';
import { codes, planAfterMoves, planFor, steps } from './world.ts';

/** Whether a change needs another, by however many steps. */
function waits(made: Plan, later: string, earlier: string): boolean {
  const needs = new Map(made.changes.map((change) => [change.address, change.needs]));
  const seen = new Set([later]);
  for (const address of seen) for (const needed of needs.get(address) ?? []) seen.add(needed);
  return later !== earlier && seen.has(earlier);
}

const role = (id: number, name: string, level = 20) => ({
  id,
  name,
  base_access_level: level,
  description: null,
  read_code: true,
});

describe('what a group needs', () => {
  it('is made after the group above it, and before what stands in it', () => {
    const made = planFor(
      'groups:\n  a/b/c: { members: { bob: owner } }\n  a/b: {}\n  a: { hooks: { ci: { url: "https://ci" } } }',
      { 'instance/groups': [], 'group[a]/hooks': [], 'group[a/b/c]/members': [] },
    );
    expect(steps(made)).toEqual([
      'create group[a]',
      'create group[a/b]',
      'create group[a/b/c]',
      'create group[a]/hook[ci]',
      'create group[a/b/c]/member[bob]',
    ]);
    expect(waits(made, 'group[a/b/c]/member[bob]', 'group[a]')).toBe(true);
    expect(waits(made, 'group[a]/hook[ci]', 'group[a/b]')).toBe(false);
  });

  it('is renamed before anything is done in it', () => {
    const made = planAfterMoves(
      'groups:\n  a: { previously: old, members: { bob: owner } }',
      { 'instance/groups': [group(1, 'old')], 'group[a]/members': [] },
      { old: 'a' },
    );
    expect(steps(made)).toEqual(['update group[a]', 'create group[a]/member[bob]']);
    expect(waits(made, 'group[a]/member[bob]', 'group[a]')).toBe(true);
  });

  it('is deleted after the groups in it', () => {
    const made = planFor('groups:\n  a: { state: absent }\n  a/b: { state: absent }', {
      'instance/groups': [group(1, 'a'), group(2, 'a/b', { parent_id: 1 })],
    });
    expect(steps(made)).toEqual(['delete group[a/b]', 'delete group[a]']);
    expect(waits(made, 'group[a]', 'group[a/b]')).toBe(true);
  });

  it('is deleted after what is moved out of it', () => {
    const made = planAfterMoves(
      'groups:\n  a: { state: absent }\n  c: { previously: a/b }',
      { 'instance/groups': [group(1, 'a'), group(2, 'a/b', { parent_id: 1 })] },
      { 'a/b': 'c' },
    );
    expect(steps(made)).toEqual(['update group[c]', 'delete group[a]']);
    expect(waits(made, 'group[a]', 'group[c]')).toBe(true);
  });
});

describe('visibility', () => {
  const at = (visibility: string) => ({
    'instance/groups': [
      group(1, 'a', { visibility }),
      group(2, 'a/b', { visibility, parent_id: 1 }),
      group(3, 'a/b/c', { visibility, parent_id: 2 }),
    ],
  });
  const to = (visibility: string) =>
    ['a', 'a/b', 'a/b/c'].map((path) => `  ${path}: { visibility: ${visibility} }`).join('\n');

  it('is lowered from below', () => {
    expect(steps(planFor(`groups:\n${to('private')}`, at('internal')))).toEqual([
      'update group[a/b/c]',
      'update group[a/b]',
      'update group[a]',
    ]);
  });

  it('is raised from above', () => {
    expect(steps(planFor(`groups:\n${to('public')}`, at('internal')))).toEqual([
      'update group[a]',
      'update group[a/b]',
      'update group[a/b/c]',
    ]);
  });

  it('has no order where a group and the one above it move apart', () => {
    const live = {
      'instance/groups': [
        group(1, 'a', { visibility: 'internal' }),
        group(2, 'a/b', { visibility: 'internal', parent_id: 1 }),
      ],
    };
    const made = planFor('groups:\n  a: { visibility: public }\n  a/b: { visibility: private }', live);
    expect(waits(made, 'group[a]', 'group[a/b]')).toBe(false);
    expect(waits(made, 'group[a/b]', 'group[a]')).toBe(false);
  });

  it('is raised before a group is made that needs it', () => {
    const made = planFor('groups:\n  a: { visibility: public }\n  a/b: { visibility: public }', {
      'instance/groups': [group(1, 'a')],
    });
    expect(steps(made)).toEqual(['update group[a]', 'create group[a/b]']);
    expect(waits(made, 'group[a/b]', 'group[a]')).toBe(true);
  });

  it('gives way to a rename, which comes first', () => {
    const made = planAfterMoves(
      'groups:\n  a: { previously: old, visibility: private }\n  a/b: { visibility: private }',
      {
        'instance/groups': [
          group(1, 'old', { visibility: 'public' }),
          group(2, 'a/b', { visibility: 'public', parent_id: 1 }),
        ],
      },
      { old: 'a' },
    );
    expect(steps(made)).toEqual(['update group[a]', 'update group[a/b]']);
  });
});

describe('access', () => {
  const live = { 'instance/groups': [group(1, 'a'), group(2, 'a/b', { parent_id: 1 })] };

  it('is given to new owners before it is taken from old ones', () => {
    const made = planFor('groups:\n  a: { members: { alice: { state: absent }, bob: developer, zoe: owner } }', {
      ...live,
      'group[a]/members': [member('alice', 50), member('bob', 50)],
    });
    expect(steps(made)[0]).toBe('create group[a]/member[zoe]');
    expect(waits(made, 'group[a]/member[alice]', 'group[a]/member[zoe]')).toBe(true);
    expect(waits(made, 'group[a]/member[bob]', 'group[a]/member[zoe]')).toBe(true);
  });

  it("of the token's own user is lowered when all within its reach is done", () => {
    const made = planFor(
      'groups:\n  a: { description: new, members: { root: developer, bob: guest } }\n  a/b: { members: { eve: guest } }\n  z: { description: new }',
      {
        'instance/groups': [...live['instance/groups'], group(3, 'z')],
        'group[a]/members': [member('root', 50)],
        'group[a/b]/members': [],
      },
    );
    for (const address of ['group[a]', 'group[a]/member[bob]', 'group[a/b]/member[eve]']) {
      expect(waits(made, 'group[a]/member[root]', address)).toBe(true);
    }
    expect(waits(made, 'group[a]/member[root]', 'group[z]')).toBe(false);
    expect(waits(made, 'group[z]', 'group[a]/member[root]')).toBe(false);
  });

  it("of the token's own user is lowered before the role goes that gives it", () => {
    const made = planFor('groups:\n  a:\n    member_roles: { r: { state: absent } }\n    members: { root: guest }', {
      'instance/groups': [group(1, 'a')],
      'group[a]/member_roles': [role(9, 'r')],
      'group[a]/members': [member('root', 20, { member_role: { id: 9, name: 'r' } })],
    });
    expect(steps(made)).toEqual(['update group[a]/member[root]', 'delete group[a]/member_role[r]']);
  });
});

describe('roles', () => {
  it('are made before their use, and deleted after it', () => {
    const made = planFor(
      'instance:\n  member_roles: { new: { base: guest, permissions: [read_code] }, old: { state: absent } }\n' +
        'groups:\n  a: { members: { bob: { role: new } } }',
      {
        'instance/groups': [group(1, 'a')],
        'instance/member_roles': [role(9, 'old')],
        'group[a]/members': [member('bob', 20, { member_role: { id: 9, name: 'old' } })],
      },
    );
    expect(steps(made)).toEqual([
      'create instance/member_role[new]',
      'update group[a]/member[bob]',
      'delete instance/member_role[old]',
    ]);
    expect(waits(made, 'group[a]/member[bob]', 'instance/member_role[new]')).toBe(true);
    expect(waits(made, 'instance/member_role[old]', 'group[a]/member[bob]')).toBe(true);
  });

  it('that are replaced take what refers to them along, and leave nothing behind', () => {
    const made = planFor(
      'instance:\n  member_roles: { r: { base: guest, permissions: [read_code] } }\n' +
        'groups:\n  a: { members: { bob: { role: r } } }',
      {
        'instance/groups': [group(1, 'a')],
        'instance/member_roles': [role(9, 'r')],
        'group[a]/members': [member('bob', 20, { member_role: { id: 9, name: 'r' } })],
      },
    );
    expect(steps(made)).toEqual([
      'replace instance/member_role[r]',
      'update group[a]/member[bob]',
      'delete instance/member_role[r (replaced)]',
    ]);
    expect(waits(made, 'instance/member_role[r (replaced)]', 'group[a]/member[bob]')).toBe(true);
    expect(codes(made)).toEqual([]);
  });
});

describe('a group that is declared absent', () => {
  it('is not given what the defaults give to every group', () => {
    const made = planFor(
      'defaults:\n  groups: { "**": { members: { bob: owner } } }\ngroups:\n  a: { state: absent }\n  b: {}',
      { 'instance/groups': [group(1, 'a'), group(2, 'b')], 'group[b]/members': [] },
    );
    expect(steps(made)).toEqual(['create group[b]/member[bob]', 'delete group[a]']);
  });

  it('cannot hold one that is declared to stay', () => {
    const made = planFor('groups:\n  a: { state: absent }\n  a/b/c: { name: C }', {
      'instance/groups': [group(1, 'a'), group(2, 'a/b/c')],
    });
    expect(made.diagnostics.map(({ message }) => message)).toEqual([
      'group[a/b/c] is declared, and would go with group[a], which is declared absent',
    ]);
  });
});
