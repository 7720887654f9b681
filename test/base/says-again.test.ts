import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { saysAgain } from '../../src/base/says-again.ts';

it.each([
  ['as it is', 'no pa"ss>wörd?! here'],
  ['as JSON', 'no pa\\"ss>wörd?! here'],
  ['as JSON in JSON', 'no pa\\\\\\"ss>wörd?! here'],
  ['as a URL', `no ${encodeURIComponent('pa"ss>wörd?!')}`],
  ['in base64, alone', Buffer.from('pa"ss>wörd?!').toString('base64')],
  ['in the base64 of URLs, alone', Buffer.from('pa"ss>wörd?!').toString('base64url')],
  ...[1, 2, 3].map((before) => [
    `in base64, behind ${before} others`,
    Buffer.from(`${'x'.repeat(before)}pa"ss>wörd?! and more`).toString('base64'),
  ]),
])('a value is found in a text that says it %s', (_, text) => {
  expect(saysAgain(['other', 'pa"ss>wörd?!'])(text)).toBe(true);
});

it.each(['base64', 'hex'] as const)('short words that nobody makes at random are found in %s, in lines', (form) => {
  const lines = (text: string): string => Buffer.from(text).toString(form).replace(/.{3}/g, '$&\r\n');
  for (const words of ['hunter', 'a b c d', 'büro']) expect(saysAgain([words])(`no ${lines(words)} here`)).toBe(true);
  expect(saysAgain(['hunter'])(`no ${lines('huntes')} here`)).toBe(false);
});

const OTHER_FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ['in base64', (text) => Buffer.from(text).toString('base64')],
  ['in the base64 of URLs', (text) => Buffer.from(text).toString('base64url')],
  ['in hex', (text) => Buffer.from(text).toString('hex')],
  ['in hex of capitals', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ...['u:', 'me:', 'user:'].map(
    (before) =>
      [`in base64, behind ${before}`, (text: string) => Buffer.from(`${before}${text}`).toString('base64')] as const,
  ),
  ...['u:', 'me:', 'user:'].map(
    (before) =>
      [`in base64, within ${before}`, (text: string) => Buffer.from(`${before}${text}@x`).toString('base64')] as const,
  ),
  ['in base64 of a URL', (text) => encodeURIComponent(Buffer.from(text).toString('base64'))],
];
const SHORT = ['k9Qz', 'k9Qz1', 'k9Qz1w', 'k9Qz1wP', 'k9Qz1wPb', '?>~ÿ', 'hunter', '#$%&?!>~@'];

it.each(SHORT.flatMap((value) => OTHER_FORMS.map(([form, write]) => [value, form, write] as const)))(
  'the short value %s is found %s',
  (value, _, write) => {
    expect(saysAgain([value])(`token ${write(value)} is bad`)).toBe(true);
  },
);

it('what has nothing of a short value is said, however many numbers and letters are in it', () => {
  const isEcho = saysAgain(SHORT);
  const said = Array.from({ length: 2000 }, (_, n) => createHash('sha256').update(String(n)).digest());
  expect(said.filter((bytes) => isEcho(`${bytes.toString('hex')} ${bytes.toString('base64')}`))).toEqual([]);
});

it('a short value is found in base64 where it stands alone', () => {
  expect(saysAgain(['hunter'])(`{"message":"${Buffer.from('hunter').toString('base64')} is weak"}`)).toBe(true);
});

it('nothing is found of no value, or of another', () => {
  expect(saysAgain([''])('any')).toBe(false);
  expect(saysAgain(['ab'])(Buffer.from('ab').toString('base64'))).toBe(false);
  expect(saysAgain(['hunter2'])('hunter1')).toBe(false);
});

/** As CGI.escape writes it (Ruby): more than encodeURIComponent escapes, and a blank as a plus. */
function form(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, (letter) => `%${hex(letter)}`)
    .replaceAll('%20', '+');
}

function html(text: string): string {
  const names: { readonly [letter: string]: string } = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
  return text.replace(/[&<>"']/g, (letter) => `&${names[letter] ?? ''};`);
}

/** As Rails writes it: nothing in it ends a script. */
function json(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028]/g, unicode);
}

function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase();
}

function unicode(letter: string): string {
  return letter
    .split('')
    .map((unit) => `\\u${hex(unit).toLowerCase().padStart(4, '0')}`)
    .join('');
}

const HARD = 'it\'s (a) "hard"\\one*~! & <b>\u2028+ü 😀%41';

