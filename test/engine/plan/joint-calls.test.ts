import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { callsOf, jointCalls } from '../../../src/engine/plan/joint-calls.ts';
import { members } from '../../../src/kinds/member.ts';
import type { Action, Call, JointCall, Plan, Value } from '../../../src/model.ts';
import { Finding, Joined, Ref } from '../../../src/placeholders.ts';
import { group, member, worldOf, type Live } from '../live.ts';
import { planFor } from '../world.ts';
import { draftOf } from './drafts.ts';

const TEAM = { 'instance/groups': [group(5, 'team')] };

/** A document in which a group has these members. */
function team(members: readonly string[]): string {
  return ['groups:', '  team:', '    members:', ...members.map((line) => `      ${line}`)].join('\n');
}

/** So many people at a level. */
function people(count: number, level = 'developer', name = 'user'): string[] {
  return Array.from({ length: count }, (_, nth) => `${name}-${nth}: ${level}`);
}

/** Who is added with whom: the names in each joint call. */
function together({ joint = [] }: Plan): string[] {
  return joint.map(({ call: { body } }) => {
    const ids = body?.['user_id'];
    return Joined.is(ids) ? ids.parts.map(nameIn).join(',') : '';
  });
}

/** The name by which a user is looked up. */
function nameIn(part: unknown): unknown {
  return Finding.is(part) ? part.read.query?.['username'] : part;
}

const idOf = (username: string) => new Finding({ path: '/users', query: { username } }, 'id');

function planWith(members: readonly string[], live: Live = {}): Plan {
  return planFor(team(members), { ...TEAM, ...live });
}

describe('members who are added', () => {
  it('to the same group at the same level share a call', () => {
    const made = planWith(['alice: developer', 'bob: developer', 'carol: owner', 'dan: developer']);
    const expected: JointCall = {
      call: {
        method: 'POST',
        path: '/groups/5/members',
        body: { user_id: new Joined(['alice', 'bob', 'dan'].map(idOf)), access_level: 30 },
      },
      addresses: ['group[team]/member[alice]', 'group[team]/member[bob]', 'group[team]/member[dan]'],
    };
    expect(made.joint).toEqual([expected]);
  });

  it('keep calls of their own beside it, for what the joint one does not bring about', () => {
    const made = planWith(people(3));
    expect(made.changes.map(({ calls }) => calls.map(({ body }) => nameIn(body?.['user_id'])))).toEqual([
      ['user-0'],
      ['user-1'],
      ['user-2'],
    ]);
  });

  it('share none where the call and a look at what it did are as many requests', () => {
    expect(planWith(people(2)).joint).toBeUndefined();
    expect(planWith(people(3)).joint).toHaveLength(1);
  });

  it('share none where the section has so many pages that looking costs more', () => {
    const live = (count: number): Live => ({
      'group[team]/members': Array.from({ length: count }, (_, nth) => member(`old-${nth}`, 30)),
    });
    expect(planWith(people(4), live(196)).joint).toHaveLength(1);
    expect(planWith(people(4), live(197)).joint).toBeUndefined();
  });

  it('go in even parts of fifty at most', () => {
    const sizes = (count: number): number[] =>
      together(planWith(people(count))).map((names) => names.split(',').length);
    expect(sizes(50)).toEqual([50]);
    expect(sizes(51)).toEqual([26, 25]);
    expect(sizes(120)).toEqual([40, 40, 40]);
  });

  it('with another end, or another role, go apart', () => {
    const until = people(3, '{ access_level: developer, expires_at: 2027-01-31 }', 'guest');
    expect(together(planWith([...people(3), ...until]))).toEqual(['guest-0,guest-1,guest-2', 'user-0,user-1,user-2']);
  });

  it('of several groups go apart, and wait for what they need together', () => {
    const group = (path: string): string => `  ${path}: { members: { a: guest, b: guest, c: guest } }`;
    const made = planFor(['groups:', group('one'), group('two')].join('\n'), { 'instance/groups': [] });
    expect(made.joint?.map(({ call: { path } }) => path)).toEqual(['/groups/one/members', '/groups/two/members']);
    expect(made.changes.filter(({ needs }) => needs.includes('group[one]'))).toHaveLength(3);
  });

  it('with a role that is yet to be made share the reference to it', () => {
    const yaml = [
      'instance: { member_roles: { reviewer: { base: reporter, permissions: [read_vulnerability] } } }',
      team(people(3, '{ role: reviewer }')),
    ].join('\n');
    const made = planFor(yaml, { ...TEAM, 'instance/member_roles': [] });
    expect(made.joint?.map(({ call: { body } }) => body?.['member_role_id'])).toEqual([
      new Ref('instance/member_role[reviewer]', 'id'),
    ]);
  });

  it('and not targeted are in no call', () => {
    const made = planFor(team(people(4)), TEAM, { target: (address) => !address.endsWith('[user-2]') });
    expect(together(made)).toEqual(['user-0,user-1,user-3']);
  });
});

