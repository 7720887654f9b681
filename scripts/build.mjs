// Bundles the program into dist/, or into the folder that is named: one entry, with what is heavy in chunks that are loaded when needed.
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundling } from './bundling.mjs';
import { writeChecks } from './compiled-checks.mjs';
import { writeDeclarations } from './declarations.mjs';
import { licences } from './licences.mjs';
import { root, sources } from './sources.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

/** The program's first file, which has to be small: `--version` needs nothing else. */
const first = {
  name: 'first',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/program\.ts$/ }, () => ({ path: './program.js', external: true }));
  },
};

const final = resolve(process.argv[2] ?? new URL('dist', root).pathname);
// What there is stays until all of the new is there.
const outdir = `${final}.new`;
const output = { outdir, minify: true };
const define = { KEELSON_VERSION: JSON.stringify(version) };
rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  ...bundling,
  ...output,
  define: { ...bundling.define, ...define },
  entryPoints: { program: 'src/program.ts', sandbox: 'src/sandbox/index.ts' },
  metafile: true,
});
// Who moves the file that is replaced would not notice but by the time that every start takes.
const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
if (imported.some((path) => /^ajv(\/|$)/.test(path))) throw new Error('ajv would be loaded at each start');
const checked = await writeChecks(resolve(outdir, 'check'));
const { metafile: begun } = await build({
  ...sources,
  ...output,
  define,
  metafile: true,
  entryPoints: ['src/main.ts'],
  banner: { js: '#!/usr/bin/env node' },
  plugins: [first],
});
// What each file is made of, which the minified ones do not say: for the tests, and not in the package.
const partsOf = ({ imports, inputs }) => ({
  imports: imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path, external }) => (external ? path : `./${basename(path)}`)),
  packages: Object.keys(inputs).filter((name) => name.startsWith('node_modules/')),
});
const parts = Object.entries({ ...metafile.outputs, ...begun.outputs }).map(([file, one]) => [
  basename(file),
  partsOf(one),
]);
writeFileSync(resolve(outdir, 'parts.json'), `${JSON.stringify(Object.fromEntries(parts), undefined, 1)}\n`);
writeDeclarations('src/sandbox/index.ts', resolve(outdir, 'sandbox'));
writeFileSync(resolve(outdir, 'LICENSES.txt'), licences([...Object.keys(metafile.inputs), ...checked]));
chmodSync(resolve(outdir, 'main.js'), 0o755);
rmSync(final, { recursive: true, force: true });
renameSync(outdir, final);
