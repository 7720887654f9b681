/**
 * How many letters in a row give a secret away: eight of a random one are 40 bits and more that no text has by chance, and six are half of
 * a password of twelve. What is shorter than eight is looked for as a whole alone.
 */
const RUN = 8;
const RUN_OF_SHORT = 6;
const SHORT = 16;

/** As many letters of each other way to write it hold the same eight bytes. */
const RUN_IN_HEX = 16;
const RUN_IN_BASE32 = 12;
const RUN_IN_BASE64 = 11;

/**
 * A test whether a text holds so long a part of one of these values that it gives it away: whatever the case of its letters, with blanks, line
 * breaks and other signs between them, in hex, base32 or base64. Only what can have been made at random counts: `https://` is a part of any
 * URL. The time is that of the text.
 */
export function saysPart(values: readonly string[]): (text: string) => boolean {
  const runs = new Map<number, Set<string>>();
  const add = (length: number, run: string): void => {
    const known = runs.get(length) ?? new Set();
    runs.set(length, known.add(run));
  };
  const wholes: string[] = [];
  for (const value of values) {
    if (Buffer.byteLength(value) < RUN) continue;
    // What is of signs for the most part has too few letters to be known by them, and is written in other forms all the same.
    const whole = plain(value);
    if (whole.length >= RUN) wholes.push(middleOf(whole));
    const length = value.length < SHORT ? RUN_OF_SHORT : RUN;
    for (const part of randomParts(value))
      for (const run of runsIn(part, length)) if (!isWord(run)) add(length, run.toLowerCase());
    for (const [form, size] of otherForms(value)) for (const run of runsIn(form, size)) add(size, run);
  }
  return (text) => {
    if (wholes.length === 0 && runs.size === 0) return false;
    const letters = plain(text);
    if (wholes.some((whole) => letters.includes(whole))) return true;
    return [...runs].some(([length, known]) => {
      for (let at = 0; at + length <= letters.length; at++) if (known.has(letters.slice(at, at + length))) return true;
      return false;
    });
  };
}

/** As many letters in the middle of a value as no other text has. */
function middleOf(whole: string): string {
  const from = Math.max(0, (whole.length - 30) >> 1);
  return whole.slice(from, from + 30);
}

/** Blanks and line breaks as JSON, a URL or HTML escape them, once or several times over. */
const ESCAPED_BLANKS =
  /\\+(?:[nrt]|u00(?:0[9ad]|20))|%(?:25)*(?:0[9ad]|20)|&(?:amp;)*#(?:x0*[9ad]|x0*20|0*(?:9|10|13|32));/gi;

/** The letters and digits of a text alone, in small letters. */
function plain(text: string): string {
  return text
    .replace(ESCAPED_BLANKS, '')
    .replace(/[^A-Za-z0-9]+/g, '')
    .toLowerCase();
}

/** Letters and digits in a row that take turns, or have both cases: no word is written like this. All of a value that mixes every sort of sign. */
function randomParts(value: string): readonly string[] {
  const mixesAll =
    !/\s|:\/\//.test(value) && [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].every((sort) => sort.test(value));
  if (mixesAll) return [value.replace(/[^A-Za-z0-9]+/g, '')];
  return (value.match(/[A-Za-z0-9]{8,}/g) ?? []).filter(looksRandom);
}

/** Whether letters and digits in a row can only have been made at random: they take turns, or are of both cases with digits. */
export function looksRandom(run: string): boolean {
  return /[A-Za-z]+[0-9]+[A-Za-z]|[0-9]+[A-Za-z]+[0-9]/.test(run) || /(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])/.test(run);
}

/** Whether a value can only have been made at random: letters and digits that take turns, or of both cases, and no word beside a number. */
export function isRandom(value: string): boolean {
  return (value.match(/[A-Za-z0-9]{8,}/g) ?? []).some(looksRandom);
}

function isWord(run: string): boolean {
  return /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/.test(run);
}

function runsIn(letters: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, letters.length - length + 1) }, (_, at) => letters.slice(at, at + length));
}

/** The value in hex, base32 and base64, as letters and digits, and how many of them in a row give it away. */
function otherForms(value: string): readonly (readonly [form: string, run: number])[] {
  const bytes = Buffer.from(value);
  const behind = (count: number): Buffer => Buffer.concat([Buffer.alloc(count), bytes]);
  return [
    [bytes.toString('hex'), RUN_IN_HEX],
    ...[0, 1, 2, 3, 4].map((count) => [base32(behind(count)).slice(count === 0 ? 0 : 8), RUN_IN_BASE32] as const),
    ...[0, 1, 2].map(
      (count) =>
        [
          plain(
            behind(count)
              .toString('base64')
              .slice(count === 0 ? 0 : 4),
          ),
          RUN_IN_BASE64,
        ] as const,
    ),
  ];
}

/** As RFC 4648 has it, in small letters and without what fills it up. */
function base32(bytes: Uint8Array): string {
  const letters: string[] = [];
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) letters.push('abcdefghijklmnopqrstuvwxyz234567'[(held >> (bits - 5)) & 31] ?? '');
  }
  return letters.join('');
}
