import { describe, expect, it } from 'vitest';
import type { Layer } from '../../src/origin.ts';
import { loadFiles } from './load.ts';

const files = {
  'defaults.yaml': `defaults:
  groups:
    '**': { title: all, colour: red, note: far, prune: [people], ignore: { people: [svc-*] } }
    'a/*': { colour: blue, note: near }
    'a/**': { colour: green, people: { ann: low } }
`,
  'b.yaml': `groups: { a/b: { people: { ann: high } }, a/c: { prune: [], ignore: { people: [bot-*] } } }
`,
  'a.yaml': `groups:
  a: { title: own }
  a/b: { colour: red, note: null }
`,
};

const { desired, origins } = loadFiles(files);
const from = origins();
const layersOf = (path: string): readonly Layer[] => from({ type: 'instance' }, 'groups', path).layers;
const said = (path: string, field: string): readonly (readonly [string | undefined, unknown])[] =>
  layersOf(path).map(({ pattern, fields }) => [pattern, fields?.[field]]);
const at = (layer: Layer | undefined, ...field: readonly string[]): string => {
  const place = layer?.place(...field);
  return `${place?.file ?? ''}:${String(place?.line)}`;
};

describe('where what is declared comes from', () => {
  it('is the entry itself, then every pattern that fits, in the order in which they count', () => {
    expect(said('a/b', 'colour')).toEqual([
      [undefined, 'red'],
      ['a/*', 'blue'],
      ['a/**', 'green'],
      ['**', 'red'],
    ]);
    expect(said('a', 'title')).toEqual([
      [undefined, 'own'],
      ['**', 'all'],
    ]);
  });

  it('is told with the line of each', () => {
    const [own, near, , far] = layersOf('a/b');
    expect([at(own, 'colour'), at(near, 'colour'), at(far, 'title')]).toEqual([
      'config/a.yaml:3',
      'config/defaults.yaml:4',
      'config/defaults.yaml:3',
    ]);
    expect(own?.place('colour').column).toBe(18);
  });

  it('agrees with what was resolved: the first that says something wins, and null takes a default away', () => {
    const entries = desired?.sections.find(({ name }) => name === 'groups')?.entries ?? [];
    expect(entries).toHaveLength(3);
    for (const { key, spec } of entries)
      for (const field of ['title', 'colour', 'note'])
        expect([key, field, spec[field] ?? null]).toEqual([
          ...[key, field],
          said(key, field).find(([, value]) => value !== undefined)?.[1] ?? null,
        ]);
  });

  it('tells, of an entry of a section, which defaults name it, and the lines that prune and leave alone there', () => {
    const group = { type: 'group', path: 'A/b' } as const;
    const { layers, prune, ignore, isWritten } = from(group, 'people', 'ANN');
    expect(layers.map(({ pattern, fields }) => [pattern, fields !== undefined])).toEqual([
      [undefined, true],
      ['a/*', false],
      ['a/**', true],
      ['**', false],
    ]);
    expect(layers.map((layer) => at(layer))).toEqual([
      'config/b.yaml:1',
      ...[4, 5, 3].map((line) => `config/defaults.yaml:${line}`),
    ]);
    expect([isWritten, prune?.line, prune?.column, ignore.map(({ glob, place }) => [glob, place.line])]).toEqual([
      ...[true, 3, 57, [['svc-*', 3]]],
    ]);
    // A list of its own replaces that of the default.
    expect(from({ type: 'group', path: 'a/c' }, 'people', 'ann')).toMatchObject({
      ...{ isWritten: true, ignore: [{ glob: 'bot-*', place: { file: 'config/b.yaml' } }] },
    });
    expect(from({ type: 'group', path: 'a/c' }, 'people', 'ann').prune).toBeUndefined();
    expect(from({ type: 'group', path: 'a' }, 'people', 'ann').isWritten).toBe(false);
  });

  it('is nowhere for what is not written', () => {
    expect(from({ type: 'instance' }, 'groups', 'b')).toEqual({ layers: [], isWritten: false, ignore: [] });
    expect(from({ type: 'instance' }, 'no such', 'b').layers).toEqual([]);
  });
});
