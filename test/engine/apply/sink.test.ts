import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { preflight } from '../../../src/engine/apply/preflight.ts';
import { sinkTrouble, writeSinks } from '../../../src/engine/apply/sink.ts';
import type { Call, Plan } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'keelson-sink-'));

it('a secret is written to a file that its owner alone can read, in the place of an empty one', () => {
  const at = folder();
  const file = join(at, 'token');
  writeFileSync(file, '', { mode: 0o644 });
  writeSinks([file], 'hush');
  expect(readFileSync(file, 'utf8')).toBe('hush\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(at)).toEqual(['token']);
});

it('what is there is neither replaced nor followed, and nothing is left lying about', () => {
  const at = folder();
  writeFileSync(join(at, 'precious'), 'precious');
  symlinkSync('precious', join(at, 'link'));
  symlinkSync('nowhere', join(at, 'dangling'));
  const writing = (name: string) => () => {
    writeSinks([join(at, name)], 'hush');
  };
  expect(writing('precious')).toThrow('is there already, and is not written over');
  expect(writing('link')).toThrow('is a symbolic link, which is not followed');
  expect(writing('dangling')).toThrow('is a symbolic link, which is not followed');
  expect(readFileSync(join(at, 'precious'), 'utf8')).toBe('precious');
  expect(readdirSync(at).sort()).toEqual(['dangling', 'link', 'precious']);
});

it('its folder is made for its owner alone, where it is missing', () => {
  const at = folder();
  writeSinks([join(at, 'one', 'two', 'token')], 'hush');
  expect(statSync(join(at, 'one', 'two')).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(at, 'one', 'two', 'token'), 'utf8')).toBe('hush\n');
});

it('where it cannot be put in its place, nothing of it is left lying about', () => {
  const at = folder();
  mkdirSync(join(at, 'token'));
  expect(() => {
    writeSinks([join(at, 'token')], 'hush');
  }).toThrow('is there, and is no file');
  expect(readdirSync(at)).toEqual(['token']);
});

it('several files get it all, or none of them does', () => {
  const at = folder();
  const files = ['a', 'b', 'c'].map((name) => join(at, name));
  writeSinks(files, 'hush');
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['hush\n', 'hush\n', 'hush\n']);
  const more = ['d', 'e', 'b'].map((name) => join(at, name));
  expect(() => {
    writeSinks(more, 'another');
  }).toThrow('is there already');
  const left = readdirSync(at).filter((name) => !['a', 'b', 'c'].includes(name));
  // Places that were made for it, and nothing in them.
  expect(left.map((name) => readFileSync(join(at, name), 'utf8')).join('')).toBe('');
  expect(readFileSync(join(at, 'b'), 'utf8')).toBe('hush\n');
});

it('that a file cannot be written is found out before a secret depends on it', () => {
  const at = folder();
  expect(sinkTrouble(join(at, 'token'))).toBeUndefined();
  // A folder that is missing is made.
  expect(sinkTrouble(join(at, 'none', 'deeper', 'token'))).toBeUndefined();
  writeFileSync(join(at, 'file'), '');
  expect(sinkTrouble(join(at, 'file', 'token'))).toMatch(/^ENOTDIR/);
  expect(sinkTrouble(at)).toBe(`${at} is there, and is no file`);
  expect(sinkTrouble('/dev/null')).toBe('/dev/null is there, and is no file');
});

it('a plan is looked through for what it will lack, before its first call', () => {
  const place = { file: 'keelson.yaml', line: 3, column: 5, endLine: 3, endColumn: 9, text: '' };
  const hook: Call = { method: 'POST', path: '/x', body: { token: new Secret({ type: 'env', name: 'HOOK' }) } };
  const missing = '/dev/null/token';
  const runner: Call = { method: 'POST', path: '/y', saveSecretTo: { field: 'token', files: [missing] } };
  const both: Call = { ...runner, ...hook };
  const changes = [
    changeOf('group[a]/hook[ci]', [], { calls: [hook], place }),
    changeOf('instance/runner[r]', [], { calls: [{ method: 'PUT', path: '/z' }, both] }),
  ];
  const plan: Plan = {
    target: { url: 'https://gitlab.example.com', version: '18.9.0' },
    changes,
    unchanged: 0,
    unmanaged: [],
    unverifiable: [],
    diagnostics: [],
  };
  const unset = {
    severity: 'error',
    code: 'unset-secret',
    message: 'group[a]/hook[ci] needs a secret: the variable HOOK is not set',
    place,
    remedy: 'set it, and apply again',
  };
  const sink = {
    severity: 'error',
    code: 'bad-sink',
    message: `instance/runner[r] gives a secret that cannot be kept: ${sinkTrouble(missing) ?? ''}`,
    place: undefined,
    remedy: 'make its folder, or name another file',
  };
  expect(preflight(plan, {})).toEqual([
    unset,
    { ...unset, message: unset.message.replace('group[a]/hook[ci]', 'instance/runner[r]'), place: undefined },
    sink,
  ]);
  expect(preflight(plan, { HOOK: 'hush' })).toEqual([sink]);
  const free = join(folder(), 'token');
  const claimed: Call = { ...runner, saveSecretTo: { field: 'token', files: [free] } };
  writeFileSync(`${free}.claim`, 'precious');
  const message = `instance/runner[r] gives a secret that cannot be kept: ${free}.claim is in the way, which no run has made`;
  const remedy = 'move that away, or name another file';
  expect(preflight({ ...plan, changes: [changeOf('instance/runner[r]', [], { calls: [claimed] })] }, {})).toEqual([
    { ...sink, message, remedy },
  ]);
  const fine: Call = { ...runner, saveSecretTo: { field: 'token', files: [join(folder(), 'token')] } };
  expect(preflight({ ...plan, changes: [changeOf('instance/runner[r]', [], { calls: [fine] })] }, {})).toEqual([]);
});
