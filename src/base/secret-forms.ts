import { latinLetters } from './letters.ts';

/** A way to write a secret, as the letters and digits of it alone. */
export interface LetterForm {
  /** In the case in which they are written, where a word among them is no secret. */
  readonly written: string;
  readonly letters: string;
  /** As many in a row give it away. */
  readonly least: number;
  /** Where alone they are looked for, with as many behind as give it away; anywhere where it is not set. */
  readonly from?: number;
  /** Whether a single word of it says nothing. */
  readonly mayBeWord: boolean;
}

/** How much of a secret in a row gives it away. */
export interface Giveaway {
  /** Letters of what can have been made at random; bytes where it is encoded. */
  readonly letters: number;
  /** Whether the whole of a value is known by its letters, in whatever case and with whatever between them. */
  readonly whole: boolean;
}

/** As many letters in the middle of a value as no other text has. */
const WHOLE = 30;
/** What has fewer letters is looked for as it is alone. */
const FEWEST = 8;

/**
 * The one list of ways in which a secret is looked for beside itself: by its letters, whatever their case and whatever stands between them,
 * and in hex, base32 and base64, of UTF-8 and of UTF-16, by itself or within more: base64 begins in one of three ways, base32 in one of five.
 */
export function letterForms(value: string, { letters, whole }: Giveaway): readonly LetterForm[] {
  if (Buffer.byteLength(value) < FEWEST) return [];
  const all = latinLetters(value);
  const middle = Math.max(0, (all.length - WHOLE) >> 1);
  const bytes = Buffer.from(value);
  return [
    ...(whole && all.length >= FEWEST ? [{ ...form(all, WHOLE, false), from: middle }] : []),
    ...randomParts(value).map((part) => form(part, letters, true)),
    ...encodedForms(bytes, Math.max(letters, FEWEST)),
    ...encodedForms(Buffer.from(value, 'utf16le'), Math.max(letters, FEWEST) * 2),
  ].filter(({ letters: { length } }) => length >= Math.min(letters, FEWEST));
}

function form(written: string, least: number, mayBeWord: boolean): LetterForm {
  return { written, letters: written.toLowerCase(), least: Math.min(least, written.length), mayBeWord };
}

/** The letters that these bytes have in hex, base32 and base64, whatever stands beside them; so many bytes in a row give them away. */
function encodedForms(bytes: Buffer, count: number): readonly LetterForm[] {
  const behind = (before: number): Buffer => Buffer.concat([Buffer.alloc(before), bytes]);
  const own = (text: string, before: number, bits: number): string =>
    text.slice(Math.ceil((before * 8) / bits), Math.floor(((before + bytes.length) * 8) / bits));
  const encoded = (text: string, bits: number): LetterForm =>
    form(latinLetters(text), Math.floor((count * 8 - bits + 1) / bits), false);
  return [
    form(bytes.toString('hex'), count * 2, false),
    ...[0, 1, 2, 3, 4].map((before) => encoded(own(base32(behind(before)), before, 5), 5)),
    ...[0, 1, 2].map((before) => encoded(own(behind(before).toString('base64'), before, 6), 6)),
  ];
}

/** Letters and digits in a row that take turns, or have both cases: no word is written like this. All of a value that mixes every sort of sign. */
function randomParts(value: string): readonly string[] {
  const mixesAll =
    !/\s|:\/\//.test(value) && [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].every((sort) => sort.test(value));
  if (mixesAll) return [value.replace(/[^A-Za-z0-9]+/g, '')];
  return [...(value.match(/[A-Za-z0-9]{8,}/g) ?? []), ...keyLines(value)].filter(looksRandom);
}

/** The lines of a key in a file or in JSON, as one: somebody may write them in lines of another length, or in none. */
function keyLines(value: string): readonly string[] {
  const lines = value.split(/\r?\n|\\r|\\n/);
  if (lines.length === 1) return [];
  const ofKey = lines.filter((line) => /^[A-Za-z0-9+/]{20,}={0,2}$/.test(line));
  return ofKey.length === 0 ? [] : [ofKey.join('').replace(/[^A-Za-z0-9]+/g, '')];
}

/** Whether letters and digits in a row can only have been made at random: they take turns, or are of both cases with digits. */
export function looksRandom(run: string): boolean {
  return /[A-Za-z]+[0-9]+[A-Za-z]|[0-9]+[A-Za-z]+[0-9]/.test(run) || /(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])/.test(run);
}

/** Whether a value can only have been made at random: letters and digits that take turns, or of both cases, and no word beside a number. */
export function isRandom(value: string): boolean {
  return (value.match(/[A-Za-z0-9]{8,}/g) ?? []).some(looksRandom);
}

/** As RFC 4648 has it, without what fills it up. */
function base32(bytes: Uint8Array): string {
  const letters: string[] = [];
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) letters.push('abcdefghijklmnopqrstuvwxyz234567'[(held >> (bits - 5)) & 31] ?? '');
  }
  if (bits > 0) letters.push('abcdefghijklmnopqrstuvwxyz234567'[(held << (5 - bits)) & 31] ?? '');
  return letters.join('');
}
