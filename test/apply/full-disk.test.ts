import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverOf } from './server.ts';
import { byStatus, stage, writes } from './stage.ts';

const main = new URL('../../dist/main.js', import.meta.url).pathname;
const hooks = Array.from({ length: 45 }, (_, index) => `      h${index}: { url: https://x.example/${index} }`).join(
  '\n',
);
const document = `version: 1
ledger: { file: l.json }
groups:
  top:
    hooks:
      aa: { url: https://x.example/h, token: { env: TOK } }
${hooks}
`;
const more = { TOK: 'a-secret-of-a-hook', KEELSON_LEDGER_KEY: 'a key of more than thirty-two characters' };

/** Runs the program where no file can grow beyond so many KiB, as on a disk that fills. */
async function run(set: Awaited<ReturnType<typeof stage>>, kib: number, ...args: readonly string[]) {
  const { gitlab, keelson } = set;
  const env = { PATH: process.env['PATH'], KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token, ...more };
  const child = spawn('bash', ['-c', `ulimit -f ${kib}; exec "$@"`, '-', process.execPath, main, ...args], {
    cwd: keelson.folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said.err += chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return { status, ...said };
}

describe('a disk that fills under the journal', () => {
  it.each(['text', 'json'])('ends the apply with what was done told and remembered, in %s', async (form) => {
    const set = await stage({ 'keelson.yaml': document });
    const { gitlab, keelson } = set;
    const { status, out, err } = await run(
      set,
      4,
      'apply',
      '--auto-approve',
      '--concurrency',
      '2',
      ...(form === 'json' ? ['--json'] : []),
    );
    expect(status).toBe(1);
    expect(
      err.match(/error\[unwritable\]: \S+journal.jsonl cannot be written, which is to hold the journal: /g),
    ).toHaveLength(1);
    expect(err).not.toContain('bug');
    const sent = writes(gitlab).filter((request) => /^POST .groups.*hooks/.test(request)).length;
    expect(sent).toBeGreaterThan(1);
    expect(sent).toBeLessThan(46);
    if (form === 'json') {
      const { done = [], failed = [], 'not-attempted': left = [] } = byStatus(out);
      // What is in flight is finished, and counts.
      expect(done.filter((address) => address.includes('hook'))).toHaveLength(sent);
      expect(done).toContain('group[top]/hook[aa]');
      expect(done.length + failed.length + left.length).toBe(47);
    } else {
      expect(out).toContain('Not attempted\n');
      expect(out).toContain('the journal could not be written any more');
      expect(out).toContain(`Applied in part: ${sent + 1} created`);
    }
    expect(readFileSync(join(keelson.folder, 'l.json'), 'utf8')).toContain('group[top]/hook[aa].token');

    // With room again the rest is done, and nothing is told as unfinished.
    expect(await run(set, 1024, 'apply', '--auto-approve')).toMatchObject({ status: 0 });
    expect(existsSync(join(keelson.folder, '.keelson/journal.jsonl'))).toBe(false);
    expect(await run(set, 1024, 'plan', '--detailed-exitcode')).toMatchObject({ status: 0 });
  });

  it('from the beginning on keeps anything from being sent, in one sentence', async () => {
    const set = await stage({ 'keelson.yaml': document });
    const { status, err } = await run(set, 0, 'apply', '--auto-approve');
    expect(status).toBe(1);
    expect(err).toContain('journal.jsonl cannot be written, which is to hold the journal: ');
    expect(err).not.toContain('bug');
    expect(writes(set.gitlab).filter((request) => !request.endsWith(' /users'))).toEqual([]);
    expect(await run(set, 1024, 'apply', '--auto-approve')).toMatchObject({ status: 0 });
  });
});

describe('a disk that fills under a file that is written anew', () => {
  it('leaves the good traffic of --har that stood there', async () => {
    const set = await stage({ 'keelson.yaml': document });
    const { folder } = set.keelson;
    expect(await run(set, 1024, 'plan', '--har', 'kept.json')).toMatchObject({ status: 0 });
    const [before, files] = [readFileSync(join(folder, 'kept.json'), 'utf8'), readdirSync(folder)];
    const { status, err } = await run(set, 4, 'plan', '--har', 'kept.json');
    expect(status).toBe(1);
    expect(err).toContain('error[unwritable]: kept.json cannot be written');
    expect(readFileSync(join(folder, 'kept.json'), 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(files);
  });

  it('leaves neither half a plan nor the one of an earlier run, which is not the one that was asked for', async () => {
    const set = await stage({ 'keelson.yaml': document });
    const { folder } = set.keelson;
    const files = readdirSync(folder);
    expect(await run(set, 1024, 'plan', '--out', 'kept.json')).toMatchObject({ status: 0 });
    const { status, err } = await run(set, 4, 'plan', '--out', 'kept.json');
    expect(status).toBe(1);
    expect(err).toContain('error[unwritable]: kept.json cannot be written');
    expect(err).toContain('Removed kept.json, which held the plan of an earlier run');
    expect(readdirSync(folder)).toEqual(files);
  });
});

it('a disk that has no room for a token leaves none of it lying about', async () => {
  const set = await stage({
    'keelson.yaml': 'instance:\n  runners:\n    r1: { tags: [a], token_to: { file: tokens/r1 } }\n',
  });
  // A token that finds no room, where the journal does.
  const long = await serverOf((response, _, request) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', url = '' } = request;
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const headers = { 'private-token': set.gitlab.token, 'content-type': 'application/json' };
      void fetch(`${set.gitlab.sandbox.url}${url}`, { method, headers, ...body }).then(async (said) => {
        const text = await said.text();
        response.writeHead(said.status, { 'content-type': 'application/json' });
        response.end(text.replace(/"token":"[^"]+"/, `"token":"glrt-${'x'.repeat(9000)}"`));
      });
    });
  });
  const { status, out } = await run(set, 4, 'apply', '--auto-approve', '--url', long.url);
  expect([status, out]).toEqual([
    1,
    expect.stringContaining('instance/runner[r1]: the secret in the answer could not be kept: '),
  ]);
  expect(readdirSync(join(set.keelson.folder, 'tokens'))).toEqual([]);
});
