import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/base/diagnostic.ts';
import { observe } from '../../../src/engine/observe/observe.ts';
import type { Desired, LiveEntry, Section } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { instance, kinds } from '../instance.ts';
import { declared, desired, section } from './declared.ts';
import { group, refusal, showing, type Shown } from './shown.ts';

const team = declared('team');
const inTeam: Shown = { '/groups/team': group(4, 'team') };
const alice = { id: 8, username: 'alice', access_level: 20, state: 'active', avatar_url: 'not kept' };
const roles = [{ id: 7, name: 'auditor', base_access_level: 20 }];

/** What is seen of a configuration: the entries by section, what went wrong, and what was asked. */
async function seen(wanted: Desired, shown: Shown, permits?: (requests: number) => Diagnostic | undefined) {
  const { client, paths } = showing(shown);
  const { world, diagnostics } = await observe(wanted, kinds, client, instance, permits);
  const keys = Object.fromEntries(
    [...world.sections].map(([address, entries]) => [address, entries.map(({ key }) => key)]),
  );
  return { keys, world, diagnostics, paths: paths() };
}

function only(entries: readonly LiveEntry[] | undefined): LiveEntry {
  const [one, ...more] = entries ?? [];
  if (one === undefined || more.length > 0) throw new Error(`there are ${entries?.length ?? 0} of them`);
  return one;
}

