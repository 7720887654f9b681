// The keeper of one acceptance run, a process of its own: it starts the sandbox where no other platform is given, carries and counts
// every request, and removes all that the run has made when its standard input ends, however the run ended. Ctrl-C does not reach it.
import { rmSync } from 'node:fs';
import { apiOf } from './api.ts';
import { cleanUp, lookBefore } from './clean-up.ts';
import { startSandbox } from './sandbox.ts';
import { openWire } from './wire.ts';

/** What the keeper is told, as JSON in its first argument; the token comes in the environment. */
export interface Orders {
  readonly url: string | undefined;
  readonly root: string;
  /** The built program, which is the sandbox, too. */
  readonly program: string;
  /** Milliseconds that every answer of the sandbox takes. */
  readonly latency: number;
  /** Whether the instance's settings and limits are changed, and put back. */
  readonly instance: boolean;
  /** Everything that is written on this machine stands in it; it goes in the end. */
  readonly folder: string;
}

/** Where the tests find what the keeper has started. */
export interface Kept {
  readonly url: string;
  /** A second platform, without a licence; absent where the first is a real one. */
  readonly unlicensed?: string;
}

const orders = JSON.parse(process.argv[2] ?? '{}') as Orders;
const token = process.env['KEELSON_ACCEPTANCE_TOKEN'] ?? '';
const began = Date.now();
const latency = ['--latency', String(orders.latency)];
const sandboxes =
  orders.url === undefined
    ? await Promise.all(
        [[], ['--tier', 'free']].map((tier) => startSandbox(orders.program, token, ...latency, ...tier)),
      )
    : [];
const platform = orders.url ?? sandboxes[0]?.url ?? '';
const wire = await openWire(platform, 4);
// A sandbox has one storage until it is told of others.
for (const { url } of sandboxes)
  await apiOf(url, token).put('/application/settings', { repository_storages_weighted: { default: 100, second: 0 } });
const before = orders.instance ? await lookBefore(apiOf(wire.url, token)) : undefined;
const kept: Kept = { url: wire.url, ...(sandboxes[1] !== undefined && { unlicensed: sandboxes[1].url }) };
console.log(JSON.stringify(kept));

process.on('SIGINT', () => undefined);
process.stdin.resume().on('end', () => {
  end().then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function end(): Promise<number> {
  // A program that outlives the tests for a moment must not make what nobody removes: nothing of the tests passes any more.
  await wire.close();
  const broom = await openWire(platform, 4);
  const refused = await cleanUp(apiOf(broom.url, token), orders.root, before);
  const seconds = Math.round((Date.now() - began) / 1000);
  const requests = wire.count().requests + broom.count().requests;
  const writes = wire.count().writes + broom.count().writes;
  console.error(
    `acceptance: ${requests} requests, ${writes} of them writes, in ${seconds} s on ${orders.url ?? 'the sandbox'}`,
  );
  for (const line of refused) console.error(`acceptance: left behind: ${line}`);
  await broom.close();
  for (const { stop } of sandboxes) stop();
  rmSync(orders.folder, { recursive: true, force: true });
  return refused.length === 0 ? 0 : 1;
}
