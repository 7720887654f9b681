import { describe, expect, it } from 'vitest';
import { writeConfig } from '../../src/config/write.ts';
import { loadConfig, type Loaded } from '../../src/config/load.ts';
import { kind } from '../../src/kind.ts';
import { kinds as realKinds } from '../../src/kinds/index.ts';
import { fakeKinds } from './fake-kinds.ts';
import { desiredOf, memory } from './load.ts';

/** Doors: on each floor there may be one of the same name. */
const doors = kind<{ readonly name: string; readonly floor: number | null; readonly colour: string }, { name: string }>(
  {
    section: 'doors',
    singular: 'door',
    description: 'Doors.',
    scopes: ['group'],
    shape: { type: 'map', name: 'name', several: true },
    schema: {
      properties: {
        name: { type: 'string', pattern: '^[A-Z]+$' },
        floor: { type: ['integer', 'null'], description: 'The floor; the ground where there is none.' },
        colour: { type: 'string', description: 'Its colour.' },
      },
      required: ['colour'],
    },
    identity: { names: 'exact', key: ({ name, floor }) => `${name ?? ''}${floor == null ? '' : ` (${floor})`}` },
    reads: { all: () => [] },
    decode: ({ name }) => ({ key: name, spec: { name, floor: undefined, colour: undefined } }),
    calls: {},
  },
);
const kinds = [...fakeKinds, doors];

function load(doorsOf: string, defaults = ''): Loaded {
  const text = `${defaults}\ngroups:\n  team:\n    doors:\n${doorsOf}`;
  return loadConfig('a.yaml', kinds, memory({ 'a.yaml': text }), {});
}

function doorsIn(loaded: Loaded) {
  const section = desiredOf(loaded).sections.find(({ name }) => name === 'doors');
  return section?.entries.map(({ key, spec, state }) => ({ key, ...spec, ...(state === 'absent' && { state }) }));
}

describe('several entries of one name', () => {
  it('stand in a list under it, beside names that have one', () => {
    const loaded = load(`
      A: { colour: red }
      B: [{ colour: blue }, { floor: 2, colour: green }, { floor: 3, state: absent }]
`);
    expect(loaded.diagnostics).toEqual([]);
    expect(doorsIn(loaded)).toEqual([
      { key: 'A', name: 'A', colour: 'red' },
      { key: 'B', name: 'B', colour: 'blue' },
      { key: 'B (2)', name: 'B', floor: 2, colour: 'green' },
      { key: 'B (3)', name: 'B', floor: 3, state: 'absent' },
    ]);
  });

  it('have places of their own', () => {
    const entry = desiredOf(load(`      B:\n        - { colour: blue }\n        - floor: 2\n          colour: green\n`))
      .sections.find(({ name }) => name === 'doors')
      ?.entries.at(-1);
    expect([entry?.place().line, entry?.place('colour').line]).toEqual([7, 8]);
  });

  it('take what defaults give to the one that is told apart in the same way', () => {
    const defaults =
      'defaults: { groups: { "**": { doors: { B: [{ floor: 2, colour: grey }, { floor: 4, colour: grey }] } } } }';
    expect(doorsIn(load(`      B: [{ colour: blue }, { floor: 2 }]\n`, defaults))).toEqual([
      { key: 'B', name: 'B', colour: 'blue' },
      { key: 'B (2)', name: 'B', floor: 2, colour: 'grey' },
      { key: 'B (4)', name: 'B', floor: 4, colour: 'grey' },
    ]);
  });

  it.each([
    ['one that is there twice', '      B: [{ floor: 2, colour: blue }, { floor: 2, colour: red }]\n', ['duplicate']],
    ['one that lacks a field', '      B: [{ colour: blue }, { floor: 2 }]\n', ['missing-field']],
    [
      'a field that nobody knows, and no more of it',
      '      B: [{ floor: 1, colour: blue }, { flor: 2 }]\n',
      ['unknown-key'],
    ],
    ['a value of another type', '      B: [{ floor: 1, colour: blue }, { floor: two, colour: red }]\n', ['wrong-type']],
    ['what is no map', '      B: [blue]\n', ['wrong-type']],
    ['a name that cannot be', '      b: [{ colour: blue }]\n', ['bad-pattern']],
  ])('are refused where there is %s', (_, text, codes) => {
    expect(load(text).diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('are written as they are read', () => {
    const loaded = load(`
      A: { colour: red }
      B: [{ colour: blue }, { floor: 2, colour: green }, { floor: 3, colour: red }]
`);
    const section = desiredOf(loaded).sections.filter(({ name }) => name === 'doors');
    const text = writeConfig(section, kinds);
    expect(text).toBe(
      [
        'version: 1',
        'groups:',
        '  team:',
        '    doors:',
        '      A:',
        '        colour: red',
        '      B:',
        '        - colour: blue',
        '        - floor: 2',
        '          colour: green',
        '        - floor: 3',
        '          colour: red',
        '',
      ].join('\n'),
    );
    const again = loadConfig('a.yaml', kinds, memory({ 'a.yaml': text }), {});
    expect(doorsIn(again)).toEqual(doorsIn(loaded));
  });
});

it('two items whose names are none are wrong each, and not the same', () => {
  const yaml = `groups:
  aa:
    members: [{ username: '@a', access_level: owner }, { username: '@b', access_level: owner }]
    variables: [{ key: A-B, plain_value: x }, { key: C-D, plain_value: x }, { plain_value: x }, { plain_value: y }]
`;
  const { diagnostics } = loadConfig('k.yaml', realKinds, memory({ 'k.yaml': yaml }), {});
  expect(diagnostics.map(({ code }) => code)).toEqual([
    ...Array.from({ length: 4 }, () => 'bad-pattern'),
    ...Array.from({ length: 2 }, () => 'missing-field'),
  ]);
});
