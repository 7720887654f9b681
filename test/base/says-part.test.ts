import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saysAgain } from '../../src/base/says-again.ts';
import { saysPart } from '../../src/base/says-part.ts';

const TOKEN = 'Zk39dQpLm27XvTbW';
const LONG = 'rT7_xYz0-Qm4Lk9PwB2nVc8hJd6sGf3aEu5iOo1tRyKq7WzXp_MvNb-Cl0Dg4Fh2Js9';
const KEY = [
  '-----BEGIN RSA PRIVATE KEY-----',
  'MIICXAIBAAKBgQCqGKukO1De7zhZj6EVh0iZ2y3x8fOaTc7N2hZq0bO1kXn5vM4d',
  '8sQw2LrTf0nZ+Yp3/1aKcXe9GmB5JtUo6HvNi4WbRyEjPqAl7DsCxFuMgOhIkTwV',
  'q1==',
  '-----END RSA PRIVATE KEY-----',
].join('\n');
const HOOK = 'https://hooks.example.com/services/T024BE7LD/B024BE7LE/x9Kd83jfLq02mZpQ7wRt';

function base32(text: string): string {
  const bits = Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(five, 2)]).join('');
}

describe('a text gives a secret away', () => {
  it.each([
    ['with a first line of a key', KEY, KEY.split('\n')[1] ?? ''],
    ['with a line in its middle', KEY, KEY.split('\n')[2] ?? ''],
    ['with the first letters of a long one', LONG, LONG.slice(0, 33)],
    ['with its last letters', LONG, LONG.slice(-30)],
    ['with twelve letters of sixteen', TOKEN, TOKEN.slice(0, 12)],
    ['in small letters', TOKEN, TOKEN.toLowerCase()],
    ['in capitals', 'hunter-and-gatherer', 'HUNTER-AND-GATHERER'],
    ['with blanks between', TOKEN, Array.from(TOKEN).join(' ')],
    ['over two lines', TOKEN, `${TOKEN.slice(0, 7)}\n${TOKEN.slice(7)}`],
    ['over two lines of JSON in JSON', TOKEN, `${TOKEN.slice(0, 7)}\\\\n${TOKEN.slice(7)}`],
    ['in hex', TOKEN, Buffer.from(TOKEN).toString('hex')],
    ['in hex, in capitals', TOKEN, Buffer.from(TOKEN).toString('hex').toUpperCase()],
    ['in hex, in part', TOKEN, Buffer.from(TOKEN.slice(3, 13)).toString('hex')],
    ['in base32', TOKEN, base32(TOKEN)],
    ['in base32, behind others', TOKEN, base32(`ab: ${TOKEN}, and`)],
    ['in base64, in part', LONG, Buffer.from(`x${LONG.slice(0, 20)}`).toString('base64')],
    ['with half of a password', 'Zk39$sdfk2a91', 'sdfk2a'],
    ['with the part of a URL that nobody can guess', HOOK, 'x9Kd83jfLq02'],
  ])('%s', (_, secret, said) => {
    const text = `value is invalid: ${said} (see the manual)`;
    expect(saysPart([secret])(text)).toBe(true);
    expect(saysAgain(['other', secret])(text)).toBe(true);
  });
});

it('a text with words that a secret shares with everything does not', () => {
  const secrets = [HOOK, KEY, TOKEN, LONG, 'production-database-password', 'Production-2024!'];
  for (const text of [
    'the URL https://hooks.example.com/services/ is not reachable from production',
    '-----BEGIN RSA PRIVATE KEY----- is missing',
    'services/production-database is locked; see https://docs.example.com/help/user/project/integrations/2024',
    'Validation failed: Url is blocked: Only allowed schemes are http, https',
  ])
    expect(saysPart(secrets)(text), text).toBe(false);
});

it('any ten letters in a row of a random secret are found, and other random ones are not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 90 }), fc.nat(), (bytes, at) => {
      const secret = randomLike(bytes);
      const from = at % (secret.length - 10);
      const part = secret.slice(from, from + 10);
      fc.pre(!/^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/.test(part.slice(0, 8)));
      expect(saysPart([secret])(`is "${part.toLowerCase()}"`)).toBe(true);
    }),
    { seed: 12, numRuns: 2000 },
  );
  const secrets = Array.from({ length: 20 }, () => randomBytes(32).toString('hex'));
  const says = saysPart(secrets);
  for (let count = 0; count < 200; count++) expect(says(randomBytes(24).toString('hex'))).toBe(false);
});

/** Letters and digits in turns, made of these bytes. */
function randomLike(bytes: Uint8Array): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';
  return Array.from(bytes, (byte, at) => (at % 3 === 2 ? String(byte % 10) : letters[byte % letters.length])).join('');
}

it('a large text takes no time', () => {
  const says = saysPart([KEY, LONG, 'b'.repeat(9000), 'ab'.repeat(4500)]);
  const started = performance.now();
  expect(says('a'.repeat(4_000_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(10_000);
});
