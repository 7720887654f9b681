/** A way to read what stands somewhere in a text: the bytes that it says, each as a letter, and of how many bytes it is made. */
export interface Reading {
  readonly says: string;
  readonly length: number;
  /** How many times it is escaped: as a URL in JSON is twice. */
  readonly depth: number;
}

/** The readings of what stands so many bytes behind a place; none beyond the end of the text. */
export type Behind = (distance: number) => readonly Reading[];

/** No escape is longer, in bytes: with how deep it may be, it keeps a text that is made to take long from doing so. */
export const LONGEST_READING = 128;

/** An entity of HTML in JSON in JSON is escaped three times; nobody's error is written in more. */
const DEEPEST = 3;

/** What each byte says as it is. */
const PLAIN = Array.from({ length: 256 }, (_, byte): readonly Reading[] => [
  { says: String.fromCharCode(byte), length: 1, depth: 0 },
]);

const MAY_ESCAPE: ReadonlySet<number> = new Set(Buffer.from('%\\&+'));

/**
 * All ways to read what begins with a byte: as it is, and where it begins an escape of a URL, a form, JSON or HTML, what that stands for, as
 * often as it may have been escaped. Which letters a writer escapes, and how, differs from one to the next: all are read.
 */
export function readingsOf(byte: number, behind: Behind): readonly Reading[] {
  const plain = PLAIN[byte] ?? [];
  if (!MAY_ESCAPE.has(byte)) return plain;
  const found = [...plain];
  // What is found may begin another escape, and is looked at as well.
  for (const reading of found) {
    if (reading.depth >= DEEPEST) continue;
    for (const meaning of meanings(reading, behind)) {
      if (meaning.depth > DEEPEST || meaning.length > LONGEST_READING) continue;
      if (!found.some((other) => isNoWorse(other, meaning))) found.push(meaning);
    }
  }
  return found;
}

/** The same, and more may be made of it. */
function isNoWorse(one: Reading, other: Reading): boolean {
  return one.length === other.length && one.says === other.says && one.depth <= other.depth;
}

function meanings(first: Reading, behind: Behind): readonly Reading[] {
  switch (first.says) {
    case '+':
      return [meant(first, ' ')];
    case '%':
      return [
        ...lettersBehind(first, 2, HEX, behind).map((code) => meant(code, byteOf(code.says.slice(1)))),
        ...lettersBehind(first, 1, /^u$/i, behind).flatMap((start) => unicode(start, behind)),
      ];
    case '\\':
      return oneMore(first, behind).flatMap((start) => backslashed(start, start.says.slice(1), behind));
    case '&':
      return entities(first, behind);
    default:
      return [];
  }
}

const HEX = /^[0-9a-f]$/i;
const CONTROL: { readonly [letter: string]: string } = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function backslashed(start: Reading, letter: string, behind: Behind): readonly Reading[] {
  if (letter === 'u') return [...unicode(start, behind), ...inBraces(start, behind)];
  if (letter === 'U')
    return lettersBehind(start, 8, HEX, behind).flatMap((code) => codePoint(code, code.says.slice(2)));
  if (letter === 'x')
    return lettersBehind(start, 2, HEX, behind).map((code) => meant(code, byteOf(code.says.slice(2))));
  const control = CONTROL[letter];
  if (control !== undefined) return [meant(start, control)];
  return /^[!-/:-@[-`{-~ ]$/.test(letter) ? [meant(start, letter)] : [];
}

/** As newer JavaScript and Ruby write it: `\u{77}`. */
function inBraces(start: Reading, behind: Behind): readonly Reading[] {
  const begun = lettersBehind(start, 1, /^\{$/, behind);
  return [1, 2, 3, 4, 5, 6].flatMap((size) =>
    begun
      .flatMap((brace) => lettersBehind(brace, size, HEX, behind))
      .flatMap((code) => lettersBehind(code, 1, /^\}$/, behind))
      .flatMap((whole) => codePoint(whole, whole.says.slice(3, -1))),
  );
}

function codePoint(escape: Reading, hex: string): readonly Reading[] {
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? [] : [meant(escape, latin(String.fromCodePoint(code)))];
}

/** What is beyond the first 65,536 is written as two halves. */
function unicode(start: Reading, behind: Behind): readonly Reading[] {
  return lettersBehind(start, 4, HEX, behind).flatMap((code) => {
    const unit = Number.parseInt(code.says.slice(-4), 16);
    if (unit < 0xd800 || unit > 0xdbff) return [meant(code, utf8(unit))];
    return oneMore(code, behind)
      .filter(({ says }) => says.endsWith('\\'))
      .flatMap((next) => lettersBehind(next, 1, /^u$/, behind))
      .flatMap((next) => lettersBehind(next, 4, HEX, behind))
      .map((both) => meant(both, utf8(unit, Number.parseInt(both.says.slice(-4), 16))));
  });
}

const NAMED: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function entities(first: Reading, behind: Behind): readonly Reading[] {
  const found: Reading[] = [];
  for (let begun: readonly Reading[] = [first], size = 0; begun.length > 0 && size < 10; size++) {
    const longer = begun.flatMap((text) => oneMore(text, behind));
    for (const entity of longer.filter(({ says }) => says.endsWith(';'))) {
      const character = characterOf(entity.says.slice(1, -1));
      if (character !== undefined) found.push(meant(entity, character));
    }
    // Browsers read a number that nothing ends.
    for (const open of longer.filter(({ says }) => /^&#(?:\d{2,7}|x[0-9a-f]{2,6})$/i.test(says))) {
      const character = characterOf(open.says.slice(1));
      if (character !== undefined) found.push(meant(open, character));
    }
    begun = longer.filter(({ says }) => /^&#?[a-z0-9]*$/i.test(says));
  }
  return found;
}

function characterOf(entity: string): string | undefined {
  const [, decimal, hex] = /^#(?:(\d+)|x([0-9a-f]+))$/i.exec(entity) ?? [];
  if (decimal === undefined && hex === undefined) return NAMED[entity.toLowerCase()];
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
  return code > 0x10ffff ? undefined : latin(String.fromCodePoint(code));
}

/** A text with one more letter, in each way in which that may be read. */
function oneMore(text: Reading, behind: Behind): readonly Reading[] {
  return behind(text.length).map(({ says, length, depth }) => ({
    says: text.says + says,
    length: text.length + length,
    depth: Math.max(text.depth, depth),
  }));
}

function lettersBehind(text: Reading, count: number, letter: RegExp, behind: Behind): readonly Reading[] {
  let texts: readonly Reading[] = [text];
  for (let more = 0; more < count; more++)
    texts = texts.flatMap((begun) =>
      oneMore(begun, behind).filter(({ says }) => letter.test(says.slice(begun.says.length))),
    );
  return texts;
}

function meant(escape: Reading, says: string): Reading {
  return { says, length: escape.length, depth: escape.depth + 1 };
}

function byteOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

function utf8(...units: readonly number[]): string {
  return latin(String.fromCharCode(...units));
}

/** The bytes of a text, each as a letter. */
export function latin(text: string): string {
  return Buffer.from(text).toString('latin1');
}
