import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { guardFlags } from '../../src/engine/guard/guard-flags.ts';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';
import { runHere, type EndedHere } from '../crash/program.ts';
import { openWire, type Seen, type Wire } from '../crash/wire.ts';
import type { Document } from './declared-worlds.ts';
import type { LiveWorld } from './live-worlds.ts';
import { addPeople, populate } from './populate.ts';
import { leaks } from './promises.ts';
import { seedsOf } from './seeds.ts';

/** Which worlds, by their seeds: `npm test` has a sample, CI 400 and a nightly job 10,000 by `npm run test:worlds`. */
export const seeds = seedsOf(process.env['KEELSON_WORLDS'] ?? '20');

const secrets = {
  WORLD_HOOK_TOKEN: 'marker-hook-5d8e0c',
  WORLD_HEADER: 'marker-header-91af22',
  WORLD_CI_VALUE: 'marker-variable-3e61b0',
  WORLD_WEBHOOK: 'https://hooks.example.com/marker-webhook-77b1',
};

/** Permits everything that a guard would ask about; no world swaps groups, which is permitted one by one. */
export const WAIVED = guardFlags.flatMap(({ name }) => (name === 'swap' ? [] : [`--allow-${name}`]));

/** Where the worlds play: a platform, a wire to it, and the program in a folder of its own. */
export interface Stage {
  readonly sandbox: ServedSandbox;
  readonly wire: Wire;
  /** The folder of the world that was set up last. */
  folder(): string;
  /** Makes a live world, writes the configuration, and gives the state before. */
  setUp(world: LiveWorld, document: Document): Promise<Snapshot>;
  /** Brings the platform and the folder back to a state before: a token is never written over what its file holds. */
  reset(before: Snapshot): void;
  /** Runs the program; what it prints has no secret in it. */
  run(args: readonly string[], env?: { readonly [name: string]: string }): Promise<EndedHere>;
  /** The requests of the last run that change something. */
  writes(): readonly Seen[];
  close(): Promise<void>;
}

/** Sets up a platform that has nothing but its people. */
export async function openStage(options: SandboxOptions = {}): Promise<Stage> {
  // Without it nobody can say how errors are tracked where nobody has said so yet.
  // An apply follows the moves of snippets, however long they take.
  const given: SandboxOptions = { features: ['integrated_error_tracking'], backgroundDelay: 5, ...options };
  const sandbox = await serveSandbox(given);
  const people = await addPeople(sandbox);
  const start = sandbox.state();
  const wire = await openWire(sandbox);
  let folder = '';
  const tidy = (): void => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  };
  return {
    sandbox,
    wire,
    folder: () => folder,
    async setUp(world, document) {
      wire.disarm();
      sandbox.load(start);
      await populate(sandbox, world, people);
      tidy();
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-world-')));
      writeFileSync(join(folder, 'keelson.yaml'), stringify(document));
      return sandbox.state();
    },
    reset(before) {
      for (const name of readdirSync(folder))
        if (name === '.keelson' || name.endsWith('.token')) rmSync(join(folder, name), { recursive: true });
      sandbox.load(before);
    },
    async run(args, env = {}) {
      wire.seen.length = 0;
      const own = { KEELSON_URL: wire.url, KEELSON_TOKEN: sandbox.token, ...secrets, ...env };
      const [command = ''] = args;
      // In every world both ways of reading are held against each other; what is to be believed is read by nobody.
      const isRead = ['plan', 'apply', 'drift'].includes(command) && !args.includes('--since');
      const twice = isRead ? [...args, '--verify-reads'] : args;
      const ended = await runHere(folder, twice, own);
      expect(ended.text).not.toContain('[reads-differ]');
      expect(leaks(ended, { ...secrets, TOKEN: sandbox.token })).toEqual([]);
      return ended;
    },
    writes: () => wire.seen.filter(({ method }) => method !== 'GET'),
    async close() {
      tidy();
      await wire.close();
      await sandbox.close();
    },
  };
}
