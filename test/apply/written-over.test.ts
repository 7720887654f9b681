import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainError } from '../../src/commands/terminal/explain-error.ts';
import { writeOutput } from '../../src/commands/files/write-output.ts';
import { stage, writes } from './stage.ts';

const PRECIOUS = 'glrt-the-only-copy\n';
const runner = 'instance:\n  runners:\n    r1: { tags: [a], token_to: { file: r1.token } }\n';
const APPLY = ['apply', '--auto-approve'];

describe('a file that may hold the only copy of a token is never written over', () => {
  it.each([
    ['plan', '--out', 'precious'],
    ['plan', '--har', 'precious'],
    [...APPLY, '--har', 'precious'],
    ['export', '--har', 'precious'],
  ])('%s %s %s', async (...args) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': runner, precious: PRECIOUS });
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...args);
    expect([status, err]).toEqual([1, expect.stringContaining('error[unwritable]: precious cannot be written')]);
    expect(err).toContain('something else stands there, and may be the only copy of a token');
    expect(err).toContain('Look into it, and remove it if nobody needs it, or name another file');
    expect(gitlab.sandbox.log).toEqual([]);
    expect(readFileSync(join(keelson.folder, 'precious'), 'utf8')).toBe(PRECIOUS);
  });

  it.each(['--har', '--journal'])('%s where the same run puts a token', async (option) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': runner });
    gitlab.sandbox.log.length = 0;
    for (const args of [['plan'], APPLY]) {
      const { status, err } = await keelson.run(...args, option, './r1.token');
      expect([status, err]).toEqual([1, expect.stringMatching(/error\[shared-file\]: .*r1\.token is to hold/)]);
    }
    expect(writes(gitlab)).toEqual([]);
    expect(existsSync(join(keelson.folder, 'r1.token'))).toBe(false);
  });

  it.each(['precious', 'keelson.yaml', 'plan.json', 'edited.jsonl', 'newer.jsonl'])(
    '--journal %s, which is no journal, of any command',
    async (file) => {
      const at = '2026-01-31T12:00:00.000Z';
      const edited = `{"type":"done","address":"a","at":"${at}"}\n`;
      const newer = `{"type":"run","format":"keelson/journal@9","target":"t","at":"${at}"}\n`;
      const files = { 'keelson.yaml': runner, precious: PRECIOUS, 'edited.jsonl': edited, 'newer.jsonl': newer };
      const { gitlab, keelson } = await stage(files);
      expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
      const before = readFileSync(join(keelson.folder, file), 'utf8');
      gitlab.sandbox.log.length = 0;
      for (const args of [['plan'], ['drift'], APPLY, [...APPLY, 'plan.json']]) {
        const { status, err } = await keelson.run(...args, '--journal', file);
        expect([args, status, err]).toEqual([args, 1, expect.stringContaining('error[bad-journal]')]);
        expect(readFileSync(join(keelson.folder, file), 'utf8')).toBe(before);
      }
      expect(gitlab.sandbox.log).toEqual([]);
    },
  );

  it('the journal of a saved plan, where a damaged one stands at its usual place', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': runner });
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    keelson.write('.keelson/journal.jsonl', '{"edited": "journal"}\n');
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...APPLY, 'plan.json');
    expect([status, err]).toEqual([1, expect.stringContaining('is no journal, or was edited')]);
    expect(readFileSync(join(keelson.folder, '.keelson/journal.jsonl'), 'utf8')).toBe('{"edited": "journal"}\n');
    expect(gitlab.sandbox.log).toEqual([]);
  });

  it('a journal that cannot be read is not taken for none', async () => {
    const { keelson } = await stage({ 'keelson.yaml': runner });
    symlinkSync('round', join(keelson.folder, 'round'));
    for (const args of [['plan'], ['drift']]) {
      const { status, err } = await keelson.run(...args, '--journal', 'round');
      expect([status, err]).toEqual([1, expect.stringContaining('error[bad-journal]: round cannot be read (ELOOP)')]);
    }
  });

  it('merge, too', async () => {
    const { keelson } = await stage({ 'keelson.yaml': runner, precious: PRECIOUS });
    await keelson.run('plan', '--shard', '1/1', '--out', 'part.json');
    const { status, err } = await keelson.run('merge', 'part.json', '--out', 'precious');
    expect([status, err]).toEqual([1, expect.stringContaining('error[unwritable]')]);
    expect(readFileSync(join(keelson.folder, 'precious'), 'utf8')).toBe(PRECIOUS);
  });
});

