import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { placeText } from '../../src/base/place.ts';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parse } from '../../src/config/yaml/document.ts';
import type { Path } from '../../src/config/yaml/locate.ts';
import { placesIn, placesOnDemand, type FileText } from '../../src/config/yaml/places.ts';
import { secretNames } from '../../src/config/secret-names.ts';
import { isList, isMapping, type YamlValue } from '../../src/config/yaml/yaml-value.ts';
import { kinds } from '../../src/kinds/index.ts';
import { loadConfig } from '../../src/config/load.ts';
import { memory } from './load.ts';
import { configurations } from './written-texts.ts';

const isSecret = secretNames(kinds);

function contentOf(file: FileText) {
  const { content } = parse(file, isSecret);
  return content && { ...content, places: placesIn(content.tree) };
}

/** Holds the places of keys that are told without a tree against those of the tree, and both against the text; says how many there were. */
function keysHeld(text: string): number {
  const file = { file: 'a.yaml', text };
  const content = contentOf(file);
  if (content === undefined) return 0;
  const { data, starts, places } = content;
  const again = contentOf(file)?.places ?? places;
  const lazy = placesOnDemand(file, isSecret, () => again);
  const lines = text.split('\n');
  let held = 0;
  for (const [path, value] of valuesIn(data)) {
    const what = `${text} at ${path.join('.')}`;
    expect(lazy.reach(path), what).toBe(path.length);
    for (const part of ['key', 'value', undefined] as const)
      expect(lazy.place(path, part), what).toEqual(places.place(path, part));
    if (!isMapping(value)) continue;
    for (const name of Object.keys(value)) {
      const start = starts.get(value)?.get(name);
      const whole = places.place([...path, name], 'key');
      if (start === undefined) expect(text, `${what}: nobody knows where ${name} begins`).toMatch(/\*|<</);
      else expect({ ...lazy.keyAt([...path, name], start) }, what).toEqual(whole);
      const line = lines[whole.line - 1] ?? '';
      if (/^[\w./-]+$/.test(name) && whole.text === line) {
        const written = line.slice(whole.column - 1, whole.column - 1 + (whole.length ?? 0));
        expect(written.replace(/^(["'])(.*)\1$/, '$2'), what).toBe(name);
      }
      held++;
    }
  }
  expect(places.reach(['nowhere', 'x'])).toBe(0);
  return held;
}

function valuesIn(value: YamlValue, path: Path = []): (readonly [Path, YamlValue])[] {
  const inner = isList(value) ? [...value.entries()] : isMapping(value) ? Object.entries(value) : [];
  return [[path, value], ...inner.flatMap(([step, item]) => valuesIn(item, [...path, step]))];
}

/** How many keys of as many texts were held. */
function held(texts: fc.Arbitrary<string>, numRuns: number): number {
  let count = 0;
  fc.assert(
    fc.property(texts, (text) => {
      count += keysHeld(text);
    }),
    { numRuns, seed: 20_261_120 },
  );
  return count;
}

const words = [
  'groups',
  'a/b',
  'members',
  'x.y-z',
  'token',
  'env',
  'url',
  '12',
  'null',
  'true',
  '"q"',
  "'s'",
  'a@b',
  '_',
];
const scalars = [
  'owner',
  '12',
  '-3',
  '007',
  '1.5',
  '0x1f',
  '2027-01-31',
  'null',
  '~',
  'True',
  'yes',
  '1e3',
  '.5',
  '-',
  '+1',
];
const texts = [
  'a b',
  'https://x.y/z',
  'a:b',
  'a#b',
  'x # y',
  '"in quotes"',
  "'it''s'",
  '"\\n"',
  '[a, b]',
  '{ a: b }',
  '[]',
  '{}',
];
const piece = fc.constantFrom(
  ...[
    ...words.map((word) => `${word}:`),
    ...scalars,
    ...texts,
    '- ',
    '\n',
    '\n  ',
    '\n    ',
    ' ',
    ', ',
    '{ ',
    ' }',
    '[',
  ],
  ...[
    ']',
    ' # c',
    '#',
    '&a ',
    '*a',
    '!t ',
    '| ',
    '> ',
    '? ',
    '---\n',
    '...\n',
    '<<: ',
    '__proto__: ',
    '\t',
    '\r\n',
    'é',
    '\u2028',
  ],
);
const line = fc
  .tuple(
    fc.constantFrom('', '  ', '    ', '- ', '  - '),
    fc.constantFrom(...words),
    fc.constantFrom(...scalars, ...texts, ''),
  )
  .map(([indent, name, value]) => `${indent}${name}: ${value}`);
const tree = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<unknown>('owner', 'a b', '', null, true, 12, -1, 0.5, '12', 'true', 'x: y', '# no', '2027-01-31'),
    fc.dictionary(fc.constantFrom('groups', 'a/b', 'token', 'env', 'url', 'x y', '12'), tie('tree'), { maxKeys: 4 }),
    fc.array(tie('tree'), { maxLength: 3 }),
  ),
})).tree;

test('the keys of what is written by a program stand where the text has them', () => {
  const documents = fc.dictionary(fc.constantFrom('groups', 'instance', 'projects'), tree, { minKeys: 1 });
  const options = fc.constantFrom({}, { indentSeq: false }, { defaultStringType: 'QUOTE_SINGLE' as const });
  const texts = fc.tuple(documents, options).map(([document, style]) => stringify(document, style));
  expect(held(texts, 1500)).toBeGreaterThan(1500);
});

