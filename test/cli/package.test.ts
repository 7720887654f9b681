import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sandbox } from '../sandbox/client.ts';
import { workspace } from './keelson.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;

test('npm pack yields a package that runs elsewhere, with all that it needs and nothing that it does not', async () => {
  const { folder } = workspace();
  // The tests run on a fresh build already; building again would take it away from under the others.
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
  const [tarball] = JSON.parse(packed.stdout) as readonly {
    filename: string;
    size: number;
    files: { path: string }[];
  }[];
  if (tarball === undefined) throw new Error('npm pack has packed nothing');
  expect(tarball.size).toBeLessThan(1_000_000);
  const tops = new Set(tarball.files.map(({ path }) => path.split('/')[0]));
  expect([...tops].sort()).toEqual([
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'dist',
    'docs',
    'examples',
    'package.json',
    'schemas',
    'templates',
  ]);

  // What the README of the package points to is in the package.
  const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)\)/g)];
  const paths = tarball.files.map(({ path }) => path);
  const dead = links.flatMap(([, link = '']) =>
    paths.some((path) => path === link || path.startsWith(`${link}/`)) ? [] : [link],
  );
  expect(dead).toEqual([]);

  // Installed without a network: unpacked, with the dependencies that the lockfile pins.
  await run('tar', ['-xzf', tarball.filename], { cwd: folder });
  const home = join(folder, 'package');
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    readonly dependencies: object;
    readonly scripts: object;
  };
  // npm 11.19 warns who installs a package with one of these.
  expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  for (const name of packagesBelow(Object.keys(manifest.dependencies))) {
    mkdirSync(join(home, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(home, 'node_modules', name));
  }
  const gitlab = await sandbox();
  for (const username of ['alice', 'bob']) await gitlab.user(username);
  const env = { PATH: process.env['PATH'], KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const keelson = (...args: readonly string[]) =>
    run(process.execPath, [join(home, 'dist', 'main.js'), ...args], { cwd: folder, env });
  expect((await keelson('validate', 'package/examples/minimal')).stdout).toBe(
    'package/examples/minimal is valid: 3 entries.\n',
  );
  expect((await keelson('apply', 'package/examples/minimal', '--auto-approve')).stdout).toContain('Applied: 3 created');
  expect((await keelson('plan', 'package/examples/minimal')).stdout).toContain('Nothing to do');
}, 60_000);

/** The names of packages and of all that they depend on, as they lie in node_modules. */
function packagesBelow(names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const file = join(root, 'node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(file)) return;
    found.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { readonly dependencies?: object };
    Object.keys(dependencies).forEach(visit);
  };
  names.forEach(visit);
  return [...found];
}
