import { createClient } from '../../src/api/client.ts';
import { identify } from '../../src/api/instance.ts';
import { createTransport } from '../../src/api/transport.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { kinds } from '../../src/kinds/index.ts';
import { configuration, type Size } from '../estate.ts';
import type { Figure, Row } from '../figure.ts';
import { loaded } from '../load.ts';
import { startServer } from '../server/start.ts';

/** Which instance it is, and whose token. */
const WHO = 2;
/** Members, hooks, integrations and runners have a list in each group; SAML and directory links stand in the group's own row. */
const LISTS = 4;
/** What no list shows: the fields of an integration, and most of those of a runner. */
const DETAILS = 2;

/** The requests that a plan takes, counted by the server. */
export const reads: Row = {
  name: 'reads of a plan',
  async measure(extent) {
    const figures: Figure[] = [];
    for (const groups of extent === 'whole' ? [10, 100, 1000, 10_000] : [10, 100, 1000]) {
      const alone: Size = { groups, members: 3, extras: 'members alone', changed: 0 };
      figures.push(await counted(alone, 1, `${groups} groups, members`));
      const all: Size = { ...alone, extras: 'with extras' };
      figures.push(await counted(all, LISTS + DETAILS, `${groups} groups, all sections`));
    }
    return figures;
  },
};

async function counted(size: Size, perGroup: number, what: string): Promise<Figure> {
  const server = await startServer({ type: 'replay', size, latency: 0 });
  const desired = loaded(configuration(size, 1));
  const transport = createTransport({
    url: server.url,
    token: 'glpat-sandbox-root',
    concurrency: 32,
    userAgent: 'keelson/bench',
    witness: () => undefined,
  });
  const client = createClient(transport);
  const { diagnostics } = await observe(desired, kindsByName(kinds), client, await identify(client, server.url));
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
  const { requests } = await server.seen();
  await transport.close();
  server.close();
  const bar = WHO + Math.ceil(size.groups / 100) + size.groups * perGroup;
  return {
    what,
    value: requests,
    bar,
    type: 'counted',
    detail: `${(requests / size.groups).toFixed(2)} for each group`,
  };
}
