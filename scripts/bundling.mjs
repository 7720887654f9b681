// How the program is bundled, and the benchmarks with it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checksAheadOfTime } from './compiled-checks.mjs';
import { pageParts } from './page-parts.mjs';
import { root, sources } from './sources.mjs';

const require = createRequire(import.meta.url);

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

/**
 * Of undici no more than what sends requests: the whole of it, with a browser's fetch, its caches and its mocks, would be a third of what
 * every start takes. Its files have no other door than its index, and its version is pinned.
 */
const sending = {
  name: 'sending',
  setup(builder) {
    // HTTP/2 is not spoken, and what it takes of Node.js is a large part of the rest.
    builder.onLoad({ filter: /undici\/lib\/dispatcher\/client-h2\.js$/ }, () => ({
      contents: 'module.exports = undefined;',
    }));
    builder.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'sending' }));
    builder.onLoad({ filter: /./, namespace: 'sending' }, () => ({
      contents: `
        import Agent from 'undici/lib/dispatcher/agent.js';
        import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
        import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
        import api from 'undici/lib/api/index.js';
        import Pool from 'undici/lib/dispatcher/pool.js';
        // As the index does it: a proxy needs more of them than the program itself.
        Object.assign(Dispatcher.prototype, api);
        export { Agent, EnvHttpProxyAgent, Pool };`,
      resolveDir: root.pathname,
    }));
    builder.onResolve({ filter: /^undici\/lib\// }, ({ path }) => ({ path: require.resolve(path) }));
    // Its parser is data that cannot be packed, in two forms of which one is loaded: it is taken from where it is installed.
    builder.onResolve({ filter: /\/llhttp(_simd)?-wasm\.js$/ }, ({ path }) => ({
      path: `undici/lib/llhttp/${basename(path)}`,
      external: true,
    }));
  },
};

/** Development dependencies of which parts go along in the bundle, so that nobody has to install them: no more than what is used. */
const parts = {
  name: 'parts',
  setup(builder) {
    builder.onResolve({ filter: /^(diff|fflate|get-east-asian-width)$|^graphql\// }, ({ path }) => ({
      // graphql has every file twice: as Node.js loads it, and as a module of which parts can be taken.
      path: fileURLToPath(import.meta.resolve(path.replace(/^(graphql\/.*)\.js$/, '$1.mjs'))),
      sideEffects: false,
    }));
  },
};

/** What a field means is said by the published schema and by the pages of reference: the program itself has no use for it, and would read it at every start. */
const unspoken = (path) => (path.includes('/schemas/catalogue/') ? withoutWords : undefined);
const withoutWords = (name, value) =>
  ['description', 'note'].includes(name) && typeof value === 'string' ? undefined : value;

/** Data that is parsed as JSON, which is faster than as a program. */
const data = {
  name: 'data',
  setup(builder) {
    builder.onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8'), unspoken(path)));
      return { contents: `export default JSON.parse(${JSON.stringify(text)});` };
    });
  },
};

/** Everything but where from and where to. The folder has to hold the compiled checks as well. */
export const bundling = {
  ...sources,
  splitting: true,
  define: pageParts(),
  // For what the packages require of Node.js.
  banner: {
    js: "import { createRequire as requireAt } from 'node:module';\nconst require = requireAt(import.meta.url);",
  },
  plugins: [checksAheadOfTime, smallFiles, sending, parts, data],
};
