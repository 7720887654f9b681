import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/api/client.ts';
import { identify } from '../../src/api/instance.ts';
import { createTransport } from '../../src/api/transport.ts';
import { apply } from '../../src/engine/apply/apply.ts';
import { holds } from '../../src/engine/apply/freshness.ts';
import { openJournal } from '../../src/engine/apply/journal.ts';
import { createLookAgain } from '../../src/engine/apply/look-again.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { kinds } from '../../src/kinds/index.ts';
import { configuration, type Size } from '../estate.ts';
import { timed, type Row } from '../figure.ts';
import { loaded } from '../load.ts';
import { startServer } from '../server/start.ts';

const AT_A_TIME = 16;
const LATENCY = 50;

/** Changes that do not wait for each other, against the time that their calls take at the least. */
export const applying: Row = {
  name: 'apply',
  async measure(extent) {
    const groups = extent === 'whole' ? 1000 : 200;
    const size: Size = { groups, members: 101, extras: 'members alone', changed: 1 };
    const server = await startServer({ type: 'replay', size: { ...size, members: 101 }, latency: LATENCY });
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
    const calls = made.changes.reduce((sum, change) => sum + change.calls.length, 0);
    const journal = await openJournal(join(mkdtempSync(join(tmpdir(), 'keelson-bench-')), 'journal'), server.url);
    const lookAgain = createLookAgain(client, instance, byName, 0);
    await server.forget();
    const [outcomes, time] = await timed(() =>
      apply(
        made,
        { client, kinds: byName, instance, env: {}, journal, lookAgain, made: new Map() },
        {
          concurrency: AT_A_TIME,
          stop: new AbortController().signal,
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
    const least = (calls * LATENCY) / AT_A_TIME;
    const detail = `${calls} calls, ${requests} requests: ${time.toFixed(0)} ms, at least ${least.toFixed(0)} ms`;
    return [
      { what: 'against calls × latency / 16', value: time / least, bar: 1.15, type: 'timed', detail },
      { what: 'requests beside the calls', value: requests - writes, bar: 0, type: 'counted', detail },
      { what: 'failed', value: failed, bar: 0, type: 'counted', detail: `of ${outcomes.length}` },
    ];
  },
};
