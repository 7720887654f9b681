import { dirname, join } from 'node:path';
import { configuration, memberOf, type Size } from '../estate.ts';
import type { Row } from '../figure.ts';
import { written } from '../load.ts';
import { ran } from '../program.ts';
import { startServer } from '../server/start.ts';

/** In so many groups somebody changes a member by hand. */
const CHANGED = 10;

/** What a drift costs that believes what no event tells of: the groups are listed, and of the sections those alone are read that may have changed. */
export const sinceLast: Row = {
  name: 'drift since the last look',
  async measure(extent) {
    const groups = extent === 'whole' ? 10_000 : 1000;
    const size: Size = { groups, members: 20, extras: 'members alone', changed: 0 };
    const server = await startServer({ type: 'replay', size, latency: 0 });
    const config = written(configuration(size, 20));
    const look = join(dirname(config), 'look.json');
    const drift = async (): Promise<{
      readonly requests: number;
      readonly changes: number;
      readonly believed: number;
    }> => {
      await server.forget();
      const { status, out, err } = await ran(['drift', config, '--json', '--cache', look], server.url);
      if (status !== 0 && status !== 2) throw new Error(err);
      const said = JSON.parse(out) as {
        readonly changes: readonly object[];
        readonly look: { readonly believed: number };
      };
      const { requests } = await server.seen();
      return { requests, changes: said.changes.length, believed: said.look.believed };
    };
    const whole = await drift();
    for (let nth = 0; nth < CHANGED; nth++)
      await changeByHand(server.url, size, Math.floor((nth * groups) / CHANGED) + 1);
    const since = await drift();
    server.close();
    if (since.changes !== CHANGED) throw new Error(`${since.changes} changes were found of ${CHANGED}`);
    const detail = `${since.believed} sections believed; a whole look took ${whole.requests}`;
    return [{ what: `${groups} groups, ${CHANGED} changed`, value: since.requests, bar: 150, type: 'counted', detail }];
  },
};

async function changeByHand(url: string, size: Size, group: number): Promise<void> {
  const answer = await fetch(`${url}/api/v4/groups/${group + 1}/members/${memberOf(size, group, 3) + 2}`, {
    method: 'PUT',
    headers: { 'private-token': 'glpat-sandbox-root', 'content-type': 'application/json' },
    body: JSON.stringify({ access_level: 50 }),
  });
  if (!answer.ok) throw new Error(`a member cannot be changed: ${answer.status}`);
}