test('and so do those of lines that look like a configuration', () => {
  expect(
    held(
      fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n')),
      3000,
    ),
  ).toBeGreaterThan(50);
  expect(held(configurations, 1000)).toBeGreaterThan(500);
});

test('and of anything at all', () => {
  const texts = fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join(''));
  expect(held(texts, 6000)).toBeGreaterThan(100);
});

test('and of the examples, with their anchors and merge keys', () => {
  const folder = new URL('../../examples/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  for (const file of files) expect(keysHeld(readFileSync(new URL(file, folder), 'utf8')), file).toBeGreaterThan(3);
});

test.each([
  ['with Windows line ends', 'a: 1\r\nb:\r\n  c: 2\r\n', ['b', 'c'], { line: 3, column: 3, text: '  c: 2' }],
  ['of digits before others', 'a: 1\n12: x\n', ['12'], { line: 2, column: 1, text: '12: x' }],
  ['that is merged in', 'x: &x\n  b: 1\ny: { <<: *x }\n', ['y', 'b'], { line: 2, column: 3, text: '  b: 1' }],
  ['behind an alias', 'x: &x\n  b: 1\ny: *x\n', ['y', 'b'], { line: 2, column: 3, text: '  b: 1' }],
  ['in quotes', '"a b": 1\n', ['a b'], { line: 1, column: 1, length: 5, text: '"a b": 1' }],
  ['beside another line separator', 'a: "\u2028"\nb: 1\n', ['b'], { line: 2, column: 1, text: 'b: 1' }],
])('a key %s stands where an editor shows it', (_, text, path, place) => {
  expect(contentOf({ file: 'a.yaml', text })?.places.place(path, 'key')).toMatchObject(place);
  expect(keysHeld(text)).toBeGreaterThan(0);
});

test.each([
  ['a secret in plain text', 'groups:\n  a:\n    hooks:\n      ci: { url: https://a.b, token: hunter2 }\n'],
  ['a secret on lines of its own', 'groups:\n  a:\n    hooks:\n      ci:\n        token:\n          - hunter2\n'],
  ['a secret by its alias', 'x: &secret hunter2\ngroups:\n  a:\n    hooks:\n      ci: { token: *secret }\n'],
])('%s is shown by no place', (_, text) => {
  const file = { file: 'a.yaml', text };
  const content = contentOf(file);
  if (content === undefined) throw new Error('It is a text like others');
  const lazy = placesOnDemand(file, isSecret, () => content.places);
  const shown = valuesIn(content.data).flatMap(([path, value]) => {
    const keys = isMapping(value) ? [...(content.starts.get(value) ?? [])] : [];
    return [lazy.place(path).text, ...keys.map(([name, start]) => lazy.keyAt([...path, name], start).text)];
  });
  expect(shown.join()).not.toContain('hunter2');
  expect(shown.join()).toContain('*');
});

test.each([
  ['below the name of a secret', 'groups:\n  token:\n    members:\n      somebody-with-a-long-name:\n'],
  ['that is an address with a password', 'hooks:\n  https://somebody:hunter2@example.com/x: {}\n'],
  ['beside an address with a password', 'a: { somebody-with-a-long-name: https://u:hunter2@b.c }\n'],
])('a key %s is as long without the tree as its tree shows it', (_, text) => {
  expect(keysHeld(text)).toBeGreaterThan(0);
});

test('what a plan has of the place of a change needs no tree', () => {
  const text = 'groups:\n  top:\n    members:\n      ann: owner\n';
  const file = { file: 'a.yaml', text };
  const lazy = placesOnDemand(file, isSecret, () => {
    throw new Error('The file was parsed again');
  });
  const { line, column, length } = lazy.keyAt(['groups', 'top', 'members', 'ann'], text.indexOf('ann'));
  expect({ line, column, length }).toEqual({ line: 4, column: 7, length: 3 });
});

test('what many large files have to say stands where it is, though only the trees of the last few are kept', () => {
  const names = ['ann', 'bob', 'cid'];
  const padding = `# ${'x'.repeat(600_000)}\n`;
  const group = (index: number) =>
    `  g${index}:\n    hooks:\n      ci: { url: https://a.b, token: { file: none-${index} } }\n`;
  const files = names.map((name, at) => {
    const groups = Array.from({ length: 4 }, (_, index) => group(index * names.length + at));
    return [`${name}.yaml`, `${padding}groups:\n${groups.join('')}`] as const;
  });
  const { diagnostics } = loadConfig('config', kinds, memory(inFolder(files)), {});
  const said = diagnostics.map(({ message, place }) => `${message} (${place ? placeText(place) : ''})`);
  expect(said).toHaveLength(12);
  for (let index = 0; index < 12; index++) {
    const line = 5 + Math.floor(index / 3) * 3;
    expect(said).toContain(`There is no file \`none-${index}\` (config/${names[index % 3] ?? ''}.yaml:${line}:31)`);
  }
});

function inFolder(files: readonly (readonly [string, string])[]): { readonly [path: string]: string } {
  return Object.fromEntries(files.map(([name, text]) => [`config/${name}`, text]));
}
