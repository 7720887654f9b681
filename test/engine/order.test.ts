import { describe, expect, it } from 'vitest';
import { ordered } from '../../src/engine/dependency-order.ts';
import type { Action, Plan } from '../../src/model.ts';
import { changeOf } from '../apply/change.ts';
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
      'groups:\n  aa/bb/cc: { members: { bob: owner } }\n  aa/bb: {}\n  aa: { hooks: { ci: { url: "https://ci" } } }',
      { 'instance/groups': [], 'group[aa]/hooks': [], 'group[aa/bb/cc]/members': [] },
    );
    expect(steps(made)).toEqual([
      'create group[aa]',
      'create group[aa/bb]',
      'create group[aa/bb/cc]',
      'create group[aa]/hook[ci]',
      'create group[aa/bb/cc]/member[bob]',
    ]);
    expect(waits(made, 'group[aa/bb/cc]/member[bob]', 'group[aa]')).toBe(true);
    expect(waits(made, 'group[aa]/hook[ci]', 'group[aa/bb]')).toBe(false);
  });

  it('is renamed before anything is done in it', () => {
    const made = planAfterMoves(
      'groups:\n  aa: { previously: old, members: { bob: owner } }',
      { 'instance/groups': [group(1, 'old')], 'group[aa]/members': [] },
      { old: 'aa' },
    );
    expect(steps(made)).toEqual(['update group[aa]', 'create group[aa]/member[bob]']);
    expect(waits(made, 'group[aa]/member[bob]', 'group[aa]')).toBe(true);
  });

  it('is deleted after the groups in it', () => {
    const made = planFor('groups:\n  aa: { state: absent }\n  aa/bb: { state: absent }', {
      'instance/groups': [group(1, 'aa'), group(2, 'aa/bb', { parent_id: 1 })],
    });
    expect(steps(made)).toEqual(['delete group[aa/bb]', 'delete group[aa]']);
    expect(waits(made, 'group[aa]', 'group[aa/bb]')).toBe(true);
  });

  it('is deleted after what is moved out of it', () => {
    const made = planAfterMoves(
      'groups:\n  aa: { state: absent }\n  cc: { previously: aa/bb }',
      { 'instance/groups': [group(1, 'aa'), group(2, 'aa/bb', { parent_id: 1 })] },
      { 'aa/bb': 'cc' },
    );
    expect(steps(made)).toEqual(['update group[cc]', 'delete group[aa]']);
    expect(waits(made, 'group[aa]', 'group[cc]')).toBe(true);
  });
});

describe('visibility', () => {
  const at = (visibility: string) => ({
    'instance/groups': [
      group(1, 'aa', { visibility }),
      group(2, 'aa/bb', { visibility, parent_id: 1 }),
      group(3, 'aa/bb/cc', { visibility, parent_id: 2 }),
    ],
  });
  const to = (visibility: string) =>
    ['aa', 'aa/bb', 'aa/bb/cc'].map((path) => `  ${path}: { visibility: ${visibility} }`).join('\n');

  it('is lowered from below', () => {
    expect(steps(planFor(`groups:\n${to('private')}`, at('internal')))).toEqual([
      'update group[aa/bb/cc]',
      'update group[aa/bb]',
      'update group[aa]',
    ]);
  });

  it('is raised from above', () => {
    expect(steps(planFor(`groups:\n${to('public')}`, at('internal')))).toEqual([
      'update group[aa]',
      'update group[aa/bb]',
      'update group[aa/bb/cc]',
    ]);
  });

  it('has no order where a group and the one above it move apart', () => {
    const live = {
      'instance/groups': [
        group(1, 'aa', { visibility: 'internal' }),
        group(2, 'aa/bb', { visibility: 'internal', parent_id: 1 }),
      ],
    };
    const made = planFor('groups:\n  aa: { visibility: public }\n  aa/bb: { visibility: private }', live);
    expect(waits(made, 'group[aa]', 'group[aa/bb]')).toBe(false);
    expect(waits(made, 'group[aa/bb]', 'group[aa]')).toBe(false);
  });

  it('is raised before a group is made that needs it', () => {
    const made = planFor('groups:\n  aa: { visibility: public }\n  aa/bb: { visibility: public }', {
      'instance/groups': [group(1, 'aa')],
    });
    expect(steps(made)).toEqual(['update group[aa]', 'create group[aa/bb]']);
    expect(waits(made, 'group[aa/bb]', 'group[aa]')).toBe(true);
  });

  it('gives way to a rename, which comes first', () => {
    const made = planAfterMoves(
      'groups:\n  aa: { previously: old, visibility: private }\n  aa/bb: { visibility: private }',
      {
        'instance/groups': [
          group(1, 'old', { visibility: 'public' }),
          group(2, 'aa/bb', { visibility: 'public', parent_id: 1 }),
        ],
      },
      { old: 'aa' },
    );
    expect(steps(made)).toEqual(['update group[aa]', 'update group[aa/bb]']);
  });
});

