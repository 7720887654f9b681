import { createClient } from '../../src/api/client.ts';
import { identify } from '../../src/api/instance.ts';
import { createTransport } from '../../src/api/transport.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { kinds } from '../../src/kinds/index.ts';
import { lookUp } from '../../src/engine/observe/batches/look-ups.ts';
import { configuration, username, type Size } from '../estate.ts';
import type { Figure, Row } from '../figure.ts';
import { loaded } from '../load.ts';
import { startServer } from '../server/start.ts';

/** Members of groups with a directory link, hooks and integrations have a list in each group; SAML and directory links stand in the group's own row. */
const LISTS = 3;
/** How many requests a plan of members or runners may take where nothing has changed: GraphQL shows those of up to a hundred groups in one. */
const MEMBERS: { readonly [groups: number]: number } = { 10: 5, 100: 12, 1000: 40, 10_000: 350 };
/** What no list shows of a group: the fields of its integration. */
const DETAILS = 1;
const DETAIL = /\/integrations\/[^/?]+$|\/runners\/\d+$/;

/** The requests that a plan takes, counted by the server: page chains, and the details that no list shows. */
export const reads: Row = {
  name: 'reads of a plan',
  async measure(extent) {
    const figures: Figure[] = [];
    for (const groups of extent === 'whole' ? [10, 100, 1000, 10_000] : [10, 100, 1000]) {
      const alone: Size = { groups, members: 20, extras: 'members alone', changed: 0 };
      figures.push(...(await counted(alone, 'members', MEMBERS[groups] ?? 0, 0)));
      const extras: Size = { ...alone, members: 3, extras: 'with extras' };
      const chains = (MEMBERS[groups] ?? 0) + groups * LISTS;
      figures.push(...(await counted(extras, 'page chains of all sections', chains, DETAILS)));
    }
    return [...figures, await runnersInFull(), await newUsers()];
  },
};

/** Runners of the instance, each declared with fields that no list shows. */
async function runnersInFull(): Promise<Figure> {
  const size: Size = { groups: 1, members: 1, extras: 'members alone', changed: 0, runners: 500 };
  const server = await startServer({ type: 'replay', size, latency: 0 });
  const transport = createTransport({ ...CONNECTION, url: server.url, witness: () => undefined });
  const client = createClient(transport);
  const desired = loaded(configuration(size, 1));
  const { diagnostics } = await observe(desired, kindsByName(kinds), client, await identify(client, server.url));
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
  const { requests } = await server.seen();
  await transport.close();
  server.close();
  return { what: '500 runners with details', value: requests, bar: 12, type: 'counted', detail: 'and one group' };
}

/** People who are looked up before they are added. */
async function newUsers(): Promise<Figure> {
  const size: Size = { groups: 50, members: 20, extras: 'members alone', changed: 0 };
  const server = await startServer({ type: 'replay', size, latency: 0 });
  const transport = createTransport({ ...CONNECTION, url: server.url, witness: () => undefined });
  const wanted = Array.from({ length: 1000 }, (_, person) => ({
    path: '/users',
    query: { username: username(person) },
  }));
  const known = await lookUp(wanted, kindsByName(kinds), createClient(transport));
  const { requests } = await server.seen();
  await transport.close();
  server.close();
  const found = wanted.filter((read) => known(read) !== undefined).length;
  return { what: '1000 users by name', value: requests, bar: 15, type: 'counted', detail: `${found} found` };
}

const CONNECTION = { token: 'glpat-sandbox-root', concurrency: 32, userAgent: 'keelson/bench' };

async function counted(size: Size, what: string, most: number, details: number): Promise<Figure[]> {
  const server = await startServer({ type: 'replay', size, latency: 0 });
  const desired = loaded(configuration(size, 1));
  let detailed = 0;
  const transport = createTransport({
    ...CONNECTION,
    url: server.url,
    witness: ({ path }) => {
      if (DETAIL.test(path)) detailed++;
    },
  });
  const client = createClient(transport);
  const { diagnostics } = await observe(desired, kindsByName(kinds), client, await identify(client, server.url));
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
  const { requests } = await server.seen();
  await transport.close();
  server.close();
  const figure = (name: string, value: number, bar: number): Figure => {
    const detail = `${(value / size.groups).toFixed(2)} for each group`;
    return { what: `${size.groups} groups, ${name}`, value, bar, type: 'counted', detail };
  };
  const chains = figure(what, requests - detailed, most);
  return details === 0 ? [chains] : [chains, figure('details beside them', detailed, size.groups * details)];
}
