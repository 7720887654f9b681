import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/engine/apply/journal/journal-file.ts';
import { openJournal } from '../support/open-journal.ts';
import { readJournal } from '../../src/engine/apply/journal-tale.ts';
import type { Call } from '../../src/model.ts';
import { changeOf } from './change.ts';

const here = 'https://gitlab.example.com';
const member = changeOf('group[team]/member[alice]', []);
const runner = changeOf('instance/runner[build]', []);
const post: Call = { method: 'POST', path: '/groups/team/members' };

function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-journal-'));
  const sink = join(folder, 'build.token');
  const make: Call = { method: 'POST', path: '/user/runners', saveSecretTo: { field: 'token', files: [sink] } };
  return { file: join(folder, 'state', 'journal.jsonl'), sink, make };
}

/** What the next run is told, as `address (secret lost)`. */
function told(file: string, target = here): string[] {
  const tale = readJournal(file, target);
  if (tale.type === 'problem') return [tale.problem.code];
  return tale.unfinished.map(({ address, secretLost }) => `${address}${secretLost ? ' (secret lost)' : ''}`);
}

describe('the journal', () => {
  it('that was edited to name what can be no file is read all the same', async () => {
    const { file } = scratch();
    for (const sink of ['a\u0000b', 'x'.repeat(5000)]) {
      const journal = await openJournal(file, here);
      await journal.intend(runner, {
        method: 'POST',
        path: '/user/runners',
        saveSecretTo: { field: 'token', files: [sink] },
      });
    }
    expect(told(file)).toEqual([`${runner.address} (secret lost)`]);
  });

  it('tells what was begun and not done, on this instance alone', async () => {
    const { file, make } = scratch();
    const journal = await openJournal(file, here);
    await Promise.all([journal.intend(member, post), journal.intend(runner, make)]);
    expect(told(file)).toEqual([member.address, `${runner.address} (secret lost)`]);
    expect(told(file, 'https://other.example.com')).toEqual([]);
    await journal.done(member);
    expect(told(file)).toEqual([`${runner.address} (secret lost)`]);
  });

  it('tells what a replacement was to keep, whatever was tried since, until it is done', async () => {
    const { file } = scratch();
    const fields = [
      { path: 'access_level', from: 10, to: 20 },
      { path: 'expires_at', from: '2099-01-31', to: '2099-01-31' },
    ];
    const kept = () => {
      const tale = readJournal(file, here);
      return tale.type === 'tale' ? tale.unfinished.map(({ keeps }) => keeps) : [];
    };
    const journal = await openJournal(file, here);
    await journal.intend({ ...member, fields }, { method: 'PUT', path: '/x' });
    expect(kept()).toEqual([undefined]);
    await journal.intend({ ...member, action: 'replace', fields }, { method: 'DELETE', path: '/x' });
    expect(kept()).toEqual([{ expires_at: '2099-01-31' }]);
    await journal.intend(member, post);
    await journal.refused(member);
    expect(kept()).toEqual([{ expires_at: '2099-01-31' }]);
    await journal.done(member);
    expect(kept()).toEqual([]);
  });

  it('tells when something was to be made by a clock of the platform that is another one, and of no other call', async () => {
    const { file, make } = scratch();
    const journal = await openJournal(file, here, [], undefined, () => 20_000);
    await Promise.all([journal.intend(member, post), journal.intend(runner, make)]);
    const lines = readLines(file);
    const records = 'severity' in lines ? [] : lines.flatMap(({ record }) => record ?? []);
    const [other, made] = records.flatMap((record) => (record.type === 'intent' ? [record] : []));
    expect(other).not.toHaveProperty('there');
    expect(Date.parse(made?.there ?? '') - Date.parse(made?.at ?? '')).toBeGreaterThanOrEqual(20_000);
    const tale = readJournal(file, here);
    expect(tale.type === 'tale' && tale.unfinished[1]?.makings).toMatchObject([{ at: made?.at, there: made?.there }]);
  });

  it('tells what was on its way to another path', async () => {
    const { file } = scratch();
    const journal = await openJournal(file, here);
    await journal.intend(member, post);
    await journal.intend({ ...changeOf('group[b]', []), reason: { code: 'renamed', from: 'a' } }, post);
    const tale = readJournal(file, here);
    expect(tale).toMatchObject({ unfinished: [{ moves: false }, { address: 'group[b]', moves: true }] });
  });

  it('does not call a secret lost that was kept, or that was never made', async () => {
    const { file, sink, make } = scratch();
    const journal = await openJournal(file, here);
    await journal.intend(runner, make);
    await journal.refused(runner);
    expect(told(file)).toEqual([runner.address]);
    await journal.intend(runner, make);
    writeFileSync(sink, 'the token\n');
    expect(told(file)).toEqual([runner.address]);
  });

  it('is removed by a run that leaves nothing to tell', async () => {
    const { file } = scratch();
    const journal = await openJournal(file, here);
    await journal.intend(member, post);
    await journal.done(member);
    await journal.end(false);
    expect(existsSync(file)).toBe(false);
  });

  it('remembers a lost secret over runs that have nothing to do with it', async () => {
    const { file, make } = scratch();
    await (await openJournal(file, here)).intend(runner, make);
    for (const target of [here, 'https://other.example.com']) {
      const other = await openJournal(file, target);
      await other.intend(member, post);
      await other.done(member);
      await other.end(false);
      expect(told(file)).toEqual([`${runner.address} (secret lost)`]);
    }
    const third = await openJournal(file, here);
    await third.intend(runner, make);
    await third.done(runner);
    await third.end(false);
    expect(existsSync(file)).toBe(false);
  });

  it('bears that its last line was cut, and no other', async () => {
    const { file } = scratch();
    const journal = await openJournal(file, here);
    await journal.intend(member, post);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"type":"do`);
    expect(told(file)).toEqual([member.address]);
    await (await openJournal(file, here)).intend(runner, post);
    expect(told(file)).toEqual([member.address, runner.address]);
    writeFileSync(file, `what is this\n${readFileSync(file, 'utf8')}`);
    expect(told(file)).toEqual(['bad-journal']);
  });

  it('bears that the very first line was cut, however short it is', async () => {
    const { file } = scratch();
    mkdirSync(dirname(file));
    const run = `{"type":"run","format":"keelson/journal@1","target":"${here}","at":"2026-01-31T12:00:00.000Z"}`;
    for (const length of [1, 5, 12, 30, run.length - 1]) {
      writeFileSync(file, run.slice(0, length));
      expect(told(file)).toEqual([]);
      const journal = await openJournal(file, here);
      await journal.intend(member, post);
      await journal.end(true);
      expect(told(file)).toEqual([member.address]);
      const next = await openJournal(file, here);
      await next.done(member);
      await next.end(false);
      expect(existsSync(file)).toBe(false);
    }
    for (const other of [
      `{"type":"run"}`,
      `{"type":"done","addr`,
      run.slice(0, 30) + '\n{"type":"end"',
      run.slice(0, 9) + 'x',
    ]) {
      writeFileSync(file, other);
      expect(told(file)).toEqual(['bad-journal']);
    }
    writeFileSync(file, `${run.slice(0, 20)}\n${run.replace('@1', '@9')}`);
    expect(told(file)).toEqual(['bad-journal']);
  });

  it.each(['what is this', '{"type":"done"}', '{}', ' {"type":"do', '{"type": "do', '[', 'glrt-the-only-copy'])(
    'is none any more where its last line is of somebody else: %s',
    async (line) => {
      const { file } = scratch();
      const journal = await openJournal(file, here);
      await journal.intend(member, post);
      for (const end of ['', '\n']) {
        const text = `${readFileSync(file, 'utf8').trimEnd()}\n${line}${end}`;
        writeFileSync(file, text);
        expect(told(file)).toEqual(['bad-journal']);
        await expect(openJournal(file, here)).rejects.toThrow('is no journal, or was edited');
        expect(readFileSync(file, 'utf8')).toBe(text);
        writeFileSync(file, text.slice(0, text.indexOf(line)));
      }
    },
  );

  it('is a regular file: a pipe is neither waited for nor removed', async () => {
    const { file } = scratch();
    mkdirSync(dirname(file));
    execFileSync('mkfifo', [file]);
    expect(told(file)).toEqual(['bad-journal']);
    await expect(openJournal(file, here)).rejects.toThrow();
    expect(lstatSync(file).isFIFO()).toBe(true);
    // Somebody reads from it, so that it could be opened.
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    await expect(openJournal(file, here)).rejects.toThrow('is no regular file');
    closeSync(reader);
    expect(lstatSync(file).isFIFO()).toBe(true);
  });

  it('is neither added to nor removed where it is none of ours, or is none any more', async () => {
    const { file } = scratch();
    mkdirSync(dirname(file));
    for (const precious of ['glrt-the-only-copy', '{"format": "keelson/plan@1"}\n', ' ']) {
      writeFileSync(file, precious);
      await expect(openJournal(file, here)).rejects.toThrow('is no journal, or was edited');
      expect(readFileSync(file, 'utf8')).toBe(precious);
    }
    writeFileSync(file, '');
    const journal = await openJournal(file, here);
    writeFileSync(file, 'something that somebody wrote meanwhile\nand more of it\n');
    await journal.end(false);
    expect(readFileSync(file, 'utf8')).toBe('something that somebody wrote meanwhile\nand more of it\n');
  });

  it('that has become something else meanwhile stays what it is', async () => {
    const { file } = scratch();
    const journal = await openJournal(file, here);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    await journal.end(false);
    expect(lstatSync(file).isFIFO()).toBe(true);
  });

  it('behind a link is emptied, and the link stays', async () => {
    const { file } = scratch();
    mkdirSync(dirname(file));
    const behind = join(dirname(file), 'behind.jsonl');
    writeFileSync(behind, '');
    symlinkSync(behind, file);
    await (await openJournal(file, here)).end(false);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(behind, 'utf8')).toBe('');
    expect(told(file)).toEqual([]);
  });
});