describe('access', () => {
  const live = { 'instance/groups': [group(1, 'aa'), group(2, 'aa/bb', { parent_id: 1 })] };

  it('is given to new owners before it is taken from old ones', () => {
    const made = planFor('groups:\n  aa: { members: { alice: { state: absent }, bob: developer, zoe: owner } }', {
      ...live,
      'group[aa]/members': [member('alice', 50), member('bob', 50)],
    });
    expect(steps(made)[0]).toBe('create group[aa]/member[zoe]');
    expect(waits(made, 'group[aa]/member[alice]', 'group[aa]/member[zoe]')).toBe(true);
    expect(waits(made, 'group[aa]/member[bob]', 'group[aa]/member[zoe]')).toBe(true);
  });

  it("of the token's own user is lowered when all within its reach is done", () => {
    const made = planFor(
      'groups:\n  aa: { description: new, members: { root: developer, bob: guest } }\n  aa/bb: { members: { eve: guest } }\n  zz: { description: new }',
      {
        'instance/groups': [...live['instance/groups'], group(3, 'zz')],
        'group[aa]/members': [member('root', 50)],
        'group[aa/bb]/members': [],
      },
    );
    for (const address of ['group[aa]', 'group[aa]/member[bob]', 'group[aa/bb]/member[eve]']) {
      expect(waits(made, 'group[aa]/member[root]', address)).toBe(true);
    }
    expect(waits(made, 'group[aa]/member[root]', 'group[zz]')).toBe(false);
    expect(waits(made, 'group[zz]', 'group[aa]/member[root]')).toBe(false);
  });

  it("of the token's own user is lowered before the role goes that gives it", () => {
    const made = planFor('groups:\n  aa:\n    member_roles: { r: { state: absent } }\n    members: { root: guest }', {
      'instance/groups': [group(1, 'aa')],
      'group[aa]/member_roles': [role(9, 'r')],
      'group[aa]/members': [member('root', 20, { member_role: { id: 9, name: 'r' } })],
    });
    expect(steps(made)).toEqual(['update group[aa]/member[root]', 'delete group[aa]/member_role[r]']);
  });
});

describe('roles', () => {
  it('are made before their use, and deleted after it', () => {
    const made = planFor(
      'instance:\n  member_roles: { new: { base: guest, permissions: [read_code] }, old: { state: absent } }\n' +
        'groups:\n  aa: { members: { bob: { role: new } } }',
      {
        'instance/groups': [group(1, 'aa')],
        'instance/member_roles': [role(9, 'old')],
        'group[aa]/members': [member('bob', 20, { member_role: { id: 9, name: 'old' } })],
      },
    );
    expect(steps(made)).toEqual([
      'create instance/member_role[new]',
      'update group[aa]/member[bob]',
      'delete instance/member_role[old]',
    ]);
    expect(waits(made, 'group[aa]/member[bob]', 'instance/member_role[new]')).toBe(true);
    expect(waits(made, 'instance/member_role[old]', 'group[aa]/member[bob]')).toBe(true);
  });

  it('that are replaced take what refers to them along, and leave nothing behind', () => {
    const made = planFor(
      'instance:\n  member_roles: { r: { base: guest, permissions: [read_code] } }\n' +
        'groups:\n  aa: { members: { bob: { role: r } } }',
      {
        'instance/groups': [group(1, 'aa')],
        'instance/member_roles': [role(9, 'r')],
        'group[aa]/members': [member('bob', 20, { member_role: { id: 9, name: 'r' } })],
      },
    );
    expect(steps(made)).toEqual([
      'replace instance/member_role[r]',
      'update group[aa]/member[bob]',
      'delete instance/member_role[r (replaced)]',
    ]);
    expect(waits(made, 'instance/member_role[r (replaced)]', 'group[aa]/member[bob]')).toBe(true);
    expect(codes(made)).toEqual([]);
  });
});

