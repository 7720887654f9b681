import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileSystem } from '../../src/config/files.ts';
import { loadConfig, type Loaded } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { damaged } from './damaged.ts';

const example = readFileSync(new URL('../../examples/team/keelson.yaml', import.meta.url), 'utf8');

function load(content: string | Uint8Array): Loaded {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const files: FileSystem = {
    look: (path) => ({ type: 'file', identity: path, size: bytes.length }),
    list: () => [],
    read: () => bytes,
  };
  return loadConfig('keelson.yaml', kinds, files, {});
}

function expectSense({ desired, diagnostics }: Loaded): void {
  expect(desired === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
  for (const { message } of diagnostics) {
    expect(message.length).toBeLessThan(2000);
    expect(message).not.toMatch(/undefined|\[object|\bat .+:\d+:\d+/);
  }
}

describe('an example that was damaged', () => {
  it('is a configuration, or is told what is wrong with it', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(damaged(example), (text) => {
        expectSense(load(text));
      }),
      { numRuns: 1000, seed: 20_261_120 },
    );
  });
});

const bomb = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...Array.from('bcdefghijk').map((name, index) => bombLine(name, index)),
].join('\n');

function bombLine(name: string, index: number): string {
  const before = 'abcdefghij'[index] ?? 'a';
  return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
}

describe('what is meant to do harm', () => {
  it.each<[what: string, content: string | Uint8Array]>([
    ['aliases that grow', bomb],
    ['an alias within itself', 'groups: &a { team: *a }'],
    ['merge keys', 'base: &b { name: x }\ngroups: { team: { <<: *b } }'],
    ['lists in lists', `groups: ${'['.repeat(50_000)}`],
    ['maps in maps', 'a: {'.repeat(5000)],
    ['blocks in blocks', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['one huge scalar', `groups: { team: { name: "${'x'.repeat(2_000_000)}" } }`],
    ['one huge key', `groups: { ${'x'.repeat(1_000_000)}: {} }`],
    ['a thousand keys twice', Array.from({ length: 2000 }, (_, n) => `k${n % 1000}: 1`).join('\n')],
    ['bytes that are no text', new Uint8Array([0x67, 0x3a, 0x20, 0xff, 0xfe, 0x80])],
    ['text of two bytes a letter', new Uint8Array([0xff, 0xfe, 0x67, 0, 0x3a, 0, 0x20, 0])],
    ['tabs', 'groups:\n\tteam:\n\t\tname: x'],
    ['a prototype', 'groups: { __proto__: { name: x }, constructor: { name: y } }'],
    ['no end of documents', '---\n'.repeat(20_000)],
    ['no end of comments', '#\n'.repeat(200_000)],
  ])('%s: ends soon, with a sentence', (_what, content) => {
    const began = process.cpuUsage();
    expectSense(load(content));
    // How busy a machine is beside the tests is not what is measured.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(15_000);
  });
});
