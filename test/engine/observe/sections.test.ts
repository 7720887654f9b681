import { describe, expect, it } from 'vitest';
import { createReadCache } from '../../../src/engine/observe/read-cache.ts';
import { decodeSection, initialSection, readSection } from '../../../src/engine/observe/sections.ts';
import type { Kind } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { members } from '../../../src/kinds/member.ts';
import type { Json, JsonObject, LiveEntry, Section } from '../../../src/model.ts';
import { instance } from '../instance.ts';
import { kindWithout } from '../kind-without.ts';
import { declared, section } from './declared.ts';
import { refusal, showing, type Shown } from './shown.ts';

const text = (value: Json | undefined): string => JSON.stringify(value ?? null).replaceAll('"', '');

const plain: Kind = {
  ...kindWithout(hooks, 'reads', 'detail'),
  reads: {
    ...kindWithout(hooks, 'reads', 'detail').reads,
    all: (_scope, keys) => [
      { path: `/list/${keys.join('+')}`, mayBeMissing: true },
      { path: '/more', mayBeMissing: true },
    ],
  },
  schema: { properties: { name: {}, tags: { 'x-detail': true } } },
  decode: (live) =>
    live['id'] === 9
      ? undefined
      : { key: text(live['name']), alias: text(live['id']), spec: { name: live['name'], tags: live['tags'] } },
};

const detailed: Kind = {
  ...plain,
  reads: {
    ...plain.reads,
    detail: (live, scope) =>
      live['id'] === 3 ? undefined : { path: `/${scope.type}/${text(live['id'])}`, mayBeMissing: true },
  },
};

async function seen(kind: Kind, wanted: Section, shown: Shown): Promise<LiveEntry[]> {
  const cache = createReadCache(showing(shown).client);
  const raw = await readSection(wanted, kind, { type: 'group', path: '7' }, cache);
  return decodeSection(raw, instance, new Map(), cache);
}

const tagged = { spec: { tags: ['x'] } };
const rows = [1, 2, 3, 9].map((id): JsonObject => ({ id, name: `n${id}` }));
const tagsOf = (entries: readonly LiveEntry[]) =>
  Object.fromEntries(entries.map(({ key, spec }) => [key, spec['tags']]));

describe('a section', () => {
  it('is all that its reads show, by the keys that are declared', async () => {
    const shown: Shown = { '/list/n1+n2': rows, '/more': { id: 4, name: 'n4' } };
    const entries = await seen(plain, section('hooks', 'a', declared('n1', tagged), declared('n2')), shown);
    expect(entries.map(({ key }) => key)).toEqual(['n1', 'n2', 'n3', 'n4']);
    expect(entries[0]).toEqual({ key: 'n1', alias: '1', spec: { name: 'n1' }, live: { id: 1, name: 'n1' } });
  });

  it('is what its kind finds in an answer', async () => {
    const nested: Kind = {
      ...plain,
      reads: {
        ...plain.reads,
        rows: ({ inside = [] }) => (Array.isArray(inside) ? (inside as readonly JsonObject[]) : []),
      },
    };
    expect(await seen(nested, section('hooks', 'a', declared('n1')), { '/list/n1': { inside: rows } })).toHaveLength(3);
    expect(await seen(nested, section('hooks', 'a', declared('n1')), {})).toEqual([]);
  });

  it('keeps of what the API has shown what its kind says, and no more', async () => {
    const keeping: Kind = { ...plain, reads: { ...plain.reads, retainedFields: ['id', 'none'] } };
    const [entry] = await seen(keeping, section('hooks', 'a', declared('n1')), { '/list/n1': rows });
    expect(entry?.live).toEqual({ id: 1 });
    expect(Object.keys(entry?.live ?? {})).toEqual(['id']);
  });

  it('has the details of what is declared with one, by its key or its second name', async () => {
    const shown: Shown = {
      '/list/n1+other+n3': rows,
      '/group/1': { id: 1, name: 'n1', tags: ['one'] },
      '/group/2': { id: 2, name: 'n2', tags: ['two'] },
    };
    const wanted = section(
      'hooks',
      'a',
      declared('n1', tagged),
      declared('other', { ...tagged, alias: '2' }),
      declared('n3', tagged),
    );
    expect(tagsOf(await seen(detailed, wanted, shown))).toEqual({ n1: ['one'], n2: ['two'], n3: undefined });
    const untagged = section('hooks', 'a', declared('n1'), declared('other', { alias: '2' }), declared('n3'));
    expect(tagsOf(await seen(detailed, untagged, shown))).toEqual({ n1: undefined, n2: undefined, n3: undefined });
  });

  it('is without what is gone, or no part of it, by its detail', async () => {
    const wanted = section('hooks', 'a', declared('n1', tagged), declared('n2', tagged));
    const shown: Shown = { '/list/n1+n2': rows, '/group/2': { id: 9, name: 'n9' } };
    expect((await seen(detailed, wanted, shown)).map(({ key }) => key)).toEqual(['n3']);
  });

  it('is without what nobody declares and its detail shows, or hides, as another scope’s', async () => {
    const shown: Shown = {
      '/list/n3': [...rows, { id: 4, name: 'n4' }],
      '/group/1': { id: 1, name: 'n1', tags: ['own'] },
      '/group/2': { id: 9, name: 'n2' },
      '/group/4': refusal('forbidden', 403),
    };
    const above: Kind = { ...detailed, reads: { ...detailed.reads, mayBeInherited: ({ type }) => type === 'group' } };
    const wanted = section('hooks', 'a', declared('n3', tagged));
    expect(tagsOf(await seen(above, wanted, shown))).toEqual({ n1: ['own'], n3: undefined });
    const nowhere: Kind = { ...above, reads: { ...above.reads, mayBeInherited: () => false } };
    expect((await seen(nowhere, wanted, shown)).map(({ key }) => key)).toEqual(['n1', 'n2', 'n3', 'n4']);
    const failing = { ...shown, '/group/4': refusal('server-error', 500) };
    await expect(seen(above, wanted, failing)).rejects.toThrow('status 500');
  });

  it('names what has no name by its id', async () => {
    const named: Kind = {
      ...plain,
      decode: (live) => ({ key: '', id: Number(live['id']), spec: { name: live['name'], tags: undefined } }),
    };
    const found = await seen(named, section('hooks', 'a'), { '/list/': rows.slice(0, 2) });
    expect(found.map(({ key, nameless }) => [key, nameless])).toEqual([
      ['#1', true],
      ['#2', true],
    ]);
  });
});

describe('what stands in a scope from the start', () => {
  it('is what its kind says', () => {
    expect(initialSection(section('members', 'a'), members, instance)).toMatchObject([{ key: 'root', id: 1 }]);
    expect(initialSection(section('members', 'a/b'), members, instance)).toMatchObject([{ key: 'root', id: 1 }]);
    expect(initialSection(section('hooks', 'a'), hooks, instance)).toEqual([]);
  });
});