describe('a group that is declared absent', () => {
  it('is not given what the defaults give to every group', () => {
    const made = planFor(
      'defaults:\n  groups: { "**": { members: { bob: owner } } }\ngroups:\n  aa: { state: absent }\n  bb: {}',
      { 'instance/groups': [group(1, 'aa'), group(2, 'bb')], 'group[bb]/members': [] },
    );
    expect(steps(made)).toEqual(['create group[bb]/member[bob]', 'delete group[aa]']);
  });
});

describe('a link to a directory', () => {
  const at = { 'instance/groups': [group(1, 'aa')] };
  const ldap = { provider: 'ldapmain', cn: 'devs', group_access: 30 };
  const link = 'ldap_links: [{ provider: ldapmain, cn: devs, access_level: developer }]';
  const linked = 'group[aa]/ldap_link[ldapmain:cn=devs]';

  it('comes after the members who come and go, since they could not any more', () => {
    const made = planFor(`groups:\n  aa: { members: { bob: guest, eve: { state: absent }, zoe: owner }, ${link} }`, {
      ...at,
      'group[aa]/members': [member('eve', 20), member('zoe', 30)],
      'group[aa]/ldap_links': [],
    });
    expect(waits(made, linked, 'group[aa]/member[bob]')).toBe(true);
    expect(waits(made, linked, 'group[aa]/member[eve]')).toBe(true);
    expect(waits(made, linked, 'group[aa]/member[zoe]')).toBe(false);
    expect(codes(made)).toEqual([]);
  });

  it('goes before members come and go', () => {
    const made = planFor(
      'groups:\n  aa: { prune: [ldap_links], ldap_links: [], members: { bob: guest, eve: { state: absent } } }',
      {
        ...at,
        'group[aa]/members': [member('eve', 20)],
        'group[aa]/ldap_links': [ldap],
      },
    );
    expect(steps(made)).toEqual([`delete ${linked}`, 'create group[aa]/member[bob]', 'delete group[aa]/member[eve]']);
    expect(waits(made, 'group[aa]/member[bob]', linked)).toBe(true);
    expect(codes(made)).toEqual([]);
  });

  it('that is replaced lets nobody slip in while it is away: what is told to be refused comes first', () => {
    const made = planFor(`groups:\n  aa: { members: { bob: guest, eve: { state: absent } }, ${link} }`, {
      ...at,
      'group[aa]/members': [member('eve', 20)],
      'group[aa]/ldap_links': [{ ...ldap, group_access: 20 }],
    });
    expect(steps(made)).toContain(`replace ${linked}`);
    expect(waits(made, linked, 'group[aa]/member[bob]')).toBe(true);
    expect(waits(made, linked, 'group[aa]/member[eve]')).toBe(true);
    expect(codes(made)).toEqual(['sealed', 'sealed']);
  });

  it('that stays is told, with each member that GitLab will not add or remove', () => {
    const made = planFor(`groups:\n  aa: { members: { bob: guest, eve: { state: absent }, zoe: owner }, ${link} }`, {
      ...at,
      'group[aa]/members': [member('eve', 20), member('zoe', 30)],
      'group[aa]/ldap_links': [ldap],
    });
    expect(made.diagnostics.map(({ severity, code, message }) => [severity, code, message])).toEqual([
      [
        'warning',
        'sealed',
        expect.stringContaining(
          'GitLab will refuse group[aa]/member[bob]: while the ldap link ldapmain:cn=devs is there',
        ),
      ],
      ['warning', 'sealed', expect.stringContaining('GitLab will refuse the removal of group[aa]/member[eve]')],
    ]);
  });

  it('that nobody declares is told as well, with the line and a remedy that fit what is refused', () => {
    const row = { provider: 'ldapmain', cn: 'devs', group_access: 30 };
    const live = {
      'instance/groups': [group(1, 'aa', { ldap_group_links: [row] })],
      'group[aa]/members': [member('eve', 20), member('zoe', 30)],
    };
    const yaml = 'groups:\n  aa:\n    prune: [members]\n    members:\n      bob: guest\n      eve: { state: absent }';
    const told = planFor(yaml, live).diagnostics.filter(({ code }) => code === 'sealed');
    expect(told.map(({ message, place, remedy }) => [/member\[\w+\]/.exec(message)?.[0], place?.line, remedy])).toEqual(
      [
        [
          'member[bob]',
          5,
          'give the access through the link, or take the link away with `state: absent` in `ldap_links`',
        ],
        [
          'member[eve]',
          6,
          'take the link away with `state: absent` in `ldap_links`, or take the entry out of the configuration',
        ],
        ['member[zoe]', 3, 'take the link away with `state: absent` in `ldap_links`, or take members out of `prune`'],
      ],
    );
  });
});

