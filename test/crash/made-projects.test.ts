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

interface Case {
  readonly what: string;
  readonly yaml: string;
  readonly writes: number;
  /** The paths of the projects in the end. */
  readonly paths: string;
}

const CASES: readonly Case[] = [
  {
    what: 'a making',
    yaml: `
groups: { eng/shop: {} }
projects:
  eng/web: { create: { readme: true }, merge_method: ff, protected_branches: { main: { push_access_level: no_access } } }
  eng/shop/app: { create: {} }
`,
    writes: 6,
    paths: 'eng/gone-deletion_scheduled-2,eng/old,eng/shop/app,eng/web',
  },
  {
    what: 'a deletion and a restoring',
    yaml: `
projects:
  eng/old: { state: absent }
  eng/gone: { restore: true, description: It is back }
`,
    writes: 3,
    paths: 'eng/gone,eng/old-deletion_scheduled-1',
  },
  {
    what: 'a rename with a move into a group that is made',
    yaml: `
groups: { ops: {} }
projects:
  ops/app: { previously: eng/old, merge_method: ff }
`,
    writes: 4,
    paths: 'eng/gone-deletion_scheduled-2,ops/app',
  },
];

const CUTS: readonly Mishap[] = ['reset-before', 'reset-after', 'cut', '502-after', '500'];

let sandbox: ServedSandbox;
let wire: Wire;
let before: Snapshot;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-made-')));

beforeAll(async () => {
  sandbox = await serveSandbox();
  wire = await openWire(sandbox);
  const post = poster(sandbox, sandbox.token);
  const { id = null } = await post('/groups', { name: 'eng', path: 'eng' });
  for (const path of ['old', 'gone']) await post('/projects', { name: path, path, namespace_id: id });
  const headers = { 'private-token': sandbox.token };
  await fetch(`${sandbox.url}/api/v4/projects/2`, { method: 'DELETE', headers });
  before = sandbox.state();
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

const APPLY = ['apply', '--auto-approve', '--allow-scope-deletion'];

it.each(CASES)('whichever request of $what is cut, it is done once in the end', async (one) => {
  writeFileSync(join(folder, 'keelson.yaml'), one.yaml);
  reset();
  expect((await run(...APPLY)).status).toBe(0);
  const writes = wire.seen.flatMap(({ method }, index) => (method === 'GET' ? [] : [index]));
  expect(writes).toHaveLength(one.writes);
  const wrong: string[] = [];
  for (const at of writes)
    for (const mishap of CUTS) {
      reset();
      wire.arm(at, mishap);
      const runs = [];
      for (let turn = 0; turn < 3; turn++) {
        runs.push(await run(...APPLY));
        wire.disarm();
        if (runs.at(-1)?.status === 0) break;
      }
      const paths = (sandbox.state().tables['projects'] ?? []).map((row) => (row as { full_path: string }).full_path);
      const { status, text } = await run('plan', '--detailed-exitcode');
      if (status !== 0 || paths.toSorted().join() !== one.paths)
        wrong.push(`${mishap} at ${at}: ${paths.join()}`, ...runs.map((one) => one.text), text);
    }
  expect(wrong).toEqual([]);
});
