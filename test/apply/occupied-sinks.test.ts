import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stage, writes } from './stage.ts';

const PRECIOUS = 'the only copy\n';
const runners = (text: string): string => `instance:\n  runners:\n${text}`;
const one = runners('    r1: { tags: [a], token_to: { file: r1.token } }\n');
const other = runners('    r2: { tags: [a], token_to: { file: precious.txt } }\n');
const APPLY = ['apply', '--auto-approve'];

describe('a file that holds anything is never written over by a secret', () => {
  it('an error of the plan and of apply, at its line, with nothing sent', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': other, 'precious.txt': PRECIOUS });
    gitlab.sandbox.log.length = 0;
    for (const args of [['plan'], APPLY]) {
      const { status, err } = await keelson.run(...args);
      expect([status, err]).toEqual([1, expect.stringContaining('keelson.yaml:3:5: error[occupied-sink]')]);
      expect(err).toContain('precious.txt is there already, and is not written over');
      expect(err).toContain('Move that away first');
    }
    expect(writes(gitlab)).toEqual([]);
    expect(readFileSync(join(keelson.folder, 'precious.txt'), 'utf8')).toBe(PRECIOUS);
    renameSync(join(keelson.folder, 'precious.txt'), join(keelson.folder, 'elsewhere.txt'));
    expect((await keelson.run(...APPLY)).status).toBe(0);
    expect(readFileSync(join(keelson.folder, 'precious.txt'), 'utf8')).toMatch(/^glrt-\S+\n$/);
  });

  it('the token of a live runner, whose name is another in the YAML alone', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': one });
    expect((await keelson.run(...APPLY)).status).toBe(0);
    const token = readFileSync(join(keelson.folder, 'r1.token'), 'utf8');
    keelson.write('keelson.yaml', one.replace('r1:', 'r9:'));
    gitlab.sandbox.log.length = 0;
    expect((await keelson.run(...APPLY)).err).toContain('if only its name is new, give it that name in GitLab too');
    expect(writes(gitlab)).toEqual([]);
    expect(readFileSync(join(keelson.folder, 'r1.token'), 'utf8')).toBe(token);
  });

  it('a saved plan is held against the files that are there when it is applied', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': other });
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    keelson.write('precious.txt', PRECIOUS);
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
    expect([status, err]).toEqual([1, expect.stringContaining('error[occupied-sink]')]);
    expect(writes(gitlab)).toEqual([]);
    rmSync(join(keelson.folder, 'precious.txt'));
    expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
    // What it has made is not made again: the file holds its own token.
    const again = await keelson.run('apply', 'plan.json', '--auto-approve');
    expect([again.status, again.err]).toEqual([3, expect.not.stringContaining('occupied-sink')]);
  });

  it('no link is followed, whatever it points at', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': other, 'elsewhere.txt': PRECIOUS });
    const link = join(keelson.folder, 'precious.txt');
    gitlab.sandbox.log.length = 0;
    for (const to of ['elsewhere.txt', 'nowhere.txt']) {
      symlinkSync(to, link);
      expect((await keelson.run(...APPLY)).err).toContain('precious.txt is a symbolic link');
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      rmSync(link);
    }
    expect(writes(gitlab)).toEqual([]);
    expect(readFileSync(join(keelson.folder, 'elsewhere.txt'), 'utf8')).toBe(PRECIOUS);
  });
});

it('each of several files counts: one that is occupied keeps all from being sent, and all get the token', async () => {
  const both = one.replace('{ file: r1.token }', '[{ file: r1.token }, { file: precious.txt }]');
  const { gitlab, keelson } = await stage({ 'keelson.yaml': both, 'precious.txt': PRECIOUS });
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run(...APPLY)).err).toContain('precious.txt is there already');
  expect(writes(gitlab)).toEqual([]);
  rmSync(join(keelson.folder, 'precious.txt'));
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const [token, copy] = ['r1.token', 'precious.txt'].map((file) => readFileSync(join(keelson.folder, file), 'utf8'));
  expect([token, copy]).toEqual([expect.stringMatching(/^glrt-\S+\n$/), token]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('an empty file is no obstacle', async () => {
  const { keelson } = await stage({ 'keelson.yaml': other, 'precious.txt': '' });
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(readFileSync(join(keelson.folder, 'precious.txt'), 'utf8')).toMatch(/^glrt-/);
  expect(lstatSync(join(keelson.folder, 'precious.txt')).mode & 0o777).toBe(0o600);
});

it('a runner that is there needs no file, whatever stands in its place', async () => {
  const { keelson } = await stage({ 'keelson.yaml': one });
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const file = join(keelson.folder, 'r1.token');
  rmSync(file);
  mkdirSync(file);
  keelson.write('keelson.yaml', one.replace('[a]', '[b]'));
  expect((await keelson.run(...APPLY)).status).toBe(0);
  rmSync(file, { recursive: true });
  writeFileSync(file, PRECIOUS);
  keelson.write('keelson.yaml', one.replace('[a]', '[c]'));
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(PRECIOUS);
});

it('the plan shows where a token goes: as text, as JSON and as Markdown', async () => {
  const { keelson } = await stage({ 'keelson.yaml': other });
  expect((await keelson.run('plan')).out).toMatch(/\n {6}token_to +\{ file: precious\.txt \}\n/);
  expect((await keelson.run('plan', '--markdown')).out).toMatch(/token_to.*precious\.txt/);
  const { changes } = JSON.parse((await keelson.run('plan', '--json')).out) as { changes: { fields: unknown }[] };
  expect(changes[0]?.fields).toContainEqual({ path: 'token_to', to: { file: 'precious.txt' } });
});
