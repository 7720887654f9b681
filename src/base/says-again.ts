import { saysPart } from './says-part.ts';
import { letterPairs, someReading, type LetterPairs } from './letter-pairs.ts';
import { latin, LONGEST_READING } from './readings.ts';

/** What is looked for: for each byte, where it stands in it, as a bit; and the bit behind the last. */
interface Pattern {
  /** For each of its places, all letters that may stand there. */
  readonly letters: readonly string[];
  readonly places: Int32Array;
  readonly end: number;
  /** What may stand within it and says nothing: base64 is broken into lines. */
  readonly between: ReadonlySet<string>;
}

/**
 * A test whether a text says one of these values again: as it is, as JSON, HTML, a URL or a form escape it, as a whole or here and there,
 * once or several times over, or, of four bytes and more, in hex or base64, by itself or within more. A value of more than thirty bytes is known
 * by those in its middle: no other text has them. A part that gives it away counts as well, whatever the case of its letters.
 */
export function saysAgain(values: readonly string[]): (text: string) => boolean {
  const patterns = values.filter((value) => value !== '').flatMap(patternsOf);
  const isPart = saysPart(values);
  return (text) => {
    if (patterns.length === 0) return false;
    if (isPart(text)) return true;
    const bytes = Buffer.from(text);
    const pairs = letterPairs(bytes);
    const possible = patterns.filter((pattern) => mayHold(pattern, pairs));
    return possible.length > 0 && isIn(bytes, possible);
  };
}

/** Whether a text can hold a pattern at all: it has to have each pair of its letters. */
function mayHold({ letters }: Pattern, pairs: LetterPairs): boolean {
  return letters.every((these, index) => index === 0 || pairs.any(letters[index - 1] ?? '', these));
}

/**
 * Reads a text from its end to its beginning, so that what follows an escape has been read before. For each place and pattern it keeps which
 * of the pattern's ends can be read from there on, as bits: the time is that of the text, whatever the values.
 */
function isIn(bytes: Uint8Array, patterns: readonly Pattern[]): boolean {
  const kept = LONGEST_READING + 1;
  const endsAt = patterns.map(({ end }) => new Int32Array(kept).fill(end));
  return someReading(bytes, (at, found) => {
    for (const [index, pattern] of patterns.entries()) {
      const ends = endsAt[index] ?? new Int32Array(kept);
      let bits = pattern.end;
      for (const { says, length } of found) {
        const after = ends[(at + length) % kept] ?? 0;
        bits |= pattern.between.has(says) ? after : before(pattern, says, after);
      }
      if ((bits & 1) !== 0) return true;
      ends[at % kept] = bits;
    }
    return false;
  });
}

/** Which of its ends can be read from before these letters on. */
function before({ places, end }: Pattern, says: string, after: number): number {
  let bits = after;
  for (let last = says.length - 1; last >= 0; last--) {
    bits = ((bits >>> 1) & (places[says.charCodeAt(last)] ?? 0)) | end;
    // A pattern that is cut from a value may begin within a letter.
    if ((bits & 1) !== 0) return bits;
  }
  return bits;
}

function patternsOf(value: string): readonly Pattern[] {
  return [
    pattern(Array.from(latin(value)), NOTHING),
    ...(Buffer.byteLength(value) < SHORTEST_ENCODED ? [] : [hexOf(value), ...inBase64(value)]).map((form) =>
      pattern(form, LINE_BREAKS),
    ),
  ];
}

/**
 * What has fewer bytes is looked for as it is alone: three bytes are four letters of base64 or six of hex, as the words and the numbers of any
 * sentence have them. Of four, nothing else says the 32 bits by chance.
 */
const SHORTEST_ENCODED = 4;

const NOTHING: ReadonlySet<string> = new Set();
const LINE_BREAKS: ReadonlySet<string> = new Set(['\n', '\r']);

/** As many as there are bits, less the one behind the last. */
const LOOKED_FOR = 30;

/** What is looked for: for each letter, all that may stand for it. */
function pattern(whole: readonly string[], between: ReadonlySet<string>): Pattern {
  const from = Math.max(0, (whole.length - LOOKED_FOR) >> 1);
  const middle = whole.slice(from, from + LOOKED_FOR);
  const places = new Int32Array(256);
  for (const [index, letters] of middle.entries())
    for (const byte of Buffer.from(letters, 'latin1')) places[byte] = (places[byte] ?? 0) | (1 << index);
  return { letters: middle, places, end: 1 << middle.length, between };
}

/** In hex, in small letters and in capitals. */
function hexOf(value: string): readonly string[] {
  return Array.from(Buffer.from(value).toString('hex'), (digit) => digit + digit.toUpperCase());
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * A value is written in one of three ways, by how many bytes stand before it; its first and last letters hold a few bits of what is beside it,
 * and may be any that have its own ones. By itself it is one of these.
 */
function inBase64(value: string): readonly (readonly string[])[] {
  const bits = Array.from(Buffer.from(value), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return [0, 2, 4].map((before) => {
    const told = '?'.repeat(before) + bits;
    return (told.padEnd(Math.ceil(told.length / 6) * 6, '?').match(/.{6}/g) ?? []).map(lettersWith);
  });
}

/** By their bits, which are the same few for every secret. */
const lettersKnown = new Map<string, string>();

/** The letters of base64, in both of its alphabets, that hold these six bits, of which some may be any. */
function lettersWith(bits: string): string {
  const known = lettersKnown.get(bits) ?? lettersFound(bits);
  lettersKnown.set(bits, known);
  return known;
}

function lettersFound(bits: string): string {
  const letters = Array.from(BASE64).filter((_, code) =>
    Array.from(code.toString(2).padStart(6, '0')).every((bit, at) => bits[at] === '?' || bits[at] === bit),
  );
  return letters.map((letter) => (letter === '+' ? '+-' : letter === '/' ? '/_' : letter)).join('');
}
