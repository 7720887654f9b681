import { describe, expect, it } from 'vitest';
import { group, member, type Live } from './live.ts';
import { codes, planFor, steps } from './world.ts';

const a: Live = { 'instance/groups': [group(1, 'aa')] };
const role = (id: number, name: string) => ({ id, name, base_access_level: 20, description: null, read_code: true });

interface Case {
  readonly reason: string;
  readonly yaml: string;
  readonly live: Live;
  readonly says: string | undefined;
}

describe('before the first call', () => {
  it.each<Case>([
    {
      reason: 'a role that is nowhere',
      yaml: 'groups:\n  aa: { members: { bob: { role: reviewer } } }',
      live: { ...a, 'instance/member_roles': [role(1, 'reviewers')], 'group[aa]/members': [] },
      says: 'group[aa]/member[bob]: there is no role named reviewer',
    },
    {
      reason: 'a role that is only live',
      yaml: 'groups:\n  aa: { members: { bob: { role: reviewer } } }',
      live: { ...a, 'instance/member_roles': [role(1, 'reviewer')], 'group[aa]/members': [] },
      says: undefined,
    },
    {
      reason: 'a role that an undeclared member has, and that is to go',
      yaml: 'instance:\n  member_roles: { r: { state: absent } }\ngroups:\n  aa: { members: { eve: guest } }',
      live: {
        ...a,
        'instance/member_roles': [role(1, 'r')],
        'group[aa]/members': [member('bob', 20, { member_role: { id: 1, name: 'r' } })],
      },
      says: 'instance/member_role[r] cannot be removed or replaced while something uses it that this plan does not change itself: group[aa]/member[bob]',
    },
    {
      reason: 'less access than a group above gives',
      yaml: 'groups:\n  aa: { members: { bob: owner } }\n  aa/bb: { members: { bob: guest } }',
      live: {
        'instance/groups': [group(1, 'aa'), group(2, 'aa/bb')],
        'group[aa]/members': [],
        'group[aa/bb]/members': [],
      },
      says: 'group[aa/bb]/member[bob] would have less access than it inherits from group[aa], which GitLab refuses',
    },
    {
      reason: 'as much access as a group above gives',
      yaml: 'groups:\n  aa: { members: { bob: owner } }\n  aa/bb: { members: { bob: owner } }',
      live: {
        'instance/groups': [group(1, 'aa'), group(2, 'aa/bb')],
        'group[aa]/members': [],
        'group[aa/bb]/members': [],
      },
      says: undefined,
    },
    {
      reason: 'less access than a group above gives until this plan is done',
      yaml: 'groups:\n  aa: { members: { bob: { state: absent } } }\n  aa/bb: { members: { bob: guest } }',
      live: {
        'instance/groups': [group(1, 'aa'), group(2, 'aa/bb')],
        'group[aa]/members': [member('bob', 50)],
        'group[aa/bb]/members': [],
      },
      says: undefined,
    },
    {
      reason: 'more visible than the live group above',
      yaml: 'groups:\n  aa/bb: { visibility: public }',
      live: { 'instance/groups': [group(1, 'aa', { visibility: 'internal' })] },
      says: 'group[aa/bb] cannot have visibility public below group[aa], which has internal',
    },
    {
      reason: 'as visible as the group above will be',
      yaml: 'groups:\n  aa: { visibility: public }\n  aa/bb: { visibility: public }',
      live: a,
      says: undefined,
    },
    {
      reason: 'a path with two dashes in a row that it does not have yet',
      yaml: 'groups:\n  team/b--b: {}',
      live: { 'instance/groups': [group(1, 'team')] },
      says: 'group[team/b--b] would be refused by GitLab: No group can be given the path `b--b`: it has no two of `_`, `-` and `.` in a row',
    },
    {
      reason: 'a path that ends in a dash, for a group that had another',
      yaml: 'groups:\n  team/b-: { previously: team/bb }',
      live: { 'instance/groups': [group(1, 'team'), group(2, 'team/bb')] },
      says: 'group[team/b-] would be refused by GitLab: No group can be given the path `b-`: it begins and ends with a letter or a digit',
    },
    {
      reason: 'a path with two dashes in a row that it has, where something else changes',
      yaml: 'groups:\n  b--b: { description: new }',
      live: { 'instance/groups': [group(2, 'b--b')] },
      says: undefined,
    },
    {
      reason: 'no group to be made in',
      yaml: 'groups:\n  aa/bb: {}',
      live: { 'instance/groups': [] },
      says: 'group[aa/bb] cannot be created: there is no group aa to put it in',
    },
    {
      reason: 'a project, of which nothing says that it is to be made',
      yaml: 'projects:\n  aa/app: {}',
      live: { 'instance/projects': [] },
      says: 'project[aa/app] is not there, and nothing says that it is to be made',
    },
    {
      reason: 'a project in no group',
      yaml: 'projects:\n  aa/app: { create: {} }',
      live: { 'instance/groups': [], 'instance/projects': [] },
      says: 'project[aa/app] cannot be created: there is no group aa to put it in',
    },
    {
      reason: 'a project that would be seen by more than its group, which GitLab would lower in silence',
      yaml: 'projects:\n  aa/app: { create: {}, visibility: internal }',
      live: { 'instance/groups': [group(1, 'aa', { visibility: 'private' })], 'instance/projects': [] },
      says: 'project[aa/app] cannot have visibility internal below group[aa], which has private',
    },
    {
      reason: 'a member that a directory manages',
      yaml: 'groups:\n  aa: { members: { bob: owner } }',
      live: { ...a, 'group[aa]/members': [member('bob', 20, { override: false })] },
      says: 'group[aa]/member[bob] cannot be changed here: it is a member from a directory',
    },
    {
      reason: 'a bot that is to go',
      yaml: 'groups:\n  aa: { members: { group_1_bot_2f: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('group_1_bot_2f', 50)] },
      says: 'group[aa]/member[group_1_bot_2f] cannot be removed here: it is a bot of an access token',
    },
  ])('$reason', ({ yaml, live, says }) => {
    expect(planFor(yaml, live).diagnostics.map(({ message }) => message)).toEqual(says === undefined ? [] : [says]);
  });
});

