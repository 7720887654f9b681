import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask, Interrupted } from '../../src/commands/terminal/interrupt.ts';
import { stage, writes } from './stage.ts';

const main = new URL('../../dist/main.js', import.meta.url).pathname;
const groups = Array.from({ length: 12 }, (_, index) => `  group-${index}: {}`).join('\n');
const document = `lock: { project: ops/locks }\ngroups:\n${groups}\n`;

/** A stage with the project of the lock. */
async function locked(text = document, options = {}): ReturnType<typeof stage> {
  const set = await stage({ 'keelson.yaml': text }, options);
  const group = await set.gitlab.group('ops');
  await set.gitlab.post('/projects', { name: 'locks', path: 'locks', namespace_id: group });
  set.gitlab.sandbox.log.length = 0;
  return set;
}

type Set = Awaited<ReturnType<typeof stage>>;

function lockCalls({ gitlab }: Set): string[] {
  return writes(gitlab).flatMap((request) => /^(\w+) .*terraform.*\/lock/.exec(request)?.[1] ?? []);
}

/** Runs an apply whose output goes to these; gives its exit status. */
async function applied({ gitlab, keelson }: Set, out: number | 'pipe', err: number | 'pipe', closes = false) {
  const env = { PATH: process.env['PATH'], KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const child = spawn(process.execPath, [main, 'apply', '--auto-approve', '--concurrency', '2'], {
    cwd: keelson.folder,
    env,
    stdio: ['ignore', out, err],
  });
  child.stdout?.resume();
  if (closes) child.stderr?.destroy();
  else child.stderr?.resume();
  return new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('exit', resolve);
  });
}

describe('nobody listening is no reason to stop half-way', () => {
  it('a closed standard error stops no apply', async () => {
    const set = await locked();
    expect(await applied(set, 'pipe', 'pipe', true)).toBe(0);
    expect(lockCalls(set)).toEqual(['POST', 'DELETE']);
    expect(writes(set.gitlab).filter((request) => request === 'POST /groups')).toHaveLength(12);
  });

  it('a full disk stops no apply, and a result that is lost is an error', async () => {
    for (const [out, status] of [
      ['pipe', 0],
      ['full', 1],
    ] as const) {
      const set = await locked();
      const full = openSync('/dev/full', 'w');
      expect(await applied(set, out === 'full' ? full : out, full)).toBe(status);
      closeSync(full);
      expect(lockCalls(set)).toEqual(['POST', 'DELETE']);
      expect(writes(set.gitlab).filter((request) => request === 'POST /groups')).toHaveLength(12);
    }
  });
});

describe('a result that is lost', () => {
  /** Runs the program with its standard output on a full disk, or closed at once; gives its exit status and standard error. */
  async function lost({ gitlab, keelson }: Set, out: 'full' | 'closed', ...args: readonly string[]) {
    const env = { PATH: process.env['PATH'], KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [main, ...args], {
      cwd: keelson.folder,
      env,
      stdio: ['ignore', out === 'full' ? full : 'pipe', 'pipe'],
    });
    child.stdout?.destroy();
    let err = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    closeSync(full);
    return { status, err };
  }

  it.each([['plan'], ['drift'], ['validate'], ['--version'], ['--help']])('of %s is told, once', async (...args) => {
    const { status, err } = await lost(await locked('groups: { one: {} }\n'), 'full', ...args);
    expect(status).toBe(args[0] === 'drift' ? 2 : 1);
    expect(err.match(/error\[lost-output\]: standard output cannot be written.*ENOSPC/g)).toHaveLength(1);
  });

  it('is told as a line of JSON where all else is', async () => {
    const { err } = await lost(await locked('groups: { one: {} }\n'), 'full', 'plan', '--log-format', 'json');
    expect(
      err
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([expect.objectContaining({ severity: 'error', code: 'lost-output' })]);
  });

  it.each(['full', 'closed'] as const)('of an apply says on standard error what became of it: %s', async (out) => {
    const set = await locked('groups: { one: {} }\n');
    const { status, err } = await lost(set, out, 'apply', '--auto-approve');
    expect(status).toBe(out === 'full' ? 1 : 0);
    expect(err).toContain('Applied: 1 created, 0 updated, 0 replaced, 0 deleted');
    expect(err.includes('error[lost-output]')).toBe(out === 'full');
  });
});

describe('a signal before anything is applied', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s while the plan is made gives the lock back', async (signal) => {
    const set = await locked(document, { latency: 60 });
    const { child, ran } = set.keelson.start('apply', '--auto-approve', '--concurrency', '1');
    while (lockCalls(set).length === 0) await sleep(5);
    child.kill(signal);
    const { status, err } = await ran;
    expect(status).toBe(130);
    expect(err.trim().split('\n')).toEqual(['Interrupted: nothing was applied.']);
    expect(lockCalls(set)).toEqual(['POST', 'DELETE']);
    expect(writes(set.gitlab)).toHaveLength(2);
  });

  it('while somebody else has the lock ends the waiting, and leaves that lock alone', async () => {
    const set = await locked();
    const at = '/projects/ops%2Flocks/terraform/state/keelson/lock';
    const lock = { ID: 'x', Operation: '', Info: '', Who: '', Version: '1', Created: '2026-01-01T00:00:00Z', Path: '' };
    await set.gitlab.post(at, lock);
    const { child, ran } = set.keelson.start('apply', '--auto-approve', '--lock-wait', '60');
    while (lockCalls(set).length < 2) await sleep(5);
    const began = performance.now();
    child.kill('SIGINT');
    expect((await ran).status).toBe(130);
    expect(performance.now() - began).toBeLessThan(2500);
    expect(lockCalls(set)).toEqual(['POST', 'POST']);
  });

  it('at the question ends it, and so does the end of the input', async () => {
    const asked = (typed: string) => {
      const [input, output] = [new PassThrough(), new PassThrough()];
      const answer = ask('Apply? ', input, output);
      input.end(typed);
      return answer;
    };
    await expect(asked('\u0003')).rejects.toBeInstanceOf(Interrupted);
    expect(await asked('yes\n')).toBe('yes');
    expect(await asked('')).toBe('');
  });
});