it.each([
  ['--har', '{"log":{"level":"debug"},"token":"glpat-the-only-copy"}'],
  ['--har', '{"log":{"version":"1.2","creator":{"name":"Firefox","version":"1"},"entries":[{"precious":1}]}}'],
  ['--har', '{"log":{"version":"1.2","creator":{"name":"keelson","version":"1"},"entries":[]},"token":"a"}'],
  ['--har', '{"log"'],
  ['--out', '{"format":"keelson/plan@1","notes":"precious"}'],
  ['--out', '{"format":"keelson/plan@1"'],
  ['--out', '{"format": "keelson/plan@99"}'],
])('what only begins as its own does is not replaced by %s: %s', async (option, text) => {
  const { keelson } = await stage({ 'keelson.yaml': runner, precious: text });
  const { status, err } = await keelson.run('plan', option, 'precious');
  expect([status, err]).toEqual([1, expect.stringContaining('something else stands there')]);
  expect(readFileSync(join(keelson.folder, 'precious'), 'utf8')).toBe(text);
});

it('a saved plan is one whatever it is called, and a cut one is told as such', async () => {
  const { keelson } = await stage({
    'keelson.yaml': 'instance:\n  system_hooks: { h: { url: https://x.example.com/ } }\n',
  });
  const { err } = await keelson.run('plan', '--out', 'o');
  expect(err).toContain('Saved to o; `keelson apply o` does exactly this.');
  keelson.write('cut', readFileSync(join(keelson.folder, 'o'), 'utf8').slice(0, 200));
  const cut = await keelson.run(...APPLY, 'cut');
  expect([cut.status, cut.err]).toEqual([3, expect.stringContaining('error[plan-file')]);
  const applied = await keelson.run(...APPLY, 'o');
  expect([applied.status, applied.err]).toEqual([0, expect.not.stringContaining('error')]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a plan takes the place of a plan, traffic that of traffic, and both that of an empty file', async () => {
  const { keelson } = await stage({ 'keelson.yaml': runner, 'plan.json': '', 'traffic.har': '' });
  for (let run = 0; run < 2; run += 1)
    expect((await keelson.run('plan', '--shard', '1/1', '--out', 'plan.json', '--har', 'traffic.har')).status).toBe(0);
  expect((await keelson.run('merge', 'plan.json', '--out', 'plan.json')).status).toBe(0);
});

describe('a link that is named for a file', () => {
  it.each(['--out', '--har'])('stays one, and what it leads to is made and written anew: %s', async (option) => {
    const { keelson } = await stage({ 'keelson.yaml': runner });
    const at = (...path: readonly string[]): string => join(keelson.folder, ...path);
    mkdirSync(at('kept'));
    symlinkSync('second', at('link'));
    symlinkSync(join('kept', 'file.json'), at('second'));
    for (let run = 0; run < 2; run += 1) {
      expect((await keelson.run('plan', option, 'link')).status).toBe(0);
      expect([readlinkSync(at('link')), readlinkSync(at('second'))]).toEqual(['second', 'kept/file.json']);
      expect(lstatSync(at('kept', 'file.json')).isFile()).toBe(true);
      expect(readdirSync(at('kept'))).toEqual(['file.json']);
    }
  });

  it.each([
    ['--out', runner],
    ['--har', runner],
    ['', `ledger: { file: link }\n${runner}`],
  ])('and leads to no folder is told before anything is asked: %s', async (option, yaml) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, {}, { KEELSON_LEDGER_KEY: 'key' });
    symlinkSync(join('gone', 'file.json'), join(keelson.folder, 'link'));
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...(option === '' ? APPLY : ['plan', option, 'link']));
    expect([status, err]).toEqual([1, expect.stringContaining('error[unwritable]: link cannot be written')]);
    expect(gitlab.sandbox.log).toEqual([]);
  });
});

