import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim, Claimed, claimTrouble, clearLeft, draftOf } from '../../../src/engine/apply/claim.ts';
import { writeSinks } from '../../../src/engine/apply/sink.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'keelson-claim-'));

/** The number of a process that has ended. */
function ended(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

/** Where this process is, as its own claims say. */
function here(): string {
  const file = join(folder(), 'token');
  const { release } = claim(file);
  const [, , ...machine] = readlinkSync(`${file}.claim`).split(' ');
  release();
  return machine.join(' ');
}

const MARK = '00000000-0000-4000-8000-000000000000';

describe('the place of a file', () => {
  it('is had by one alone, until that one gives it back', () => {
    const at = folder();
    const file = join(at, 'new', 'token');
    const { release } = claim(file);
    expect(() => claim(file)).toThrow(Claimed);
    expect(() => claim(file)).toThrow(`(process ${process.pid} on `);
    release();
    expect(readdirSync(join(at, 'new'))).toEqual([]);
    claim(file).release();
    expect(readdirSync(join(at, 'new'))).toEqual([]);
  });

  it('is taken over from a run that was killed here', () => {
    const at = folder();
    const file = join(at, 'token');
    symlinkSync(`${MARK} ${ended()} ${here()}`, `${file}.claim`);
    const { release } = claim(file);
    expect(readdirSync(at)).toEqual(['token.claim']);
    expect(() => claim(file)).toThrow(Claimed);
    release();
    expect(readdirSync(at)).toEqual([]);
  });

  it('is cleared of what a run that was killed here has left, and its draft goes where the file is there', () => {
    const at = folder();
    const file = join(at, 'token');
    const leave = (): void => {
      symlinkSync(`${MARK} ${ended()} ${here()}`, `${file}.claim`);
      writeFileSync(`${file}.${MARK}`, 'hush');
      writeFileSync(`${file}.of-somebody`, 'precious');
    };
    leave();
    clearLeft(file);
    // It may be the only copy.
    expect(readdirSync(at).sort()).toEqual(['token.claim', `token.${MARK}`, 'token.of-somebody'].sort());
    writeFileSync(file, '');
    clearLeft(file);
    expect(readdirSync(at).sort()).toEqual(['token', 'token.claim', `token.${MARK}`, 'token.of-somebody'].sort());
    const { release } = claim(file);
    expect(draftOf(file)).toBe(`${file}.${readlinkSync(`${file}.claim`).slice(0, MARK.length)}`);
    writeSinks([file], 'another');
    release();
    expect(readdirSync(at).sort()).toEqual(['token', 'token.of-somebody']);
    leave();
    clearLeft(file);
    expect(readdirSync(at).sort()).toEqual(['token', 'token.of-somebody']);
    for (const claimed of [`${MARK} ${process.ppid} ${here()}`, `${MARK} ${ended()} another machine`, 'anything']) {
      symlinkSync(claimed, `${file}.claim`);
      clearLeft(file);
      expect(readlinkSync(`${file}.claim`)).toBe(claimed);
      unlinkSync(`${file}.claim`);
    }
    clearLeft('a\u0000b');
  });

  it('is where a secret is written under the mark of the run that has claimed it', () => {
    const file = join(folder(), 'token');
    claim(file);
    writeFileSync(draftOf(file), 'precious');
    expect(() => {
      writeSinks([file], 'hush');
    }).toThrow(`'${draftOf(file)}'`);
    expect(readFileSync(draftOf(file), 'utf8')).toBe('precious');
  });

  it.each([
    ['of a run that is at work', () => `${MARK} ${process.ppid} ${here()}`],
    ['of a run elsewhere, which nobody can see', () => `${MARK} ${ended()} another machine`],
  ])('stays with a claim %s', (_, text) => {
    const at = folder();
    const file = join(at, 'token');
    const left = text();
    symlinkSync(left, `${file}.claim`);
    expect(() => claim(file)).toThrow(`has claimed ${file} by ${file}.claim`);
    expect(readlinkSync(`${file}.claim`)).toBe(left);
    expect(readdirSync(at)).toEqual(['token.claim']);
    // What the message says helps.
    unlinkSync(`${file}.claim`);
    claim(file).release();
  });

  it.each<[string, (path: string) => void]>([
    [
      'a link',
      (path) => {
        symlinkSync('anything', path);
      },
    ],
    [
      'a file',
      (path) => {
        writeFileSync(path, 'precious');
      },
    ],
    [
      'a folder',
      (path) => {
        mkdirSync(path);
      },
    ],
  ])("is nobody's where %s is in the way", (_, make) => {
    const at = folder();
    const file = join(at, 'token');
    expect(claimTrouble(file)).toBeUndefined();
    make(`${file}.claim`);
    const trouble = `${file}.claim is in the way, which no run has made`;
    expect(claimTrouble(file)).toBe(trouble);
    expect(() => claim(file)).toThrow(trouble);
    expect(() => claim(file)).not.toThrow(Claimed);
    expect(readdirSync(at)).toEqual(['token.claim']);
  });

  it('may be had again where a run has claimed it, whoever that is', () => {
    const file = join(folder(), 'token');
    symlinkSync(`${MARK} ${ended()} another machine`, `${file}.claim`);
    expect(claimTrouble(file)).toBeUndefined();
  });

  it('is taken over by one alone, and no file of others is touched', () => {
    const at = folder();
    const file = join(at, 'token');
    symlinkSync(`${MARK} ${ended()} ${here()}`, `${file}.claim`);
    symlinkSync(`${MARK} ${process.ppid} ${here()}`, `${file}.claim.key`);
    expect(() => claim(file)).toThrow(`by ${file}.claim.key`);
    expect(readdirSync(at).sort()).toEqual(['token.claim', 'token.claim.key']);
    const other = join(at, 'other');
    writeFileSync(`${other}.claim`, 'precious');
    expect(() => claim(other)).toThrow('is in the way');
    expect(readdirSync(at)).toContain('other.claim');
  });

  it('that was taken by somebody else meanwhile is not given back', () => {
    const file = join(folder(), 'token');
    const { release } = claim(file);
    unlinkSync(`${file}.claim`);
    const next = claim(file);
    release();
    expect(() => claim(file)).toThrow(Claimed);
    next.release();
  });
});
