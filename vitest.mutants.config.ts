import { defineConfig } from 'vitest/config';

/** The tests that are quick enough to be run once for every mutant: those of the engine and the wire that need no sandbox. */
export default defineConfig({
  test: {
    include: [
      'test/engine/**/*.test.ts',
      'test/api/**/*.test.ts',
      'test/apply/{accepted,backoff,gate,pages,words}.test.ts',
    ],
    // It runs the program against a sandbox.
    exclude: ['test/api/forecast.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
  },
});
