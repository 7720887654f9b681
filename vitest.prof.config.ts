import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { pageParts } from './scripts/page-parts.mjs';
import { ALONE } from './test/support/alone.ts';
import { runsInBrowser } from './test/support/chromium.ts';
import { scratchInMemory } from './test/support/scratch-in-memory.ts';

const ACCEPTANCE = 'test/acceptance/**/*.test.ts';
const BROWSER = 'test/browser/**/*.test.ts';

/** Said, since nobody would see otherwise that tests are left out; .ci/run asks for all of them. */
const hasBrowser = runsInBrowser(process.env);
// This file is read again for each project.
if (process.env['KEELSON_TOLD'] === undefined) {
  process.env['KEELSON_TOLD'] = 'yes';
  const scratch = scratchInMemory();
  // The workers inherit it, and so does what they start.
  if (scratch !== undefined) process.env['TMPDIR'] = scratch;
  if (!hasBrowser) {
    process.stderr.write(
      'Left out: the project "browser" (test/browser, the HTML report). There is no Chromium on the path; install it, or name it by KEELSON_CHROMIUM.\n',
    );
  }
}

export default defineConfig({
  // As the build has it.
  define: pageParts(),
  test: {
    environment: 'node',
    // Many tests wait, for a program of their own or for a time to pass: half as many workers again keep every core at work.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Ends what hangs; how long something may take is a figure of bench/, not of a machine that does other things.
    testTimeout: 300_000,
    // The built program is run as it is.
    server: { deps: { external: [/\/dist\//] } },
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'json-summary'] },
    projects: [
      {
        extends: true,
        test: {
          // A worker reads the source once, not once for each file; every test opens a platform of its own all the same.
          name: 'parts',
          isolate: false, setupFiles: ['/work/prof/setup.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ACCEPTANCE, BROWSER],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      ...(hasBrowser ? [{ extends: true as const, test: { name: 'browser', include: [BROWSER] } }] : []),
      {
        extends: true,
        test: {
          // The built program on the sandbox, or on a real GitLab: docs/acceptance.md.
          name: 'acceptance',
          include: [ACCEPTANCE],
          globalSetup: 'test/acceptance/ground/set-up.ts',
          testTimeout: 300_000,
        },
      },
    ],
  },
});