describe('what is to be written is proved writable before the first request', () => {
  it.each([
    ['--har', ['plan', '--har', 'none/traffic.har']],
    ['--out', ['plan', '--out', 'none/plan.json']],
    ['--out that is a folder', ['plan', '--out', 'folder']],
    ['--journal', ['apply', '--auto-approve', '--journal', 'a-file/journal.jsonl']],
  ])('%s', async (_, args) => {
    const set = await locked();
    mkdirSync(join(set.keelson.folder, 'folder'));
    writeFileSync(join(set.keelson.folder, 'a-file'), '');
    const { status, err } = await set.keelson.run(...args);
    expect(status).toBe(1);
    expect(err).toContain('error[unwritable]');
    expect(set.gitlab.sandbox.log).toEqual([]);
  });

  it('the ledger', async () => {
    const set = await locked('ledger: { file: a-file/ledger.json }\ngroups: { one: {} }\n');
    writeFileSync(join(set.keelson.folder, 'a-file'), '');
    const { status, err } = await set.keelson.run('apply', '--auto-approve');
    expect([status, err]).toEqual([1, expect.stringContaining('which is to hold the ledger')]);
    expect(set.gitlab.sandbox.log).toEqual([]);
  });

  it('the file of a secret, of a plan that was saved', async () => {
    const text = 'instance: { runners: { build: { token_to: { file: tokens/build.token } } } }\n';
    const set = await locked(text);
    expect((await set.keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    writeFileSync(join(set.keelson.folder, 'tokens'), '');
    set.gitlab.sandbox.log.length = 0;
    const { status, err } = await set.keelson.run('apply', 'plan.json', '--auto-approve');
    expect([status, err]).toEqual([1, expect.stringContaining('the secret of instance/runner[build]')]);
    expect(set.gitlab.sandbox.log).toEqual([]);
  });
});

it('the file of a secret is proved writable before the first request, unless its entry is not meant', async () => {
  const runner = (file: string): string => `{ token_to: { file: ${file} } }`;
  const text = `instance: { runners: { bad: ${runner('a-file/bad')}, good: ${runner('good')} } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': text, 'a-file': '' });
  gitlab.sandbox.log.length = 0;
  const { status, err } = await keelson.run('apply', '--auto-approve');
  expect([status, err]).toEqual([1, expect.stringContaining('which is to hold the secret of instance/runner[bad]')]);
  expect(gitlab.sandbox.log).toEqual([]);
  expect((await keelson.run('apply', '--auto-approve', '--target', 'instance/runner[good]')).status).toBe(0);
});

it('the folder of a secret is made where it is missing, for its owner alone', async () => {
  const text = 'instance: { runners: { build: { token_to: { file: deep/tokens/build.token } } } }\n';
  const { keelson } = await stage({ 'keelson.yaml': text });
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, `${out}${err}`).toBe(0);
  expect(statSync(join(keelson.folder, 'deep/tokens')).mode & 0o777).toBe(0o700);
  expect(statSync(join(keelson.folder, 'deep/tokens/build.token')).mode & 0o777).toBe(0o600);
});

it.each(['--target', '--resend', '--shard'])(
  'a saved plan is refused with %s, before the first request',
  async (option) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': 'groups: { one: {}, two: {} }\n' });
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    gitlab.sandbox.log.length = 0;
    const value = option === '--shard' ? '1/2' : 'group[one]';
    const { status, err } = await keelson.run('apply', 'plan.json', option, value, '--auto-approve');
    expect(status).toBe(3);
    expect(err).toContain(`error[saved-plan-option]: ${option} says what to plan`);
    expect(gitlab.sandbox.log).toEqual([]);
  },
);
