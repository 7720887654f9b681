import { defineConfig } from 'vitest/config';
import { ALONE } from './test/support/alone.ts';

const ACCEPTANCE = 'test/acceptance/**/*.test.ts';

export default defineConfig({
  test: {
    environment: 'node',
    // Vitest leaves a core free for an editor; here every core works.
    maxWorkers: '100%',
    // Ends what hangs; how long something may take is a figure of bench/, not of a machine that does other things.
    testTimeout: 120_000,
    // The built program is run as it is.
    server: { deps: { external: [/\/dist\//] } },
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'json-summary'] },
    projects: [
      {
        extends: true,
        test: {
          // A worker reads the source once, not once for each file; every test opens a platform of its own all the same.
          name: 'parts',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ACCEPTANCE],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
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
