import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { fakeKinds } from './fake-kinds.ts';
import { load, loadFiles, shown } from './load.ts';

describe('a directory on disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'keelson-config-'));
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  test('is read to its last file, in order, round in no circle, and without hidden files', () => {
    mkdirSync(join(root, 'deep', 'er'), { recursive: true });
    mkdirSync(join(root, '.git'));
    writeFileSync(join(root, 'z.yaml'), 'groups: { z: {} }');
    writeFileSync(join(root, 'deep', 'er', 'a.yml'), 'groups: { a: {} }');
    writeFileSync(join(root, '.git', 'x.yaml'), '}');
    writeFileSync(join(root, '.ci.yml'), '}');
    writeFileSync(join(root, 'readme.md'), '}');
    symlinkSync(root, join(root, 'deep', 'loop'));
    symlinkSync(join(root, 'z.yaml'), join(root, 'again.yaml'));
    const { files, diagnostics, desired } = loadConfig(root, fakeKinds);
    expect(diagnostics).toEqual([]);
    expect(files).toEqual([join(root, 'again.yaml'), join(root, 'deep', 'er', 'a.yml')]);
    expect(desired?.sections[0]?.entries.map(({ key }) => key)).toEqual(['a', 'z']);
  });

  test('says what cannot be read', () => {
    symlinkSync(join(root, 'nowhere'), join(root, 'broken.yaml'));
    expect(loadConfig(root, fakeKinds).diagnostics.map(({ code }) => code)).toEqual(['not-found']);
    expect(loadConfig(join(root, 'none'), fakeKinds).diagnostics.map(({ code }) => code)).toEqual(['not-found']);
    expect(loadConfig(join(root, '.git', 'none'), fakeKinds).desired).toBeUndefined();
  });

  test.each([
    ['plan', 'a saved plan'],
    ['undo', 'an undo'],
  ])('says of a file of %s --out or --undo that it is no configuration, and what it is for', (what, is) => {
    const file = join(root, `${what}.json`);
    writeFileSync(file, `{\n  "format": "keelson/${what}@1",\n  "checksum": "x"\n}\n`);
    expect(loadConfig(file, fakeKinds).diagnostics).toMatchObject([
      { code: 'saved-file', message: `this is ${is}, and no configuration` },
    ]);
    rmSync(file);
  });

  test('without a configuration is an error', () => {
    mkdirSync(join(root, 'empty'));
    expect(loadConfig(join(root, 'empty'), fakeKinds).diagnostics.map(({ code }) => code)).toEqual(['no-files']);
  });
});

test.each([
  ['a tab', 'groups:\n\tteam: {}'],
  ['several documents', 'groups: {}\n---\ngroups: {}'],
  ['an empty file', '# nothing\n'],
  ['an alias without an anchor', 'groups: *none'],
  ['an alias that contains itself', 'groups: &a { b: *a }'],
  ['a tag', 'groups: !secret { a: {} }'],
  ['a bracket that is not closed', 'groups: { team: [ }'],
  ['a key that is a map', 'groups: { { a: b }: c }'],
  ['a merge of no map', 'groups: { a: { <<: 3 } }'],
  ['another version of YAML', '%YAML 1.1\n---\ngroups: {}'],
  ['the same key twice', 'groups:\n  team: {}\n  team: {}'],
  ['a list at the top', '- groups'],
])('%s is one clear sentence', (_, text) => {
  expect(`\n${load(text).diagnostics.map(shown).join('\n')}\n`).toMatchSnapshot();
});

test.each([
  ['brackets', '['.repeat(50_000)],
  ['braces', '{a: '.repeat(50_000)],
  ['dashes', '- '.repeat(20_000)],
  ['indentation', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
])('deep nesting by %s is refused', (_, text) => {
  expect(load(text).diagnostics.map(({ code }) => code)).toEqual(['too-deep']);
});

test('a bomb of aliases is refused', () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `  a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(10)}]`,
  );
  const { diagnostics } = load(`groups:\n  a0: &a0 [x]\n${levels.join('\n')}\n`);
  expect(diagnostics.map(({ code }) => code)).toEqual(['alias-bomb']);
});

test('a file that is not UTF-8, or too large, is refused', () => {
  expect(loadFiles({ 'a.yaml': Uint8Array.of(0xff, 0xfe, 0x61) }).diagnostics.map(({ code }) => code)).toEqual([
    'not-utf8',
  ]);
  expect(loadFiles({ 'a.yaml': new Uint8Array(16 * 1024 * 1024 + 1) }).diagnostics.map(({ code }) => code)).toEqual([
    'too-large',
  ]);
});

test('a byte order mark and Windows line ends are no problem', () => {
  const { diagnostics } = load('\uFEFFgroups:\r\n  team:\r\n    colour: pink\r\n');
  expect(diagnostics.map(({ place }) => place)).toEqual([
    { file: 'config/a.yaml', line: 3, column: 13, length: 4, text: '    colour: pink' },
  ]);
});
