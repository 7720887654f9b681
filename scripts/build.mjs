// Bundles the program into dist/: one entry, with what is heavy in chunks that are loaded when they are needed.
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build, transform } from 'esbuild';
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';

const root = new URL('..', import.meta.url);
const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const shared = {
  absWorkingDir: root.pathname,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  packages: 'external',
  logLevel: 'warning',
};

/** The check of a configuration as a program: compiling it takes longer than most configurations take to check. */
async function compiledCheck() {
  const directory = new URL('node_modules/.cache/keelson-build/', root);
  mkdirSync(directory, { recursive: true });
  const outfile = new URL(`schema-check-${process.pid}.mjs`, directory);
  const contents = `
    export { schemaCompiler, checkOptions } from './src/config/schema-check.ts';
    export { configSchema } from './src/config/schema.ts';
    export { kinds } from './src/kinds/index.ts';`;
  await build({ ...shared, stdin: { contents, resolveDir: root.pathname, loader: 'ts' }, outfile: outfile.pathname });
  const { schemaCompiler, checkOptions, configSchema, kinds } = await import(outfile.href);
  rmSync(outfile);
  const schema = configSchema(kinds);
  const ajv = schemaCompiler(schema, new Ajv({ ...checkOptions, code: { source: true, esm: true } }));
  const code = standaloneCode(ajv, ajv.compile(schema));
  // Nobody reads it, and reading it is a large part of the start.
  const small = await transform(`${code}\nexport const schemaCheck = () => validate;`, { minify: true, format: 'esm' });
  return small.code;
}

/** Puts the compiled check in the place of the compiler. */
const checkAheadOfTime = {
  name: 'check-ahead-of-time',
  setup(builder) {
    builder.onLoad({ filter: /src\/config\/schema-check\.ts$/ }, async () => ({
      contents: await compiledCheck(),
      loader: 'js',
      resolveDir: root.pathname,
    }));
    // The few functions that it needs of ajv go along with it, so that ajv itself is not loaded.
    builder.onResolve({ filter: /^ajv\/dist\/runtime\// }, ({ path }) => ({ path: require.resolve(path) }));
  },
};

rmSync(new URL('dist', root), { recursive: true, force: true });
await build({
  ...shared,
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  splitting: true,
  minifySyntax: true,
  define: { KEELSON_VERSION: JSON.stringify(version) },
  banner: { js: '#!/usr/bin/env node' },
  plugins: [checkAheadOfTime],
});
chmodSync(new URL('dist/main.js', root), 0o755);
