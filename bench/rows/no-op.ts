import { configuration, type Size } from '../estate.ts';
import type { Row } from '../figure.ts';
import { written } from '../load.ts';
import { ran } from '../program.ts';
import { startServer } from '../server/start.ts';

/** What an apply writes where there is nothing to do. */
export const noOp: Row = {
  name: 'no-op apply',
  async measure() {
    const size: Size = { groups: 100, members: 5, extras: 'with extras', changed: 0 };
    const server = await startServer({ type: 'replay', size, latency: 0 });
    const { status, err } = await ran(['apply', written(configuration(size, 5)), '--auto-approve'], server.url);
    const { writes, requests } = await server.seen();
    server.close();
    if (status !== 0) throw new Error(err);
    return [{ what: 'writes', value: writes, bar: 0, type: 'counted', detail: `beside ${requests} reads` }];
  },
};
