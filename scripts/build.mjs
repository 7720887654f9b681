// Bundles the program into dist/, or into the folder that is named: one entry, with what is heavy in chunks that are loaded when needed.
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { checkAheadOfTime, writeChecks } from './compiled-checks.mjs';
import { licences } from './licences.mjs';
import { root, sources } from './sources.mjs';

const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

/** Packages of many small files that every start would read one by one. */
const smallFiles = {
  name: 'small-files',
  setup(builder) {
    // The library's own build of the same sources as modules, of which no more is taken along than what is used.
    const yaml = resolve(require.resolve('yaml/package.json'), '../browser/dist/index.js');
    builder.onResolve({ filter: /^yaml$/ }, () => ({ path: yaml, sideEffects: false }));
    builder.onResolve({ filter: /^(commander|fastest-levenshtein)$/ }, ({ path }) => ({ path: require.resolve(path) }));
  },
};

/** Data that is parsed as JSON, which is faster than as a program. */
const data = {
  name: 'data',
  setup(builder) {
    builder.onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: `export default JSON.parse(${JSON.stringify(text)});` };
    });
  },
};

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
const bundle = { ...sources, outdir, minifySyntax: true, define: { KEELSON_VERSION: JSON.stringify(version) } };
rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  ...bundle,
  entryPoints: { program: 'src/program.ts', 'reading-worker': 'src/commands/reading-worker.ts' },
  splitting: true,
  metafile: true,
  // For what the packages require of Node.js.
  banner: {
    js: "import { createRequire as requireAt } from 'node:module';\nconst require = requireAt(import.meta.url);",
  },
  plugins: [checkAheadOfTime, smallFiles, data],
});
const checked = await writeChecks(resolve(outdir, 'check'));
await build({ ...bundle, entryPoints: ['src/main.ts'], banner: { js: '#!/usr/bin/env node' }, plugins: [first] });
writeFileSync(resolve(outdir, 'LICENSES.txt'), licences([...Object.keys(metafile.inputs), ...checked]));
chmodSync(resolve(outdir, 'main.js'), 0o755);
rmSync(final, { recursive: true, force: true });
renameSync(outdir, final);
