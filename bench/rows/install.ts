import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Row } from '../figure.ts';

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** What is installed with the program. */
export const install: Row = {
  name: 'install',
  measure() {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
    const [{ size = NaN } = {}] = JSON.parse(packed) as readonly { readonly size?: number }[];
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      readonly packages: { readonly [path: string]: Locked };
    };
    const runtime = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
    const scripts = runtime.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = runtime.map(([path]) => path.replace(/^.*node_modules\//, ''));
    return Promise.resolve([
      {
        what: 'packed, in bytes',
        value: size,
        bar: 1_000_000,
        type: 'counted',
        detail: `${(size / 1000).toFixed(0)} kB`,
      },
      { what: 'packages', value: runtime.length, bar: 12, type: 'counted', detail: names.join(', ') },
      { what: 'install scripts', value: scripts.length, bar: 0, type: 'counted', detail: 'of these packages' },
    ]);
  },
};
