import { describe, expect, it } from 'vitest';
import type { Kind } from '../../src/kind.ts';
import { hooks } from '../../src/kinds/hooks/hook.ts';
import { match } from '../../src/engine/plan/match.ts';
import type { Declared, LiveEntry, Section } from '../../src/model.ts';

function declared(key: string, alias?: string): Declared {
  return {
    key,
    alias,
    spec: {},
    state: 'present',
    protect: false,
    place: () => ({ file: 'a.yaml', line: 1, column: 1 }),
  };
}

function live(id: number, key: string, more: Partial<LiveEntry> = {}): LiveEntry {
  return { id, key, spec: {}, live: {}, ...more };
}

function matched(
  entries: readonly Declared[],
  there: readonly LiveEntry[],
  names: Kind['identity']['names'] = 'folded',
) {
  const section: Section = { scope: { type: 'instance' }, name: 'hooks', entries, prune: false };
  const { pairs, leftover, diagnostics } = match(
    section,
    { ...hooks, identity: { ...hooks.identity, names } },
    there,
    (key) => `hook[${key}]`,
    '18.9.0',
  );
  return {
    pairs: Object.fromEntries(pairs.map((pair) => [pair.declared.key, pair.live?.id])),
    leftover: leftover.map(({ id }) => id),
    said: diagnostics.map(({ message }) => message),
  };
}

describe('a declared entry', () => {
  it('is the live one of the same key, letter case aside', () => {
    expect(matched([declared('CI')], [live(1, 'other'), live(2, 'ci')])).toEqual({
      pairs: { CI: 2 },
      leftover: [1],
      said: [],
    });
  });

  it('is none of another letter case where the platform tells the two apart', () => {
    const there = [live(1, 'CI'), live(2, 'other')];
    expect(matched([declared('ci')], there, 'exact')).toEqual({ pairs: { ci: undefined }, leftover: [1, 2], said: [] });
    const both = matched([declared('ci'), declared('CI')], [live(1, 'CI'), live(2, 'ci')], 'exact');
    expect(both).toEqual({ pairs: { ci: 2, CI: 1 }, leftover: [], said: [] });
    const byUrl = [live(1, 'https://CI', { alias: 'https://CI' })];
    expect(matched([declared('ci', 'https://ci')], byUrl, 'exact').pairs).toEqual({ ci: undefined });
  });

  it('is the live one without a name that has its second name', () => {
    const there = [live(1, 'https://ci', { alias: 'https://ci' }), live(2, 'https://x', { alias: 'https://x' })];
    expect(matched([declared('ci', 'https://ci')], there)).toEqual({ pairs: { ci: 1 }, leftover: [2], said: [] });
  });

  it('is rather the one that has its name than one that has its second name', () => {
    const there = [live(1, 'https://ci', { alias: 'https://ci' }), live(2, 'ci')];
    expect(matched([declared('ci', 'https://ci')], there)).toEqual({ pairs: { ci: 2 }, leftover: [1], said: [] });
  });

  it('is the one that stands for it, and that one is nothing else', () => {
    const there = [live(1, 'old', { renamedFrom: 'new' })];
    expect(matched([declared('new')], there)).toEqual({ pairs: { new: 1 }, leftover: [], said: [] });
    expect(matched([declared('old')], there)).toEqual({ pairs: { old: undefined }, leftover: [1], said: [] });
  });

  it('is not what a replacement has taken the place of', () => {
    const there = [live(1, 'role', { superseded: 'before' })];
    expect(matched([declared('role')], there)).toEqual({ pairs: { role: undefined }, leftover: [1], said: [] });
  });

  it('is nobody where two have its name, and both are left alone', () => {
    const there = [live(1, 'ci'), live(2, 'CI'), live(3, 'other')];
    expect(matched([declared('ci')], there)).toEqual({
      pairs: {},
      leftover: [3],
      said: ['hook[ci] is there 2 times (ids 1, 2), and nothing tells which one is meant'],
    });
  });

  it('is nobody where two have its second name', () => {
    const there = [live(1, 'https://ci', { alias: 'https://ci' }), live(2, 'https://ci', { alias: 'https://ci' })];
    expect(matched([declared('ci', 'https://ci')], there).said).toHaveLength(1);
  });

  it('does not take what another one has taken', () => {
    const there = [live(1, 'https://ci', { alias: 'https://ci' })];
    const entries = [declared('one', 'https://ci'), declared('two', 'https://ci')];
    expect(matched(entries, there).pairs).toEqual({ one: 1, two: undefined });
  });

  it('does not take, by its second name, what bears the name of another one', () => {
    const there = [live(1, 'two', { alias: 'https://ci' })];
    const entries = [declared('one', 'https://ci'), declared('two', 'https://other')];
    expect(matched(entries, there).pairs).toEqual({ one: undefined, two: 1 });
  });

  it('says nothing of numbers where a list shows none', () => {
    const unnumbered: LiveEntry = { key: 'ci', spec: {}, live: {} };
    expect(matched([declared('ci')], [unnumbered, unnumbered]).said).toEqual([
      'hook[ci] is there 2 times, and nothing tells which one is meant',
    ]);
  });
});
