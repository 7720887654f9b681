import { describe, expect, it } from 'vitest';
import { createResourceIndex } from '../../../src/engine/plan/resource-index.ts';
import type { LiveEntry, Scope, Section, World } from '../../../src/model.ts';
import { Ref } from '../../../src/placeholders.ts';
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
  return createResourceIndex(desired(...sections), world, kinds, new Set(replaced));
}

describe('a name means', () => {
  const live = { 'instance/member_roles': [role('Auditor', 1)], 'group[top]/member_roles': [role('viewer', 2)] };

  it('an entry of the root group, or of the instance, by its exact name', () => {
    const known = estate(live);
    expect(known.find('member_roles', 'auditor', within)).toBeUndefined();
    expect(known.find('member_roles', 'Auditor', within)).toMatchObject({
      address: 'instance/member_role[Auditor]',
      live: { id: 1 },
    });
    expect(known.find('member_roles', 'viewer', within)).toMatchObject({ address: 'group[top]/member_role[viewer]' });
    expect(known.find('member_roles', 'viewer', { type: 'group', path: 'other' })).toBeUndefined();
    expect(known.find('member_roles', 'viewer', INSTANCE)).toBeUndefined();
  });

  it('a group by its path, letter case aside', () => {
    const known = estate({ 'instance/groups': [role('Top/In', 3)] });
    expect(known.find('groups', 'top/IN', within)).toMatchObject({ address: 'group[Top/In]', live: { id: 3 } });
  });

  it('that of the root group before that of the instance', () => {
    const both = { ...live, 'group[top]/member_roles': [role('Auditor', 2)] };
    expect(estate(both).find('member_roles', 'Auditor', within)?.live?.id).toBe(2);
  });

  it('what is declared together with what is live, under its declared name', () => {
    const wanted = section('member_roles', undefined, declared('Auditor'), declared('new'));
    const known = estate(live, [wanted]);
    expect(known.find('member_roles', 'Auditor', within)).toMatchObject({
      address: 'instance/member_role[Auditor]',
      declared: { key: 'Auditor' },
      live: { key: 'Auditor' },
    });
    expect(known.find('member_roles', 'new', within)).toMatchObject({ declared: { key: 'new' }, live: undefined });
  });

  it('nothing that is to go, that was replaced, or that has another name by now', () => {
    const gone = section('member_roles', undefined, declared('Auditor', { state: 'absent' }));
    expect(estate(live, [gone]).find('member_roles', 'Auditor', within)).toBeUndefined();
    const old = {
      'instance/member_roles': [role('a', 1, { superseded: 'before' }), role('b', 2, { renamedFrom: 'c' })],
    };
    const known = estate(old);
    expect(known.find('member_roles', 'a', within)).toBeUndefined();
    expect(known.find('member_roles', 'b', within)).toBeUndefined();
    expect(known.find('member_roles', 'c', within)).toMatchObject({
      address: 'instance/member_role[c]',
      live: { id: 2 },
    });
  });

  it('one of these names', () => {
    expect(estate(live).names('member_roles', within)).toEqual(['viewer', 'Auditor']);
    expect(estate(live).names('groups', within)).toEqual([]);
  });
});

describe('a site', () => {
  const live = { 'instance/member_roles': [role('auditor', 1)] };

  it('knows where it is', () => {
    const { at, scope, instance: on } = estate(live).callContext(within);
    expect([at, scope, on]).toEqual(['/groups/top%2Fin', within, instance]);
    expect(estate(live).callContext(INSTANCE).at).toBe('');
  });

  it('shows what is found as it will be', () => {
    const wanted = section('member_roles', undefined, declared('auditor', { spec: { description: 'declared' } }));
    expect(estate(live, [wanted]).callContext(within).find('member_roles', 'auditor')?.spec).toEqual({
      name: 'auditor',
      base: 'guest',
      description: 'declared',
    });
    expect(estate(live).callContext(within).find('member_roles', 'none')).toBeUndefined();
  });

  it('refers to what is there by its value, and to what is yet to be made by its address', () => {
    const address = 'instance/member_role[auditor]';
    const found = estate(live).callContext(within).find('member_roles', 'auditor');
    expect([found?.ref('id'), found?.ref('name')]).toEqual([1, 'auditor']);
    expect([found?.ref('odd'), found?.ref('none')]).toEqual([new Ref(address, 'odd'), new Ref(address, 'none')]);
    const replaced = estate(live, [], [address]).callContext(within).find('member_roles', 'auditor');
    expect(replaced?.ref('id')).toEqual(new Ref(address, 'id'));
    const made = estate({}, [section('member_roles', undefined, declared('auditor'))]).callContext(within);
    expect(made.find('member_roles', 'auditor')?.ref('id')).toEqual(new Ref(address, 'id'));
  });
});