it('what is changed or removed shares no call', () => {
  const names = ['a', 'b', 'c', 'd'];
  const live = { ...TEAM, 'group[team]/members': names.map((name) => member(name, 30)) };
  expect(planFor(team(names.map((name) => `${name}: maintainer`)), live).joint).toBeUndefined();
  expect(planFor(team(names.map((name) => `${name}: { state: absent }`)), live).joint).toBeUndefined();
});

describe('drafts share a call', () => {
  const post = (user_id: Value, more: { readonly [name: string]: Value } = {}): Call => ({
    method: 'POST',
    path: '/groups/team/members',
    body: { user_id, ...more },
  });
  const names = ['a', 'b', 'c'];

  /** The joint calls of three additions, of which a test says what is odd about each. */
  function joint(
    said: (name: string) => { readonly calls?: readonly Call[]; readonly action?: Action },
    needs: { readonly [name: string]: readonly string[] } = {},
  ): number {
    const drafts = names.map((name) =>
      draftOf(members, 'team', name, { action: 'create', calls: [post(name)], ...said(name) }),
    );
    const waits = new Map(drafts.map(({ change: { address }, key }) => [address, new Set(needs[key] ?? [])] as const));
    return jointCalls(drafts, waits, worldOf(TEAM)).length;
  }

  it('where nothing is odd about them', () => {
    expect(joint(() => ({}))).toBe(1);
  });

  it('if each is made by one call that names it', () => {
    expect(joint(() => ({ calls: [] }))).toBe(0);
    expect(joint((name) => ({ calls: [post(name), post(name)] }))).toBe(0);
    expect(joint(() => ({ calls: [{ method: 'POST', path: '/groups/team/members' }] }))).toBe(0);
    expect(joint(() => ({ calls: [post(new Finding({ path: '/users' }, 'id'))] }))).toBe(1);
    expect(joint((name) => ({ calls: [post(`${name},d`)] }))).toBe(0);
  });

  it('if they are made, not changed or removed', () => {
    for (const action of ['update', 'replace', 'delete'] as const) expect(joint(() => ({ action }))).toBe(0);
  });

  it('if there is no secret in it, since two of them look alike', () => {
    const secret = (name: string) => new Secret({ type: 'text', at: 'a.yaml:1:1' }, name);
    expect(joint((name) => ({ calls: [post(name, { note: secret(name) })] }))).toBe(0);
  });

  it('if they wait for the same, in whatever order', () => {
    expect(joint(() => ({}), { a: ['x', 'y'], b: ['y', 'x'], c: ['x', 'y'] })).toBe(1);
    expect(joint(() => ({}), { a: ['x', 'y'], b: ['x', 'y'], c: ['x'] })).toBe(0);
  });
});

it('the calls of a plan are the joint ones, and those of what has none', () => {
  const made = planWith([...people(3), 'carol: owner']);
  expect(made.changes).toHaveLength(4);
  const named = callsOf(made).map(({ body }) => body?.['user_id']);
  expect(named.map((ids) => (Joined.is(ids) ? ids.parts.map(nameIn).join(',') : nameIn(ids)))).toEqual([
    'user-0,user-1,user-2',
    'carol',
  ]);
});
