// Bundles the benchmarks, so that they run as the program does, and runs them.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url);
const directory = new URL('node_modules/.cache/keelson-bench/', root);
rmSync(directory, { recursive: true, force: true });
await build({
  absWorkingDir: root.pathname,
  entryPoints: { main: 'bench/main.ts', 'server/process': 'bench/server/process.ts' },
  outdir: directory.pathname,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  packages: 'external',
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
});
const main = new URL('main.js', directory).pathname;
const { status } = spawnSync(process.execPath, ['--expose-gc', main, ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root.pathname,
});
process.exitCode = status ?? 1;
