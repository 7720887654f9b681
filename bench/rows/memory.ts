import { configuration, type Size } from '../estate.ts';
import type { Row } from '../figure.ts';
import { loaded, written } from '../load.ts';
import { ran } from '../program.ts';
import { startServer } from '../server/start.ts';

const GIBI = 2 ** 30;

/** The most memory that the program has while it plans an estate of a million memberships. */
export const memory: Row = {
  name: 'memory',
  async measure(extent) {
    const groups = extent === 'whole' ? 10_000 : 500;
    const size: Size = { groups, members: 100, extras: 'members alone', changed: 1 };
    const server = await startServer({ type: 'generated', ...size });
    const { status, err, peak } = await ran(
      ['plan', written(configuration(size, 200)), '--json', '--journal', 'journal'],
      server.url,
    );
    server.close();
    if (status !== 0) throw new Error(err);
    const declared = sizeOfDeclared(size);
    const text = `${(groups * 100).toLocaleString('en')} memberships: ${megabytes(peak)}`;
    return [
      { what: 'peak, in GiB', value: peak / GIBI, bar: 1, type: 'timed', detail: text },
      {
        what: 'peak, against what is declared',
        value: peak / declared,
        bar: 3,
        type: 'timed',
        detail: `declared ${megabytes(declared)}`,
      },
    ];
  },
};

function sizeOfDeclared(size: Size): number {
  loaded(configuration({ ...size, groups: 2 }, 1));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const desired = loaded(configuration(size, 200));
  globalThis.gc?.();
  const after = process.memoryUsage().heapUsed;
  if (desired.sections.length === 0) throw new Error('nothing is declared');
  return after - before;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
