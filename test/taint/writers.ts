/** A form in which somebody may write a secret, and how. */
export type Writer = readonly [form: string, write: (secret: string) => string];

const bytes = (text: string): Buffer => Buffer.from(text);
const each = (text: string, write: (code: number, at: number) => string): string =>
  Array.from(text, (letter, at) => write(letter.charCodeAt(0), at)).join('');
const hex = (code: number, length = 2): string => code.toString(16).padStart(length, '0');
const some = (write: (code: number) => string) => (code: number, at: number) =>
  at % 4 === 0 ? write(code) : String.fromCharCode(code);
const unit = (code: number): string => `\\u${hex(code, 4)}`;
const percent = (code: number): string => `%${hex(code)}`;

const NAMES: { readonly [sign: string]: string } = {
  ...{ '-': '&hyphen;', _: '&lowbar;', '#': '&num;', $: '&dollar;', '@': '&commat;', '!': '&excl;', '+': '&plus;' },
};

/** All forms in which a secret stands in nothing that is shown. */
export const SECRET_WRITERS: readonly Writer[] = [
  ['as it is', (text) => text],
  ...['', 'u:', 'me:', 'oauth2:', 'a', 'ab', 'abc'].flatMap((before): Writer[] => [
    [`in base64, behind "${before}"`, (text) => bytes(before + text).toString('base64')],
    [
      `in base64 of URLs, behind "${before}" and before more`,
      (text) => bytes(`${before}${text}~?`).toString('base64url'),
    ],
  ]),
  ['as a registry has it', (text) => bytes(JSON.stringify({ auths: { a: { auth: text } } })).toString('base64')],
  [
    'as a registry in a cluster has it',
    (text) =>
      bytes(JSON.stringify({ auths: { a: { auth: bytes(`u:${text}`).toString('base64') } } })).toString('base64'),
  ],
  ['in a JWT', (text) => `eyJhbGciOiJub25lIn0.${bytes(JSON.stringify({ token: text })).toString('base64url')}.x`],
  ['in base64 in lines', (text) => bytes(text).toString('base64').replace(/.{8}/g, '$&\n')],
  ['in base64 in lines of JSON', (text) => bytes(text).toString('base64').replace(/.{8}/g, '$&\\n')],
  ['in base64 in a URL', (text) => encodeURIComponent(bytes(`${text}~`).toString('base64'))],
  ['in base64 of UTF-16', (text) => Buffer.from(`u${text}`, 'utf16le').toString('base64')],
  ['in hex of UTF-16', (text) => Buffer.from(text, 'utf16le').toString('hex')],
  ['in hex', (text) => bytes(text).toString('hex')],
  ['in hex in capitals', (text) => bytes(text).toString('hex').toUpperCase()],
  [
    'in hex with colons',
    (text) =>
      bytes(text)
        .toString('hex')
        .replace(/..(?=.)/g, '$&:'),
  ],
  ['in hex of programs', (text) => each(text, (code) => `\\x${hex(code)}`)],
  ['in a list of hex', (text) => each(text, (code) => `0x${hex(code)}, `).slice(0, -2)],
  ['in octal', (text) => each(text, (code) => `\\${code.toString(8).padStart(3, '0')}`)],
  ['in quoted-printable', (text) => each(text, (code) => `=${hex(code).toUpperCase()}`)],
  ['in escapes of JSON', (text) => each(text, unit)],
  ['in escapes of JSON here and there', (text) => each(text, some(unit))],
  ['in escapes of JSON in JSON', (text) => each(text, unit).replaceAll('\\', '\\\\')],
  ['in entities', (text) => each(text, (code) => `&#${code};`)],
  [
    'in entities here and there',
    (text) =>
      each(
        text,
        some((code) => `&#x${hex(code)};`),
      ),
  ],
  ['in entities by name', (text) => text.replace(/[^\w\s]|_/g, (sign) => NAMES[sign] ?? sign)],
  ['in entities of hex', (text) => each(text, (code) => `&#x${hex(code)};`)],
  ['in escapes of a URL', (text) => each(text, percent)],
  [
    'in escapes of a URL here and there',
    (text) =>
      each(
        text,
        some((code) => percent(code).toUpperCase()),
      ),
  ],
  ['in escapes of a URL, twice', (text) => encodeURIComponent(each(text, percent))],
  ['as a URL of a URL', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['with what has no width between', (text) => Array.from(text).join('\u200b')],
  ['with a soft hyphen within', (text) => `${text.slice(0, 9)}\u00ad${text.slice(9)}`],
  ['in wide letters', (text) => each(text, (code) => String.fromCharCode(code + 0xfee0))],
  ['in capitals', (text) => text.toUpperCase()],
  ['but for its end', (text) => text.slice(0, -3)],
];

/** The forms in which a text has a secret, at least eight letters of it on either side of its middle. */
export function written(text: string, secret: string): readonly string[] {
  return SECRET_WRITERS.filter(([, write]) => {
    const form = write(secret);
    const inner = form.slice(
      Math.min(24, form.length >> 2),
      Math.max(form.length - 24, form.length - (form.length >> 2)),
    );
    return inner.length > 8 && text.includes(inner);
  }).map(([form]) => form);
}