describe('what is declared is looked at', () => {
  it('in its groups, in the order of the configuration', async () => {
    const wanted = desired(
      section('members', 'team', declared('alice')),
      section('groups', undefined, team),
      section('hooks', 'team', declared('ci')),
    );
    const { keys, world, diagnostics } = await seen(wanted, {
      ...inTeam,
      '/groups/team/members': [alice],
      '/groups/team/hooks': [{ id: 3, name: 'ci', url: 'https://ci' }],
    });
    expect(Object.entries(keys)).toEqual([
      ['group[team]/members', ['alice']],
      ['instance/groups', ['team']],
      ['group[team]/hooks', ['ci']],
    ]);
    expect(diagnostics).toEqual([]);
    expect(world.instance).toBe(instance);
    expect(only(world.sections.get('group[team]/members')).live).toEqual({
      id: 8,
      access_level: 20,
    });
    expect(only(world.sections.get('group[team]/hooks')).live).toEqual({ id: 3, name: 'ci', url: 'https://ci' });
  });

  it('as many sections at a time as keep every request busy, and no more', async () => {
    const paths = ['a', 'b', 'c', 'd', 'e'];
    const wanted = desired(
      section('groups', undefined, ...paths.map((path) => declared(path))),
      ...paths.map((path) => section('members', path, declared('alice'))),
    );
    let underway = 0;
    let most = 0;
    const { client } = showing({ '/groups': paths.map((path, index) => group(index + 1, path)) });
    const read = async ({ path }: Read) => {
      if (!path.endsWith('/members')) return undefined;
      most = Math.max(most, ++underway);
      await setImmediate();
      underway--;
      return [alice];
    };
    const { world } = await observe(wanted, kinds, { ...client, atATime: 2, read }, instance);
    expect(most).toBe(4);
    expect(paths.map((path) => only(world.sections.get(`group[${path}]/members`)).key)).toEqual(
      paths.map(() => 'alice'),
    );
  });

  it('by its number, where a group is to be renamed', async () => {
    const wanted = desired(
      section('groups', undefined, declared('new', { previously: 'team' })),
      section('members', 'new', declared('alice')),
    );
    const { keys } = await seen(wanted, { ...inTeam, '/groups': [], '/groups/4/members': [alice] });
    expect(keys['group[new]/members']).toEqual(['alice']);
  });

  it('with what stands in a group from the start, where it is yet to be made', async () => {
    const wanted = desired(
      section('groups', undefined, team, declared('top/in')),
      section('members', 'team'),
      section('members', 'top/in'),
    );
    const { keys, paths } = await seen(wanted, { '/groups': [] });
    expect([keys['group[team]/members'], keys['group[top/in]/members']]).toEqual([['root'], ['root']]);
    expect(paths.filter((path) => path.endsWith('/members'))).toEqual([]);
  });

  it('not at all, where a group is to be gone', async () => {
    const wanted = desired(
      section('groups', undefined, declared('team', { state: 'absent' })),
      section('members', 'team', declared('alice')),
    );
    const { keys, paths } = await seen(wanted, inTeam);
    expect(keys).toEqual({ 'instance/groups': ['team'] });
    expect(paths).toEqual(['/groups/team']);
  });

  it('after what it refers to, so that it is named', async () => {
    const member = { ...alice, member_role: { id: 7, name: 'by another name' } };
    const shown: Shown = { ...inTeam, '/groups/team/members': [member], '/member_roles': roles };
    const declaredRole = desired(
      section('groups', undefined, team),
      section('members', 'team', declared('alice', { spec: { role: 'auditor' } })),
      section('member_roles', undefined, declared('auditor')),
    );
    const { world } = await seen(declaredRole, shown);
    expect(only(world.sections.get('group[team]/members')).spec['role']).toBe('auditor');
    const undeclared = desired(...declaredRole.sections.slice(0, 2));
    const other = await seen(undeclared, shown);
    expect(only(other.world.sections.get('group[team]/members')).spec['role']).toBe('auditor');
    expect(Object.keys(other.keys)).toEqual(['instance/groups', 'group[team]/members', 'instance/member_roles']);
    const refused: Shown = { ...shown, '/groups/team/member_roles': refusal('refused', 400) };
    expect((await seen(undeclared, refused)).diagnostics).toEqual([]);
  });

  it('as far as it can be read: the rest is told, in the order of the configuration', async () => {
    const wanted = desired(
      section('groups', undefined, team),
      section('hooks', 'team', declared('ci')),
      section('members', 'team'),
    );
    const { keys, diagnostics } = await seen(wanted, {
      ...inTeam,
      '/groups/team/hooks': refusal('forbidden', 403, '/groups/team/hooks'),
      '/groups/team/members': refusal('not-found', 404, '/groups/team/members'),
    });
    expect(keys).toEqual({ 'instance/groups': ['team'] });
    expect(diagnostics.map(({ message, place }) => [message.split(' ')[0], place?.line])).toEqual([
      ['group[team]/hooks', 1],
      ['group[team]/members', undefined],
    ]);
    const shown: Shown = { ...inTeam, '/groups/team/hooks': refusal('server-error', 500) };
    await expect(seen(wanted, shown)).rejects.toThrow('status 500');
  });

  it('as far as its groups can be read: of what stands in the others nothing is known', async () => {
    const wanted = desired(section('groups', undefined, team), section('members', 'team', declared('alice')));
    const { diagnostics, keys } = await seen(wanted, { '/groups/team': refusal('forbidden', 403, '/groups/team') });
    expect(diagnostics.map(({ message }) => message.split(' ')[0])).toEqual(['group[team]']);
    expect(keys['instance/groups']).toEqual([]);
  });

  it('once each', async () => {
    const wanted = desired(
      section('groups', undefined, team),
      section('member_roles', undefined, declared('auditor')),
      section('members', 'team', declared('alice')),
    );
    const { paths } = await seen(wanted, { ...inTeam, '/groups/team/members': [alice], '/member_roles': roles });
    expect(paths.toSorted()).toEqual(['/groups/team', '/groups/team/members', '/member_roles']);
  });

  it('only where that is permitted, for what it will take', async () => {
    const no: Diagnostic = { severity: 'error', code: 'too-many-requests', message: 'too many' };
    const asked: number[] = [];
    const wanted = desired(section('groups', undefined, team), section('members', 'team', declared('alice')));
    const { keys, diagnostics, paths } = await seen(wanted, inTeam, (requests) => {
      asked.push(requests);
      return no;
    });
    expect([asked, keys, diagnostics, paths]).toEqual([[2], {}, [no], []]);
  });
});

