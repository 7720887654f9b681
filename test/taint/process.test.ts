import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { secretsIn } from './markers.ts';

const main = new URL('../../dist/main.js', import.meta.url).pathname;
const secrets = {
  KEELSON_TOKEN: 'glpat-marker-of-the-caller-4c1b',
  KEELSON_LEDGER_KEY: 'marker-of-the-ledger-27e0',
  REPORT_HOOK: 'm"rk&r/hook+7d21f0',
  CI_JOB_TOKEN: 'glcbt-marker-of-the-job-91',
};

let sandbox: ServedSandbox;
let folder: string;
let program: ChildProcess;

/** An apply that is under way: what it waits for takes a minute to answer. */
beforeAll(async () => {
  sandbox = await serveSandbox({ token: secrets.KEELSON_TOKEN });
  folder = mkdtempSync(join(tmpdir(), 'keelson-process-'));
  writeFileSync(
    join(folder, 'keelson.yaml'),
    'groups: { team: { hooks: { ci: { url: "https://ci.example.com/", token: { env: REPORT_HOOK } } } } }\n',
  );
  sandbox.fail('delay=60000@POST /groups/*');
  const nodeFlags = ['--report-on-signal', '--report-signal=SIGUSR2', `--report-directory=${folder}`];
  program = spawn(process.execPath, [...nodeFlags, main, 'apply', '--auto-approve'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], KEELSON_URL: sandbox.url, ...secrets },
    stdio: 'ignore',
  });
  await vi.waitFor(
    () => {
      expect(readFileSync(join(folder, '.keelson', 'journal.jsonl'), 'utf8')).toContain('hook[ci]');
    },
    { timeout: 20_000, interval: 50 },
  );
}, 30_000);
afterAll(async () => {
  program.kill('SIGKILL');
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the list of processes shows no secret', () => {
  const shown = execFileSync('ps', ['-o', 'args=', '-p', String(program.pid)], { encoding: 'utf8' });
  expect(shown).toContain('apply --auto-approve');
  expect(secretsIn(shown, 'ps', secrets)).toEqual([]);
});

it('a report of Node.js on the running program shows no secret', async () => {
  program.kill('SIGUSR2');
  const report = await vi.waitFor(
    () => {
      const name = readdirSync(folder).find((file) => file.startsWith('report.'));
      if (name === undefined || !existsSync(join(folder, name))) throw new Error('there is no report yet');
      const text = readFileSync(join(folder, name), 'utf8');
      JSON.parse(text);
      return text;
    },
    { timeout: 10_000, interval: 50 },
  );
  expect(report).toContain('"environmentVariables"');
  expect(secretsIn(report, 'the report', secrets)).toEqual([]);
});
