import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, test } from 'vitest';

const dist = new URL('../../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('../package.json', dist), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
/** What the build says of each file: what is loaded with it, which is not what it imports later on, and the sources of packages in it. */
const parts = JSON.parse(readFileSync(new URL('parts.json', dist), 'utf8')) as {
  readonly [file: string]: { readonly imports: readonly string[]; readonly packages: readonly string[] };
};
const bundle = new Map(Object.entries(parts));

test('the build tells of every file that it has written', () => {
  const files = readdirSync(dist).filter((name) => name.endsWith('.js'));
  expect([...bundle.keys()].sort()).toEqual(files.sort());
  // A file that imports another says its name, whatever becomes of all others.
  for (const [name, { imports }] of bundle) {
    const text = readFileSync(new URL(name, dist), 'utf8');
    expect([name, ...imports.filter((target) => !text.includes(target))]).toEqual([name]);
  }
});

/** The name of the package that a source is of. */
function packageOf(source: string): string {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? '';
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
    for (const source of file?.packages ?? []) packages.add(packageOf(source));
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
  const sources = [...bundle.values()].flatMap(({ packages }) => packages);
  expect(sources).toContain('node_modules/undici/lib/dispatcher/agent.js');
  for (const part of ['web/fetch/index.js', 'mock/', 'cache/', 'web/websocket/'])
    expect([part, sources.some((one) => one.startsWith(`node_modules/undici/lib/${part}`))]).toEqual([part, false]);
});

test('the licence of every package that parts have been taken of goes along', () => {
  const taken = new Set([...bundle.values()].flatMap(({ packages }) => packages.map(packageOf)));
  const licences = readFileSync(new URL('LICENSES.txt', dist), 'utf8').split('\n---\n');
  const without = [...taken].filter((name) => !licences.some((text) => text.includes(`\n${name}\n\n`)));
  expect(without).toEqual([]);
  expect(taken).toContain('diff');
});
