import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { filesAtCommit } from '../../../src/config/files-at-commit.ts';
import { isConfigurationFile, readText } from '../../../src/config/files.ts';
import { commitFiles } from '../../../src/engine/repository/commit-files.ts';
import type { JsonObject } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { fakeClient } from '../../api/fake-client.ts';

const SHA = 'a'.repeat(40);
const AT = { project: 'a/b', ref: 'main', path: 'config' };

/** A file as GitLab shows it at a commit. */
function shown(text: string, commit = SHA): JsonObject {
  const bytes = Buffer.from(text);
  const content_sha256 = createHash('sha256').update(bytes).digest('hex');
  return { content: bytes.toString('base64'), encoding: 'base64', commit_id: commit, content_sha256 };
}

/** Reads the folder config with two files in it; what a file's read comes to is for the test to say. */
function reading(
  fileOf: (read: Read, count: number) => JsonObject,
  names: readonly string[] = ['x.yaml', 'y.yml', 'z.md'],
) {
  let count = 0;
  const rows = names.map((name): JsonObject => ({ path: `config/${name}`, type: 'blob', mode: '100644' }));
  const client = fakeClient({
    read: (read) => {
      if (read.path.includes('/commits/')) return Promise.resolve({ id: SHA });
      if (read.path.endsWith('/tree')) return Promise.resolve(rows);
      return Promise.resolve().then(() => fileOf(read, ++count));
    },
  });
  return commitFiles(client, AT, isConfigurationFile);
}

test('the files of a configuration alone are read, byte for byte', async () => {
  expect(await reading(({ path }) => shown(path))).toEqual({
    type: 'files',
    sha: SHA,
    files: [
      { below: 'x.yaml', content: Buffer.from('/projects/a%2Fb/repository/files/config%2Fx.yaml') },
      { below: 'y.yml', content: Buffer.from('/projects/a%2Fb/repository/files/config%2Fy.yml') },
    ],
  });
});

test('a file of another commit, cut short or refused is no file, and none of the others is taken without it', async () => {
  await expect(reading((_, count) => shown('a: 1', count === 2 ? 'b'.repeat(40) : SHA))).rejects.toThrow(
    'at the commit',
  );
  await expect(reading(() => ({ ...shown('a: 1'), content: 'YTo=' }))).rejects.toThrow('at the commit');
  const refused = new ApiError('forbidden', 'no', { method: 'GET', path: '/x' }, { status: 403 });
  await expect(
    reading((_, count) => {
      if (count === 2) throw refused;
      return shown('a: 1');
    }),
  ).rejects.toBe(refused);
});

test('so many files are read and no more', async () => {
  const names = Array.from({ length: 5001 }, (_, index) => `${index}.yaml`);
  const none = (): JsonObject => {
    throw new Error('nothing is read of too many');
  };
  expect(await reading(none, names)).toEqual({ type: 'too-many', files: 5001, most: 5000 });
});

test('what is larger than any answer is told as a file that is too large', async () => {
  const read = await reading((_, count) => {
    if (count === 1) throw new ApiError('not-gitlab', 'larger than 64 MiB', { method: 'GET', path: '/x' });
    return shown('a: 1');
  });
  if (read.type !== 'files') throw new Error(read.type);
  const system = filesAtCommit('a/b@main:config', new Map(read.files.map(({ below, content }) => [below, content])));
  expect(readText('a/b@main:config/x.yaml', system)).toMatchObject({ problem: { code: 'too-large' } });
  expect(readText('a/b@main:config/y.yml', system)).toEqual({ text: 'a: 1' });
  expect(readText('a/b@main:config/none.yml', system)).toMatchObject({ problem: { code: 'not-found' } });
  expect(system.list('a/b@main:config')).toEqual(['x.yaml', 'y.yml']);
});
