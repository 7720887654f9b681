import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/http/server.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';
import type { Mishap } from './mishap.ts';
import { runHere } from './program.ts';
import { poster } from './twins.ts';
import { openWire, type Wire } from './wire.ts';

const YAML = `
groups: { eng/shop: {} }
projects:
  eng/web: { create: { readme: true }, merge_method: ff, protected_branches: { main: { push_access_level: no_access } } }
  eng/shop/app: { create: {} }
`;

const CUTS: readonly Mishap[] = ['reset-before', 'reset-after', 'cut', '502-after', '500'];

let sandbox: ServedSandbox;
let wire: Wire;
let before: Snapshot;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-made-')));

beforeAll(async () => {
  sandbox = await serveSandbox();
  wire = await openWire(sandbox);
  await poster(sandbox, sandbox.token)('/groups', { name: 'eng', path: 'eng' });
  before = sandbox.state();
  writeFileSync(join(folder, 'keelson.yaml'), YAML);
});
afterAll(async () => {
  await wire.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: readonly string[]) {
  return runHere(folder, args, { KEELSON_URL: wire.url, KEELSON_TOKEN: sandbox.token });
}

function reset(): void {
  wire.disarm();
  wire.seen.length = 0;
  sandbox.load(before);
  rmSync(join(folder, '.keelson'), { recursive: true, force: true });
}

it('whichever request of a making is cut, each project is there once in the end, and nothing is left to do', async () => {
  reset();
  expect((await run('apply', '--auto-approve')).status).toBe(0);
  const writes = wire.seen.flatMap(({ method }, index) => (method === 'GET' ? [] : [index]));
  expect(writes).toHaveLength(6);
  const wrong: string[] = [];
  for (const at of writes)
    for (const mishap of CUTS) {
      reset();
      wire.arm(at, mishap);
      const runs = [];
      for (let turn = 0; turn < 3; turn++) {
        runs.push(await run('apply', '--auto-approve'));
        wire.disarm();
        if (runs.at(-1)?.status === 0) break;
      }
      const paths = (sandbox.state().tables['projects'] ?? []).map((row) => (row as { full_path: string }).full_path);
      const { status, text } = await run('plan', '--detailed-exitcode');
      if (status !== 0 || paths.toSorted().join() !== 'eng/shop/app,eng/web')
        wrong.push(`${mishap} at ${at}: ${paths.join()}`, ...runs.map((one) => one.text), text);
    }
  expect(wrong).toEqual([]);
});
