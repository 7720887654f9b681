import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disk } from '../../src/config/files.ts';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { filesOf } from '../support/keelson.ts';

function problemsOf(text: string, path = 'keelson.yaml', system = filesOf({ [path]: text })) {
  const { diagnostics } = loadConfig(path, kinds, system, {});
  return diagnostics.map(({ severity, code, message, place, related = [] }) => ({
    severity,
    code,
    message,
    lines: [place?.line, ...related.map((other) => other.place.line)],
  }));
}

const runner = (file: string, more = ''): string => `      build: { token_to: { file: ${file} }${more} }\n`;

it('two entries whose secrets go to one file are an error, with both places', () => {
  const text = `instance:\n    runners:\n${runner('a/../build.token')}groups:\n  top:\n    runners:\n${runner('build.token')}`;
  expect(problemsOf(text)).toEqual([
    {
      severity: 'error',
      code: 'shared-file',
      message: '`build` would overwrite the secret of `build` in build.token',
      lines: [7, 3],
    },
  ]);
});

it('a default that gives every group one file is an error, too', () => {
  const text = `defaults:\n  groups:\n    "**":\n     runners:\n${runner('build.token')}groups: { aa: {}, bb: {} }\n`;
  expect(problemsOf(text).map(({ code }) => code)).toEqual(['shared-file']);
});

it('what is to be gone writes nothing', () => {
  const text = `instance:\n    runners:\n${runner('one')}groups:\n  top:\n    runners:\n${runner('one', ', state: absent')}`;
  expect(problemsOf(text)).toEqual([]);
});

it('each of several files of one secret counts, and is named once', () => {
  const several = runner('c.token').replace('{ file: c.token }', '[{ file: a.token }, { file: b.token }]');
  const text = `instance:\n    runners:\n${several}groups:\n  top:\n    runners:\n${runner('b.token')}`;
  expect(problemsOf(text)).toEqual([
    {
      ...{ severity: 'error', code: 'shared-file', lines: [7, 3] },
      message: '`build` would overwrite the secret of `build` in b.token',
    },
  ]);
  // However it is written: another file was meant, or nothing.
  for (const again of ['a.token', './x/../a.token'])
    expect(problemsOf(`instance:\n    runners:\n${several.replace('b.token', again)}`)).toEqual([
      {
        ...{ severity: 'error', code: 'shared-file', lines: [3] },
        message: 'The secret of `build` would go to a.token twice',
      },
    ]);
  expect(problemsOf(`instance:\n    runners:\n${several.replace('{ file: b.token }', '')}`)).toEqual([]);
  for (const wrong of ['[]', '[{ file: ~/a }]', '[{ fill: a }]', '[a]'])
    expect(problemsOf(`instance:\n    runners:\n${runner('c').replace('{ file: c }', wrong)}`)).not.toEqual([]);
});

it('a variable that a secret goes to is declared nowhere else, and gets no other one, with all the places', () => {
  const token = (name: string, to: string): string =>
    `      ${name}: { scopes: [api], expires_at: 2099-01-01, token_to: ${to} }\n`;
  const all = (text: string, more = ''): string => `groups:\n  aa:\n    access_tokens:\n${text}${more}`;
  const place = '{ variable: { group: Bb, key: K } }';
  const declared = '  bb: { variables: { K: { plain_value: x }, L: { plain_value: y } } }\n';
  expect(problemsOf(all(token('a', `[{ file: a }, ${place}]`), declared))).toEqual([
    {
      ...{ severity: 'error', code: 'shared-place', lines: [4, 5] },
      message: 'The secret of `a` would go to group[Bb]/variable[K], which is declared besides',
    },
  ]);
  const everywhere = place.replace('key: K', "key: K, environment_scope: '*'");
  expect(problemsOf(all(token('a', place) + token('b', everywhere)))).toEqual([
    {
      ...{ severity: 'error', code: 'shared-place', lines: [5, 4] },
      message: '`b` would overwrite the secret of `a` in group[Bb]/variable[K]',
    },
  ]);
  expect(problemsOf(all(token('a', `[${place}, ${place}]`))).map(({ code }) => code)).toEqual(['shared-place']);
  for (const other of ['key: M', "key: K, environment_scope: 'prod/*'"])
    expect(problemsOf(all(token('a', place.replace('key: K', other)), declared))).toEqual([]);
  // Of a list, what is wrong is told where it is wrong, and of nothing else.
  for (const wrong of [
    '{ variable: { key: K } }',
    '{ variable: { group: a, project: a/b, key: K } }',
    '{ file: x, variable: { group: a, key: K } }',
  ])
    expect(problemsOf(all(token('a', `[${wrong}]`))).map(({ message }) => message)).toEqual([
      expect.stringMatching(/needs exactly one of `(file` or `variable|group` or `project)`/),
    ]);
});

