import { describe, expect, it } from 'vitest';
import { createEstate } from '../../../src/engine/plan/estate.ts';
import type { LiveEntry, Scope, Section, World } from '../../../src/model.ts';
import { instance, kinds } from '../instance.ts';
import { declared, desired, section } from '../observe/declared.ts';

const INSTANCE: Scope = { type: 'instance' };
const within: Scope = { type: 'group', path: 'top/in' };

const role = (key: string, id: number, more: Partial<LiveEntry> = {}): LiveEntry => ({
  key,
  id,
  spec: { name: key, base: 'guest', description: 'live' },
  live: { id, name: key, odd: true },
  ...more,
});

function estate(
  live: { readonly [section: string]: readonly LiveEntry[] },
  sections: readonly Section[] = [],
  replaced: readonly string[] = [],
) {
  const world: World = { instance, sections: new Map(Object.entries(live)) };
  return createEstate(desired(...sections), world, kinds, new Set(replaced));
}

describe('a name means', () => {
  const live = { 'instance/member_roles': [role('Auditor', 1)], 'group[top]/member_roles': [role('viewer', 2)] };

  it('an entry of the root group, or of the instance, letter case aside', () => {
    const known = estate(live);
    expect(known.find('member_roles', 'auditoR', within)).toMatchObject({
      address: 'instance/member_role[Auditor]',
      live: { id: 1 },
    });
    expect(known.find('member_roles', 'viewer', within)).toMatchObject({ address: 'group[top]/member_role[viewer]' });
    expect(known.find('member_roles', 'viewer', { type: 'group', path: 'other' })).toBeUndefined();
    expect(known.find('member_roles', 'viewer', INSTANCE)).toBeUndefined();
  });

  it('that of the root group before that of the instance', () => {
    const both = { ...live, 'group[top]/member_roles': [role('auditor', 2)] };
    expect(estate(both).find('member_roles', 'auditor', within)?.live?.id).toBe(2);
  });

  it('what is declared together with what is live, under its declared name', () => {
    const wanted = section('member_roles', undefined, declared('auditor'), declared('new'));
    const known = estate(live, [wanted]);
    expect(known.find('member_roles', 'auditor', within)).toMatchObject({
      address: 'instance/member_role[auditor]',
      declared: { key: 'auditor' },
      live: { key: 'Auditor' },
    });
    expect(known.find('member_roles', 'new', within)).toMatchObject({ declared: { key: 'new' }, live: undefined });
  });

  it('nothing that is to go, that was replaced, or that has another name by now', () => {
    const gone = section('member_roles', undefined, declared('auditor', { state: 'absent' }));
    expect(estate(live, [gone]).find('member_roles', 'auditor', within)).toBeUndefined();
    const old = { 'instance/member_roles': [role('a', 1, { superseded: true }), role('b', 2, { standsFor: 'c' })] };
    const known = estate(old);
    expect(known.find('member_roles', 'a', within)).toBeUndefined();
    expect(known.find('member_roles', 'b', within)).toBeUndefined();
    expect(known.find('member_roles', 'c', within)).toMatchObject({
      address: 'instance/member_role[c]',
      live: { id: 2 },
    });
  });

  it('one of these names', () => {
    expect(estate(live).names('member_roles', within)).toEqual(['viewer', 'auditor']);
    expect(estate(live).names('groups', within)).toEqual([]);
  });
});

describe('a site', () => {
  const live = { 'instance/member_roles': [role('auditor', 1)] };

  it('knows where it is', () => {
    const { at, scope, instance: on } = estate(live).site(within);
    expect([at, scope, on]).toEqual(['/groups/top%2Fin', within, instance]);
    expect(estate(live).site(INSTANCE).at).toBe('');
  });

  it('shows what is found as it will be', () => {
    const wanted = section('member_roles', undefined, declared('auditor', { spec: { description: 'declared' } }));
    expect(estate(live, [wanted]).site(within).find('member_roles', 'auditor')?.spec).toEqual({
      name: 'auditor',
      base: 'guest',
      description: 'declared',
    });
    expect(estate(live).site(within).find('member_roles', 'none')).toBeUndefined();
  });

  it('refers to what is there by its value, and to what is yet to be made by its address', () => {
    const address = 'instance/member_role[auditor]';
    const found = estate(live).site(within).find('member_roles', 'auditor');
    expect([found?.ref('id'), found?.ref('name')]).toEqual([1, 'auditor']);
    expect([found?.ref('odd'), found?.ref('none')]).toEqual([
      { $ref: { address, field: 'odd' } },
      { $ref: { address, field: 'none' } },
    ]);
    const replaced = estate(live, [], [address]).site(within).find('member_roles', 'auditor');
    expect(replaced?.ref('id')).toEqual({ $ref: { address, field: 'id' } });
    const made = estate({}, [section('member_roles', undefined, declared('auditor'))]).site(within);
    expect(made.find('member_roles', 'auditor')?.ref('id')).toEqual({ $ref: { address, field: 'id' } });
  });
});
