import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { isSame, keyedHash } from '../../../src/engine/ledger/keyed-hash.ts';
import { readLedger, writeLedger, type LedgerEntries } from '../../../src/engine/ledger/ledger-file.ts';
import { compareSecrets, rememberSent } from '../../../src/engine/ledger/ledger.ts';
import { openLedger } from '../../../src/engine/ledger/open-ledger.ts';
import { secretFields } from '../../../src/engine/ledger/secret-attributes.ts';
import type { Value } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';
import { kinds } from '../instance.ts';
import { declared, desired, section } from '../observe/declared.ts';

const here = 'https://gitlab.example.com';
const entry = { salt: 'c2FsdA==', hash: 'aGFzaA==' };
const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'keelson-ledger-')), 'ledger.json');

function fileOf(text: string): string {
  const file = newFile();
  writeFileSync(file, text);
  return file;
}

function of(targets: unknown, format: unknown = 'keelson/ledger@1'): string {
  return fileOf(JSON.stringify({ format, targets }));
}

describe('a ledger', () => {
  it('is read as it was written, each instance by itself', () => {
    const file = newFile();
    const entries: LedgerEntries = new Map([
      ['b.token', entry],
      ['a.token', entry],
    ]);
    expect(writeLedger(file, here, entries)).toBeUndefined();
    expect(writeLedger(file, 'https://a.example.com', new Map([['c.token', entry]]))).toBeUndefined();
    expect(readLedger(file, here)).toEqual(entries);
    expect(readLedger(file, 'https://none.example.com')).toEqual(new Map());
    // In an order of its own, so that it does not change where nothing has.
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      format: 'keelson/ledger@1',
      targets: { 'https://a.example.com': { 'c.token': entry }, [here]: { 'a.token': entry, 'b.token': entry } },
    });
    const text = readFileSync(file, 'utf8');
    expect(['a.example', 'gitlab.example', 'a.token', 'b.token'].map((part) => text.indexOf(part))).toEqual(
      ['a.example', 'gitlab.example', 'a.token', 'b.token']
        .map((part) => text.indexOf(part))
        .sort((one, other) => one - other),
    );
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('behind a link is written where the link leads, and the link stays', () => {
    const behind = newFile();
    expect(writeLedger(behind, here, new Map([['a.token', entry]]))).toBeUndefined();
    const link = newFile();
    symlinkSync(behind, link);
    expect(writeLedger(link, here, new Map([['b.token', entry]]))).toBeUndefined();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readLedger(behind, here)).toEqual(new Map([['b.token', entry]]));
  });

  it.each([
    ['is a pipe, and no ledger', (file: string) => execFileSync('mkfifo', [file])],
    ['is a folder, and no ledger', mkdirSync],
    [
      'cannot be read (ELOOP)',
      (file: string) => {
        symlinkSync(file, file);
      },
    ],
  ])('%s: it is neither read nor replaced', (says, make) => {
    const file = newFile();
    make(file);
    const before = lstatSync(file).mode;
    const trouble = { code: 'bad-ledger', message: `the ledger ${file} ${says}` };
    expect(readLedger(file, here)).toMatchObject(trouble);
    expect(writeLedger(file, here, new Map())).toMatchObject(trouble);
    expect(lstatSync(file).mode).toBe(before);
  });

  it('that is not there yet has nothing', () => {
    expect(readLedger('/nowhere/at/all', here)).toEqual(new Map());
  });

  it.each<[string, string, string]>([
    ['that was cut', fileOf('{"format":'), 'is no ledger, or was cut'],
    ['of a list', fileOf('[]'), 'is no ledger, or was cut'],
    ['of null', fileOf('null'), 'is no ledger, or was cut'],
    ['of a number', fileOf('7'), 'is no ledger, or was cut'],
    ['without a format', of({}, 1), 'is no ledger, or was cut'],
    [
      'of another version',
      of({}, 'keelson/ledger@2'),
      'has the format keelson/ledger@2, which this version does not know',
    ],
    ['without instances', of(undefined), 'was edited'],
    ['with a list of instances', of([]), 'was edited'],
    ['with an instance that is none', of({ x: 7 }), 'was edited'],
    ['with an entry that is none', of({ x: { f: null } }), 'was edited'],
    ['with an entry without salt', of({ x: { f: { hash: 'a' } } }), 'was edited'],
    ['with an entry without a hash', of({ x: { f: { salt: 'a', hash: 1 } } }), 'was edited'],
  ])('%s is neither read nor written over', (_what, file, what) => {
    const trouble = {
      severity: 'error',
      code: 'bad-ledger',
      message: `the ledger ${file} ${what}`,
      remedy: 'restore it, or remove it: then every secret is unknown again, and sent on request',
    };
    const before = readFileSync(file, 'utf8');
    expect(readLedger(file, here)).toEqual(trouble);
    expect(writeLedger(file, here, new Map())).toEqual(trouble);
    expect(openLedger({ file }, here, { KEELSON_LEDGER_KEY: 'k' })).toEqual(trouble);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('that cannot be written says what to do', () => {
    const below = join(fileOf(''), 'at', 'all');
    expect(writeLedger(below, here, new Map())).toEqual({
      severity: 'error',
      code: 'bad-ledger',
      message: expect.stringContaining(`the ledger ${below} cannot be written: `) as unknown,
      remedy: 'let it be written, or name another file: until then every secret that was sent is sent again',
    });
  });

  it('without its key says what to do', () => {
    const told = (file: string, remedy: unknown) => ({
      severity: 'error',
      code: 'no-ledger-key',
      message: `the ledger ${file} cannot be used: KEELSON_LEDGER_KEY is not set`,
      remedy,
    });
    const { filename: there } = import.meta;
    expect(openLedger({ file: there }, here, {})).toEqual(
      told(there, 'set it to the key that the ledger was made with'),
    );
    expect(openLedger({ file: 'none' }, here, {})).toEqual(
      told('none', expect.stringContaining('remembers by keyed hashes which secrets were last sent')),
    );
  });
});

describe('a keyed hash', () => {
  it('is of one key and one value, and another each time', async () => {
    const [one, other] = [await keyedHash('key', 'value'), await keyedHash('key', 'value')];
    expect(one).not.toEqual(other);
    expect([
      await isSame('key', 'value', one),
      await isSame('key', 'values', one),
      await isSame('keys', 'value', one),
    ]).toEqual([true, false, false]);
    expect(Buffer.from(one.hash, 'base64')).toHaveLength(32);
    expect(Buffer.from(one.salt, 'base64')).toHaveLength(16);
  });

  it('that was edited is of nothing', async () => {
    const { salt } = await keyedHash('key', 'value');
    expect(await isSame('key', 'value', { salt, hash: 'c2hvcnQ=' })).toBe(false);
  });
});

const secret = (name: string) => new Secret({ type: 'env', name });

it('the fields that hold secrets are those in which one stands, at any depth', () => {
  const spec = { token: secret('A'), headers: [{ value: secret('B') }], plain: 'x', empty: {}, unset: undefined };
  expect(secretFields(spec).map(([field]) => field)).toEqual(['token', 'headers']);
});

describe('what was sent', () => {
  const env = { A: 'one', B: 'two' };
  const value: Value = { list: [secret('A'), 'plain', null, 7], map: { key: secret('B'), on: true } };

  async function remembered(
    sends: { readonly [field: string]: Value },
    before: LedgerEntries = new Map(),
    from: NodeJS.ProcessEnv = env,
  ) {
    const change = changeOf('group[a]/hook[ci]', [], { sends });
    return rememberSent([{ change, status: 'done' }], kinds, before, 'key', from);
  }

  async function stateOf(entries: LedgerEntries, now: Value, from: NodeJS.ProcessEnv = env) {
    const wanted = desired(section('hooks', 'a', declared('ci', { spec: { url: now, name: 'x' } })));
    return Object.fromEntries(await compareSecrets(wanted, kinds, entries, 'key', from));
  }

  it('is the same while every part of it is, in whatever order its names stand', async () => {
    const entries = await remembered({ url: value });
    const field = 'group[a]/hook[ci].url';
    expect(await stateOf(entries, value)).toEqual({ [field]: 'same' });
    const turned: Value = { map: { on: true, key: secret('B') }, list: [secret('A'), 'plain', null, 7] };
    expect(await stateOf(entries, turned)).toEqual({ [field]: 'same' });
    expect(await stateOf(entries, value, { ...env, B: 'three' })).toEqual({ [field]: 'changed' });
    expect(
      await stateOf(entries, { list: [secret('A'), 'other', null, 7], map: { key: secret('B'), on: true } }),
    ).toEqual({
      [field]: 'changed',
    });
    expect(await stateOf(entries, value, { A: 'one' })).toEqual({ [field]: 'unknown' });
    expect(await stateOf(new Map(), value)).toEqual({ [field]: 'unsent' });
  });

  it('is not remembered where its value is not to be had any more', async () => {
    expect([...(await remembered({ token: secret('NONE') })).keys()]).toEqual([]);
  });

  it('is forgotten with what is removed or made anew, and with nothing else', async () => {
    const before: LedgerEntries = new Map(
      ['group[a]/hook[ci].token', 'group[a]/hook[ci].url', 'group[a]/hook[ci2].token', 'group[a]/hook'].map((field) => [
        field,
        entry,
      ]),
    );
    const after = async (action: 'update' | 'delete' | 'replace' | 'create', status: 'done' | 'stale' = 'done') => {
      const change = changeOf('group[a]/hook[ci]', [], { action });
      return [
        ...(
          await rememberSent(
            [status === 'done' ? { change, status } : { change, status, overtaken: { code: 'gone' } }],
            kinds,
            before,
            'key',
            env,
          )
        ).keys(),
      ];
    };
    const others = ['group[a]/hook[ci2].token', 'group[a]/hook'];
    expect(await after('delete')).toEqual(others);
    expect(await after('replace')).toEqual(others);
    expect(await after('create')).toEqual(others);
    expect(await after('update')).toEqual([...before.keys()]);
    expect(await after('delete', 'stale')).toEqual([...before.keys()]);
    expect(before.size).toBe(4);
  });

  it('is an error where something else is wrong with it', async () => {
    const odd = Object.assign(secret('A'), {
      source: {
        get type(): 'env' {
          throw new TypeError('ours');
        },
      },
    });
    await expect(remembered({ token: odd })).rejects.toThrow('ours');
  });
});
