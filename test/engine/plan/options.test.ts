import { describe, expect, it } from 'vitest';
import { WHOLE_PLAN, type PlanOptions } from '../../../src/engine/plan/plan-options.ts';
import { plan } from '../../../src/engine/plan/plan.ts';
import type { Desired, Plan } from '../../../src/model.ts';
import { instance, kinds } from '../instance.ts';
import { group, member, worldOf, type Live } from '../live.ts';
import { declared, desired, section } from '../observe/declared.ts';

const a: Live = { 'instance/groups': [group(1, 'a')] };
const owner = { spec: { access_level: 'owner' } };

function planned(wanted: Desired, live: Live, options: Partial<PlanOptions> = {}): Plan {
  return plan(wanted, worldOf(live), kinds, { ...WHOLE_PLAN, ...options });
}

const addresses = (made: Plan): string[] => made.changes.map(({ address }) => address);

describe('a plan', () => {
  it('is for one instance, and carries its lock and its ledger', () => {
    const lock = { project: 'ops', name: 'n' };
    const ledger = { file: 'l' };
    expect(planned({ ...desired(), lock, ledger }, {})).toEqual({
      target: { url: 'https://gitlab.example.com', version: '18.9.0-ee' },
      changes: [],
      unchanged: 0,
      unmanaged: [],
      unverifiable: [],
      diagnostics: [],
      lock,
      ledger,
    });
    const bare = planned(desired(), {});
    expect([Object.hasOwn(bare, 'lock'), Object.hasOwn(bare, 'ledger')]).toEqual([false, false]);
    expect(plan(desired(), worldOf({}), kinds).target.url).toBe(instance.url);
  });

  it('is of what is referred to before what refers', () => {
    const wanted = desired(
      section('members', 'a', declared('bob', { spec: { role: 'r' } }), declared('al', owner)),
      section('member_roles', undefined, declared('r', { spec: { base: 'guest', permissions: [] } })),
      section('groups', undefined, declared('a', { spec: { description: 'x' } })),
    );
    const made = planned(wanted, a);
    expect(addresses(made)).toEqual([
      'group[a]',
      'instance/member_role[r]',
      'group[a]/member[bob]',
      'group[a]/member[al]',
    ]);
    expect(made.changes.map(({ needs }) => needs)).toEqual([[], [], ['instance/member_role[r]'], []]);
  });

  it('refers anew to what it replaces', () => {
    const roles = { id: 7, name: 'r', base_access_level: 20 };
    const live: Live = {
      'instance/member_roles': [roles, { ...roles, id: 8, name: 's', base_access_level: 10 }],
      ...a,
      'group[a]/members': [
        member('bob', 20, { member_role: { id: 7, name: 'r' } }),
        member('eve', 10, { member_role: { id: 8, name: 's' } }),
        member('al', 20, { member_role: { id: 7, name: 'r' } }),
      ],
    };
    const role = (key: string) => declared(key, { spec: { base: 'guest', permissions: [] } });
    const wanted = desired(
      section(
        'members',
        'a',
        declared('bob', { spec: { role: 'r' } }),
        declared('eve', { spec: { role: 's' } }),
        declared('al', { spec: { role: 's' } }),
      ),
      section('member_roles', undefined, role('r'), role('s')),
      section('groups', undefined, declared('a')),
    );
    const made = planned(wanted, live);
    const fields = Object.fromEntries(
      made.changes.map(({ address, action, fields: of }) => [`${action} ${address}`, of]),
    );
    expect(fields).toEqual({
      'replace instance/member_role[r]': [{ path: 'base', from: 'reporter', to: 'guest' }],
      'update group[a]/member[bob]': [
        { path: 'role', from: 'r', to: 'r' },
        { path: 'access_level', from: 'reporter', to: 'guest' },
      ],
      'update group[a]/member[al]': [{ path: 'role', from: 'r', to: 's' }],
      'delete instance/member_role[r (replaced)]': [{ path: 'base', from: 'reporter', to: undefined }],
    });
    expect(made.unchanged).toBe(3);
  });

  it('leaves alone what refers to something that is changed in place', () => {
    const roles = { id: 7, name: 'r', base_access_level: 20, description: 'old' };
    const live: Live = {
      'instance/member_roles': [roles],
      ...a,
      'group[a]/members': [member('bob', 20, { member_role: { id: 7, name: 'r' } })],
    };
    const wanted = desired(
      section('groups', undefined, declared('a')),
      section('member_roles', undefined, declared('r', { spec: { base: 'reporter', description: 'new' } })),
      section('members', 'a', declared('bob', { spec: { role: 'r' } })),
    );
    expect(addresses(planned(wanted, live))).toEqual(['instance/member_role[r]']);
  });

  it('of targets has what these need, and nothing else', () => {
    const make = (path: string) => declared(path, { spec: { description: 'x' } });
    const wanted = desired(
      section('groups', undefined, make('n'), make('n/m'), make('o')),
      section('members', 'n/m', declared('bob', owner)),
      section('members', 'o', declared('bob', owner)),
    );
    const made = planned(
      wanted,
      { 'instance/groups': [] },
      { target: (address) => address === 'group[n/m]/member[bob]' },
    );
    expect(addresses(made)).toEqual(['group[n]', 'group[n/m]', 'group[n/m]/member[bob]']);
  });

  it('of targets counts nothing else', () => {
    const token = declared('ci', { spec: { url: 'https://x', token: 'y' } });
    const wanted = desired(
      section('members', 'a', declared('same', owner)),
      section('hooks', 'a', token),
      section('system_hooks', undefined, token),
    );
    const ci = { id: 1, name: 'ci', url: 'https://x' };
    const live: Live = {
      'group[a]/members': [member('same', 50), member('extra', 50)],
      'group[a]/hooks': [ci, { ...ci, id: 2, name: 'extra' }],
      'instance/system_hooks': [ci, { ...ci, id: 2, name: 'extra' }],
    };
    const made = planned(wanted, live, { target: (address) => address.startsWith('group[a]/hook[') });
    expect(made).toMatchObject({
      changes: [],
      unchanged: 1,
      unmanaged: [{ section: 'group[a]/hooks', count: 1 }],
      unverifiable: ['group[a]/hook[ci].token'],
    });
  });

  it('of a part leaves to others what is theirs, but for the groups', () => {
    const wanted = desired(
      section(
        'groups',
        undefined,
        declared('a', { spec: { description: 'x' } }),
        declared('b', { spec: { description: 'x' } }),
        declared('c'),
      ),
      section('members', 'a', declared('bob', owner), declared('same', owner)),
      section('members', 'b', declared('bob', owner), declared('same', owner)),
      section(
        'hooks',
        'b',
        declared('ci', { spec: { url: 'https://x', token: 'y' } }),
        declared('no', { spec: { role: 'z' } }),
      ),
    );
    const live: Live = {
      'instance/groups': [group(1, 'a'), group(2, 'b'), group(3, 'c')],
      'group[a]/members': [member('same', 50), member('extra', 50)],
      'group[b]/members': [member('same', 50), member('extra', 50)],
      'group[b]/hooks': [{ id: 1, name: 'ci', url: 'https://x' }],
    };
    const made = planned(wanted, live, { owns: (scope) => scope.type === 'group' && scope.path === 'a' });
    expect(addresses(made)).toEqual(['group[a]', 'group[b]', 'group[a]/member[bob]']);
    expect(made).toMatchObject({
      unchanged: 2,
      unmanaged: [{ section: 'group[a]/members', count: 1 }],
      unverifiable: [],
      diagnostics: [],
    });
    const whole = planned(wanted, live);
    expect(whole).toMatchObject({ unchanged: 4, unverifiable: ['group[b]/hook[ci].token'] });
    expect(whole.unmanaged).toHaveLength(2);
  });

  it('says of what goes, and of what nobody declared, what tells most of it', () => {
    const hook = { id: 1, name: 'extra', url: 'https://x.example/in' };
    const live: Live = {
      'instance/groups': [group(1, 'a')],
      'group[a]/hooks': [hook],
      'group[a]/members': [member('eve', 50)],
    };
    const kept = planned(desired(section('hooks', 'a'), section('members', 'a')), live);
    expect(kept.unmanaged.flatMap(({ entries = [] }) => entries)).toEqual(
      expect.arrayContaining([
        { address: 'group[a]/hook[extra]', id: 1, fields: [{ path: 'url', from: 'https://x.example/in' }] },
        expect.objectContaining({
          address: 'group[a]/member[eve]',
          fields: [{ path: 'access_level', from: 'owner' }],
        }),
      ]),
    );
    const pruned = planned(desired({ ...section('hooks', 'a'), prune: true }), live);
    expect(pruned.changes.map(({ address, fields }) => [address, fields])).toEqual([
      ['group[a]/hook[extra]', [{ path: 'url', from: 'https://x.example/in', to: undefined }]],
    ]);
  });

  it('gives nothing to a group that is to be gone', () => {
    const wanted = desired(
      section('groups', undefined, declared('a', { state: 'absent' })),
      section('members', 'a', declared('bob', owner)),
    );
    expect(addresses(planned(wanted, a))).toEqual(['group[a]']);
  });
});
