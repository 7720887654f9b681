import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reveal, SecretMissing } from '../../src/api/secrets.ts';
import { Secret } from '../../src/base/secret.ts';

function inFile(text: string | Uint8Array): Secret {
  const path = join(mkdtempSync(join(tmpdir(), 'keelson-secret-')), 'secret');
  writeFileSync(path, text);
  return new Secret({ type: 'file', path });
}

it('a variable is read when it is needed, and is missing where it is not set or empty', () => {
  const secret = new Secret({ type: 'env', name: 'HOOK' });
  expect(reveal(secret, { HOOK: 'hush ' })).toBe('hush ');
  for (const env of [{}, { HOOK: '' }]) {
    expect(() => reveal(secret, env)).toThrow(new SecretMissing('the variable HOOK is not set'));
  }
});

it.each([
  ['hush', 'hush'],
  ['hush\n', 'hush'],
  ['hush\r\n', 'hush'],
  ['two\nlines\n', 'two\nlines'],
  ['\nhush\n\n', '\nhush\n'],
  ['hush \n', 'hush '],
])('of the file %j the last line break alone does not belong to the secret', (text, value) => {
  expect(reveal(inFile(text), {})).toBe(value);
});

it.each([
  ['', 'is empty'],
  ['\n', 'is empty'],
  ['\r\n', 'is empty'],
  ['hu\0sh\n', 'holds a NUL byte, and no text'],
  [Uint8Array.of(0x68, 0xfc, 0x73, 0x68), 'is not UTF-8 text'],
])('of the file %j nothing is sent, and its name is told', (content, why) => {
  const secret = inFile(content);
  const path = secret.source.type === 'file' ? secret.source.path : '';
  expect(() => reveal(secret, {})).toThrow(new SecretMissing(`the file ${path} ${why}`));
});

it('a file that cannot be read is named', () => {
  const missing = new Secret({ type: 'file', path: '/nowhere/secret' });
  expect(() => reveal(missing, {})).toThrow(new SecretMissing('the file /nowhere/secret cannot be read'));
});

it('what stands in the configuration is its value there, and missing in a saved plan', () => {
  const source = { type: 'text', at: 'group[a]/hook[ci]' } as const;
  expect(reveal(new Secret(source, 'plain'), {})).toBe('plain');
  expect(() => reveal(new Secret(source), {})).toThrow(
    new SecretMissing('the secret of group[a]/hook[ci] stands in the configuration alone'),
  );
});
