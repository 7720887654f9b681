// What is checked by a schema, compiled ahead of time: compiling takes longer than most configurations and plans take to check.
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { rightCheck } from './right-check.mjs';
import { load, root, sources } from './sources.mjs';

const require = createRequire(import.meta.url);

/** What makes the checks, from the sources. */
const checkMaker = `
  export { checkOptions } from './src/config/schema/schema-check.ts';
  export { configSchema } from './src/config/schema/config-schema.ts';
  export { kinds } from './src/kinds/index.ts';
  export { default as planSchema } from './schemas/plan.schema.json';
  export { default as undoSchema } from './schemas/undo.schema.json';`;

/** What tells what is wrong, which takes ten times the code of whether something is: ajv compiles what it needs of the schema then. */
const telling = `
  export { schemaCheck } from './src/config/schema/schema-check.ts';
  export { planError } from './src/report/plan-check.ts';`;

/** The programs of the checks, by their names. */
async function checkPrograms() {
  const { checkOptions, configSchema, kinds, planSchema, undoSchema } = await load(checkMaker);
  return new Map([
    ['configuration', rightCheck(configSchema(kinds), checkOptions)],
    ['plan', rightCheck(planSchema, checkOptions)],
    ['undo', rightCheck(undoSchema, checkOptions)],
    ['telling', telling],
  ]);
}

/**
 * Writes the compiled checks, and tells of which files they were made: the few functions that they need of ajv go along with them, so that
 * ajv itself is not loaded.
 */
export async function writeChecks(directory) {
  const programs = await checkPrograms();
  const checks = {
    name: 'checks',
    setup(builder) {
      builder.onResolve({ filter: /^check:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'check' }));
      builder.onResolve({ filter: /^ajv\/dist\/runtime\// }, ({ path }) => ({ path: require.resolve(path) }));
      builder.onLoad({ filter: /./, namespace: 'check' }, ({ path }) => ({
        contents: programs.get(path),
        resolveDir: root.pathname,
      }));
    },
  };
  const { metafile } = await build({
    ...sources,
    entryPoints: [...programs.keys()].map((name) => ({ in: `check:${name}`, out: name })),
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // Nobody reads it.
    minify: true,
    metafile: true,
    plugins: [checks],
  });
  return Object.keys(metafile.inputs);
}

/** The files of the sources that the compiled checks stand in for. */
const standIns = {
  'config/schema/ahead-of-time': `export const isKnownRight = (data) => required('configuration')(data);`,
  'config/schema/schema-check': `export const schemaCheck = (kinds) => required('telling').schemaCheck(kinds);`,
  'report/plan-check': `
    export const isPlan = (json) => required('plan')(json);
    export const planError = (json) => required('telling').planError(json);`,
  'report/undo-check': `export const isUndo = (json) => required('undo')(json);`,
};

/** Puts the compiled checks in the places of the compiler. Each is loaded when it is first needed. */
export const checksAheadOfTime = {
  name: 'checks-ahead-of-time',
  setup(builder) {
    for (const [file, exported] of Object.entries(standIns)) {
      const contents = `
        import { createRequire } from 'node:module';
        const required = (name) => createRequire(import.meta.url)('./check/' + name + '.cjs');
        ${exported}`;
      builder.onLoad({ filter: new RegExp(`src/${file}\\.ts$`) }, () => ({ contents }));
    }
  },
};