describe('what is pruned', () => {
  it('is what is live, undeclared, and ours', () => {
    const made = planFor('groups:\n  aa: { prune: [members], members: { eve: owner } }', {
      ...a,
      'group[aa]/members': [
        member('eve', 50),
        member('bob', 20),
        member('root', 50),
        member('group_1_bot_2f', 40),
        member('carl', 20, { override: false }),
      ],
    });
    expect(steps(made)).toEqual(['delete group[aa]/member[bob]']);
    expect(made.unmanaged).toEqual([]);
  });

  it('is told apart by its number where two bear one name', () => {
    const made = planFor('groups:\n  aa: { prune: [hooks], hooks: {} }', {
      ...a,
      'group[aa]/hooks': [3, 4].map((id) => ({ id, name: 'ci', url: 'https://ci' })),
    });
    expect(steps(made)).toEqual(['delete group[aa]/hook[ci#3]', 'delete group[aa]/hook[ci#4]']);
    expect(made.changes.map(({ calls }) => calls.map(({ path }) => path))).toEqual([
      ['/groups/1/hooks/3'],
      ['/groups/1/hooks/4'],
    ]);
  });

  it('is counted, and left alone, where the section is not pruned', () => {
    const made = planFor('groups:\n  aa: { members: { eve: owner } }', {
      ...a,
      'group[aa]/members': [member('eve', 50), member('bob', 20), member('carl', 20)],
    });
    expect(made).toMatchObject({ changes: [], unchanged: 2, unmanaged: [{ section: 'group[aa]/members', count: 2 }] });
  });
});

describe('a group that waits for its deletion', () => {
  const leaving: Live = { 'instance/groups': [group(1, 'aa', { marked_for_deletion_on: '2026-11-01' })] };

  it('is brought back where it is declared', () => {
    const made = planFor('groups:\n  aa: {}', leaving);
    expect(made.changes.map(({ reason, calls }) => [reason, calls.map(({ path }) => path)])).toEqual([
      [{ code: 'leaving', since: 'marked for deletion on 2026-11-01' }, ['/groups/1/restore']],
    ]);
  });

  it('is left alone where it is declared absent', () => {
    expect(steps(planFor('groups:\n  aa: { state: absent }', leaving))).toEqual([]);
  });
});

describe('what the API does not show', () => {
  const yaml = 'groups:\n  aa: { hooks: { ci: { url: "https://ci", token: { env: CI } } } }';
  const live: Live = { ...a, 'group[aa]/hooks': [{ id: 3, name: 'ci', url: 'https://ci' }] };
  const field = 'group[aa]/hook[ci].token';

  it('is said to be unverifiable, and not sent', () => {
    expect(planFor(yaml, live)).toMatchObject({ changes: [], unverifiable: [field] });
  });

  it('is sent where that is asked for', () => {
    const made = planFor(yaml, live, { resend: (address) => address === 'group[aa]/hook[ci]' });
    expect(steps(made)).toEqual(['update group[aa]/hook[ci]']);
    expect(made.changes[0]?.fields).toEqual([{ path: 'token', from: undefined, to: '(secret)' }]);
    expect(Object.keys(made.changes[0]?.sends ?? {})).toEqual(['token']);
    expect(steps(planFor(yaml, live, { resend: () => false }))).toEqual([]);
  });

  it('is sent where the ledger knows another one, and is verified where it knows the same', () => {
    expect(steps(planFor(yaml, live, { secretState: () => 'changed' }))).toEqual(['update group[aa]/hook[ci]']);
    const same = planFor(yaml, live, { secretState: (name) => (name === field ? 'same' : 'changed') });
    expect(same).toMatchObject({ changes: [], unverifiable: [] });
  });

  it('is made anew where it was lost with an answer', () => {
    const made = planFor(yaml, live, { secretLost: (address) => address === 'group[aa]/hook[ci]' });
    expect(made.changes.map(({ action, calls }) => [action, calls.map(({ method }) => method)])).toEqual([
      ['replace', ['DELETE', 'POST']],
    ]);
    expect(codes(made)).toEqual([]);
  });
});
