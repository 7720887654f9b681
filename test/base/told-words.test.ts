import { afterEach, describe, expect, it } from 'vitest';
import { forgetValues, hideToken, hideValues, holdsSecret, withoutSecrets } from '../../src/base/hidden-values.ts';
import { toldWords, UNSAID } from '../../src/base/told-words.ts';

/** Of the shape of a token of the platform, and none. */
const TOKEN = ['glpat', 'x7Qd2Lm9Vb4Tz1Kw6RpN'].join('-');
const SECRET = 'Zk39dQpLm27XvTbW';

const FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ['in base64, behind a user', (text) => Buffer.from(`user:${text}`).toString('base64')],
  ['with all letters escaped', (text) => escaped(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`)],
  ['in entities', (text) => escaped(text, (code) => `&#${code};`)],
  ['in entities of hex', (text) => escaped(text, (code) => `&#x${code.toString(16)};`)],
  ['but for the first and the last letter', (text) => text.slice(1, -1)],
  ['by eight letters of it', (text) => text.slice(-9, -1)],
  ['over two lines', (text) => `${text.slice(0, 12)}\n${text.slice(12)}`],
  ['with blanks between', (text) => Array.from(text).join(' ')],
  ['in the other case', (text) => text.replace(/[a-z]+|[A-Z]+/gi, swapped)],
  [
    'in hex, with colons between',
    (text) =>
      Buffer.from(text)
        .toString('hex')
        .replace(/..(?=.)/g, '$&:'),
  ],
];

function escaped(text: string, write: (code: number) => string): string {
  return Array.from(text, (letter) => write(letter.charCodeAt(0))).join('');
}

function swapped(letters: string): string {
  return Array.from(letters, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  ).join('');
}

afterEach(forgetValues);

describe.each([
  ['the token of the run', TOKEN, hideToken],
  [
    'a secret that any call had',
    SECRET,
    (secret: string) => {
      hideValues([secret]);
    },
  ],
] as const)('words that say %s again', (_, secret, hide) => {
  it.each(FORMS)('%s are left out', (_, write) => {
    hide(secret);
    expect(toldWords(`no: ${write(secret)} may not`)).toBe(UNSAID);
  });
});

it('the token as it is is taken out of the words, and they are told', () => {
  hideToken(TOKEN);
  expect(toldWords(`403 ${TOKEN} may not`)).toBe('403 (secret) may not');
  expect(toldWords(`403 ${TOKEN} and ${TOKEN.slice(1)} may not`)).toBe(UNSAID);
});

it('the token is in nothing that is shown, made at random or not, and one as short as a word is not looked for', () => {
  hideToken('root-of-them');
  hideToken('root-of-all');
  expect(withoutSecrets('root-of-them and root-of-all')).toBe('(secret) and root-of-all');
  expect(holdsSecret('by root-of-them')).toBe(true);
});

it('nothing is left out for a word that is a token or a secret, or for what is no secret of the run', () => {
  hideToken('root');
  hideValues(['production', '20240101', 'w0rd', 'the']);
  for (const words of ['root may not', 'the production environment is locked since 20240101', `no ${SECRET}, w0rd`])
    expect(toldWords(words)).toBe(words);
});

it('what was told before is not, once it is a secret', () => {
  expect(toldWords(`no ${SECRET}`)).toBe(`no ${SECRET}`);
  hideValues([SECRET]);
  expect(toldWords(`no ${SECRET}`)).toBe(UNSAID);
});

it('longer words than anybody says are not told, and thousands of secrets take no time', () => {
  hideValues(Array.from({ length: 2000 }, (_, n) => `Zk3${n}9dQpLm2${n}7XvTbW`));
  expect(toldWords('no '.repeat(5000))).toMatch(/too long/);
  const started = process.cpuUsage();
  for (let count = 0; count < 2000; count++) toldWords('403 Forbidden');
  toldWords('it is not '.repeat(20));
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
});
