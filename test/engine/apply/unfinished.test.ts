import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whatHappened } from '../../../src/engine/apply/what-happened.ts';
import { unfinishedChanges } from '../../../src/engine/apply/unfinished-changes.ts';
import { openJournal } from '../../support/open-journal.ts';
import { linesToKeep } from '../../../src/engine/apply/journal/journal-kept.ts';
import { journalLines } from '../../../src/engine/apply/journal/journal-lines.ts';
import { readJournal } from '../../../src/engine/apply/journal-tale.ts';
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

  it('tells apart what was left at another address', () => {
    const done = { type: 'done', address: 'a', at };
    const other = { ...run, target: there };
    const tale = (...lines: readonly object[]) => readJournal(fileOf(...lines), here);
    expect(tale(other, intent, run, intent, done)).toMatchObject({
      unfinished: [],
      elsewhere: [{ target: there, unfinished: [{ address: 'a' }] }],
    });
    expect(tale(other, intent, run, intent, other, done)).toMatchObject({
      unfinished: [{ address: 'a' }],
      elsewhere: [],
    });
  });

  it('tells nothing of what is done, of another instance, or without a run', () => {
    expect(told(run, intent, { type: 'done', address: 'a', at }, { type: 'end', at })).toEqual([]);
    expect(told({ ...run, target: there }, intent)).toEqual([]);
    expect(told({ ...run, target: there }, intent, run, { ...intent, address: 'b' })).toMatchObject([{ address: 'b' }]);
    expect(told(run, intent, { ...run, target: there }, { type: 'done', address: 'a', at })).toHaveLength(1);
    expect([told(), told('', ''), told(run)]).toEqual([[], [], []]);
    expect(readJournal(fileOf(run), here)).toEqual({ type: 'tale', unfinished: [], moving: [], elsewhere: [] });
    expect(readJournal(fileOf(''), here)).toEqual({ type: 'tale', unfinished: [], moving: [], elsewhere: [] });
    expect(readJournal('/nowhere/at/all', here)).toEqual({ type: 'tale', unfinished: [], moving: [], elsewhere: [] });
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

  it('says of the call that has made a secret, and of no later one, that it was in its answer', () => {
    const making = { ...intent, sink: '/nowhere/at/all' };
    const saidOf = (...records: readonly object[]): string[] => told(run, ...records).map((one) => whatHappened(one));
    expect(saidOf(making)).toEqual([
      expect.stringMatching(/was its last call, and the secret in its answer was lost$/),
    ]);
    expect(saidOf(making, { ...intent, method: 'PUT', at: '2026-02-03T10:00:01.000Z' })).toEqual([
      expect.stringMatching(/PUT \/x was its last call, and a secret that was made before it was lost$/),
    ]);
  });

  it('is told once of all that only have to be planned again, and apart of each that needs more', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((address) => ({ ...intent, address }));
    const all = told(run, ...five, { ...intent, address: 'lost', sink: '/nowhere/at/all' });
    const said = unfinishedChanges(all, {}, [], () => []);
    expect(said.map(({ message }) => message)).toEqual([
      expect.stringMatching(/did not finish a, b, c and 2 more: \w+ \/x was the last call of the first$/),
      expect.stringMatching(/did not finish lost: .* was lost$/),
    ]);
  });

  it('tells what each call with a secret in its answer has made, and what had stood there before, and which were refused', () => {
    const sink = '/nowhere/at/all';
    const lost = { ...intent, sink, before: [3, 'x'] };
    const refused = { type: 'refused', address: 'a', at };
    const made = { type: 'made', address: 'a', object: 7, at };
    const first = { at, sinks: [sink], isKept: false, before: [3, 'x'] };
    expect(told(run, lost)[0]?.makings).toEqual([first]);
    expect(told(run, lost, made)[0]?.makings).toEqual([{ ...first, made: 7 }]);
    expect(told(run, lost, { ...lost, before: undefined }, made)[0]?.makings).toEqual([
      first,
      { at, sinks: [sink], isKept: false, made: 7 },
    ]);
    expect(told(run, lost, refused, lost, refused)[0]?.makings).toMatchObject([{ at, isRefused: true }]);
    // What was made before it, or by another call, is there all the same.
    expect(told(run, lost, made, lost, refused)).toMatchObject([
      { secretLost: true, makings: [{ made: 7 }, { isRefused: true }] },
    ]);
    expect(told(run, lost, made, { ...intent, method: 'DELETE' }, refused)).toMatchObject([
      { secretLost: true, refused: true, makings: [{ made: 7 }] },
    ]);
    expect(told(run, intent, made)[0]).not.toHaveProperty('makings');
    expect(told(run, made)).toEqual([]);
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
  });
});

