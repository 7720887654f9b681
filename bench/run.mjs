// Bundles the benchmarks, so that they run as the program does, and runs them.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { bundling } from '../scripts/bundling.mjs';
import { writeChecks } from '../scripts/compiled-checks.mjs';

const root = new URL('..', import.meta.url);
const directory = new URL('node_modules/.cache/keelson-bench/', root);
rmSync(directory, { recursive: true, force: true });
await build({
  ...bundling,
  entryPoints: {
    main: 'bench/main.ts',
    'server/process': 'bench/server/process.ts',
  },
  outdir: directory.pathname,
  chunkNames: '[name]-[hash]',
  // A profile tells by them whose code a place in a bundle is.
  sourcemap: true,
});
await writeChecks(new URL('check', directory).pathname);
const main = new URL('main.js', directory).pathname;
const { status } = spawnSync(process.execPath, ['--expose-gc', main, ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root.pathname,
});
process.exitCode = status ?? 1;
