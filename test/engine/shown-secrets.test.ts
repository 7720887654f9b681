import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { difference } from '../../src/engine/plan/diff.ts';
import { seenHash } from '../../src/engine/plan/seen.ts';
import { shownSecrets } from '../../src/engine/shown-secrets.ts';
import { kind } from '../../src/kind.ts';
import type { Declared, LiveEntry } from '../../src/model.ts';

/** Boxes: what is in one is a secret, and a note on it may be one. */
const box = kind<{ readonly name: string; readonly inside: Secret; readonly note: string | Secret }, { name: string }>({
  section: 'boxes',
  singular: 'box',
  description: 'Boxes.',
  scopes: ['group'],
  shape: { type: 'map', name: 'name' },
  schema: {
    properties: { name: { type: 'string' }, inside: { type: 'string', 'x-secret': true }, note: { type: 'string' } },
  },
  identity: { names: 'folded', key: ({ name = '' }) => name },
  reads: { all: () => [] },
  decode: ({ name }) => ({ key: name, spec: { name, inside: undefined, note: undefined } }),
  calls: {},
});
const kinds = kindsByName([box]);
const scope = { type: 'group', path: 'team' } as const;
const env = { RED: 'red', BLUE: 'blue' };

const shown = (text: string): Secret => new Secret({ type: 'text', at: 'live' }, text);
const live = (key: string, spec: LiveEntry['spec']): LiveEntry => ({ key, spec, live: {} });

function statesOf(source: Secret['source'], there: LiveEntry['spec']) {
  const entry: Declared = {
    ...{ key: 'A', spec: { inside: new Secret(source) }, state: 'present', protect: false },
    place: () => ({ file: 'a.yaml', line: 1, column: 1 }),
  };
  const section = { scope, name: 'boxes', entries: [entry], prune: false };
  const sections = new Map([['group[team]/boxes', [live('a', there)]]]);
  return [...shownSecrets({ sections: [section] } as never, { sections }, kinds, env)];
}

it.each([
  ['the same', 'RED', 'same'],
  ['another', 'BLUE', 'differs'],
] as const)('a secret that GitLab shows is %s', (_, name, state) => {
  expect(statesOf({ type: 'env', name }, { inside: shown('red') })).toEqual([['group[team]/box[A].inside', state]]);
});

it('what is not shown, or not at hand, is left to the ledger', () => {
  expect(statesOf({ type: 'env', name: 'RED' }, { inside: undefined })).toEqual([]);
  expect(statesOf({ type: 'env', name: 'NOBODY' }, { inside: shown('red') })).toEqual([]);
  expect(statesOf({ type: 'file', path: '/nowhere/at-all' }, { inside: shown('red') })).toEqual([]);
});

it('a file is read, and a folder or a pipe is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-shown-'));
  writeFileSync(join(folder, 'red'), 'red\n');
  expect(statesOf({ type: 'file', path: join(folder, 'red') }, { inside: shown('red') })).toHaveLength(1);
  expect(statesOf({ type: 'file', path: folder }, { inside: shown('red') })).toEqual([]);
});

it('a text that may be a secret is compared with a plain one, and not told', () => {
  const same = difference(box, { note: 'open' }, { note: shown('open') }, '18.9.0');
  expect([...same.names]).toEqual([]);
  const other = difference(box, { note: 'open' }, { note: shown('closed') }, '18.9.0');
  expect(other.fields).toEqual([{ path: 'note', from: '(secret)', to: 'open' }]);
});

it('no hash of what was seen depends on it', () => {
  const hash = (text: string): string => seenHash(live('a', { note: shown(text) }), undefined, box);
  expect(hash('one')).toBe(hash('another'));
});