describe('what a later run has to know', () => {
  const done = { type: 'done', address: 'a', at };
  const kept = (isUnfinished: boolean, ...lines: readonly (object | string)[]): unknown[] => {
    const read = journalLines(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
    if (typeof read === 'string') throw new Error(read);
    return linesToKeep(read, isUnfinished, () => true).map((line) => JSON.parse(line) as unknown);
  };

  it('is what no run has done, on whatever instance, and whatever is cut', () => {
    expect(kept(false, run, intent)).toEqual([run, intent]);
    expect(kept(false, run, intent, done)).toEqual([]);
    expect(kept(true, run, intent, done)).toEqual([]);
    const elsewhere = { ...run, target: there };
    expect(kept(false, elsewhere, intent, run, intent, done, '{"ty')).toEqual([elsewhere, intent]);
    expect(kept(false, elsewhere, intent, run, { ...intent, address: 'b' })).toEqual([
      elsewhere,
      intent,
      run,
      { ...intent, address: 'b' },
    ]);
  });

  it('is told once, however often it was tried, and means the same', () => {
    const refused = { type: 'refused', address: 'a', at };
    const make = { ...intent, sink: '/nowhere/at/all' };
    const tried = [make, refused, { ...intent, method: 'PUT' }, refused, make, refused, make];
    const again = tried.map((record) => ({ ...record, at: '2026-02-01T12:00:00.000Z' }));
    // Each of two calls that were refused, with that; and of those of which nobody knows, the first and the last.
    expect(kept(false, run, ...tried, run, ...again)).toHaveLength(7);
    expect(kept(false, run, ...tried, run, ...again, run, ...again)).toHaveLength(7);
    for (let count = 0; count <= again.length; count += 1) {
      const lines = [run, ...tried, run, ...again.slice(0, count)];
      expect(told(...kept(false, ...lines).map((line) => JSON.stringify(line)))).toEqual(told(...lines));
    }
    // The first one may have gone through, though the second is its like.
    const twice = [run, intent, run, intent, refused];
    expect(told(...kept(false, ...twice).map((line) => JSON.stringify(line)))).toEqual(told(...twice));
    expect(told(...twice)[0]).not.toHaveProperty('onlyRefused');
    expect(told(run, intent, refused)[0]).toMatchObject({ onlyRefused: true });
  });

  it('is with each call what it has made', () => {
    const made = (object: number) => ({ type: 'made', address: 'a', object, at });
    const lines = [intent, made(1), intent, made(2), intent, made(3), { ...intent, method: 'DELETE' }];
    expect(kept(false, run, ...lines)).toEqual([run, ...lines]);
    expect(kept(false, run, intent, made(1), intent, intent, intent)).toEqual([run, intent, made(1), intent, intent]);
  });

  it('is all since a run was cut that has an undo, while the file of that is there', () => {
    const cut = { ...run, undo: 'undo.json' };
    const other = { ...intent, address: 'b' };
    const later = [run, intent, done];
    expect(kept(false, run, other, cut, intent, ...later)).toEqual([run, other, cut, intent, ...later]);
    expect(kept(false, cut, intent, { type: 'end', at }, ...later)).toEqual([]);
    const read = journalLines([cut, intent, ...later].map((line) => JSON.stringify(line)).join('\n'));
    expect(linesToKeep(typeof read === 'string' ? [] : read, false, () => false)).toEqual([]);
  });

  it('holds the moves that are done while others are not', () => {
    const moved = { ...intent, path: '/groups/7', moves: true };
    const other = { ...intent, address: 'b' };
    expect(kept(false, run, moved, done, other)).toEqual([run, other]);
    expect(kept(true, run, moved, done)).toEqual([run, moved, done]);
    expect(kept(false, run, moved, done, { ...other, moves: true })).toEqual([
      run,
      moved,
      done,
      { ...other, moves: true },
    ]);
  });
});

describe('what was refused', () => {
  const refused = { type: 'refused', address: 'a', at };
  it.each([
    [[intent, refused], true],
    [[intent, refused, intent, refused], true],
    [[{ ...intent, method: 'DELETE' }, refused], true],
    [[{ ...intent, method: 'PUT' }, refused], false],
    [[{ ...intent, path: '/api/graphql' }, refused], false],
    [[intent, intent, refused], false],
    [[intent], false],
  ])('%j has made nothing: %s', (lines, isNothing) => {
    expect(told(run, ...lines)[0]?.madeNothing ?? false).toBe(isNothing);
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
      first.intend(change, { ...call, saveSecretTo: { field: 'token', files: ['f'] } }),
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
    await lossy.intend(change, { ...call, saveSecretTo: { field: 'token', files: ['/nowhere/at/all'] } });
    await lossy.end(false);
    expect(existsSync(file)).toBe(true);
    const mended = await openJournal(file, there);
    await mended.done(change);
    await mended.end(false);
    expect(existsSync(file)).toBe(false);
  });

  it('tells on what runs that have nothing to do with it leave, and does not grow by them', async () => {
    const file = join(folder(), 'journal');
    const killed = await openJournal(file, here);
    await killed.intend(changeOf('group[b]/hook[ci]', []), { method: 'PUT', path: '/y' });
    const sizes = new Set<number>();
    for (let count = 0; count < 3; count += 1) {
      const other = await openJournal(file, here);
      await other.intend(change, call);
      await other.done(change);
      await other.end(false);
      expect(readJournal(file, here)).toMatchObject({ unfinished: [{ address: 'group[b]/hook[ci]' }] });
      sizes.add(statSync(file).size);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(sizes.size).toBe(1);
    expect(readdirSync(dirname(file))).toEqual(['journal']);
  });

  it('forgets what was found settled, and no later attempt at it', async () => {
    const file = fileOf(run, intent, '');
    const later = [{ address: 'a', at: '2026-01-30T12:00:00.000Z' }];
    await (await openJournal(file, here, later)).end(false);
    expect(readJournal(file, here)).toMatchObject({ unfinished: [{ address: 'a' }] });
    await (await openJournal(file, there, [{ address: 'a', at }])).end(false);
    expect(readJournal(file, here)).toMatchObject({ unfinished: [{ address: 'a' }] });
    await (await openJournal(file, here, [{ address: 'a', at }])).end(false);
    expect(existsSync(file)).toBe(false);
  });
});