describe('how many requests it takes', () => {
  async function forecast(...sections: readonly Section[]): Promise<number> {
    let told = -1;
    await seen(desired(...sections), {}, (requests) => {
      told = requests;
      return { severity: 'error', code: 'too-many-requests', message: 'stop' };
    });
    return told;
  }

  const many = (count: number) => Array.from({ length: count }, (_, index) => declared(`user${index}`));

  it('is one for each group, and the pages of what is declared in each section', async () => {
    expect(await forecast()).toBe(0);
    expect(await forecast(section('groups', undefined, declared('a'), declared('b')))).toBe(2);
    expect(await forecast(section('members', 'a'))).toBe(1);
    expect(await forecast(section('members', 'a', ...many(100)))).toBe(1);
    expect(await forecast(section('members', 'a', ...many(101)))).toBe(2);
    expect(await forecast(section('members', 'a', ...many(301)))).toBe(4);
    expect(await forecast(section('settings', undefined, declared('')))).toBe(1);
  });

  it('is one more for each entry that is declared with what no list shows', async () => {
    const tagged = declared('r', { spec: { tags: ['x'] } });
    expect(await forecast(section('runners', 'a', tagged, declared('s', { spec: { paused: true } })))).toBe(2);
    expect(await forecast(section('members', 'a', declared('m', { spec: { tags: ['x'] } })))).toBe(1);
  });

  it('is none for what the row of a group shows', async () => {
    expect(await forecast(section('ldap_links', 'a', declared('x')))).toBe(0);
  });

  it('is none for what is to be gone', async () => {
    const gone = declared('a', { state: 'absent' });
    expect(await forecast(section('groups', undefined, gone), section('members', 'a', ...many(3)))).toBe(1);
  });
});

describe('what a list leaves out', () => {
  const listed = [
    { id: 1, description: 'build', paused: false },
    { id: 2, description: 'test', paused: false },
    { id: 3, description: 'gone', paused: false },
  ];
  const detail = (id: number, description: string) => ({ id, description, paused: false, tag_list: [`tag${id}`] });
  const shown: Shown = {
    '/runners/all': listed,
    '/runners/1': detail(1, 'build'),
    '/runners/2': detail(2, 'test'),
    '/runners/3': detail(3, 'gone'),
  };

  async function read(wanted: Section) {
    const { world, paths } = await seen(desired(wanted), shown);
    const tags = (world.sections.get('instance/runners') ?? []).map(({ key, spec }) => [key, spec['tags']]);
    return { tags: Object.fromEntries(tags) as object, details: paths.filter((path) => /\/\d$/.test(path)) };
  }

  it('is read where it is declared, or its entry is to be gone', async () => {
    const wanted = section(
      'runners',
      undefined,
      declared('build', { spec: { tags: ['x'] } }),
      declared('test', { spec: { paused: true } }),
      declared('gone', { state: 'absent' }),
    );
    expect(await read(wanted)).toEqual({
      tags: { build: ['tag1'], test: undefined, gone: ['tag3'] },
      details: ['/runners/1', '/runners/3'],
    });
  });

  it('is read of what is not declared where the section is pruned', async () => {
    const wanted = section('runners', undefined, declared('test', { spec: { paused: true } }));
    expect((await read(wanted)).details).toEqual([]);
    expect((await read({ ...wanted, prune: true })).details).toEqual(['/runners/1', '/runners/3']);
  });

  it('is read of what is found by its second name', async () => {
    const hook = { id: 5, url: 'https://ci' };
    const scope = { type: 'project', path: 'a/p' } as const;
    const entry = declared('ci', { alias: 'https://ci', spec: { custom_headers: { 'X-One': 'x' } } });
    const wanted: Section = { scope, name: 'hooks', entries: [entry], prune: false };
    const { client, paths } = showing({
      '/projects/a%2Fp': { id: 2, path_with_namespace: 'a/p' },
      '/projects/a%2Fp/hooks': [hook],
      '/projects/a%2Fp/hooks/5': { ...hook, custom_headers: [{ key: 'X-One' }] },
    });
    await observe(desired(section('projects', undefined, declared('a/p')), wanted), kinds, client, instance);
    expect(paths()).toContain('/projects/a%2Fp/hooks/5');
  });
});
