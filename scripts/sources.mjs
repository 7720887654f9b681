import { mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

/** Where the project is. */
export const root = new URL('..', import.meta.url);

/** How its sources are built, whatever is made of them. */
export const sources = {
  absWorkingDir: root.pathname,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  packages: 'external',
  logLevel: 'warning',
};

/** What a module of the sources exports, bundled and loaded: its text, as it would stand in the project's folder. */
export async function load(contents) {
  const directory = new URL('node_modules/.cache/keelson-build/', root);
  mkdirSync(directory, { recursive: true });
  const outfile = new URL(`loaded-${process.pid}.mjs`, directory);
  await build({ ...sources, stdin: { contents, resolveDir: root.pathname, loader: 'ts' }, outfile: outfile.pathname });
  const loaded = await import(outfile.href);
  rmSync(outfile);
  return loaded;
}
