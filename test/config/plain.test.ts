import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parse } from '../../src/config/document.ts';
import { readPlain } from '../../src/config/plain-reader.ts';
import { plainSource } from '../../src/config/plain-source.ts';
import { secretNames } from '../../src/config/secret-names.ts';
import type { Path } from '../../src/config/locate.ts';
import { isList, isMapping, type Written } from '../../src/config/written.ts';
import { kinds } from '../../src/kinds/index.ts';

const isSecret = secretNames(kinds);

/** Holds what the plain reader makes of a text against what the library makes of it; says whether there was anything to hold. */
function agrees(text: string): boolean {
  const whole = parse('a.yaml', text, isSecret);
  const plain = plainSource('a.yaml', text, isSecret, () => whole.source);
  if (plain === undefined) return false;
  expect(whole.diagnostics, text).toEqual([]);
  if (whole.source === undefined) throw new Error(`the library makes nothing of ${JSON.stringify(text)}`);
  expect(JSON.stringify(plain.data)).toBe(JSON.stringify(whole.source.data));
  for (const path of [...pathsIn(plain.data), ['nowhere'], ['groups', 'nowhere', 'x']]) {
    expect(plain.reach(path), `${text} at ${path.join('.')}`).toBe(whole.source.reach(path));
    for (const part of ['key', 'value', undefined] as const)
      expect(plain.place(path, part), `${text} at ${path.join('.')}, ${part ?? 'either'}`).toEqual(
        whole.source.place(path, part),
      );
  }
  return true;
}

function pathsIn(value: Written, path: Path = []): Path[] {
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

test('what is written by a program reads as the library reads it, with its places', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('groups', 'instance', 'projects'), tree, { minKeys: 1 }), (document) => {
      for (const options of [{}, { indentSeq: false }, { defaultStringType: 'QUOTE_SINGLE' as const }])
        if (agrees(stringify(document, options))) plain++;
    }),
    { numRuns: 700 },
  );
  expect(plain).toBeGreaterThan(300);
});

test('lines that look like a configuration do, too', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      if (agrees(lines.join('\n'))) plain++;
    }),
    { numRuns: 4000 },
  );
  expect(plain).toBeGreaterThan(50);
});

test('and so does anything at all', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      agrees(pieces.join(''));
    }),
    { numRuns: 6000 },
  );
});

test('the examples are plain, and read as the library reads them', () => {
  const folder = new URL('../../examples/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  const read = files.filter((file) => agrees(readFileSync(new URL(file, folder), 'utf8')));
  expect(read.length).toBeGreaterThan(files.length / 2);
});

test.each([
  ['a secret in plain text', 'groups:\n  a:\n    hooks:\n      ci: { url: https://a.b, token: hunter2 }\n'],
  ['a secret on lines of its own', 'groups:\n  a:\n    hooks:\n      ci:\n        token:\n          - hunter2\n'],
])('%s is shown by no place', (_, text) => {
  expect(agrees(text)).toBe(true);
  const source = plainSource('a.yaml', text, isSecret, () => parse('a.yaml', text, isSecret).source);
  const shown = pathsIn(source?.data ?? null).map((path) => source?.place(path).text ?? '');
  expect(shown.join()).not.toContain('hunter2');
});

test.each([
  '',
  '# nothing',
  'a: &x b',
  'a: *x',
  'a: |\n  b',
  'a: b\n  c',
  '- a',
  'a: b: c',
  'a: !t b',
  'a: [b\n]',
  '{a: b}',
  'a: b\na: c',
])('more than plain is left to the library: %j', (text) => {
  expect(readPlain(text)).toBeUndefined();
});
