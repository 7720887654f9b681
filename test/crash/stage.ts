import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putOffDays } from '../../src/demo/days-to-come.ts';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';
import { complete, runHere, type Ended } from './program.ts';
import { makeTwins, poster } from './twins.ts';
import { openWire, type Wire } from './wire.ts';

/** The secrets that the reference documents refer to: each can be told wherever it turns up. */
export const secrets: { readonly [name: string]: string } = {
  CRASH_SETTING: 'marker-setting-5b1f',
  CRASH_HOOK_TOKEN: 'marker-hook-8c02',
  CRASH_VARIABLE: 'marker-variable-77aa',
  CRASH_HEADER: 'marker-header-d3e9',
  CRASH_WEBHOOK: 'https://hooks.example.com/marker-webhook-19f4',
  // The platform takes none but this service's own address (18.9).
  CRASH_CHAT: 'https://discord.com/api/webhooks/marker-chat-0d71',
};

const USERS = ['alice', 'bob', 'carol', 'dora', 'erin', 'mallory'];

/** Where the crash matrix plays: a platform in the state before, and a wire to it. */
export interface Stage {
  readonly sandbox: ServedSandbox;
  readonly wire: Wire;
  readonly before: Snapshot;
  /** The environment of the program. */
  readonly env: { readonly [name: string]: string };
  /** Brings the platform back to the state before, and gives a folder with the documents and the tokens of its runners. */
  reset(): string;
  close(): Promise<void>;
}

/** The document that the matrix applies, as it stands in the folder of a run. */
export const afterFile = 'after.yaml';

/** Both documents; the tokens in them end on days that have to lie within a year. */
const documents = new URL('reference', import.meta.url).pathname;

/** Sets up a platform, and brings it to the state before by the program itself. */
export async function openStage(): Promise<Stage> {
  const sandbox = await serveSandbox({ features: ['integrated_error_tracking'] });
  const wire = await openWire(sandbox);
  const env = { KEELSON_URL: wire.url, KEELSON_TOKEN: sandbox.token, ...secrets };
  await populate(sandbox);
  const sinks = scratch();
  cpSync(documents, sinks, { recursive: true });
  putOffDays(sinks);
  const made = await runHere(sinks, ['apply', 'before.yaml', '--auto-approve'], env);
  complete(made, 'the state before');
  const rival = await makeTwins(sandbox);
  wire.rival = rival;
  const before = sandbox.state();
  return {
    sandbox,
    wire,
    before,
    env,
    reset() {
      wire.disarm();
      wire.seen.length = 0;
      sandbox.log.length = 0;
      sandbox.load(before);
      const folder = scratch();
      cpSync(sinks, folder, { recursive: true });
      return folder;
    },
    async close() {
      await wire.close();
      await sandbox.close();
      rmSync(sinks, { recursive: true, force: true });
    },
  };
}

/** What the program is told to apply, with the guards waived that the document means to meet. */
export function applyArguments(concurrency: number): readonly string[] {
  const waived = ['--allow-scope-deletion', '--allow-mass-removal', '--allow-plan-removals'];
  return ['apply', afterFile, '--auto-approve', '--concurrency', String(concurrency), ...waived];
}

/** What a run has left in its journal; nothing where it has been removed. */
export function journalOf(folder: string): string {
  const file = join(folder, '.keelson', 'journal.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** What two runs printed. */
export function printed(runs: readonly Ended[]): string {
  return runs.map(({ text }) => text).join('\n');
}

async function populate(sandbox: ServedSandbox): Promise<void> {
  const post = poster(sandbox, sandbox.token);
  for (const username of USERS) {
    await post('/users', { username, name: username, email: `${username}@example.com`, password: 'long enough' });
  }
  const { id: shop } = await post('/groups', { name: 'Shop', path: 'shop', visibility: 'internal' });
  await post('/projects', { name: 'app', path: 'app', namespace_id: shop ?? null });
}

function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-crash-')));
  mkdirSync(folder, { recursive: true });
  return folder;
}
