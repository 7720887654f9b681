import { configuration, type Size } from '../estate.ts';
import type { Row } from '../figure.ts';
import { written } from '../load.ts';
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
    const detail = `${(groups * 100).toLocaleString('en')} memberships: ${Math.round(peak / 2 ** 20)} MiB`;
    return [{ what: 'peak, in GiB', value: peak / GIBI, bar: 1, type: 'timed', detail }];
  },
};
