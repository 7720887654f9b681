import { describe, expect, it } from 'vitest';
import { refusalsOf } from '../../src/engine/guard/guards.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { desiredOf } from '../support/keelson.ts';
import { kinds } from './instance.ts';
import { group, member, worldOf, type Live } from './live.ts';
import { planFor, refusalsFor } from './world.ts';

const a = { 'instance/groups': [group(1, 'a')] };
const b = { 'instance/groups': [group(1, 'a'), group(2, 'a/b', { parent_id: 1 })] };

const people = (...names: readonly string[]) => names.map((name) => member(name, 20));
const names = (count: number) => Array.from({ length: count }, (_, index) => `user${index}`);
const hookList = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `hook${index}`, url: `https://h${index}` }));
const absent = (entries: readonly string[]) => entries.map((name) => `${name}: { state: absent }`).join(', ');
const role = (id: number, name: string) => ({ id, name, base_access_level: 20, description: null, read_code: true });

interface Case {
  readonly reason: string;
  readonly yaml: string;
  readonly live: Live;
  /** What every refusal says; none where the guard has nothing to say. */
  readonly says: readonly string[];
}

const cases: { readonly [guard: string]: readonly Case[] } = {
  'mass-removal': [
    {
      reason: 'one removal is no mass, whatever share of a small section it is',
      yaml: 'groups:\n  a: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[a]/members': people('eve') },
      says: [],
    },
    {
      reason: 'two of three are more than 30 %',
      yaml: 'groups:\n  a: { members: { u1: { state: absent }, u2: { state: absent } } }',
      live: { ...a, 'group[a]/members': people('u1', 'u2', 'u3') },
      says: ['2 of the 3 entries of group[a]/members would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'three of ten are 30 %, and not more',
      yaml: `groups:\n  a: { members: { ${absent(names(3))} } }`,
      live: { ...a, 'group[a]/members': people(...names(10)) },
      says: [],
    },
    {
      reason: 'ten of a hundred are as many as may be',
      yaml: `groups:\n  a: { members: { ${absent(names(10))} } }`,
      live: { ...a, 'group[a]/members': people(...names(100)) },
      says: [],
    },
    {
      reason: 'eleven of a hundred are one too many',
      yaml: `groups:\n  a: { members: { ${absent(names(11))} } }`,
      live: { ...a, 'group[a]/members': people(...names(100)) },
      says: ['11 of the 100 entries of group[a]/members would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'what is pruned counts as what is declared absent does',
      yaml: 'groups:\n  a: { prune: [hooks], hooks: {} }',
      live: { ...a, 'group[a]/hooks': hookList(2) },
      says: ['2 of the 2 entries of group[a]/hooks would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'a bound of the configuration counts instead',
      yaml: `guards: { max_removals: 1, max_removal_percent: 100 }\ngroups:\n  a: { members: { ${absent(names(2))} } }`,
      live: { ...a, 'group[a]/members': people(...names(100)) },
      says: ['2 of the 100 entries of group[a]/members would be removed (the bounds are 1, and 100 %)'],
    },
    {
      reason: 'roles that are replaced are not lost',
      yaml: 'instance:\n  member_roles: { r: { base: guest, permissions: [read_code] }, s: { base: guest, permissions: [read_code] } }',
      live: { 'instance/member_roles': [role(8, 'r'), role(9, 's')] },
      says: [],
    },
    {
      reason: 'nor are those that an earlier run has replaced',
      yaml: 'instance:\n  member_roles: { r: { base: reporter, permissions: [read_code] } }',
      live: {
        'instance/member_roles': [role(7, 'r'), role(8, 's (replaced by Keelson)'), role(9, 't (replaced by Keelson)')],
      },
      says: [],
    },
  ],
  'scope-deletion': [
    {
      reason: 'a group is deleted',
      yaml: 'groups:\n  a: { state: absent }',
      live: a,
      says: ['group[a] would be deleted, with everything in it'],
    },
    {
      reason: 'a member is removed',
      yaml: 'groups:\n  a: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[a]/members': people('eve') },
      says: [],
    },
    {
      reason: 'a group is gone already',
      yaml: 'groups:\n  a: { state: absent }',
      live: { 'instance/groups': [group(1, 'a', { marked_for_deletion_on: '2026-01-01' })] },
      says: [],
    },
  ],
  protected: [
    {
      reason: 'an entry is removed although it is protected',
      yaml: 'groups:\n  a: { members: { eve: { state: absent, protect: true } } }',
      live: { ...a, 'group[a]/members': people('eve') },
      says: ['group[a]/member[eve] is protected, and would be deleted'],
    },
    {
      reason: 'a role is replaced although it is protected',
      yaml: 'instance:\n  member_roles: { r: { base: guest, permissions: [read_code], protect: true } }',
      live: { 'instance/member_roles': [role(8, 'r')] },
      says: ['instance/member_role[r] is protected, and would be replaced'],
    },
    {
      reason: 'a protected group stands in one that is deleted',
      yaml: 'groups:\n  a: { state: absent }\n  a/b: { state: absent, protect: true }',
      live: b,
      says: ['group[a/b] is protected, and would be deleted'],
    },
    {
      reason: 'a protected hook stands in a group that is deleted',
      yaml: 'groups:\n  a: { state: absent }\n  a/b: { state: absent, hooks: { ci: { url: "https://ci", protect: true } } }',
      live: b,
      says: ['group[a/b]/hook[ci] is protected, and would be deleted together with group[a]'],
    },
    {
      reason: 'a protected project stands in a group that is deleted',
      yaml: 'groups:\n  a: { state: absent }\nprojects:\n  a/app: { protect: true }',
      live: { ...a, 'instance/projects': [{ id: 3, path_with_namespace: 'a/app' }] },
      says: ['project[a/app] is protected, and would be deleted together with group[a]'],
    },
    {
      reason: 'a protected hook of a project stands in a group that is deleted',
      yaml: 'groups:\n  a: { state: absent }\nprojects:\n  a/app: { hooks: { ci: { url: "https://ci", protect: true } } }\n  b/app: { hooks: { ci: { url: "https://ci", protect: true } } }',
      live: {
        ...a,
        'instance/projects': [
          { id: 3, path_with_namespace: 'a/app' },
          { id: 4, path_with_namespace: 'b/app' },
        ],
        'project[a/app]/hooks': [{ id: 5, name: 'ci', url: 'https://ci' }],
        'project[b/app]/hooks': [{ id: 6, name: 'ci', url: 'https://ci' }],
      },
      says: ['project[a/app]/hook[ci] is protected, and would be deleted together with group[a]'],
    },
    {
      reason: 'a protected group is changed, and no more',
      yaml: 'groups:\n  a: { description: new, protect: true }',
      live: a,
      says: [],
    },
    {
      reason: 'a group with a longer name is not in it',
      yaml: 'groups:\n  a: { state: absent }\n  ab: { protect: true }',
      live: { 'instance/groups': [group(1, 'a'), group(2, 'ab')] },
      says: [],
    },
  ],
  'last-owner': [
    {
      reason: 'the only owner becomes a developer',
      yaml: 'groups:\n  a: { members: { eve: developer } }',
      live: { ...a, 'group[a]/members': [member('eve', 50)] },
      says: ['group[a] would be left with 0 of at least 1 owner'],
    },
    {
      reason: 'another one is there',
      yaml: 'groups:\n  a: { members: { eve: developer } }',
      live: { ...a, 'group[a]/members': [member('eve', 50), member('zoe', 50)] },
      says: [],
    },
    {
      reason: 'another one is made in the same plan, before',
      yaml: 'groups:\n  a: { members: { eve: { state: absent }, zoe: owner } }',
      live: { ...a, 'group[a]/members': [member('eve', 50)] },
      says: [],
    },
    {
      reason: 'who is left is blocked',
      yaml: 'groups:\n  a: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[a]/members': [member('eve', 50), member('zoe', 50, { state: 'blocked' })] },
      says: ['group[a] would be left with 0 of at least 1 owner'],
    },
    {
      reason: 'who is left is a bot',
      yaml: 'groups:\n  a: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[a]/members': [member('eve', 50), member('group_1_bot_2f', 50)] },
      says: ['group[a] would be left with 0 of at least 1 owner'],
    },
    {
      reason: 'fewer are left than the configuration wants',
      yaml: 'guards: { min_owners: 2 }\ngroups:\n  a: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[a]/members': [member('eve', 50), member('zoe', 50)] },
      says: ['group[a] would be left with 1 of at least 2 owners'],
    },
    {
      reason: 'fewer were there before, and none is taken away',
      yaml: 'guards: { min_owners: 2 }\ngroups:\n  a: { members: { eve: owner, zoe: developer } }',
      live: { ...a, 'group[a]/members': [member('eve', 50)] },
      says: [],
    },
    {
      reason: 'a group further down can have its owners from above',
      yaml: 'groups:\n  a/b: { members: { eve: developer } }',
      live: { ...b, 'group[a/b]/members': [member('eve', 50)] },
      says: [],
    },
    {
      reason: 'an owner is given a custom role',
      yaml: 'instance:\n  member_roles: { r: { base: reporter, permissions: [read_code] } }\ngroups:\n  a: { members: { eve: { role: r } } }',
      live: {
        'instance/groups': [group(1, 'a')],
        'instance/member_roles': [role(9, 'r')],
        'group[a]/members': [member('eve', 50)],
      },
      says: ['group[a] would be left with 0 of at least 1 owner'],
    },
  ],
  'own-access': [
    {
      reason: 'it is lowered',
      yaml: 'groups:\n  a: { members: { Root: developer } }',
      live: { ...a, 'group[a]/members': [member('root', 50), member('zoe', 50)] },
      says: ["group[a]/member[root] is the access of this token's own user, and would be lowered"],
    },
    {
      reason: 'it is removed',
      yaml: 'groups:\n  a: { members: { root: { state: absent } } }',
      live: { ...a, 'group[a]/members': [member('root', 20)] },
      says: ["group[a]/member[root] is the access of this token's own user, and would be removed"],
    },
    {
      reason: 'it is raised',
      yaml: 'groups:\n  a: { members: { root: owner } }',
      live: { ...a, 'group[a]/members': [member('root', 20)] },
      says: [],
    },
    {
      reason: 'its last day is changed, and no more',
      yaml: 'groups:\n  a: { members: { root: { access_level: owner, expires_at: 2030-01-01 } } }',
      live: { ...a, 'group[a]/members': [member('root', 50)] },
      says: [],
    },
    {
      reason: 'it is lowered among others that are raised',
      yaml: 'groups:\n  a: { members: { adam: owner, root: maintainer, zoe: owner } }',
      live: { ...a, 'group[a]/members': [member('adam', 20), member('root', 50), member('zoe', 30)] },
      says: ["group[a]/member[root] is the access of this token's own user, and would be lowered"],
    },
    {
      reason: 'it is raised among others that are lowered',
      yaml: 'groups:\n  a: { members: { adam: guest, root: owner, zoe: owner } }',
      live: { ...a, 'group[a]/members': [member('adam', 30), member('root', 20), member('zoe', 50)] },
      says: [],
    },
    {
      reason: 'it is given where there was none',
      yaml: 'groups:\n  a: { members: { root: guest } }',
      live: { ...a, 'group[a]/members': [] },
      says: [],
    },
    {
      reason: 'a custom role takes its place',
      yaml: 'instance:\n  member_roles: { r: { base: reporter, permissions: [read_code] } }\ngroups:\n  a: { members: { root: { role: r } } }',
      live: {
        ...a,
        'instance/member_roles': [role(9, 'r')],
        'group[a]/members': [member('zoe', 50), member('root', 50)],
      },
      says: ["group[a]/member[root] is the access of this token's own user, and would be lowered"],
    },
    {
      reason: "somebody else's is lowered",
      yaml: 'groups:\n  a: { members: { eve: guest } }',
      live: { ...a, 'group[a]/members': [member('eve', 20)] },
      says: [],
    },
    {
      reason: 'it is pruned from what is not declared',
      yaml: 'groups:\n  a: { prune: [members], members: { eve: owner } }',
      live: { ...a, 'group[a]/members': [member('eve', 50), member('root', 50)] },
      says: [],
    },
  ],
  'public-visibility': [
    {
      reason: 'a group becomes public',
      yaml: 'groups:\n  a: { visibility: public }',
      live: a,
      says: ['group[a] would become public'],
    },
    { reason: 'a group becomes internal', yaml: 'groups:\n  a: { visibility: internal }', live: a, says: [] },
    {
      reason: 'a group is made public',
      yaml: 'groups:\n  a: { visibility: public }',
      live: { 'instance/groups': [] },
      says: [],
    },
    {
      reason: 'a group is public',
      yaml: 'groups:\n  a: { visibility: public, description: new }',
      live: { 'instance/groups': [group(1, 'a', { visibility: 'public' })] },
      says: [],
    },
  ],
  'sign-in-closed': [
    {
      reason: 'passwords are switched off',
      yaml: 'instance:\n  settings: { password_authentication_enabled_for_web: false }',
      live: { 'instance/settings': [{ password_authentication_enabled_for_web: true }] },
      says: ['instance/settings would close a way to sign in; without another one nobody could get in any more'],
    },
    {
      reason: 'a source is switched off',
      yaml: 'instance:\n  settings: { disabled_oauth_sign_in_sources: [github] }',
      live: { 'instance/settings': [{ disabled_oauth_sign_in_sources: [] }] },
      says: ['instance/settings would close a way to sign in; without another one nobody could get in any more'],
    },
    {
      reason: 'passwords are off already',
      yaml: 'instance:\n  settings: { password_authentication_enabled_for_web: false, signup_enabled: false }',
      live: { 'instance/settings': [{ password_authentication_enabled_for_web: false, signup_enabled: true }] },
      says: [],
    },
    {
      reason: 'passwords are switched on',
      yaml: 'instance:\n  settings: { password_authentication_enabled_for_web: true }',
      live: { 'instance/settings': [{ password_authentication_enabled_for_web: false }] },
      says: [],
    },
  ],
  'empty-configuration': [
    {
      reason: 'nothing is declared, and something goes',
      yaml: 'instance:\n  prune: [system_hooks]\n  system_hooks: {}',
      live: { 'instance/system_hooks': [{ id: 1, name: 'x', url: 'https://x' }] },
      says: ['the configuration declares nothing, and something would be removed'],
    },
    {
      reason: 'nothing is declared, and nothing goes',
      yaml: 'instance:\n  prune: [system_hooks]\n  system_hooks: {}',
      live: { 'instance/system_hooks': [] },
      says: [],
    },
    {
      reason: 'something is declared',
      yaml: 'instance:\n  prune: [system_hooks]\n  system_hooks: {}\n  settings: { signup_enabled: true }',
      live: {
        'instance/settings': [{ signup_enabled: true }],
        'instance/system_hooks': [{ id: 1, name: 'x', url: 'https://x' }],
      },
      says: [],
    },
  ],
};

