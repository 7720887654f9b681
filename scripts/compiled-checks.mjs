// The check of a configuration, compiled ahead of time.
import { createRequire } from 'node:module';
import { _, Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { callRef } from 'ajv/dist/vocabularies/core/ref.js';
import { build } from 'esbuild';
import { load, root, sources } from './sources.mjs';

const require = createRequire(import.meta.url);

/** What makes the check of a configuration, from the sources. */
const checkMaker = `
  export { schemaCompiler, checkOptions } from './src/config/schema/schema-check.ts';
  export { configSchema } from './src/config/schema/config-schema.ts';
  export { kinds } from './src/kinds/index.ts';`;

const whole = 'configuration';

/**
 * The check of a configuration as programs, by their names: compiling it takes longer than most configurations take to check. Each section
 * is one of its own, since a configuration uses few of them, and reading them all is a large part of the start.
 */
async function compiledChecks() {
  const { schemaCompiler, checkOptions, configSchema, kinds } = await load(checkMaker);
  const names = new Set();
  const schema = JSON.parse(JSON.stringify(configSchema(kinds)), (word, value) => {
    if (isForEditors(word, value)) return undefined;
    const [, name] = /^#\/definitions\/(\w+_(?:section|defaults))$/.exec(value?.$ref ?? '') ?? [];
    if (name === undefined) return value;
    names.add(name);
    const elsewhere = { ...value, part: name };
    delete elsewhere.$ref;
    return elsewhere;
  });
  const ajv = schemaCompiler(schema, new Ajv({ ...checkOptions, code: { source: true } }));
  ajv.addKeyword({
    keyword: 'part',
    schemaType: 'string',
    code: (context) => callRef(context, context.gen.const('part', _`require(${`./${context.schema}.cjs`})`)),
  });
  ajv.addSchema(schema, 'sections');
  const top = { ...schema };
  delete top.definitions;
  const checks = new Map([[whole, ajv.compile(top)]]);
  for (const name of names) checks.set(name, ajv.getSchema(`sections#/definitions/${name}`));
  return new Map([...checks].map(([name, check]) => [name, standaloneCode(ajv, check)]));
}

/** What no message of ours is made of. A field may be called `description` as well, whose schema is no text. */
function isForEditors(word, value) {
  return word === 'x-default' || (['description', 'patternErrorMessage'].includes(word) && typeof value === 'string');
}

/**
 * Writes the compiled checks, and tells of which files they were made: the few functions that they need of ajv go along with them, so that
 * ajv itself is not loaded.
 */
export async function writeChecks(directory) {
  const checks = await compiledChecks();
  const parts = {
    name: 'parts',
    setup(builder) {
      builder.onResolve({ filter: /^check:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'check' }));
      builder.onResolve({ filter: /\.cjs$/ }, ({ path }) => ({ path, external: true }));
      builder.onResolve({ filter: /^ajv\/dist\/runtime\// }, ({ path }) => ({ path: require.resolve(path) }));
      builder.onLoad({ filter: /./, namespace: 'check' }, ({ path }) => ({
        contents: checks.get(path),
        resolveDir: root.pathname,
      }));
    },
  };
  const { metafile } = await build({
    ...sources,
    entryPoints: [...checks.keys()].map((name) => ({ in: `check:${name}`, out: name })),
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // Nobody reads it.
    minify: true,
    metafile: true,
    plugins: [parts],
  });
  return Object.keys(metafile.inputs);
}

/** Puts the compiled check in the place of the compiler. */
export const checkAheadOfTime = {
  name: 'check-ahead-of-time',
  setup(builder) {
    const contents = `
      import { createRequire } from 'node:module';
      export const schemaCheck = () => createRequire(import.meta.url)('./check/${whole}.cjs');`;
    builder.onLoad({ filter: /src\/config\/schema\/schema-check\.ts$/ }, () => ({ contents }));
  },
};