it.each([
  ['a form', form(HARD)],
  ['a form, in small letters', form(HARD).replace(/%../g, (code) => code.toLowerCase())],
  ['a URL of Ruby', form(HARD).replaceAll('+', '%20')],
  ['HTML', html(HARD)],
  ['HTML, by number', HARD.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)],
  ['HTML, by a number with zeros', HARD.replace(/[&<>"']/g, (letter) => `&#x00${hex(letter)};`)],
  ['JSON of Rails', json(HARD)],
  ['JSON of Rails, in capitals', json(HARD).replace(/u([0-9a-f]{4})/g, (_, code: string) => `u${code.toUpperCase()}`)],
  ['JSON of ASCII', Array.from(HARD).map(unicode).join('')],
  ['JSON in JSON', json(json(HARD))],
  ['HTML in JSON', json(html(HARD))],
  ['HTML in JSON in a form', form(json(html(HARD)))],
  ['JSON in HTML', html(json(HARD))],
  ['a form in a form', form(form(HARD))],
  ['Ruby', HARD.replace(/["\\]/g, '\\$&').replace('#', '\\#')],
  ['base64 in a form', form(Buffer.from(`>>>${HARD}`).toString('base64'))],
  ['base64 in lines', Buffer.from(`${HARD} and more`).toString('base64').replace(/.{20}/g, '$&\n')],
  ['base64 in lines, in JSON', json(Buffer.from(`${HARD} and more`).toString('base64').replace(/.{20}/g, '$&\n'))],
])('a value is found in a text that escapes it as %s', (_, text) => {
  expect(saysAgain([HARD])(`no: ${text} here`)).toBe(true);
  expect(saysAgain([HARD])(text)).toBe(true);
  expect(saysAgain([Array.from(HARD).reverse().join('')])(text)).toBe(false);
});

it.each<[string, (code: number) => string]>([
  ['an entity that nothing ends', (code) => `&#${code}`],
  ['an entity of hex that nothing ends', (code) => `&#x${code.toString(16)}`],
  ['the old escapes of JavaScript', (code) => `%u${code.toString(16).padStart(4, '0')}`],
  ['code points in braces', (code) => `\\u{${code.toString(16)}}`],
  ['code points of eight digits', (code) => `\\U${code.toString(16).padStart(8, '0')}`],
])('a value is found in a text that has each of its letters as %s', (_, write) => {
  const said = Array.from('Zk39d+pLm', (letter) => write(letter.charCodeAt(0))).join('');
  expect(saysAgain(['Zk39d+pLm'])(`no: ${said} here`)).toBe(true);
  expect(saysAgain(['mLp+d93kZ'])(`no: ${said} here`)).toBe(false);
});

it('a long value is found by its middle', () => {
  const value = `-----BEGIN KEY-----\n${'MIIBVgIBADANBgkqhkiG9w0B\n'.repeat(100)}-----END KEY-----`;
  for (const text of [value, json(value), form(value), Buffer.from(`x${value}`).toString('base64')])
    expect(saysAgain([value])(`no ${text}`)).toBe(true);
  expect(saysAgain([value])('no -----BEGIN KEY-----\n-----END KEY-----')).toBe(false);
});

const ESCAPES: readonly ((letter: string) => string)[] = [
  (letter) => encodeURIComponent(letter).replace(/^[^%]$/, (plain) => `%${hex(plain)}`),
  (letter) =>
    encodeURIComponent(letter)
      .replace(/^[^%]$/, (plain) => `%${hex(plain)}`)
      .toLowerCase(),
  (letter) => (letter === ' ' ? '+' : letter),
  html,
  (letter) => `&#${letter.codePointAt(0) ?? 0};`,
  (letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`,
  unicode,
  (letter) => JSON.stringify(letter).slice(1, -1),
  (letter) => (/^[^\w\s]$/.test(letter) && letter < '\x7f' ? `\\${letter}` : letter),
  (letter) => letter,
];

const letters = fc.array(fc.constantFrom(...Array.from('abnu0123459xX%%\\\\&&#;+ +"\'<>/=\nüé€😀amplt')), {
  maxLength: 40,
});
/** Numbers that say how each letter is escaped: in turns of its own, one upon the other. */
const choices = fc.array(fc.array(fc.nat(1000), { maxLength: 3 }), { minLength: 1, maxLength: 50 });

function escaped(text: string, turns: readonly number[]): string {
  return turns.reduce((done, turn) => {
    const next = Array.from(done)
      .map((letter, index) => (ESCAPES[(turn * (index + 1)) % ESCAPES.length] ?? html)(letter))
      .join('');
    return next.length > 128 ? done : next;
  }, text);
}

it('a value is found whatever is escaped of it, in whatever way, and whatever stands around it', () => {
  fc.assert(
    fc.property(letters, letters, letters, choices, (value, left, right, how) => {
      fc.pre(value.length > 0);
      const said = value.map((letter, index) => escaped(letter, how[index % how.length] ?? [])).join('');
      expect(saysAgain([value.join('')])(left.join('') + said + right.join(''))).toBe(true);
    }),
    { seed: 4, numRuns: 5000 },
  );
});

it('no text takes long', () => {
  const started = process.cpuUsage();
  const says = saysAgain(['a'.repeat(9000), `${'\\'.repeat(200)}b`]);
  for (const part of [
    'a',
    '\\',
    '%',
    '%25',
    '&',
    '&a',
    '&amp;',
    '&#',
    '&#37;',
    '+',
    '\\u005c',
    '%5c',
    '%26amp%3b',
    '%%32%35',
    'ü',
  ])
    says(`${part.repeat(20_000)}b`);
  // How busy a machine is beside the tests is not what is measured.
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
});
