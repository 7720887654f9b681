import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { placesOf } from '../../src/config/compact-places.ts';
import { parse, type Parsed } from '../../src/config/document.ts';
import { secretNames, type IsSecretName } from '../../src/config/secret-names.ts';
import type { Path } from '../../src/config/locate.ts';
import { isList, isMapping, type YamlValue } from '../../src/config/yaml-value.ts';
import { kinds } from '../../src/kinds/index.ts';

const isSecret = secretNames(kinds);

/** The same, with the places as they are kept once a file has been read. */
function parseCompactly(file: string, text: string, isSecret: IsSecretName): Pick<Parsed, 'source' | 'diagnostics'> {
  const { source, offsets, diagnostics } = parse(file, text, isSecret);
  if (source === undefined) return { source, diagnostics };
  const places = placesOf({ file, text }, { offsets, places: source.places }, isSecret);
  return { source: { ...source, places }, diagnostics };
}

/** Holds the places of a text that are kept as numbers against those of its tree; says whether there were any. */
function agrees(text: string): boolean {
  const whole = parse('a.yaml', text, isSecret);
  const { source: compact, diagnostics } = parseCompactly('a.yaml', text, isSecret);
  expect(diagnostics).toEqual(whole.diagnostics);
  if (compact === undefined || whole.source === undefined || whole.offsets === undefined) return false;
  for (const path of [...pathsIn(compact.data), ['nowhere'], ['groups', 'nowhere', 'x']]) {
    expect(compact.places.reach(path), `${text} at ${path.join('.')}`).toBe(whole.source.places.reach(path));
    for (const part of ['key', 'value', undefined] as const)
      expect(compact.places.place(path, part), `${text} at ${path.join('.')}, ${part ?? 'either'}`).toEqual(
        whole.source.places.place(path, part),
      );
  }
  return true;
}

function pathsIn(value: YamlValue, path: Path = []): Path[] {
  const inner = isList(value) ? [...value.entries()] : isMapping(value) ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([step, item]) => pathsIn(item, [...path, step]))];
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

test('what is written by a program stands where its tree says', () => {
  let held = 0;
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('groups', 'instance', 'projects'), tree, { minKeys: 1 }), (document) => {
      for (const options of [{}, { indentSeq: false }, { defaultStringType: 'QUOTE_SINGLE' as const }])
        if (agrees(stringify(document, options))) held++;
    }),
    { numRuns: 700, seed: 20_261_120 },
  );
  expect(held).toBeGreaterThan(300);
});

test('and so do lines that look like a configuration', () => {
  let held = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      if (agrees(lines.join('\n'))) held++;
    }),
    { numRuns: 4000, seed: 20_261_120 },
  );
  expect(held).toBeGreaterThan(50);
});

test('and anything at all', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      agrees(pieces.join(''));
    }),
    { numRuns: 6000, seed: 20_261_120 },
  );
});

test('and the examples', () => {
  const folder = new URL('../../examples/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  const read = files.filter((file) => agrees(readFileSync(new URL(file, folder), 'utf8')));
  expect(read.length).toBeGreaterThan(files.length / 2);
});

test.each([
  ['a secret in plain text', 'groups:\n  a:\n    hooks:\n      ci: { url: https://a.b, token: hunter2 }\n'],
  ['a secret on lines of its own', 'groups:\n  a:\n    hooks:\n      ci:\n        token:\n          - hunter2\n'],
  ['a secret by its alias', 'x: &secret hunter2\ngroups:\n  a:\n    hooks:\n      ci: { token: *secret }\n'],
])('%s is shown by no place', (_, text) => {
  const { source } = parseCompactly('a.yaml', text, isSecret);
  const shown = pathsIn(source?.data ?? null).map((path) => source?.places.place(path).text ?? '');
  expect(shown.join()).not.toContain('hunter2');
});
