import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { expect, test } from 'vitest';

const dist = new URL('../../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('../package.json', dist), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const bundle = new Map(
  readdirSync(dist)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, fileOf(readFileSync(new URL(name, dist), 'utf8'))]),
);

interface BundleFile {
  /** What is loaded with the file; what it imports later on is not in it. */
  readonly imports: readonly string[];
  /** The packages of which parts stand in the file: esbuild says the source of each part before it. */
  readonly packages: readonly string[];
}

function fileOf(text: string): BundleFile {
  const { statements } = ts.createSourceFile('bundle.js', text, ts.ScriptTarget.ESNext);
  const from = statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? [statement.moduleSpecifier] : [],
  );
  const packages = [...text.matchAll(/^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm)].map(([, name = '']) => name);
  return { imports: from.flatMap((name) => (name && ts.isStringLiteral(name) ? [name.text] : [])), packages };
}

/** The packages of which parts are loaded with the file of a command. */
function packagesOf(command: string): ReadonlySet<string> {
  const first = [...bundle.keys()].find((name) => name.startsWith(`${command}-`) || name === `${command}.js`);
  expect([command, first]).not.toContain(undefined);
  const loaded = new Set([first ?? '']);
  const packages = new Set<string>();
  for (const name of loaded) {
    const file = bundle.get(name);
    for (const target of file?.imports ?? []) if (target.startsWith('./')) loaded.add(target.slice(2));
    for (const part of file?.packages ?? []) packages.add(part);
  }
  return packages;
}

test('the bundle imports Node.js and what is installed with it, and nothing else', () => {
  const outside = [...bundle.values()]
    .flatMap(({ imports }) => imports)
    .filter((name) => !name.startsWith('./') && !isBuiltin(name));
  const packages = new Set(outside.map((name) => name.split('/')[0] ?? ''));
  expect([...packages].filter((name) => !Object.hasOwn(manifest.dependencies, name))).toEqual([]);
  expect(packages).toContain('rou3');
});

test('what only the sandbox needs is loaded with it alone', () => {
  const own = ['diff', 'fflate', 'graphql'];
  expect([...packagesOf('sandbox')]).toEqual(expect.arrayContaining(own));
  for (const command of ['main', 'program', 'validate', 'plan', 'apply', 'drift', 'export']) {
    const packages = packagesOf(command);
    expect([command, ...own.filter((name) => packages.has(name))]).toEqual([command]);
  }
});

test('what sends requests is loaded by those who talk, and no more of undici than that', () => {
  for (const command of ['main', 'program', 'validate'])
    expect([command, packagesOf(command).has('undici')]).toEqual([command, false]);
  for (const command of ['plan', 'apply', 'drift', 'export'])
    expect([command, packagesOf(command).has('undici')]).toEqual([command, true]);
  const texts = [...bundle.keys()].map((name) => readFileSync(new URL(name, dist), 'utf8'));
  expect(texts.some((text) => text.includes('// node_modules/undici/lib/dispatcher/agent.js'))).toBe(true);
  for (const part of ['web/fetch/index.js', 'mock/', 'cache/', 'web/websocket/'])
    expect([part, texts.some((text) => text.includes(`// node_modules/undici/lib/${part}`))]).toEqual([part, false]);
});

test('the licence of every package that parts have been taken of goes along', () => {
  const taken = new Set([...bundle.values()].flatMap(({ packages }) => packages));
  const licences = readFileSync(new URL('LICENSES.txt', dist), 'utf8').split('\n---\n');
  const without = [...taken].filter((name) => !licences.some((text) => text.includes(`\n${name}\n\n`)));
  expect(without).toEqual([]);
  expect(taken).toContain('diff');
});
