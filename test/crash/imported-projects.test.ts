import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/http/server.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';
import { exported } from '../sandbox/exported.ts';
import { clientOf, idOf } from '../sandbox/client.ts';
import { deaths, type Mishap } from './mishap.ts';
import { runHere, start, type Ended } from './program.ts';
import { makeTwins } from './twins.ts';
import { openWire, type Wire } from './wire.ts';

const YAML = `projects:
  eng/web: { create: { import_archive: web.tar.gz }, description: The new web, merge_method: ff, archived: true }
`;
const APPLY = ['apply', '--auto-approve'];
const WRITES = ['POST /api/v4/projects/import', 'PUT /api/v4/projects/2', 'POST /api/v4/projects/2/archive'];
const CUTS: readonly Mishap[] = ['reset-before', 'reset-after', 'cut', '502-after', '500', '429-json', 'stall-after'];

let sandbox: ServedSandbox;
let wire: Wire;
let before: Snapshot;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-imported-')));

beforeAll(async () => {
  sandbox = await serveSandbox({ backgroundDelay: 20 });
  wire = await openWire(sandbox);
  const gitlab = { ...clientOf(sandbox.url, sandbox.token), sandbox };
  await gitlab.put('/application/settings', { import_sources: ['gitlab_project'], project_import_limit: 0 });
  const group = idOf(await gitlab.post('/groups', { name: 'eng', path: 'eng' }));
  const old = idOf(await gitlab.post('/projects', { path: 'old', namespace_id: group, description: 'The old web' }));
  writeFileSync(join(folder, 'web.tar.gz'), await exported(gitlab, old));
  writeFileSync(join(folder, 'keelson.yaml'), YAML);
  wire.rival = await makeTwins(sandbox);
  before = sandbox.state();
});
afterAll(async () => {
  await wire.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = (): { readonly [name: string]: string } => ({
  ...{ KEELSON_URL: wire.url, KEELSON_TOKEN: sandbox.token, KEELSON_TIMEOUT: '0.5' },
});

function reset(): void {
  wire.disarm();
  wire.seen.length = 0;
  sandbox.load(before);
  rmSync(join(folder, '.keelson'), { recursive: true, force: true });
}

/** The numbers of the requests that change something, of a run that nothing befalls. */
async function writesOf(): Promise<readonly number[]> {
  reset();
  expect((await runHere(folder, APPLY, env())).status).toBe(0);
  const writes = wire.seen.flatMap(({ method, url }, index) =>
    method === 'GET' ? [] : [{ index, line: `${method} ${url}` }],
  );
  expect(writes.map(({ line }) => line)).toEqual(WRITES);
  return writes.map(({ index }) => index);
}

/** Runs until all is done, and gives what is wrong then. */
async function comesTrue(first: Ended, what: string): Promise<readonly string[]> {
  const runs = [first];
  wire.disarm();
  for (let turn = 0; turn < 2 && runs.at(-1)?.status !== 0; turn++) runs.push(await runHere(folder, APPLY, env()));
  const projects = (sandbox.state().tables['projects'] ?? []) as readonly { readonly full_path: string }[];
  const paths = projects.map(({ full_path: path }) => path).join();
  const { status, text } = await runHere(folder, ['plan', '--detailed-exitcode'], env());
  return status === 0 && paths === 'eng/old,eng/web' ? [] : [what, paths, ...runs.map((run) => run.text), text];
}

it('whichever of its calls is cut, one project is made of an archive in the end', { timeout: 120_000 }, async () => {
  const wrong: string[] = [];
  for (const at of await writesOf())
    for (const mishap of CUTS) {
      reset();
      wire.arm(at, mishap);
      wrong.push(...(await comesTrue(await runHere(folder, APPLY, env()), `${mishap} at ${at}`)));
    }
  expect(wrong).toEqual([]);
});

it('wherever the process dies, one project is made of an archive in the end', { timeout: 120_000 }, async () => {
  const wrong: string[] = [];
  for (const at of await writesOf())
    for (const death of deaths) {
      reset();
      let die = (): void => undefined;
      wire.arm(at, death, () => {
        die();
      });
      const started = start(folder, APPLY, env());
      die = () => {
        started.signal('SIGKILL');
      };
      const ended = await started.ended;
      expect(ended.status).toBeNull();
      wrong.push(...(await comesTrue(ended, `${death} at ${at}`)));
    }
  expect(wrong).toEqual([]);
});

it('what somebody else makes at that path a moment before is theirs, and nothing is sent to it', async () => {
  const [at = 0] = await writesOf();
  reset();
  wire.arm(at, 'overtaken');
  const { status, text } = await runHere(folder, APPLY, env());
  expect([status, text]).toEqual([1, expect.stringContaining('project[eng/web]')]);
  const later = wire.seen.slice(at + 1).filter(({ method }) => method !== 'GET');
  expect(later).toEqual([]);
  const made = (sandbox.state().tables['projects'] ?? []).length;
  expect(made).toBe(2);
});
