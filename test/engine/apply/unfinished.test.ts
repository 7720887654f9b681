import { existsSync, mkdtempSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../src/engine/apply/journal.ts';
import { anySecretLost, readJournal } from '../../../src/engine/apply/unfinished.ts';
import type { Call } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';

const here = 'https://gitlab.example.com';
const there = 'https://other.example.com';
const at = '2026-01-31T12:00:00.000Z';
const run = { type: 'run', format: 'keelson/journal@1', target: here, at };
const intent = { type: 'intent', address: 'a', method: 'POST', path: '/x', at };

const folder = (): string => mkdtempSync(join(tmpdir(), 'keelson-journal-'));

function fileOf(...lines: readonly (object | string)[]): string {
  const file = join(folder(), 'journal');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

/** What a journal of these lines tells the next run. */
function told(...lines: readonly (object | string)[]) {
  const tale = readJournal(fileOf(...lines), here);
  if (tale.type === 'problem') throw new Error(tale.problem.message);
  return tale.unfinished;
}

describe('a journal', () => {
  it('tells the call that was under way, or the last one', () => {
    const second = { ...intent, method: 'PUT', path: '/y', at: '2026-01-31T12:00:01.000Z' };
    expect(told(run, intent, second)).toEqual([
      { address: 'a', method: 'PUT', path: '/y', at: second.at, refused: false, moves: false, secretLost: false },
    ]);
  });

  it('tells nothing of what is done, of another instance, or without a run', () => {
    expect(told(run, intent, { type: 'done', address: 'a', at }, { type: 'end', at })).toEqual([]);
    expect(told({ ...run, target: there }, intent)).toEqual([]);
    expect(told({ ...run, target: there }, intent, run, { ...intent, address: 'b' })).toMatchObject([{ address: 'b' }]);
    expect(told(run, intent, { ...run, target: there }, { type: 'done', address: 'a', at })).toHaveLength(1);
    expect([told(), told('', ''), told(run)]).toEqual([[], [], []]);
    expect(readJournal(fileOf(run), here)).toEqual({ type: 'tale', unfinished: [], moving: [] });
    expect(readJournal(fileOf(''), here)).toEqual({ type: 'tale', unfinished: [], moving: [] });
    expect(readJournal('/nowhere/at/all', here)).toEqual({ type: 'tale', unfinished: [], moving: [] });
  });

  it('tells of a refusal that it has made nothing, and of one without a call nothing', () => {
    const refused = { type: 'refused', address: 'a', at };
    const lost = { ...intent, sink: '/nowhere/at/all' };
    expect(told(run, lost)).toMatchObject([{ secretLost: true }]);
    expect(told(run, lost, refused)).toMatchObject([{ address: 'a', path: '/x', refused: true, secretLost: false }]);
    expect(told(run, refused)).toEqual([]);
  });

  it('remembers that a secret was lost over the next call', () => {
    expect(told(run, { ...intent, sink: '/nowhere/at/all' }, intent)).toMatchObject([{ secretLost: true }]);
  });

  it('tells by the time of the file whether its secret was kept', () => {
    const sink = join(folder(), 'token');
    writeFileSync(sink, 'hush');
    const moment = Date.parse(at) / 1000;
    const lost = () => told(run, { ...intent, sink })[0]?.secretLost;
    utimesSync(sink, moment, moment);
    expect(lost()).toBe(false);
    utimesSync(sink, moment, moment - 0.049);
    expect(lost()).toBe(false);
    utimesSync(sink, moment, moment - 0.052);
    expect(lost()).toBe(true);
    writeFileSync(sink, '');
    utimesSync(sink, moment, moment);
    expect(lost()).toBe(true);
  });

  it('bears a line that was cut at the end of a run, and no other', () => {
    expect(told(run, intent, '{"type":"do')).toHaveLength(1);
    expect(told(run, intent, '{"type":"do', run, { ...intent, address: 'b' })).toHaveLength(2);
    expect(() => told(run, '{"type":"do', intent)).toThrow('is no journal, or was edited');
  });

  it.each([
    ['without a run at its head', [intent, run], 'is no journal, or was edited'],
    ['of anything else', ['what is this'], 'is no journal, or was edited'],
    [
      'of another version',
      [{ ...run, format: 'keelson/journal@2' }],
      'has the format keelson/journal@2, which this version does not know',
    ],
  ])('%s is a problem', (_what, lines, message) => {
    const file = fileOf(...lines);
    expect(readJournal(file, here)).toEqual({
      type: 'problem',
      problem: {
        severity: 'error',
        code: 'bad-journal',
        message: `${file} ${message}`,
        remedy: 'see by hand what the last run did, and move the file away',
      },
    });
  });

  it('that no run has written, by its size, is none', () => {
    const file = fileOf(run);
    truncateSync(file, 256 * 1024 * 1024 + 1);
    expect(readJournal(file, here)).toMatchObject({ type: 'problem', problem: { code: 'bad-journal' } });
    expect(anySecretLost(file)).toBe(false);
  });
});

describe('a lost secret', () => {
  it('is known whatever instance it belongs to, and whatever is cut', () => {
    const lost = { ...intent, sink: '/nowhere/at/all' };
    expect(anySecretLost(fileOf(run, lost))).toBe(true);
    expect(anySecretLost(fileOf({ ...run, target: there }, lost, run, '{"ty'))).toBe(true);
    expect(anySecretLost(fileOf(run, lost, { type: 'done', address: 'a', at }))).toBe(false);
    expect(anySecretLost(fileOf(run, intent))).toBe(false);
    expect(anySecretLost(fileOf(lost))).toBe(false);
    expect(anySecretLost('/nowhere/at/all')).toBe(false);
  });
});

describe('a journal that is written', () => {
  const change = changeOf('group[a]/hook[ci]', []);
  const call: Call = { method: 'POST', path: '/x' };

  it('has each record on a line of its own, after a line of what a killed run has left', async () => {
    const file = join(folder(), 'state', 'journal');
    const first = await openJournal(file, here);
    await Promise.all([
      first.intend(change, call),
      first.intend(change, { ...call, saveSecretTo: { field: 'token', file: 'f' } }),
      first.refused(change),
    ]);
    await first.done(change);
    await first.end(true);
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines[0]).toBe('');
    expect(lines.slice(1, -1).map((line) => JSON.parse(line) as unknown)).toEqual([
      { ...run, at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown },
      { type: 'intent', address: change.address, method: 'POST', path: '/x', at: expect.any(String) as unknown },
      expect.objectContaining({ type: 'intent', sink: 'f' }),
      { type: 'refused', address: change.address, at: expect.any(String) as unknown },
      { type: 'done', address: change.address, at: expect.any(String) as unknown },
      { type: 'end', at: expect.any(String) as unknown },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await (await openJournal(file, here)).end(true);
    expect(readFileSync(file, 'utf8').split('\n')[7]).toBe('');
  });

  it('is on the disk when a call may be sent', async () => {
    const file = join(folder(), 'journal');
    const journal = await openJournal(file, here);
    for (const path of ['/one', '/two']) {
      await journal.intend(change, { ...call, path });
      expect(readFileSync(file, 'utf8')).toContain(path);
    }
    await journal.end(true);
  });

  it('goes where nothing is left to tell, and stays where something is', async () => {
    const file = join(folder(), 'journal');
    await (await openJournal(file, here)).end(true);
    expect(existsSync(file)).toBe(true);
    const lossy = await openJournal(file, there);
    await lossy.intend(change, { ...call, saveSecretTo: { field: 'token', file: '/nowhere/at/all' } });
    await lossy.end(false);
    expect(existsSync(file)).toBe(true);
    const mended = await openJournal(file, there);
    await mended.done(change);
    await mended.end(false);
    expect(existsSync(file)).toBe(false);
  });
});