const misplaced = (message: string, line: number) => [
  { severity: 'error', code: 'shared-file', message, lines: [line] },
];

it('the ledger is no place for a secret: it could not be read any more', () => {
  const text = `ledger: { file: a/ledger }\ninstance:\n  runners:\n${runner('a/../a/ledger')}`;
  expect(problemsOf(text)).toEqual(misplaced('`build` would put its secret into a/ledger, which is the ledger', 4));
});

it.each(['.claim', '.claim.key'])('nor is what a run makes beside the file of another secret: %s', (end) => {
  const text = `instance:\n  runners:\n    other: { token_to: { file: ./one${end} } }\n    build: { token_to: { file: a/../one } }\n`;
  const what = `by which a run claims the file of the secret of \`build\``;
  expect(problemsOf(text)).toEqual(misplaced(`\`other\` would put its secret into one${end}, ${what}`, 3));
  expect(problemsOf(text.replace(end, '.claimed'))).toEqual([]);
});

it('nor is what is read as configuration, whose lines are quoted', () => {
  const text = (file: string) => `instance:\n  runners:\n${runner(file)}`;
  const says = (file: string) =>
    misplaced(`\`build\` would put its secret into ${file}, which is read as configuration`, 3);
  expect(problemsOf(text('keelson.yaml'))).toEqual(says('keelson.yaml'));
  const folder = mkdtempSync(join(tmpdir(), 'keelson-shared-'));
  const inFolder = (file: string) => {
    writeFileSync(join(folder, 'a.yaml'), text(join(folder, file)));
    return problemsOf('', folder, disk);
  };
  for (const file of ['token.yaml', 'below/token.YML']) expect(inFolder(file)).toEqual(says(join(folder, file)));
  for (const file of ['token', '.hidden/token.yaml', '../token.yaml']) expect(inFolder(file)).toEqual([]);
});

it('two ways to one file are one file, and no file is the folder of another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-shared-'));
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'link'));
  const two = (one: string, other: string) => {
    const text = `instance:\n  runners:\n${runner(join(folder, one))}${runner(join(folder, other)).replace('build', 'test')}`;
    writeFileSync(join(folder, 'a.yaml'), text);
    return problemsOf('', folder, disk).map(({ message }) => message.replaceAll(`${folder}/`, ''));
  };
  expect(two('real/x', 'link/x')).toEqual(['`test` would overwrite the secret of `build` in link/x']);
  expect(two('tok', 'tok/one')).toEqual([
    '`build` would put its secret into tok, which is the folder of the secret of `test`',
  ]);
  expect(two('real/x', 'link/y')).toEqual([]);
  const both = `[{ file: ${join(folder, 'real/x')} }, { file: ${join(folder, 'link/x')} }]`;
  writeFileSync(join(folder, 'a.yaml'), `instance: { runners: { build: { token_to: ${both} } } }\n`);
  expect(problemsOf('', folder, disk).map(({ message }) => message.replaceAll(`${folder}/`, ''))).toEqual([
    'The secret of `build` would go to link/x twice, which is real/x as well',
  ]);
});
