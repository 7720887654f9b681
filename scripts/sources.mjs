/** Where the project is. */
export const root = new URL('..', import.meta.url);

/** How its sources are built, whatever is made of them. */
export const sources = {
  absWorkingDir: root.pathname,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  packages: 'external',
  logLevel: 'warning',
};
