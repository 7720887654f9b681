import { describe, expect, it } from 'vitest';
import { partOf, shardLock, shardOf } from '../../../src/engine/parts/shard.ts';
import type { Declared, Desired, Scope, Section } from '../../../src/model.ts';
import { kinds } from '../instance.ts';
import { declared, desired } from '../observe/declared.ts';

const INSTANCE: Scope = { type: 'instance' };

function section(scope: Scope, name: string, ...entries: readonly Declared[]): Section {
  return { scope, name, entries, prune: false };
}

function inGroup(path: string, name = 'members'): Section {
  return section({ type: 'group', path }, name, declared('alice'));
}

/** What each of the shards has, as addresses of sections with their keys. */
function parts(whole: Desired, of: number): string[][] {
  return Array.from({ length: of }, (_, index) =>
    partOf(whole, { index: index + 1, of }, kinds).desired.sections.map(
      ({ scope, name, entries }) =>
        `${'path' in scope ? scope.path : ''}/${name}: ${entries.map(({ key }) => key).join()}`,
    ),
  );
}

describe('a shard', () => {
  it('of a name is the same in every run, on every machine', () => {
    // Reference values of FNV-1a with 32 bits: '' is 811c9dc5, 'a' is e40c292c, 'foobar' is bf9cf968.
    const of = 2 ** 32;
    expect(['', 'a', 'foobar'].map((name) => shardOf(name, of) - 1)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
    expect(shardOf('foobar', 7)).toBe((0xbf9cf968 % 7) + 1);
    expect(shardOf('größe', 1)).toBe(1);
  });

  it('has whole trees, and the instance is in the first', () => {
    const whole = desired(
      section(INSTANCE, 'groups', declared('a'), declared('A/x'), declared('c')),
      section(INSTANCE, 'settings', declared('')),
      inGroup('a'),
      inGroup('a/x'),
      inGroup('c'),
    );
    const [first = [], ...others] = parts(whole, 3);
    expect(first).toContain('/settings: ');
    expect(others.flat()).not.toContain('/settings: ');
    const of = (path: string) => shardOf(path, 3) - 1;
    const all = parts(whole, 3);
    expect(all[of('a')]).toEqual(expect.arrayContaining(['a/members: alice', 'a/x/members: alice']));
    expect(all[of('c')]).toContain('c/members: alice');
    expect(of('a')).not.toBe(of('c'));
    expect(all[of('a')]).toContain('/groups: a,A/x');
    expect(all[of('c')]).toContain('/groups: c');
    expect(all.flat().filter((text) => text.startsWith('/groups'))).toHaveLength(2);
  });

  it('knows what others refer to, and does not own it', () => {
    const whole = desired(section(INSTANCE, 'member_roles', declared('r')), inGroup('b', 'member_roles'), inGroup('b'));
    for (const shard of [1, 2, 3]) {
      const { desired: part, owns } = partOf(whole, { index: shard, of: 3 }, kinds);
      expect(part.sections.filter(({ name }) => name === 'member_roles')).toHaveLength(2);
      expect(owns(INSTANCE)).toBe(shard === 1);
      expect(owns({ type: 'project', path: 'B/x' })).toBe(shard === shardOf('b', 3));
    }
  });

  it('has the trees together that something moves between, by whatever detour', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const moves = section(
      INSTANCE,
      'groups',
      declared('h/x', { previously: 'G/x' }),
      declared('f', { previously: 'h/f' }),
      declared('c/y', { previously: 'f/y' }),
    );
    const whole = desired(moves, ...names.map((name) => inGroup(name)));
    const shards = parts(whole, 5);
    const at = (name: string) => shards.findIndex((all) => all.includes(`${name}/members: alice`));
    expect(new Set(['c', 'f', 'g', 'h'].map(at)).size).toBe(1);
    expect(at('c')).toBe(shardOf('c', 5) - 1);
    for (const name of ['a', 'b', 'd', 'e']) expect(at(name)).toBe(shardOf(name, 5) - 1);
  });

  it('is the same whichever way something moves', () => {
    for (const [to, from] of [
      ['oak/x', 'elm/x'],
      ['elm/x', 'oak/x'],
    ] as const) {
      const whole = desired(section(INSTANCE, 'groups', declared(to, { previously: from })));
      for (let index = 1; index <= 7; index++) {
        const { owns } = partOf(whole, { index, of: 7 }, kinds);
        expect(owns({ type: 'group', path: 'oak' })).toBe(index === shardOf('elm', 7));
        expect(owns({ type: 'group', path: 'Elm/y' })).toBe(index === shardOf('elm', 7));
        expect(owns({ type: 'group', path: 'ash' })).toBe(index === shardOf('ash', 7));
      }
    }
  });

  it('has the tree of a share together with that of the declared group that it invites', () => {
    const invites = (group: string, more = {}) =>
      section({ type: 'group', path: 'oak/x' }, 'shares', declared(group, { spec: { group }, ...more }));
    const whole = (group: string) =>
      desired(section(INSTANCE, 'groups', declared('Elm/y'), declared('oak/x')), invites(group));
    for (let index = 1; index <= 7; index++) {
      const { owns } = partOf(whole('elm/Y'), { index, of: 7 }, kinds);
      for (const path of ['oak', 'elm']) expect(owns({ type: 'group', path })).toBe(index === shardOf('elm', 7));
      // One that is merely live is there, whoever plans it.
      const apart = partOf(whole('elm/z'), { index, of: 7 }, kinds);
      expect(apart.owns({ type: 'group', path: 'oak' })).toBe(index === shardOf('oak', 7));
    }
  });

  it('is not moved by what moves within its tree, or is no group', () => {
    const whole = desired(
      section(INSTANCE, 'groups', declared('b/x', { previously: 'b/y' })),
      section({ type: 'group', path: 'b' }, 'hooks', declared('a/h', { previously: 'g/h' })),
      inGroup('b'),
    );
    const { owns } = partOf(whole, { index: shardOf('b', 5), of: 5 }, kinds);
    expect(owns({ type: 'group', path: 'b' })).toBe(true);
    for (const path of ['a', 'g'])
      expect(partOf(whole, { index: shardOf(path, 5), of: 5 }, kinds).owns({ type: 'group', path })).toBe(true);
  });

  it('has a lock of its own', () => {
    const lock = { project: 'ops/locks', name: 'keelson' };
    const own = { project: 'ops/locks', name: 'keelson-2-of-3' };
    expect(partOf({ ...desired(), lock }, { index: 2, of: 3 }, kinds).desired).toMatchObject({
      lock: own,
      guards: { max_removals: 1 },
    });
    expect(partOf(desired(), { index: 2, of: 3 }, kinds).desired).not.toHaveProperty('lock');
    expect([shardLock(lock, undefined), shardLock(undefined, { index: 1, of: 2 })]).toEqual([lock, undefined]);
  });
});
