import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readOnce } from '../../src/config/adopt/texts-over.ts';
import { disk } from '../../src/config/files.ts';
import { rewriteFiles } from '../../src/commands/files/rewrite-files.ts';

/** A folder with two files, as they were read. */
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'keelson-rewrite-'));
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true });
  });
  const [one, other] = [join(path, 'one.yaml'), join(path, 'other.yaml')];
  writeFileSync(one, 'a: 1\n');
  writeFileSync(other, 'b: 1\n');
  const read = readOnce(disk);
  for (const file of [one, other]) read.read(file);
  return { path, one, other, read };
}

it('files are written whole, with the permissions that they have, and a link stays one', () => {
  const { path, one, other, read } = folder();
  chmodSync(one, 0o604);
  const link = join(path, 'link.yaml');
  symlinkSync('other.yaml', link);
  read.read(link);
  expect(
    rewriteFiles(
      [
        { file: one, text: 'a: 2\n' },
        { file: link, text: 'b: 2\n' },
      ],
      read,
    ),
  ).toEqual([]);
  expect([readFileSync(one, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['a: 2\n', 'b: 2\n']);
  expect(statSync(one).mode & 0o777).toBe(0o604);
  expect(readdirSync(path)).toEqual(['link.yaml', 'one.yaml', 'other.yaml']);
});

it('where one has changed since it was read, none is written, and nothing is left beside them', () => {
  const { path, one, other, read } = folder();
  writeFileSync(other, 'b: mine\n');
  const troubles = rewriteFiles(
    [
      { file: one, text: 'a: 2\n' },
      { file: other, text: 'b: 2\n' },
    ],
    read,
  );
  expect(troubles.map(({ code, message }) => [code, message])).toEqual([
    ['changed-meanwhile', `${other} has changed since it was read, so that nothing is written`],
  ]);
  expect([readFileSync(one, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['a: 1\n', 'b: mine\n']);
  expect(readdirSync(path)).toEqual(['one.yaml', 'other.yaml']);
});

it('a mark of byte order stays, which is no part of the text', () => {
  const { one, other } = folder();
  writeFileSync(one, '\u{feff}a: 1\n');
  const read = readOnce(disk);
  for (const file of [one, other]) read.read(file);
  expect(
    rewriteFiles(
      [
        { file: one, text: 'a: 2\n' },
        { file: other, text: 'b: 2\n' },
      ],
      read,
    ),
  ).toEqual([]);
  expect([readFileSync(one, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['\u{feff}a: 2\n', 'b: 2\n']);
});

it('where one is gone, none is written', () => {
  const { path, one, other, read } = folder();
  rmSync(other);
  const troubles = rewriteFiles(
    [
      { file: one, text: 'a: 2\n' },
      { file: other, text: 'b: 2\n' },
    ],
    read,
  );
  expect(troubles.map(({ code }) => code)).toEqual(['unwritable']);
  expect([readFileSync(one, 'utf8'), readdirSync(path)]).toEqual(['a: 1\n', ['one.yaml']]);
});
