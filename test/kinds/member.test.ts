import { describe, expect, it } from 'vitest';
import { propertyOf } from '../../src/engine/kinds.ts';
import { Finding } from '../../src/placeholders.ts';
import { members } from '../../src/kinds/member.ts';
import { changed, declared, lookAt, siteAt } from './call-context.ts';

const group = { type: 'group', path: 'platform/infra' } as const;
const others = { 'member_roles reviewer': { id: 7, spec: { base: 'reporter' } } };
const site = siteAt(group, others);
const look = lookAt(group, others);
const at = '/groups/platform%2Finfra/members';

describe('the words of a membership', () => {
  it('name the level, and a level alone excludes a role', () => {
    expect(members.identity.normal?.({ username: 'Al', access_level: 30 })).toEqual({
      username: 'Al',
      access_level: 'developer',
      role: null,
    });
    expect(members.identity.normal?.({ role: 'reviewer' })).toEqual({ role: 'reviewer' });
  });

  it('take one name at a time: GitLab would make several members of one with a comma', () => {
    const pattern = propertyOf(members, 'username')?.pattern ?? '';
    expect(['al', 'Al.b-c_1', '42'].every((name) => new RegExp(pattern).test(name))).toBe(true);
    expect(['', 'al,bo', 'al bo', 'al,'].some((name) => new RegExp(pattern).test(name))).toBe(false);
  });

  it('tell members apart by their usernames, letter case aside', () => {
    expect(members.identity.key({ username: 'Alice' })).toBe('alice');
  });

  it('refuse an entry with neither a level nor a role', () => {
    expect(members.rules?.check?.({ username: 'al', role: null }, group)).toHaveLength(1);
    expect(members.rules?.check?.({ username: 'al', role: 'reviewer' }, group)).toEqual([]);
  });

  it('refuse a day that no calendar has', () => {
    const ending = (day: string) => members.rules?.check?.({ access_level: 30, expires_at: day }, group);
    expect(['2028-02-29', '2027-12-31'].flatMap((day) => ending(day))).toEqual([]);
    expect(ending('2027-02-29')).toMatchObject([{ field: 'expires_at', message: 'There is no 2027-02-29' }]);
    expect(ending('2027-13-01')).toHaveLength(1);
    expect(ending('2027-00-10')).toHaveLength(1);
  });
});

describe('a live member', () => {
  const live = { id: 4, username: 'Alice', access_level: 20, expires_at: null };

  it('is read with the name of its role', () => {
    expect(members.decode({ ...live, member_role: { id: 7, name: 'seen' } }, look)).toEqual({
      key: 'alice',
      id: 4,
      spec: { username: 'Alice', access_level: 'reporter', role: 'reviewer', expires_at: null },
    });
    expect(members.decode({ ...live, member_role: { id: 8, name: 'seen' } }, look)?.spec).toHaveProperty(
      'role',
      'seen',
    );
  });

  it.each([
    ['project_12_bot_0a1b', undefined, 'a bot of an access token'],
    ['group_3_bot', undefined, 'a bot of an access token'],
    ['service_account_group_9_0fa3', undefined, 'a service account'],
    ['ldap-user', false, 'a member from a directory'],
    ['ldap-user', true, undefined],
    ['service_account_of_mine', undefined, undefined],
  ])('named %s with override %s is held as %s', (username, override, held) => {
    const entry = members.decode({ ...live, username, ...(override !== undefined && { override }) }, look);
    expect(entry?.readOnlyReason).toBe(held);
  });
});

const idOf = (username: string) => new Finding({ path: '/users', query: { username } }, 'id');

describe('the calls of a membership', () => {
  const live = { id: 4, username: 'alice', access_level: 20, expires_at: '2027-01-31' };

  it('take the level of a role from its base', () => {
    expect(members.calls.create?.(declared('alice', { username: 'Alice', role: 'reviewer' }), site)).toEqual([
      { method: 'POST', path: at, body: { user_id: idOf('Alice'), access_level: 20, member_role_id: 7 } },
    ]);
  });

  it('name nobody: the platform compares letter by letter where it takes a name, and finds by any spelling', () => {
    const entry = declared('alice', { username: 'Alice', access_level: 'guest' });
    expect(members.calls.create?.(entry, site)).toEqual([
      { method: 'POST', path: at, body: { user_id: idOf('Alice'), access_level: 10 } },
    ]);
  });

  it('send the level with every change, and null for what is cleared', () => {
    const spec = { access_level: 'maintainer', role: null, expires_at: null };
    expect(members.calls.update?.(live, changed('alice', spec, 'expires_at'), site)).toEqual([
      { method: 'PUT', path: `${at}/4`, body: { access_level: 40, expires_at: null } },
    ]);
    expect(members.calls.update?.(live, changed('alice', spec, 'access_level', 'role'), site)).toEqual([
      { method: 'PUT', path: `${at}/4`, body: { access_level: 40, member_role_id: null } },
    ]);
  });

  it('spare the memberships below on removal', () => {
    expect(members.calls.remove?.(live, site)).toEqual([
      { method: 'DELETE', path: `${at}/4`, query: { skip_subresources: true }, unlessModified: true },
    ]);
  });

  it('know what they give', () => {
    const roles = { reviewer: { base: 'guest' } };
    const find = (section: string, name: string) =>
      section === 'member_roles' && name === 'reviewer' ? roles.reviewer : undefined;
    expect(members.access?.grants?.({ username: 'alice', access_level: 'owner' }, 'alice', find)).toEqual({
      username: 'alice',
      level: 50,
      ends: null,
    });
    // The role wins over a level beside it, as on the platform, and says which field it makes untrue.
    expect(
      members.access?.grants?.({ access_level: 'owner', role: 'reviewer', expires_at: '2027-01-01' }, 'alice', find),
    ).toEqual({
      username: 'alice',
      level: 10,
      ends: '2027-01-01',
      contradicted: 'access_level',
    });
    expect(members.access?.grants?.({ access_level: 'guest', role: 'reviewer' }, 'bob', find)).toEqual({
      username: 'bob',
      level: 10,
      ends: null,
    });
    expect(members.access?.grants?.({ role: 'unknown' }, 'bob', find)).toEqual({
      username: 'bob',
      level: undefined,
      ends: null,
    });
    for (const path of ['top', 'top/sub'])
      expect(members.reads.initial?.(lookAt({ type: 'group', path }))).toMatchObject([
        { username: 'root', access_level: 50 },
      ]);
    expect(members.reads.initial?.(lookAt({ type: 'project', path: 'top/project' }))).toEqual([]);
  });
});