describe('what is no file is neither opened nor replaced', () => {
  const ledger = `ledger: { file: pipe }\n${runner}`;
  const sink = runner.replace('r1.token', 'pipe');
  it.each([
    ['the journal', runner, ['plan', '--journal', 'pipe']],
    ['the journal', runner, ['drift', '--journal', 'pipe']],
    ['the journal', runner, [...APPLY, '--journal', 'pipe']],
    ['the journal', runner, [...APPLY, '--journal', 'folder']],
    ['the journal', runner, [...APPLY, '--journal', 'link']],
    ['the journal', runner, ['plan', '--journal', 'folder']],
    ['the plan', runner, ['plan', '--out', 'pipe']],
    ['the traffic', runner, ['plan', '--har', 'pipe']],
    ['the traffic', runner, ['export', '--har', 'link']],
    ['the ledger', ledger, ['plan']],
    ['the ledger', ledger, ['drift']],
    ['the ledger', ledger, APPLY],
    ['the secret of instance/runner[r1]', sink, ['plan']],
    ['the secret of instance/runner[r1]', sink, APPLY],
  ])('%s', async (what, yaml, args) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, {}, { KEELSON_LEDGER_KEY: 'key' });
    const pipe = join(keelson.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    mkdirSync(join(keelson.folder, 'folder'));
    symlinkSync('pipe', join(keelson.folder, 'link'));
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...args);
    const kind = args.includes('folder') ? 'folder' : 'pipe';
    expect([status, err]).toEqual([1, expect.stringContaining(`is to hold ${what}, and is a ${kind}\n`)]);
    expect(err).toContain('error[unwritable]');
    expect(err.startsWith('keelson.yaml:3:')).toBe(yaml === sink);
    expect(gitlab.sandbox.log).toEqual([]);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(lstatSync(join(keelson.folder, 'folder')).isDirectory()).toBe(true);
    expect(lstatSync(join(keelson.folder, 'link')).isSymbolicLink()).toBe(true);
  });

  it.each([
    ['the journal', runner, ['plan', '--journal', 'new/']],
    ['the journal', runner, [...APPLY, '--journal', 'new/']],
    ['the journal', runner, [...APPLY, '--journal', 'new/.']],
    ['the traffic', runner, ['plan', '--har', 'new/']],
    ['the plan', runner, ['plan', '--out', 'new/']],
    ['the ledger', ledger.replace('pipe', 'new/'), APPLY],
    ['the secret of instance/runner[r1]', sink.replace('pipe', 'new/'), APPLY],
  ])('the name of a folder that is not there, for %s: %s', async (what, yaml, args) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, {}, { KEELSON_LEDGER_KEY: 'key' });
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...args);
    expect([status, err]).toEqual([1, expect.stringContaining(`is to hold ${what}, and is the name of a folder\n`)]);
    expect(gitlab.sandbox.log).toEqual([]);
    expect(existsSync(join(keelson.folder, 'new'))).toBe(false);
  });

  it('a device, of which nothing is read or written', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': runner });
    expect((await keelson.run('plan', '--shard', '1/1', '--out', 'part.json')).status).toBe(0);
    gitlab.sandbox.log.length = 0;
    for (const args of [
      ['plan', '--out', '/dev/full'],
      ['plan', '--har', '/dev/full'],
      ['plan', '--journal', '/dev/full'],
      ['merge', 'part.json', '--out', '/dev/full'],
    ]) {
      const { status, err } = await keelson.run(...args);
      expect([status, err]).toEqual([1, expect.stringContaining('error[unwritable]: /dev/full is to hold')]);
      expect(err).toContain('and is a device or a socket\n');
    }
    expect(gitlab.sandbox.log).toEqual([]);
  });
});

it('a file that cannot be written after all is no bug', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'keelson-')), 'gone', 'plan.json');
  let told: unknown;
  try {
    writeOutput(file, 'the plan', '{}');
  } catch (error) {
    told = explainError(error);
  }
  expect(told).toMatchObject({
    code: 'unwritable',
    message: expect.stringMatching(/plan\.json cannot be written, which is to hold the plan: ENOENT/) as string,
  });
});
