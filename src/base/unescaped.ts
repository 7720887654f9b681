import type { Stretch } from './url-secrets.ts';

/** A text as it may be read, and where a stretch of that stands in the text itself. */
export interface ReadText {
  readonly text: string;
  readonly standing: (start: number, end: number) => Stretch;
}

/** An entity of HTML in JSON in a URL in a form is escaped four times; nobody writes more. */
const DEEPEST = 4;

/** A text in base64 in JSON in base64, as the credentials of a registry in a cluster are. */
const DEEPEST_ENCODED = 2;

const MAY_ESCAPE = /[%\\&]|0x/;

/** The signs that HTML has names for. */
const NAMED: { readonly [name: string]: string } = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '\u00ad', szlig: 'ß' },
  ...{ Tab: '\t', NewLine: '\n', excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')', ast: '*' },
  ...{ plus: '+', comma: ',', hyphen: '-', dash: '-', period: '.', sol: '/', colon: ':', semi: ';', equals: '=' },
  ...{ quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^' },
  ...{ lowbar: '_', UnderBar: '_', grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}' },
  ...{ rbrace: '}' },
};

/** What HTML puts on letters, as it follows them. */
const MARKS: { readonly [name: string]: string } = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a' },
  ...{ caron: '\u030c', cedil: '\u0327' },
};

/** What begins an escape of a URL, JSON, a program or HTML, with what it is made of. */
const ESCAPE = new RegExp(
  [
    '%u(?<unit>[\\da-fA-F]{4})',
    '%(?<byte>[0-7][\\da-fA-F])',
    '(?<bytes>%[c-fC-F][\\da-fA-F](?:%[89abAB][\\da-fA-F]){1,3})',
    '\\\\u\\{(?<braced>[\\da-fA-F]{1,6})\\}',
    '\\\\u(?<json>[\\da-fA-F]{4})',
    '\\\\U(?<eight>[\\da-fA-F]{8})',
    '(?:\\\\|0)x(?<hex>[\\da-fA-F]{2})',
    '\\\\(?<octal>[0-3][0-7]{2})',
    '\\\\(?<sign>[^\\w\\s]|[nrtbf])',
    '&#(?<decimal>\\d{2,7});?',
    '&#[xX](?<entity>[\\da-fA-F]{2,6});?',
    `&(?<named>${Object.keys(NAMED).join('|')});`,
    `&(?<letter>[A-Za-z])(?<mark>${Object.keys(MARKS).join('|')});`,
  ].join('|'),
  'g',
);

const CONTROL: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/**
 * A text as it is, with what is escaped in it read once and several times over, and with what it says in base64: all the ways to read it in
 * which somebody may look for what stands in it. Most texts are read in one.
 */
export function readTexts(text: string): readonly ReadText[] {
  return [...readingsOf({ text, standing: (start, end) => [start, end] }, 0)];
}

function* readingsOf(first: ReadText, encoded: number): Iterable<ReadText> {
  let read: ReadText | undefined = first;
  for (let depth = 0; read !== undefined && depth <= DEEPEST; depth++) {
    yield read;
    if (encoded < DEEPEST_ENCODED) for (const inner of decoded(read)) yield* readingsOf(inner, encoded + 1);
    read = unescaped(read);
  }
}

/** A text without one level of its escapes; undefined where it has none. */
function unescaped({ text, standing }: ReadText): ReadText | undefined {
  if (!MAY_ESCAPE.test(text)) return undefined;
  const places: number[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const meaning = meaningOf(match.groups ?? {});
    if (meaning === undefined) continue;
    for (let place = at; place < match.index; place++) places.push(place);
    for (let unit = 0; unit < meaning.length; unit++) places.push(match.index);
    parts.push(text.slice(at, match.index), meaning);
    at = match.index + match[0].length;
  }
  if (at === 0) return undefined;
  for (let place = at; place <= text.length; place++) places.push(place);
  parts.push(text.slice(at));
  return {
    text: parts.join(''),
    standing: (start, end) => standing(places[start] ?? 0, places[end] ?? text.length),
  };
}

function meaningOf(groups: { readonly [name: string]: string | undefined }): string | undefined {
  const { bytes, octal, sign, decimal, named, letter, mark } = groups;
  if (bytes !== undefined) return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (sign !== undefined) return CONTROL[sign] ?? sign;
  if (named !== undefined) return NAMED[named];
  if (letter !== undefined && mark !== undefined) return `${letter}${MARKS[mark] ?? ''}`.normalize('NFC');
  if (decimal !== undefined) return character(Number.parseInt(decimal, 10));
  const { unit, byte, braced, json, eight, hex, entity } = groups;
  return character(Number.parseInt(unit ?? byte ?? braced ?? json ?? eight ?? hex ?? entity ?? '', 16));
}

/** Half of a letter is one of its two halves: the other one follows. */
function character(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Whatever is shorter says nothing of which a part could be a secret beside a name. */
const IN_BASE64 = /[A-Za-z0-9+/_-]{16,}/g;
const PRINTED = /^[\t\n\r -~\u0080-\u00ff]*$/;
const PLAINLY_PRINTED = /^[\t\n\r -~]+$/;

/** What a text says in base64, where that is a text again: a whole of it stands where the base64 does. */
function* decoded({ text, standing }: ReadText): Iterable<ReadText> {
  if (text.length < 16) return;
  for (const { 0: run, index } of text.matchAll(IN_BASE64)) {
    // Nearly all that is no base64 says other bytes than letters from its beginning on.
    if (!PLAINLY_PRINTED.test(Buffer.from(run.slice(0, 12), 'base64').toString('latin1'))) continue;
    const said = Buffer.from(run, 'base64').toString('latin1');
    if (!PRINTED.test(said)) continue;
    const stretch = standing(index, index + run.length);
    yield { text: said, standing: () => stretch };
  }
}
