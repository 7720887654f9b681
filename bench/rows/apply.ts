import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/api/client.ts';
import { identify } from '../../src/api/instance.ts';
import { createTransport } from '../../src/api/transport.ts';
import { apply } from '../../src/engine/apply/apply.ts';
import { holds } from '../../src/engine/apply/freshness.ts';
import { openJournal } from '../../src/engine/apply/journal/journal.ts';
import { createLookAgain } from '../../src/engine/apply/look-again.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { callsOf } from '../../src/engine/plan/joint-calls.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { kinds } from '../../src/kinds/index.ts';
import { configuration, type Size } from '../estate.ts';
import { timed, type Figure, type Row } from '../figure.ts';
import { loaded } from '../load.ts';
import { startServer } from '../server/start.ts';

const AT_A_TIME = 16;
const LATENCY = 50;

/** Changes that do not wait for each other, against the time that their calls take at the least; and members who are added. */
export const applying: Row = {
  name: 'apply',
  async measure(extent) {
    const groups = extent === 'whole' ? 1000 : 200;
    const alone = await applied({ groups, members: 101, extras: 'members alone', changed: 1 });
    const together = await applied({
      groups: groups / 10,
      members: 101,
      extras: 'members alone',
      changed: 0,
      missing: 100,
    });
    return [...independent(alone), ...added(together)];
  },
};

function independent({ changes, calls, requests, writes, failed, time }: Applied): Figure[] {
  const least = (calls * LATENCY) / AT_A_TIME;
  const detail = `${calls} calls, ${requests} requests: ${time.toFixed(0)} ms, at least ${least.toFixed(0)} ms`;
  return [
    { what: 'against calls × latency / 16', value: time / least, bar: 1.15, type: 'timed', detail },
    { what: 'requests beside the calls', value: requests - writes, bar: 0, type: 'counted', detail },
    { what: 'failed', value: failed, bar: 0, type: 'counted', detail: `of ${changes}` },
  ];
}

/** A group has members of two levels, of which each goes in parts of fifty. */
const PARTS = 3 / 100;

function added({ changes, calls, requests, writes, failed, time }: Applied): Figure[] {
  const detail = `${changes} members by ${writes} calls, of ${calls} planned, and ${requests - writes} reads: ${time.toFixed(0)} ms`;
  return [
    { what: 'calls, for each member added', value: writes / changes, bar: PARTS, type: 'counted', detail },
    { what: 'members not added', value: failed, bar: 0, type: 'counted', detail: `of ${changes}` },
  ];
}

/** What it took to bring an estate to what is declared. */
interface Applied {
  readonly changes: number;
  /** Those that were planned. */
  readonly calls: number;
  readonly requests: number;
  readonly writes: number;
  readonly failed: number;
  /** In milliseconds. */
  readonly time: number;
}

async function applied(size: Size): Promise<Applied> {
  const server = await startServer({ type: 'replay', size, latency: LATENCY });
  const transport = createTransport({
    url: server.url,
    token: 'glpat-sandbox-root',
    concurrency: AT_A_TIME,
    userAgent: 'keelson/bench',
    witness: () => undefined,
  });
  const client = createClient(transport);
  const byName = kindsByName(kinds);
  const instance = await identify(client, server.url);
  const desired = loaded(configuration(size, 10));
  const { world } = await observe(desired, byName, client, instance);
  const made = plan(desired, world, byName);
  const journal = await openJournal(join(mkdtempSync(join(tmpdir(), 'keelson-bench-')), 'journal'), server.url);
  const lookAgain = createLookAgain(client, instance, byName, 0);
  await server.forget();
  const [outcomes, time] = await timed(() =>
    apply(
      made,
      {
        client,
        kinds: byName,
        instance,
        env: {},
        journal,
        lookAgain,
        stop: new AbortController().signal,
        follows: () => undefined,
        made: new Map(),
        found: new Map(),
        listed: new Map(),
      },
      {
        concurrency: AT_A_TIME,
        stop: new AbortController().signal,
        askedFirst: [],
        goOnWhenStale: false,
        check: holds,
        finished: () => undefined,
      },
    ),
  );
  await journal.end(false);
  const { requests, writes } = await server.seen();
  await transport.close();
  server.close();
  const failed = outcomes.filter(({ status }) => status !== 'done').length;
  return { changes: outcomes.length, calls: callsOf(made).length, requests, writes, failed, time };
}
