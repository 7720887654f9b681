import { Agent } from 'undici';
import { createClient } from '../../src/api/client.ts';
import { identify } from '../../src/api/instance.ts';
import { createTransport } from '../../src/api/transport.ts';
import { parallel } from '../../src/base/parallel.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Desired } from '../../src/model.ts';
import { configuration, type Size } from '../estate.ts';
import { ofRuns, timed, type Extent, type Figure, type Row } from '../figure.ts';
import { loaded } from '../load.ts';
import { startServer } from '../server/start.ts';

const AT_A_TIME = 32;
const TOKEN = 'glpat-sandbox-root';

/** A plan by REST alone against a client that makes the very same requests at the same concurrency, parses the JSON and throws it away; and one with GraphQL, in seconds. */
export const wallTime: Row = {
  name: 'wall time of a plan',
  async measure(extent) {
    const figures: Figure[] = [];
    const runs = extent === 'whole' ? 5 : 3;
    for (const latency of [0, 50]) figures.push(await compared(sizeOf(extent), latency, runs));
    figures.push(await withGraphql(50, runs));
    return figures;
  },
  async works(extent) {
    const size = sizeOf(extent);
    const server = await startServer({ type: 'replay', size, latency: 0, restAlone: true });
    const desired = loaded(configuration(size, 20));
    const paths = await planned(desired, server.url);
    const each = { times: 8, units: paths.length };
    return {
      unit: 'request',
      works: [
        { name: 'a plan', ...each, run: () => planned(desired, server.url) },
        { name: 'the bare client', ...each, run: () => bareClient(server.url, paths) },
      ],
      end: () => {
        server.close();
      },
    };
  },
};

function sizeOf(extent: Extent): Size {
  return { groups: extent === 'whole' ? 2000 : 300, members: 20, extras: 'members alone', changed: 1 };
}

async function compared(size: Size, latency: number, runs: number): Promise<Figure> {
  const server = await startServer({ type: 'replay', size, latency, restAlone: true });
  const desired = loaded(configuration(size, 20));
  const paths = await planned(desired, server.url);
  const ratios: number[] = [];
  const times = { ours: 0, bare: 0 };
  for (let run = 0; run < runs; run++) {
    const [, ours] = await timed(() => planned(desired, server.url));
    const [, bare] = await timed(() => bareClient(server.url, paths));
    ratios.push(ours / bare);
    times.ours += ours / runs;
    times.bare += bare / runs;
  }
  server.close();
  const detail = `${paths.length} requests: ${times.ours.toFixed(0)} ms, bare ${times.bare.toFixed(0)} ms`;
  return ofRuns({ what: `${latency} ms latency`, bar: 1.15, detail }, ratios);
}

/** A plan of a thousand groups of twenty in which nothing has changed. */
async function withGraphql(latency: number, runs: number): Promise<Figure> {
  const size: Size = { groups: 1000, members: 20, extras: 'members alone', changed: 0 };
  const server = await startServer({ type: 'replay', size, latency });
  const desired = loaded(configuration(size, 20));
  const paths = await planned(desired, server.url);
  const seconds: number[] = [];
  for (let run = 0; run < runs; run++) seconds.push((await timed(() => planned(desired, server.url)))[1] / 1000);
  server.close();
  const what = `${latency} ms latency, 1000 groups with GraphQL, in s`;
  return ofRuns({ what, bar: 1.5, detail: `${paths.length} requests` }, seconds);
}

/** Makes a plan, and gives the paths that it asked for. */
async function planned(desired: Desired, url: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const witness = ({ path }: { readonly path: string }): void => void paths.push(path);
  const transport = createTransport({ url, token: TOKEN, concurrency: AT_A_TIME, userAgent: 'keelson/bench', witness });
  const client = createClient(transport);
  const byName = kindsByName(kinds);
  const { world } = await observe(desired, byName, client, await identify(client, url));
  plan(desired, world, byName);
  await transport.close();
  return paths;
}

async function bareClient(url: string, paths: readonly string[]): Promise<void> {
  const dispatcher = new Agent({ connections: AT_A_TIME });
  await parallel(paths, AT_A_TIME, async (path) => {
    const { body } = await dispatcher.request({
      origin: url,
      path,
      method: 'GET',
      headers: { 'private-token': TOKEN },
    });
    JSON.parse(await body.text());
  });
  await dispatcher.close();
}
