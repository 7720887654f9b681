import { siteAt } from '../../kinds/call-context.ts';
import { describe, expect, it } from 'vitest';
import { accessLooks } from '../../../src/engine/plan/access-change.ts';
import { checkDrafts } from '../../../src/engine/plan/checks.ts';
import type { Draft } from '../../../src/engine/plan/draft.ts';
import { groups } from '../../../src/kinds/groups/group.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { integrations } from '../../../src/kinds/integrations/integration.ts';
import { memberRoles } from '../../../src/kinds/member-role.ts';
import { members } from '../../../src/kinds/member.ts';
import type { Action, Desired, LiveEntry } from '../../../src/model.ts';
import { kinds } from '../instance.ts';
import { group, member, worldOf, type Live } from '../live.ts';
import { declared, desired, section } from '../observe/declared.ts';
import { draftIn, draftOf } from './drafts.ts';

const looks = accessLooks({ find: () => undefined }, '2026-01-31');

/** What is said of changes; `group[a] …` in short. */
function said(drafts: readonly Draft[], live: Live, wanted: Desired = desired()): string[] {
  return checkDrafts(drafts, wanted, worldOf(live), kinds, looks, siteAt).map(({ message }) => message);
}

const level = (name: string) => ({ access_level: name });
const guest = (at: string) => draftOf(members, at, 'Bob', { action: 'create', spec: level('guest') });

describe('less access than is inherited', () => {
  const inside = desired(section('members', 'a'), section('members', 'a/b'));
  const below = (at: string, from: string) =>
    `group[${at}]/member[Bob] would have less access than it inherits from group[${from}], which GitLab refuses`;

  it('is refused, by whichever group above it gives more', () => {
    expect(said([guest('a/b/c')], { 'group[a]/members': [member('bob', 20)] }, inside)).toEqual([below('a/b/c', 'a')]);
    expect(said([guest('a/b/c')], { 'group[a/b]/members': [member('BOB', 20)] }, inside)).toEqual([
      below('a/b/c', 'a/b'),
    ]);
    const raised = draftOf(members, 'a', 'bob', { live: level('guest'), spec: level('owner') });
    expect(said([guest('a/b'), raised], { 'group[a]/members': [member('bob', 10)] }, inside)).toEqual([
      below('a/b', 'a'),
    ]);
    const project = draftIn(members, { type: 'project', path: 'a/p' }, 'Bob', { spec: level('guest') });
    expect(said([project], { 'group[a]/members': [member('bob', 20)] }, inside)).toHaveLength(1);
  });

  it('is not what is as much, what is lowered with it, or what is somebody else’s', () => {
    expect(said([guest('a/b')], { 'group[a]/members': [member('bob', 10)] }, inside)).toEqual([]);
    expect(said([guest('a/b')], { 'group[a]/members': [member('eve', 50)] }, inside)).toEqual([]);
    const gone = draftOf(members, 'a', 'bob', { action: 'delete', live: level('owner') });
    expect(said([guest('a/b'), gone], { 'group[a]/members': [member('bob', 50)] }, inside)).toEqual([]);
    expect(said([guest('a')], { 'group[a]/members': [member('bob', 50)] }, inside)).toEqual([]);
    expect(said([guest('ab')], { 'group[a]/members': [member('bob', 50)] }, inside)).toEqual([]);
  });

  it('is not known of a group in which nothing is declared', () => {
    expect(said([guest('a/b')], { 'group[a]/members': [member('bob', 50)] })).toEqual([]);
    expect(said([guest('a/b')], {}, inside)).toEqual([]);
  });

  it('is nothing to what goes, or is not declared', () => {
    const live: Live = { 'group[a]/members': [member('bob', 50)] };
    const goes = draftOf(members, 'a/b', 'Bob', { action: 'delete', live: level('guest'), spec: level('guest') });
    const none = draftOf(members, 'a/b', 'Bob', { live: level('guest'), undeclared: true });
    expect(said([goes, none, draftOf(hooks, 'a/b', 'Bob')], live, inside)).toEqual([]);
  });
});