it('who loses access above and below loses it above first, by a removal as well', () => {
  const live = {
    'instance/groups': [group(1, 'aa'), group(2, 'aa/bb', { parent_id: 1 })],
    'group[aa]/members': [member('bob', 40), member('eve', 40)],
    'group[aa/bb]/members': [member('bob', 40), member('eve', 50)],
  };
  const made = planFor(
    'groups:\n  aa: { members: { bob: guest, eve: { state: absent } } }\n  aa/bb: { members: { bob: guest, eve: guest } }',
    live,
  );
  expect(waits(made, 'group[aa/bb]/member[bob]', 'group[aa]/member[bob]')).toBe(true);
  expect(waits(made, 'group[aa/bb]/member[eve]', 'group[aa]/member[eve]')).toBe(true);
});

describe('an access level beside a role', () => {
  const declared = 'instance:\n  member_roles: { r: { base: guest, permissions: [read_code] } }\n';
  const planned = (member: string, before = '') =>
    planFor(`${before}groups:\n  aa: { members: { eve: ${member} } }`, {
      'instance/groups': [group(1, 'aa')],
      'instance/member_roles': [role(7, 'r', 10)],
      'group[aa]/members': [member_('eve', 50)],
    });
  const member_ = member;

  it('that is not that of a role which nobody declares is an error, in the entry or from a default', () => {
    expect(codes(planned('{ access_level: owner, role: r }'))).toEqual(['contradicts-role']);
    const byDefault = 'defaults:\n  groups:\n    aa: { members: { eve: owner } }\n';
    expect(codes(planned('{ role: r }', byDefault))).toEqual(['contradicts-role']);
    const link = planFor('groups:\n  aa: { saml_links: { x: { access_level: owner, role: r } } }', {
      'instance/groups': [group(1, 'aa')],
      'instance/member_roles': [role(7, 'r', 10)],
      'group[aa]/saml_links': [],
    });
    expect(codes(link)).toEqual(['contradicts-role']);
  });

  it('that is the role’s, or absent, is none', () => {
    expect(codes(planned('{ access_level: guest, role: r }', declared))).toEqual([]);
    expect(codes(planned('{ role: r }', declared))).toEqual([]);
  });
});

describe('changes are put into an order', () => {
  const change = (address: string, action: Action = 'update', needs: readonly string[] = []) =>
    changeOf(address, [], { action, needs });
  const order = (...changes: readonly ReturnType<typeof change>[]) => ordered(changes).map(({ address }) => address);

  it('in which each stands after what it needs, otherwise as they came', () => {
    expect(order(change('c', 'create', ['b']), change('a'), change('b', 'update', ['x']))).toEqual(['b', 'c', 'a']);
  });

  it('with deletions last, unless something needs them', () => {
    expect(order(change('a', 'delete'), change('b'), change('c', 'delete'), change('d', 'update', ['c']))).toEqual([
      'b',
      'c',
      'd',
      'a',
    ]);
  });

  it('which is none where they need each other', () => {
    expect(() => order(change('a', 'update', ['b']), change('b', 'update', ['a']))).toThrow('a needs itself');
  });
});
