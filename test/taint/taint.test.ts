import { mkdtempSync, realpathSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDays } from '../support/in-days.ts';
import { runHere, type Ended } from '../crash/program.ts';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { filesIn, secretsIn, secretsInFiles } from './markers.ts';

/** Every secret can be told from all others, and holds what JSON and URLs write in another way. */
const marker = (what: string): string => `m"rk&r/${what}+7d21f0`;
const TOKEN = 'glpat-marker-of-the-caller-4c1b';
const given: { readonly [name: string]: string } = {
  TAINT_HOOK: marker('hook'),
  TAINT_HEADER: marker('header'),
  TAINT_VARIABLE: 'marker-variable-91be',
  TAINT_SETTING: marker('setting'),
  TAINT_MASKED: 'marker-masked-variable-2a',
  TAINT_HIDDEN: 'marker-hidden-variable-77',
  TAINT_WEBHOOK: 'https://hooks.example.com/services/marker-webhook-5f',
  KEELSON_LEDGER_KEY: marker('ledger-key'),
};
const inFile = marker('file');

const yaml = `
ledger: { file: ledger.json }
instance:
  settings: { akismet_api_key: { env: TAINT_SETTING }, akismet_enabled: true }
  system_hooks: { audit: { url: "https://audit.example.com/", token: { file: secret.txt } } }
  runners: { shared: { tags: [linux], token_to: { file: runner.token } } }
  variables: { CA: { value: { file: secret.txt }, variable_type: file } }
  personal_access_tokens: { root: { name: ci, scopes: [api], expires_at: ${inDays(60)}, token_to: { file: user.token } } }
  impersonation_tokens: { root: { name: as, scopes: [api], expires_at: ${inDays(60)}, token_to: { file: as.token } } }
groups:
  team:
    hooks:
      ci:
        url: "https://ci.example.com/{path}"
        token: { env: TAINT_HOOK }
        custom_headers: { X-Token: { env: TAINT_HEADER } }
        url_variables: { path: { env: TAINT_VARIABLE } }
    integrations:
      slack: { webhook: { env: TAINT_WEBHOOK } }
    variables:
      DEPLOY:
        - { value: { env: TAINT_MASKED }, masked: true }
        - { value: { env: TAINT_HIDDEN }, hidden: true, environment_scope: prod }
`;

let sandbox: ServedSandbox;
let folder: string;
let env: { readonly [name: string]: string };
let secrets: { readonly [name: string]: string };

beforeAll(async () => {
  sandbox = await serveSandbox({ token: TOKEN });
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-taint-')));
  env = { KEELSON_URL: sandbox.url, KEELSON_TOKEN: TOKEN, KEELSON_DEBUG: '1', ...given };
  secrets = { ...given, TOKEN, inFile };
  writeFileSync(join(folder, 'keelson.yaml'), yaml);
  writeFileSync(join(folder, 'secret.txt'), `${inFile}\n`, { mode: 0o600 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Files that hold a secret because they are there for it. */
const KEEPERS = ['secret.txt', 'runner.token', 'user.token', 'as.token'];

async function run(...args: readonly string[]): Promise<Ended> {
  const ended = await runHere(folder, args, env);
  expect(secretsIn(ended.text, `the output of ${args.join(' ')}`, secrets)).toEqual([]);
  expect(secretsInFiles(folder, secrets, KEEPERS)).toEqual([]);
  return ended;
}

describe('no secret is in what is printed, nor in any file', () => {
  it.each([
    [['validate']],
    [['plan', '--verbose', '--har', 'plan.har']],
    [['plan', '--json']],
    [['plan', '--markdown']],
    [['plan', '--out', 'plan.json', '--log-format', 'json']],
    [['plan', '--html', 'plan.html']],
    [['show', 'plan.json', '--html', 'shown.html']],
    [['plan', '--shard', '1/1', '--out', 'part.json']],
    [['merge', 'part.json', '--html', 'merged.html']],
  ])('%j', async (args) => {
    expect((await run(...args)).status).toBe(0);
  });

  it('an apply that fails, with its journal', async () => {
    sandbox.fail('500@POST /groups/*');
    const { status } = await run('apply', '--auto-approve', '--har', 'failed.har', '--html', 'failed.html');
    sandbox.fail('');
    expect(status).toBe(1);
    expect(filesIn(folder)).toEqual(expect.arrayContaining(['.keelson/journal.jsonl', 'plan.html', 'failed.html']));
  });

  it('an apply that sends all of them, and keeps a token', async () => {
    const reports = ['--har', 'apply.har', '--html', 'apply.html'];
    const { status, text } = await run('apply', '--auto-approve', ...reports, '--log-format', 'json');
    expect(status, text).toBe(0);
    const token = readFileSync(join(folder, 'runner.token'), 'utf8').trim();
    expect(token).toMatch(/^glrt-/);
    expect(statSync(join(folder, 'runner.token')).mode & 0o777).toBe(0o600);
    const [user = '', as = ''] = ['user.token', 'as.token'].map((file) =>
      readFileSync(join(folder, file), 'utf8').trim(),
    );
    expect([user, as]).toEqual([expect.stringMatching(/^glpat-/), expect.stringMatching(/^glpat-/)]);
    secrets = { ...secrets, runner: token, user, as };
    expect(secretsIn(text, 'the output', secrets)).toEqual([]);
    expect(secretsInFiles(folder, secrets, KEEPERS)).toEqual([]);
    // They did arrive: what is looked for is what was sent.
    const arrived = JSON.stringify(sandbox.state());
    for (const name of [
      'TAINT_HOOK',
      'TAINT_HEADER',
      'TAINT_SETTING',
      'TAINT_WEBHOOK',
      'TAINT_MASKED',
      'TAINT_HIDDEN',
    ]) {
      expect(arrived).toContain(JSON.stringify(given[name]).slice(1, -1));
    }
    expect(arrived).toContain(JSON.stringify(inFile).slice(1, -1));
  });

  it.each([
    [['drift', '--har', 'drift.har']],
    [['drift', '--json', '--html', 'drift.html']],
    [['drift', '--since', 'last']],
    [['plan', '--cache', 'look.json']],
    [['export', '--har', 'export.har']],
  ])('afterwards: %j', async (args) => {
    expect((await run(...args)).status).toBe(0);
  });

  it('a plan that sends everything again', async () => {
    const { status } = await run('plan', '--resend', '**', '--verbose', '--out', 'again.json', '--html', 'again.html');
    expect(status).toBe(0);
    expect((await run('apply', 'again.json', '--auto-approve', '--har', 'again.har')).status).toBe(0);
  });

  it('a token that is not good', async () => {
    const bad = 'glpat-marker-of-a-bad-token-0e';
    const ended = await runHere(folder, ['plan', '--har', 'bad.har'], { ...env, KEELSON_TOKEN: bad });
    expect(ended.status).toBe(1);
    expect(secretsIn(ended.text, 'the output', { bad })).toEqual([]);
    expect(secretsInFiles(folder, { bad })).toEqual([]);
  });

  it.each(['plan', 'apply', 'drift', 'export'])(
    '%s takes no token as an argument, where everybody could read it',
    async (command) => {
      const program = runHere(folder, [command, '--token', 'glpat-x'], env);
      await expect(program).rejects.toThrow(/unknown option '--token'/);
    },
  );
});
