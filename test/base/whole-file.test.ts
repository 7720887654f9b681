import {
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPEN_FILES, replacedAt, writeWhole } from '../../src/base/whole-file.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'keelson-whole-'));

describe('a file that is written whole', () => {
  it('is another one than stood there, for its owner alone, and leaves nothing beside it', () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, 'before', { mode: 0o644 });
    const before = lstatSync(file);
    writeWhole(file, 'after');
    expect(readFileSync(file, 'utf8')).toBe('after');
    expect(lstatSync(file).ino).not.toBe(before.ino);
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('is made beside what a link leads to, which may be on another disk', () => {
    const folder = newFolder();
    const other = newFolder();
    symlinkSync(join(other, 'file'), join(folder, 'link'));
    expect(replacedAt(join(folder, 'link'))).toBe(join(other, 'file'));
    symlinkSync(other, join(folder, 'folder'));
    symlinkSync('../file', join(other, 'up'));
    mkdirSync(join(other, 'inner'));
    symlinkSync('../file', join(other, 'inner', 'up'));
    expect(replacedAt(join(folder, 'folder', 'inner', 'up'))).toBe(join(other, 'file'));
  });

  it('leaves nothing where it cannot take its place', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'taken'));
    expect(() => {
      writeWhole(join(folder, 'taken'), 'text');
    }).toThrow('EISDIR');
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  it('is no link that leads to itself', () => {
    const file = join(newFolder(), 'round');
    symlinkSync('round', file);
    expect(() => replacedAt(file)).toThrow(`${file} is a link that leads nowhere`);
  });
});

it('what is open already, and has a name among the open files, is written into', () => {
  const folder = newFolder();
  const open = join(folder, 'open-files');
  const file = join(folder, 'file');
  mkdirSync(open);
  const descriptor = openSync(file, 'w');
  const { ino } = lstatSync(file);
  symlinkSync(file, join(open, '1'));
  symlinkSync(join(open, '1'), join(folder, 'stdout'));
  for (const name of ['stdout', 'open-files/1']) {
    writeWhole(join(folder, name), name, /\/open-files$/);
    expect(readFileSync(file, 'utf8')).toBe(name);
  }
  expect(lstatSync(file).ino).toBe(ino);
  closeSync(descriptor);
});

it.each([
  ...[['/dev', true] as const, ['/dev/fd', true] as const, ['/dev/pts', true] as const, ['/proc/7/fd', true] as const],
  ...[['/dev/shm', false] as const, ['/dev/shm/job', false] as const, ['/development', false] as const],
])('%s has names of open files: %s', (folder, expected) => {
  expect(OPEN_FILES.test(folder)).toBe(expected);
});
