import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/engine/ledger/open-ledger.ts';
import { openLedger } from '../../src/engine/ledger/open-ledger.ts';
import type { Failure, Outcome } from '../../src/outcome.ts';
import { desiredOf } from '../support/keelson.ts';
import { kinds } from './instance.ts';
import { group } from './live.ts';
import { planFor } from './world.ts';

const URL = 'https://gitlab.example.com';
const FIELD = 'group[aa]/hook[ci].token';
const yaml = 'groups:\n  aa: { hooks: { ci: { url: "https://ci", token: { env: CI } } } }';
const desired = desiredOf(yaml, { CI: 'x' });
const [made] = planFor(yaml, { 'instance/groups': [group(1, 'aa')], 'group[aa]/hooks': [] }).changes;
const done: readonly Outcome[] = made === undefined ? [] : [{ change: made, status: 'done' }];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keelson-ledger-'));
  file = join(folder, 'ledger.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function open(env: { readonly [name: string]: string }, target = URL): Ledger {
  const ledger = openLedger({ file }, target, { KEELSON_LEDGER_KEY: 'the key', ...env });
  if (ledger === undefined || 'severity' in ledger) throw new Error('there is no ledger');
  return ledger;
}

async function stateOf(ledger: Ledger): Promise<string | undefined> {
  return (await ledger.compare(desired, kinds)).get(FIELD);
}

describe('a secret', () => {
  it('that was never sent is not said to be another one', async () => {
    expect(await stateOf(open({ CI: 'one' }))).toBe('unsent');
  });

  it('that was sent is the same, until it is another one', async () => {
    expect(await open({ CI: 'one' }).remember(done, kinds)).toBeUndefined();
    expect(await stateOf(open({ CI: 'one' }))).toBe('same');
    expect(await stateOf(open({ CI: 'two' }))).toBe('changed');
  });

  it('whose value is not to be had is unknown', async () => {
    await open({ CI: 'one' }).remember(done, kinds);
    expect(await stateOf(open({}))).toBe('unknown');
  });

  it('that was sent elsewhere says nothing of this instance', async () => {
    await open({ CI: 'one' }).remember(done, kinds);
    await open({ CI: 'two' }, 'https://other.example.com').remember(done, kinds);
    expect(await stateOf(open({ CI: 'one' }))).toBe('same');
    expect(await stateOf(open({ CI: 'one' }, 'https://other.example.com'))).toBe('changed');
    expect(await stateOf(open({ CI: 'one' }, 'https://third.example.com'))).toBe('unsent');
  });

  it('that was sent to another object is not known to be that of this one', async () => {
    const at = (id: number) => ({ id, within: 1 });
    const answers = new Map([['group[aa]/hook[ci]', { id: 7 }]]);
    expect(await open({ CI: 'one' }).remember(done, kinds, answers)).toBeUndefined();
    const stateFor = await open({ CI: 'one' }).states(desired, kinds);
    expect([stateFor(FIELD, at(7)), stateFor(FIELD, at(8)), stateFor(FIELD)]).toEqual(['same', 'unsent', 'same']);
    const other = await open({ CI: 'two' }).states(desired, kinds);
    expect([other(FIELD, at(7)), other(FIELD, at(8))]).toEqual(['changed', 'unsent']);
    const unset = await open({}).states(desired, kinds);
    expect([unset(FIELD, at(7)), unset(FIELD, at(8)), unset('group[aa]/hook[other].token', at(7))]).toEqual(
      Array(3).fill('unknown'),
    );
    // What an earlier version wrote has no number, and what has none is compared by its address.
    await open({ CI: 'one' }).remember(done, kinds);
    expect((await open({ CI: 'one' }).states(desired, kinds))(FIELD, at(8))).toBe('same');
  });

  it('that another run has put there is not remembered as this one sent it', async () => {
    const [first] = done;
    if (first === undefined) throw new Error('there is no change');
    const gaveWay: Outcome = { change: first.change, status: 'done', already: true, gaveWay: true };
    await open({ CI: 'one' }).remember([gaveWay], kinds);
    expect(await stateOf(open({ CI: 'one' }))).toBe('unsent');
    await open({ CI: 'two' }).remember(done, kinds);
    await open({ CI: 'one' }).remember([gaveWay], kinds);
    expect(await stateOf(open({ CI: 'two' }))).toBe('same');
  });

  it('that another run has sent meanwhile is not forgotten for what was read before', async () => {
    await open({ CI: 'one' }).remember(done, kinds);
    const early = open({ CI: 'one' });
    await open({ CI: 'two' }).remember(done, kinds);
    await early.remember([], kinds);
    expect(await stateOf(open({ CI: 'two' }))).toBe('same');
  });

  it('of a change that may have been done all the same is not known any more', async () => {
    const [first] = done;
    if (first === undefined) throw new Error('there is no change');
    const after = async (more: Partial<Extract<Outcome, { status: 'failed' }>>, code: Failure['code']) => {
      await open({ CI: 'one' }).remember(done, kinds);
      const failure: Failure = { code, message: 'no' };
      await open({ CI: 'two' }).remember([{ change: first.change, status: 'failed', failure, ...more }], kinds);
      return stateOf(open({ CI: 'one' }));
    };
    expect(await after({}, 'refused')).toBe('same');
    expect(await after({}, 'unknown-outcome')).toBe('unsent');
    expect(await after({}, 'not-accepted')).toBe('unsent');
    expect(await after({ sent: first.change.calls }, 'refused')).toBe('unsent');
  });

  it('of a change that failed is not remembered', async () => {
    const [first] = done;
    if (first === undefined) throw new Error('there is no change');
    await open({ CI: 'one' }).remember([{ change: first.change, status: 'stale', overtaken: { code: 'gone' } }], kinds);
    expect(await stateOf(open({ CI: 'one' }))).toBe('unsent');
  });

  it('of what was removed is forgotten', async () => {
    await open({ CI: 'one' }).remember(done, kinds);
    await open({ CI: 'one' }).remember(
      done.map(({ change }) => ({ change: { ...change, action: 'delete', sends: {} }, status: 'done' })),
      kinds,
    );
    expect(await stateOf(open({ CI: 'one' }))).toBe('unsent');
  });

  it('is that of a group by any spelling of its path, and of a hook by one alone', async () => {
    const spelled = (path: string, hook: string) =>
      desiredOf(`groups:\n  ${path}: { hooks: { ${hook}: { url: "https://ci", token: { env: CI } } } }`, { CI: 'x' });
    await open({ CI: 'one' }).remember(done, kinds);
    const ledger = open({ CI: 'one' });
    expect([...(await ledger.compare(spelled('AA', 'ci'), kinds))]).toEqual([['group[AA]/hook[ci].token', 'same']]);
    expect([...(await ledger.compare(spelled('aa', 'CI'), kinds))]).toEqual([['group[aa]/hook[CI].token', 'unsent']]);
    const removed = done.map(({ change }): Outcome => {
      return { change: { ...change, address: 'group[AA]/hook[ci]', action: 'delete', sends: {} }, status: 'done' };
    });
    await ledger.remember(removed, kinds);
    expect(await stateOf(open({ CI: 'one' }))).toBe('unsent');
  });

  it('is the same for the key alone that it was written with', async () => {
    await open({ CI: 'one' }).remember(done, kinds);
    expect(await stateOf(open({ CI: 'one', KEELSON_LEDGER_KEY: 'another key' }))).toBe('changed');
  });
});