describe.each(Object.entries(cases))('the guard %s', (guard, all) => {
  it.each(all)('$reason', ({ yaml, live, says }) => {
    const said = refusalsFor(yaml, live).filter((refusal) => refusal.guard === guard);
    expect(said.map(({ message }) => message)).toEqual(says);
    // Each names the changes that it is about, and nothing else.
    const changing = new Set(planFor(yaml, live).changes.map(({ address }) => address));
    for (const { addresses } of said) {
      expect(addresses).not.toEqual([]);
      expect(addresses.filter((address) => !changing.has(address))).toEqual([]);
    }
    expect(refusalsFor(yaml, live, [guard]).filter((refusal) => refusal.guard === guard)).toEqual([]);
  });
});

it('holds each owner against the bound after every part of the plan, not at its end alone', () => {
  const yaml = 'groups:\n  a: { members: { eve: { state: absent }, zoe: owner } }';
  const desired = desiredOf(yaml);
  const world = worldOf({ ...a, 'group[a]/members': [member('eve', 50)] });
  const made = plan(desired, world, kinds);
  const backwards = { ...made, changes: made.changes.toReversed() };
  const guardsOf = (plan: typeof made) =>
    refusalsOf({ plan, desired, world, kinds }, new Set()).map((one) => one.guard);
  expect(guardsOf(made)).not.toContain('last-owner');
  expect(guardsOf(backwards)).toContain('last-owner');
});

it('refuses where a guard cannot be evaluated, until that guard is waived', () => {
  const desired = desiredOf('groups:\n  a: { description: new }');
  const world = worldOf(a);
  const made = plan(desired, world, kinds);
  const broken = { ...made, changes: made.changes.map((change) => ({ ...change, address: 'no[such]/kind[x]' })) };
  const refused = refusalsOf({ plan: broken, desired, world, kinds }, new Set());
  expect(refused.map(({ guard }) => guard)).toContain('own-access');
  expect(refused[0]?.message).toMatch(/^the guard could not be evaluated \(.+\)$/);
  const waived = new Set(refused.map(({ guard }) => guard));
  expect(refusalsOf({ plan: broken, desired, world, kinds }, waived)).toEqual([]);
});
