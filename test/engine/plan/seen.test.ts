import { describe, expect, it } from 'vitest';
import { addressedNow } from '../../../src/engine/addressed-now.ts';
import { hostOf } from '../../../src/engine/plan/host-of.ts';
import { seenHash, seenOf } from '../../../src/engine/plan/seen.ts';
import type { Kinds } from '../../../src/engine/kinds.ts';
import type { Kind } from '../../../src/kind.ts';
import { groups } from '../../../src/kinds/groups/group.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { runners } from '../../../src/kinds/runner.ts';
import type { LiveEntry, Scope, World } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { instance, kinds } from '../instance.ts';
import { declared, section } from '../observe/declared.ts';
import { contextOf } from './context.ts';

const live: LiveEntry = { key: 'CI', spec: { url: 'u', push_events: true, name: null }, live: { id: 3 } };

describe('what a change was computed from', () => {
  it('is the declared fields of the live entry, in an order of their own', () => {
    const entry = declared('ci', { spec: { url: 'u', push_events: false } });
    expect(seenOf(contextOf(hooks), 'update', entry, live)).toEqual({
      reads: [{ path: '/groups/a/hooks', pages: true }],
      key: 'CI',
      fields: ['push_events', 'url'],
      hash: seenHash(live, ['push_events', 'url'], hooks),
    });
  });

  it('is all of the live entry where it is to go, whoever says so', () => {
    const fields = ['name', 'push_events', 'url'];
    const reads = [{ path: '/groups/a/hooks', pages: true }];
    const gone = { reads, key: 'CI', fields, hash: seenHash(live, fields, hooks) };
    expect(seenOf(contextOf(hooks), 'delete', declared('ci', { spec: { url: 'u' } }), live)).toEqual(gone);
    expect(seenOf(contextOf(hooks), 'delete', undefined, live)).toEqual(gone);
    expect(seenOf(contextOf(hooks), 'update', undefined, live)).toEqual(gone);
  });

  it('is what was shown, where the whole is to go: its detail may show more than a list', () => {
    const inList: LiveEntry = { ...live, spec: { url: 'u', push_events: true, name: undefined } };
    const { fields, hash } = seenOf(contextOf(hooks), 'delete', undefined, inList);
    expect(fields).toEqual(['push_events', 'url']);
    expect(seenHash({ ...inList, spec: { ...inList.spec, name: 'CI' } }, fields, hooks)).toBe(hash);
  });

  it('is read by its number where it does not answer under its declared path, now or once its parent has moved', () => {
    const context = contextOf(groups, { section: section('groups', undefined) });
    const moved: LiveEntry = { key: 'new/kid', id: 7, spec: {}, live: { full_path: 'old/kid' }, elsewhere: true };
    const entry = declared('new/kid', { spec: { membership_lock: true } });
    expect(seenOf(context, 'update', entry, moved).reads.map(({ path }) => path)).toEqual(['/groups/7']);
    const stays = seenOf(context, 'update', entry, {
      key: 'old/kid',
      id: 7,
      spec: {},
      live: { full_path: 'old/kid' },
    });
    expect(stays.reads.map(({ path }) => path)).toEqual(['/groups/old%2Fkid']);
  });

  it('is held to the number of its group, also of one that has yet to come to its path', () => {
    for (const elsewhere of [undefined, true] as const) {
      const group: LiveEntry = { key: 'a', id: 7, spec: {}, live: {}, ...(elsewhere && { elsewhere }) };
      const context = contextOf(hooks);
      const sections = new Map([['instance/groups', [group]]]);
      const seen = seenOf({ ...context, world: { ...context.world, sections } }, 'update', declared('ci'), live);
      expect(seen.within).toBe(7);
    }
  });

  it('is that nothing is there where it is to be made', () => {
    const made = seenOf(contextOf(hooks), 'create', declared('ci', { spec: { url: 'u' } }), undefined);
    expect(made).toMatchObject({ key: 'ci', hash: seenHash(undefined, undefined, hooks) });
  });

  it('is read in detail where a declared field, or all of it, is shown there alone', () => {
    const context = contextOf(runners);
    const readsOf = (spec: object, action: 'update' | 'delete' = 'update'): readonly Read[] =>
      seenOf(context, action, declared('build', { spec: { ...spec } }), live).reads;
    const list = [{ path: '/groups/a/runners', query: { type: 'group_type' }, pages: true }];
    const detail = [{ path: '/runners/3' }];
    expect(readsOf({ tags: [], paused: true })).toEqual(detail);
    expect(readsOf({ paused: true })).toEqual(list);
    expect(readsOf({ unheard_of: true })).toEqual(list);
    expect(readsOf({ paused: true }, 'delete')).toEqual(detail);
    expect(seenOf(context, 'create', declared('build', { spec: { tags: [] } }), undefined).reads).toEqual(list);
  });

  it('is read by itself, never as a row of a list', () => {
    const read = { path: '/x', query: { a: 1 }, pages: true, mayBeMissing: true } as const;
    const kind: Kind = {
      ...hooks,
      reads: { ...hooks.reads, all: () => [{ ...read, rowOf: { list: read, by: 'x', is: 'y' } }, { path: '/y' }] },
    };
    expect(seenOf(contextOf(kind), 'update', declared('ci'), live).reads).toEqual([read, { path: '/y' }]);
  });

  it('is the same only where the name and each of these fields are', () => {
    const hash = seenHash(live, ['url'], hooks);
    expect(seenHash({ ...live, spec: { ...live.spec, push_events: false } }, ['url'], hooks)).toBe(hash);
    expect(seenHash({ ...live, live: { id: 4 } }, ['url'], hooks)).toBe(hash);
    expect(seenHash({ ...live, key: 'other' }, ['url'], hooks)).not.toBe(hash);
    expect(seenHash({ ...live, spec: { url: 'v' } }, ['url'], hooks)).not.toBe(hash);
    expect(seenHash(live, undefined, hooks)).not.toBe(
      seenHash({ ...live, spec: { ...live.spec, push_events: false } }, undefined, hooks),
    );
    expect(seenHash(undefined, ['url'], hooks)).not.toBe(hash);
  });
});