describe('more visible than the group above', () => {
  const to = (path: string, visibility: string | null, action: 'update' | 'delete' = 'update') =>
    draftOf(groups, undefined, path, { spec: { visibility }, action });
  const live: Live = { 'instance/groups': [group(1, 'A', { visibility: 'internal' })] };
  const exceeds = 'group[a/b] cannot have visibility public below group[a], which has internal';

  it('is refused, by what it is or will be', () => {
    expect(said([to('a/b', 'public')], live)).toEqual([exceeds]);
    const wanted = desired(section('groups', undefined, declared('a', { spec: { visibility: 'private' } })));
    expect(said([to('a/b', 'internal')], live, wanted)).toHaveLength(1);
    const silent = desired(section('groups', undefined, declared('a', { spec: { description: 'x' } })));
    expect(said([to('a/b', 'public')], live, silent)).toEqual([exceeds]);
    const moved = worldOf({ 'instance/groups': [group(1, 'old', { visibility: 'private' })] });
    const [old] = moved.sections.get('instance/groups') ?? [];
    if (old === undefined) throw new Error('there is no group');
    const world = { ...moved, sections: new Map([['instance/groups', [{ ...old, renamedFrom: 'A' }]]]) };
    expect(checkDrafts([to('a/b', 'internal')], desired(), world, kinds, looks, siteAt)).toHaveLength(1);
  });

  it('is not what is as visible, unset, at the top, to be gone, or in a group that nobody knows', () => {
    expect(said([to('a/b', 'internal'), to('a/b', null), to('a', 'public'), to('x/b', 'public')], live)).toEqual([]);
    expect(said([to('a/b', 'public', 'delete')], live)).toEqual([]);
    const undeclared = draftOf(groups, undefined, 'a/b', { live: { visibility: 'public' }, undeclared: true });
    expect(said([undeclared], live)).toEqual([]);
    expect(said([to('a/b', 'public')], {})).toEqual([]);
  });
});

it('a path that ends in a dash is refused where a group gets it, and not where one keeps it on its way', () => {
  const from = (path: string) =>
    draftOf(groups, undefined, 'team/c-', { live: { full_path: path }, spec: { full_path: 'team/c-' } });
  expect(said([from('c-')], {})).toEqual([]);
  expect(said([from('team/core')], {})).toEqual([
    'group[team/c-] would be refused by GitLab: No group can be given the path `c-`: it begins and ends with a letter or a digit',
  ]);
});

describe('what is in use', () => {
  const deletion = (more: object = {}) => draftOf(memberRoles, undefined, 'r', { action: 'delete', live: {}, more });
  const user: Live = {
    'instance/member_roles': [{ id: 7, name: 'r', base_access_level: 20 }],
    'group[a]/members': [member('bob', 20, { member_role: { id: 7, name: 'r' } }), member('eve', 20)],
    'group[a]/hooks': [{ id: 3, name: 'ci', url: 'https://x' }],
  };
  const inUse = (by: string) =>
    `instance/member_role[r] cannot be removed or replaced while something uses it that this plan does not change itself: ${by}`;

  it('is not removed, nor replaced', () => {
    expect(said([deletion()], user)).toEqual([inUse('group[a]/member[bob]')]);
    const replaced = draftOf(memberRoles, undefined, 'r', { action: 'replace', live: {} });
    expect(said([replaced], user)).toEqual([inUse('group[a]/member[bob]')]);
    expect(said([draftOf(memberRoles, undefined, 'r', { live: {} })], user)).toEqual([]);
  });

  it('is free where all that uses it changes as well', () => {
    for (const key of ['bob', 'Bob'])
      expect(said([deletion(), draftOf(members, 'a', key, { live: { role: 'r' } })], user)).toEqual([]);
  });

  it('is told once, for the replacement, and not for what that leaves over', () => {
    const leftover = draftOf(memberRoles, undefined, 'r (replaced)', {
      action: 'delete',
      live: {},
      leftoverOf: 'instance/member_role[r]',
    });
    expect(said([leftover], user)).toEqual([]);
  });

  it('is no question for what nothing refers to', () => {
    expect(said([draftOf(hooks, 'a', 'ci', { action: 'delete', live: {} })], user)).toEqual([]);
  });
});

describe('what a call has to carry, and no read shows', () => {
  const shown = { slug: 'bamboo', bamboo_url: 'https://bamboo.example.com', username: 'ci', password: 'kept' };
  const bamboo = (action: Action, spec: LiveEntry['spec']) => draftOf(integrations, 'a', 'bamboo', { action, spec });

  it.each<Action>(['create', 'update'])('is demanded of a %s', (action) => {
    expect(said([bamboo(action, shown)], {})).toEqual([
      'group[a]/integration[bamboo] cannot be sent to GitLab: The integration `bamboo` needs `build_key`',
    ]);
    expect(said([bamboo(action, { ...shown, build_key: 'A-B' })], {})).toEqual([]);
  });

  it('is nothing to a removal', () => {
    expect(said([bamboo('delete', shown)], {})).toEqual([]);
  });
});