describe('the file', () => {
  it('holds no value, is for its owner alone, and says nothing twice', async () => {
    await open({ CI: 'a secret value' }).remember(done, kinds);
    const first = readFileSync(file, 'utf8');
    await open({ CI: 'a secret value' }).remember(done, kinds);
    expect(first).not.toContain('a secret value');
    expect(first).not.toContain(Buffer.from('a secret value').toString('base64'));
    expect(readFileSync(file, 'utf8')).not.toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('has its folder made for it', async () => {
    file = join(folder, 'not yet', 'there', 'ledger.json');
    expect(await open({ CI: 'one' }).remember(done, kinds)).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toContain('keelson/ledger@1');
  });

  it('that cannot be written is told, and takes nothing down', async () => {
    writeFileSync(join(folder, 'no folder'), '');
    file = join(folder, 'no folder', 'ledger.json');
    expect(await open({ CI: 'one' }).remember(done, kinds)).toMatchObject({
      code: 'bad-ledger',
      message: expect.stringMatching(/cannot be written: ENOTDIR|cannot be written: EEXIST/) as string,
    });
  });
});

it('is not opened without its key', () => {
  expect(openLedger({ file }, URL, {})).toMatchObject({ code: 'no-ledger-key' });
  expect(openLedger({ file }, URL, { KEELSON_LEDGER_KEY: '' })).toMatchObject({ code: 'no-ledger-key' });
  expect(openLedger(undefined, URL, {})).toBeUndefined();
});

describe('the key of a ledger', () => {
  it('is told from another one, once something was remembered with it', async () => {
    expect(await open({ CI: 'one' }).keyTrouble()).toBeUndefined();
    expect(await open({ CI: 'one' }).remember(done, kinds)).toBeUndefined();
    expect(await open({ CI: 'one' }).keyTrouble()).toBeUndefined();
    expect(await open({ CI: 'one', KEELSON_LEDGER_KEY: 'another' }).keyTrouble()).toMatchObject({
      severity: 'error',
      code: 'wrong-ledger-key',
    });
    // A later run does not make it the key of another.
    await open({ CI: 'one' }).remember([], kinds);
    expect(await open({ CI: 'one', KEELSON_LEDGER_KEY: 'another' }).keyTrouble()).toBeDefined();
  });
});
