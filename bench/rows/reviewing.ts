import { ran } from '../program.ts';
import type { Size } from '../estate.ts';
import type { Row } from '../figure.ts';
import { startServer } from '../server/start.ts';

const GIBI = 2 ** 30;

/** The requests that a review of everybody takes, counted by the server, against what it says before it makes them; and its memory. */
export const reviewing: Row = {
  name: 'review',
  async measure(extent) {
    const groups = extent === 'whole' ? 2000 : 200;
    const people = extent === 'whole' ? 5000 : 500;
    const size: Size = { groups, people, members: 20, extras: 'members alone', changed: 0 };
    const server = await startServer({ type: 'replay', size, latency: 0 });
    // Permitted less than it takes, it says how many.
    const refused = await ran(['review', '--json', '--max-requests', '15'], server.url);
    const [, said] = /about ([\d,]+) requests/.exec(refused.err) ?? [];
    if (said === undefined) throw new Error(refused.err);
    const before = (await server.seen()).requests;
    const { status, err, out, peak } = await ran(['review', '--json'], server.url);
    const requests = (await server.seen()).requests - before;
    server.close();
    if (status !== 0) throw new Error(err);
    const forecast = Number(said.replaceAll(',', ''));
    const detail = `${people} users, ${groups} groups, ${(groups * 20).toLocaleString('en')} memberships; ${out.length} bytes`;
    return [
      { what: 'requests, against the forecast', value: requests, bar: forecast, type: 'counted', detail },
      { what: 'peak of memory, in GiB', value: peak / GIBI, bar: 1, type: 'timed', detail },
    ];
  },
};
