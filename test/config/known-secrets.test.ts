import { expect, test } from 'vitest';
import { placeText } from '../../src/base/place.ts';
import { loadConfig } from '../../src/config/load.ts';
import { fakeKinds } from './fake-kinds.ts';
import { memory } from './load.ts';

const TOKEN = 'acme-7f3kQ9zLmN2pXw4vB8sT';
const BELL = 'hookSecretValue0123456789';

function told(yaml: string, env: { readonly [name: string]: string }, files = {}, tokenFile?: string) {
  const system = memory({ 'a.yaml': yaml, ...files });
  const { desired, diagnostics } = loadConfig('a.yaml', fakeKinds, system, env, tokenFile);
  const shown = JSON.stringify(diagnostics.map(({ place, ...rest }) => ({ ...rest, text: place?.text })));
  const found = diagnostics.filter(({ code }) => code === 'known-secret');
  // Nothing is told beside it, which might say it again.
  if (found.length > 0) {
    expect([desired, diagnostics.length]).toEqual([undefined, found.length]);
    expect(shown).not.toContain(TOKEN);
    expect(shown).not.toContain(BELL);
  }
  return found.map(({ message, place }) => `${place === undefined ? '' : placeText(place)} ${message}`);
}

test.each([
  ['a value', `groups: { team: { title: 'ours is ${TOKEN} yes' } }`],
  ['a key', `groups: { team: { bells: { '${TOKEN}': { url: u } } } }`],
  ['a key that there is not', `groups: { team: { '${TOKEN}': 1 } }`],
  ['a list', `instance: { options: { tags: [a, x${TOKEN}x] } }`],
  ['a path of a file', `instance: { bells: { a: { url: u, token: { file: 'x/${TOKEN}' } } } }`],
  ['the name of a variable', `instance: { bells: { a: { url: u, token: { env: ${TOKEN} } } } }`],
  ['a comment', `groups: {} # ${TOKEN}`],
  ['a secret field', `instance: { bells: { a: { url: u, token: ${TOKEN} } } }`],
  ['what is no YAML', `groups: { team: [ ${TOKEN}`],
  ['an escaped text', `groups: { team: { title: "${TOKEN.replace('k', String.raw`\x6b`)}" } }`],
  ['an escaped key', `groups: { team: { "${TOKEN.replace('k', String.raw`\x6b`)}": 1 } }`],
  ['a folded text', `groups: { team: { title: "a${TOKEN.replace('k', '\\\n   k')}" } }`],
])('the own token stands in %s', (_where, yaml) => {
  const said = [expect.stringMatching(/^a\.yaml:1:\d+ the token of this run stands here in plain text$/)];
  expect(told(yaml, { KEELSON_TOKEN: TOKEN })).toEqual(said);
  expect(told(yaml, { GITLAB_TOKEN: `${TOKEN}\n` })).toEqual(said);
  expect(told(yaml, {}, { tok: `${TOKEN}\r\n` }, 'tok')).toEqual(said);
  expect(told(yaml, { KEELSON_TOKEN: 'another-token' })).toEqual([]);
});

const bells = (token: string) => `instance: { bells: { a: { url: u, token: ${token} } } }`;

test('what another entry takes from the environment or a file stands nowhere else', () => {
  const also = `\ngroups: { team: { title: 'x ${BELL} y' } }`;
  expect(told(bells('{ env: BELL }') + also, { BELL })).toEqual([
    'a.yaml:2:29 the value of the variable `BELL` stands here in plain text',
  ]);
  expect(told(bells('{ file: bell }') + also, {}, { bell: `${BELL}\n` })).toEqual([
    'a.yaml:2:29 the value of the file `bell` stands here in plain text',
  ]);
  // What nobody refers to is not known to be a secret.
  expect(told(bells('{ env: OTHER }') + also, { BELL, OTHER: 'x' })).toEqual([]);
});

test.each([
  'production',
  'registry2.example.com:5000',
  'user1@example.com',
  'postgres15',
  'in 2026',
  'a1b2',
  '12345678',
])('a value that could be anybody’s word is not looked for: %s', (value) => {
  expect(told(`${bells('{ env: V }')}\ngroups: { team: { title: 'on ${value}' } }`, { V: value })).toEqual([]);
});

test('a short token is not looked for, and of one with a word’s letters all is', () => {
  const yaml = 'groups: { team: { title: production } }';
  expect(told(yaml, { KEELSON_TOKEN: 'product' })).toEqual([]);
  expect(told(yaml, { KEELSON_TOKEN: 'production' })).toHaveLength(1);
  expect(told(yaml, { KEELSON_LEDGER_KEY: 'production' })).toEqual([
    'a.yaml:1:26 the key of the ledger stands here in plain text',
  ]);
});

test('what is no secret is written in plain text, and is none then', () => {
  const yaml = `allow_plain_secrets: ['instance/bell[a].token']\n${bells(BELL)}\ngroups: { team: { title: 'x ${BELL}' } }`;
  const { desired } = loadConfig('a.yaml', fakeKinds, memory({ 'a.yaml': yaml }), { BELL });
  expect(desired).toBeDefined();
});
