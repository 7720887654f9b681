import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  forgetValues,
  hideToken,
  hideValues,
  holdsSecret,
  withoutAnySecret,
  withoutSecrets,
} from '../../src/base/hidden-values.ts';
import { SECRET_WRITERS, written } from '../taint/writers.ts';

const TOKEN = ['glpat', 'x7Qd2Lm9Vb4Tz1Kw6RpN'].join('-');
const SECRET = 'Zk39dQpLm27X+vTbW/9cR=aQ';

afterEach(forgetValues);

describe.each(SECRET_WRITERS)('%s', (_, write) => {
  it.each([
    ['the token of the run', TOKEN, hideToken],
    [
      'a declared secret',
      SECRET,
      (secret: string) => {
        hideValues([secret]);
      },
    ],
  ] as const)('%s is in nothing that is shown', (_, secret, hide) => {
    hide(secret);
    const said = write(secret);
    for (const text of [said, `by ${said} of us`, `{"auth":"${said}"}`]) {
      expect(withoutSecrets(text)).toContain('(secret)');
      expect(withoutSecrets(text)).not.toContain(said);
      expect(withoutAnySecret(text)).not.toContain(said);
      expect(holdsSecret(text)).toBe(true);
    }
    expect(withoutSecrets(`by ${said} of us`)).toMatch(/^by .*\(secret\).* of us$/s);
  });
});

it('a random secret is in nothing that is shown, behind whatever it stands and in whatever form', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 15, maxLength: 60 }),
      fc.string({ maxLength: 9 }),
      fc.constantFrom(...SECRET_WRITERS.map(([, write]) => write)),
      (bytes, before, write) => {
        forgetValues();
        const secret = Buffer.from(bytes).toString('base64url').replaceAll('-', 'a1B').replaceAll('_', 'c2D');
        fc.pre(/[a-z]\d|\d[a-z]/i.test(secret) && /\d.*[a-z].*\d/i.test(secret));
        hideValues([secret]);
        expect(written(withoutSecrets(`${before} ${write(secret)}`), secret)).toEqual([]);
      },
    ),
    { seed: 8, numRuns: 2000 },
  );
});

const KEY = [
  '-----BEGIN PRIVATE KEY-----',
  ...(randomBytes(900)
    .toString('base64')
    .match(/.{1,64}/g) ?? []),
  '-----END PRIVATE KEY-----',
  '',
].join('\n');
const ACCOUNT = JSON.stringify(
  {
    type: 'service_account',
    private_key_id: randomBytes(20).toString('hex'),
    private_key: KEY,
    client_email: 'a@b.example.com',
  },
  undefined,
  2,
);
const lines = KEY.trim().split('\n');
const body = lines.slice(1, -1).join('');

it.each<[string, string]>([
  ['one line of it', lines[5] ?? ''],
  ['forty letters of a line', (lines[6] ?? '').slice(10, 50)],
  ['in lines that are quoted', lines.map((line) => `    > ${line}`).join('\n')],
  ['without its line breaks', body],
  ['in longer lines', (body.match(/.{1,76}/g) ?? []).join('\n')],
  ['in JSON', JSON.stringify(KEY)],
  [
    'in base64, in lines',
    (
      Buffer.from(KEY)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\n'),
  ],
  ['in base64, behind another', Buffer.from(`k: ${KEY}`).toString('base64')],
])('a key of many lines is not shown %s', (_, said) => {
  for (const secret of [KEY, ACCOUNT]) {
    forgetValues();
    hideValues([secret]);
    const shown = withoutSecrets(`see ${said}`);
    const long = (said.match(/[A-Za-z0-9+/]{20,}/g) ?? []).filter((line) => shown.includes(line));
    expect(long).toEqual([]);
    expect(shown).toContain('(secret)');
  }
});

it.each<[string, string]>([
  ['in one line', JSON.stringify(JSON.parse(ACCOUNT))],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(JSON.parse(ACCOUNT)))],
  ['by the number of its key', (JSON.parse(ACCOUNT) as { private_key_id: string }).private_key_id],
])('an account in JSON is not shown %s', (_, said) => {
  hideValues([ACCOUNT]);
  const shown = withoutSecrets(`see ${said}`);
  expect((said.match(/[A-Za-z0-9+/]{20,}/g) ?? []).filter((line) => shown.includes(line))).toEqual([]);
});

it('what is no secret is shown as it is', () => {
  hideToken(TOKEN);
  hideValues([SECRET, KEY, ACCOUNT, 'https://hooks.example.com/services/T024BE7LD/B024BE7LE/x9Kd83jfLq02mZpQ7wRt']);
  for (const text of [
    'https://hooks.example.com/services/',
    '-----BEGIN PRIVATE KEY----- is missing',
    'service_account of a@b.example.com',
    'team/app: the description of 100 % & more \\n of it, %2F and &amp;',
    Buffer.from('{"user":"somebody","password":"(none)"}').toString('base64'),
    randomBytes(200).toString('base64'),
    randomBytes(200).toString('hex'),
  ])
    expect(withoutSecrets(text), text).toBe(text);
});

it('thousands of names are looked through in no time, whatever the number of secrets', () => {
  hideValues(Array.from({ length: 2000 }, (_, n) => `Zk3${n}9dQpLm2${n}7XvTbW`));
  const started = process.cpuUsage();
  for (let count = 0; count < 20_000; count++) withoutSecrets(`group[team-${count}].members[somebody.${count}]`);
  withoutSecrets('\\u0067'.repeat(50_000));
  withoutSecrets('%2525'.repeat(50_000));
  withoutSecrets(Buffer.from('somebody '.repeat(20_000)).toString('base64'));
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});

it.each([
  ['xK9#mP2$vL7@qR4!', 'xK9&num;mP2&dollar;vL7&commat;qR4&excl;'],
  ['Ab3_Cd4_Ef5_Gh6_', 'Ab3&lowbar;Cd4&lowbar;Ef5&lowbar;Gh6&lowbar;'],
  ['für-Tür-7-über-Öl', 'f&uuml;r-T&uuml;r-7-&uuml;ber-&Ouml;l'],
])('%s is found as HTML names its signs: %s', (secret, named) => {
  hideValues([secret]);
  expect(withoutAnySecret(`it is ${named} there`)).not.toContain(named);
});