describe('a scope is addressed', () => {
  const entry = (key: string, more: Partial<LiveEntry> = {}): LiveEntry => ({
    key,
    id: 4,
    spec: {},
    live: {},
    ...more,
  });
  const nowIn = (scope: Scope, world: World, all: Kinds = kinds) => addressedNow(scope, hostOf(scope, world, all));
  const at = (path: string, ...entries: readonly LiveEntry[]) => {
    const world: World = { instance, sections: new Map([['instance/groups', entries]]) };
    return nowIn({ type: 'group', path }, world);
  };

  it('by its number where it does not answer under its declared path', () => {
    expect(at('New', entry('old', { renamedFrom: 'nEw', elsewhere: true }))).toEqual({ type: 'group', path: '4' });
    expect(at('left', entry('Left', { elsewhere: true }))).toEqual({ type: 'group', path: '4' });
  });

  it('by its path everywhere else', () => {
    expect(at('a', entry('a'))).toEqual({ type: 'group', path: 'a' });
    expect(at('a', entry('b', { elsewhere: true }))).toEqual({ type: 'group', path: 'a' });
    expect(at('a', { key: 'a', spec: {}, live: {}, elsewhere: true })).toEqual({ type: 'group', path: 'a' });
    expect(at('a')).toEqual({ type: 'group', path: 'a' });
    expect(nowIn({ type: 'instance' }, { instance, sections: new Map() })).toEqual({ type: 'instance' });
    expect(nowIn({ type: 'project', path: 'p' }, { instance, sections: new Map() }, new Map())).toEqual({
      type: 'project',
      path: 'p',
    });
  });

  it('by the first of two that stand for it, and a project by projects', () => {
    expect(at('a', entry('a'), entry('b', { id: 9, renamedFrom: 'a', elsewhere: true })).type).toBe('group');
    expect(at('a', entry('a'), entry('b', { id: 9, renamedFrom: 'a', elsewhere: true }))).toMatchObject({ path: 'a' });
    const world: World = { instance, sections: new Map([['instance/projects', [entry('a/p', { elsewhere: true })]]]) };
    expect(nowIn({ type: 'project', path: 'a/p' }, world)).toEqual({ type: 'project', path: '4' });
  });

  it('so in what its changes were computed from', () => {
    const world: World = { instance, sections: new Map([['instance/groups', [entry('a', { elsewhere: true })]]]) };
    const context = contextOf(hooks, { world });
    expect(seenOf(context, 'update', declared('ci'), live).reads).toEqual([{ path: '/groups/4/hooks', pages: true }]);
    const own = contextOf(groups, { section: section('groups', undefined), world });
    expect(seenOf(own, 'create', declared('a/b'), undefined).reads[0]?.path).toBe('/groups/a%2Fb');
  });
});
