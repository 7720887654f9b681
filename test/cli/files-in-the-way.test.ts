import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { workspace, type Workspace } from './keelson.ts';

const REPORTS = ['--html', '--junit', '--sarif', '--code-quality'] as const;
const CONFIGURATION = `version: 1
ledger: { file: l.json }
groups:
  team:
    deploy_tokens: { d: { scopes: [read_registry], token_to: { file: d } } }
    hooks: { h: { url: 'https://x.example.com', token: { file: h } } }
`;

async function place(files: { readonly [file: string]: string } = {}): Promise<Workspace> {
  const sandbox = await startSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  await fetch(`${sandbox.url}/api/v4/groups`, {
    method: 'POST',
    headers: { 'private-token': sandbox.token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Team', path: 'team' }),
  });
  return workspace(
    { 'keelson.yaml': CONFIGURATION, ...files },
    { KEELSON_URL: sandbox.url, KEELSON_TOKEN: sandbox.token, KEELSON_LEDGER_KEY: 'k'.repeat(32) },
  );
}

const filesOf = (folder: string): readonly string[] => readdirSync(folder, { recursive: true }).map(String).sort();

test.each(['d', 'l.json', 'h', './d', 'config/../l.json', '.keelson/journal.jsonl'])(
  'no report is written to %s, which is for something else, and nothing else is written',
  async (file) => {
    const keelson = await place({ 'config/x': '', '.keelson/x': '' });
    const before = filesOf(keelson.folder);
    const asked = [
      ...REPORTS.flatMap((report) => [
        ['apply', '--auto-approve', report, file],
        ['plan', report, file],
        ['drift', report, file],
      ]),
      ...['apply', 'plan', 'drift'].map((command) => [command, '--har', file]),
      ['plan', '--out', file],
      ['plan', '--terraform-report', file],
      ['drift', '--cache', file],
    ];
    for (const args of asked) {
      const { status, err } = await keelson.run(...args);
      expect([status, filesOf(keelson.folder)], `${args.join(' ')}\n${err}`).toEqual([1, before]);
      expect(err, args.join(' ')).toContain('error[shared-file]');
    }
  },
);

test.each(['d', 'l.json', 'h'])('validate writes no report to %s, which the configuration names', async (file) => {
  const keelson = await place();
  for (const report of ['--junit', '--sarif', '--code-quality']) {
    const { status, err } = await keelson.run('validate', report, file);
    expect([status, existsSync(join(keelson.folder, file))], err).toEqual([1, false]);
  }
});

test('what a configuration names is not written over where it has errors either, nor is its token file, nor is anything put among its files', async () => {
  const keelson = await place({
    'keelson.yaml': `${CONFIGURATION}    nonsense: true\n`,
    'config/a.yaml': 'version: 1\n',
  });
  const before = filesOf(keelson.folder);
  for (const args of [
    ['plan', '--junit', 'd'],
    ['validate', '--junit', 'l.json'],
    ['plan', '--token-file', 't', '--junit', 't'],
    ['plan', 'config', '--html', 'config/new.yaml'],
  ]) {
    const { status, err } = await keelson.run(...args);
    expect([status, filesOf(keelson.folder)], err).toEqual([1, before]);
    expect(err).toContain('error[shared-file]');
  }
});

test('no report is written to what a saved plan names', async () => {
  const keelson = await place({ h: 'Zk8qLw2xVb7nRt' });
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const before = filesOf(keelson.folder);
  for (const file of ['d', 'l.json'])
    for (const args of [
      ['show', 'plan.json', '--html', file],
      ['show', 'plan.json', '--terraform-report', file],
      ['merge', 'plan.json', '--junit', file],
      ['apply', 'plan.json', '--auto-approve', '--html', file],
      ['apply', 'plan.json', '--auto-approve', '--har', file],
    ]) {
      const { status, err } = await keelson.run(...args);
      expect([[1, 3].includes(status ?? 0), filesOf(keelson.folder)], `${args.join(' ')}\n${err}`).toEqual([
        true,
        before,
      ]);
    }
  const { status, err } = await keelson.run('apply', 'plan.json', '--auto-approve', '--html', 'page.html');
  expect(status, err).toBe(0);
  expect(readFileSync(join(keelson.folder, 'd'), 'utf8')).toMatch(/^gldt-/);
});

test('nothing is written to what an undo names, where the secret of what it makes anew goes', async () => {
  const keelson = await place({ h: 'Zk8qLw2xVb7nRt' });
  expect(await keelson.run('apply', '--auto-approve', '--undo', 'made.json')).toMatchObject({ status: 0 });
  const gone = await keelson.run('apply', 'made.json', '--auto-approve', '--allow-mass-removal', '--undo', 'u.json');
  expect(gone.status, gone.err).toBe(0);
  const undo = readFileSync(join(keelson.folder, 'u.json'), 'utf8');
  const [, secret = ''] = /"file": "([^"]+\.secret)"/.exec(undo) ?? [];
  const before = filesOf(keelson.folder);
  for (const file of [secret, `./${secret}`])
    for (const option of [...REPORTS, '--har', '--journal', '--undo']) {
      const { status, err } = await keelson.run('apply', 'u.json', '--auto-approve', option, file);
      expect([status, filesOf(keelson.folder)], `${option} ${file}\n${err}`).toEqual([1, before]);
      expect(err, option).toContain('error[shared-file]');
    }
  const { status, err } = await keelson.run('apply', 'u.json', '--auto-approve', '--html', 'page.html');
  expect(status, err).toBe(0);
  expect(readFileSync(join(keelson.folder, secret), 'utf8')).toMatch(/^gldt-/);
});
