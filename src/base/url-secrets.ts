import { isSecretName } from './secret-name.ts';

/** A stretch of a text: from its first character to the one after its last. */
export type Stretch = readonly [start: number, end: number];

/** What stands where a secret was. */
export const HIDDEN = '(secret)';

/**
 * Where what a URL says of who asks begins, and what ends it: all before the last `@` of its host part. A password with `/`, `?` or `#` in
 * it ends that part too early; what follows a colon and is no port is then taken for the beginning of one, unless the part has an `@`.
 */
const BEFORE_HOST: readonly { readonly begins: RegExp; readonly ends: RegExp; readonly unlessWithin?: RegExp }[] = [
  { begins: /(?<=:[\\/]{2,8}\s{0,4})[^\s/?#\\]/g, ends: /[\s/?#]|$/g },
  {
    begins: /(?<=:[\\/]{2,8})(?!\[)[^\s/?#@:\\]{1,255}:(?!\d{1,5}(?:[/?#,\s]|$))/g,
    ends: /\s|$/g,
    unlessWithin: /[\s/?#]|$/g,
  },
  // A password with a blank in it, which a URL may have; no sentence has a letter right behind a colon.
  {
    begins:
      /(?<=:[\\/]{2,8}|\bhttps?:[\\/]?)(?!\[)[^\s/?#@:\\]{0,255}:(?!\d{1,5}(?:[/?#,\s]|$))(?=[^\s/?#@\\"`<>]{1,255}\s)/gi,
    ends: /[/?#\\"`<>]|$/g,
    unlessWithin: /[\s/?#]|$/g,
  },
  { begins: /(?<=\bhttps?:[\\/]?)[^\s/?#\\]/gi, ends: /[\s/?#]|$/g },
  // The scheme was forgotten, or its colon; with a path behind it, it is no address of a mail.
  { begins: /(?<=(?:^|["'`\s(=])[a-z]{0,10}\/\/)[^\s/?#\\]/gi, ends: /[\s/?#]|$/g },
  {
    begins: /(?<=^|["'`])(?!mailto:)[\w.%+-]{1,64}:(?=[^\s/@"'`]{1,255}@[\w.-]{1,253}(?::\d{1,5})?\/)/g,
    ends: /[\s/]|$/g,
  },
];

/** Nobody's name and password are longer; without a bound one `@` would hide all of a long line before it. */
const LONGEST = 4000;

/** The name of a parameter, with the blanks that somebody has left around it, and its value. */
const PARAMETER = /(?<=[?&;#]\s{0,3})[^\s=&;#?]{1,120}(?=\s{0,3}=)/g;
const VALUE = /\s{0,3}=(?!\(secret\))([^&#\s]+)/y;

/** What stands in brackets behind a name: `token[]`, `secret[value]`. */
const IN_BRACKETS = /(?:\[\w{0,20}\]){1,3}$/;

/** Names that are of a secret in a URL alone: in other places a key is the name of something. */
const IN_URLS = /^(?:key|.*\[auth\]?)$/i;

/** One that holds a code as the functions of a cloud take it: others of that name are shorter. */
const CODE = /(?<=[?&;#]code=)(?!\(secret\))[^&#\s]{12,}/gi;

/** The punctuation of the sentence that a URL may stand in. */
const OF_THE_SENTENCE = /(?<=.)["'`)\]>,.]{1,8}$/s;

/** The rest of a path that is a secret itself: whoever knows the address of such a hook may write to it. */
const IN_PATH = [
  /(?<=\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)(?!\(secret\))[^\s"'`)\]>?#]{1,1000}/gi,
  /(?<=\bdiscord(?:app)?\.com\/api\/(?:v\d{1,3}\/)?webhooks\/\d{1,30}\/)(?!\(secret\))[^\s"'`)\]>?#/]{1,1000}/gi,
  /(?<=\boffice(?:365)?\.com\/webhook(?:b2)?\/)(?!\(secret\))[^\s"'`)\]>?#]{1,1000}/gi,
  /(?<=\bapi\.telegram\.org\/bot)(?!\(secret\))[^\s"'`)\]>?#/]{1,1000}/gi,
  /(?<=\bhooks\.zapier\.com\/hooks\/catch\/)(?!\(secret\))[^\s"'`)\]>?#]{1,1000}/gi,
  /(?<=\bwebexapis\.com\/v1\/webhooks\/incoming\/)(?!\(secret\))[^\s"'`)\]>?#]{1,1000}/gi,
  // Mattermost and Rocket.Chat stand on hosts of their own.
  /(?<=:\/\/[^\s/?#]{1,255}(?:\/[\w.-]{1,60}){0,3}\/hooks\/)(?:[a-z0-9]{26}|[A-Za-z0-9]{17}\/[A-Za-z0-9]{20,80})(?=$|[\s"'`)\]>?#,])/g,
];

/** The platform's own tokens, by the beginnings that it gives them (18.9), wherever they stand. */
const TOKEN = /\b(?:gl(?:pat|rt|rtr|dt|ptt|soat|cbt|ft|oas|agent|imt|ffct|wt)-|GR1348941)[\w.-]{14,}/g;

/** Most texts have no such path: they are asked once. */
const MAY_HOLD = /hook|telegram/i;
const TOKEN_BEGINS = /\bgl[a-z]{2,5}-|\bGR1348941/;

/** What stands for a value that is elsewhere, as the variables of a hook's URL do; and the one user that ssh has everywhere. */
const NO_USER = /^(?:(?:\{[\w.-]+\}:?)+|git)$/;
const NO_VALUE = /^(?:(?:\{[\w.-]+\}|\{\{[\w.-]+\}\}|\$\{[\w.-]+\})+|\{\{|:\w+)$/;

/** A URL in the query of a URL in the query of a third is escaped twice. */
const DEEPEST = 3;

/** Where in a text URLs hold user names, passwords or tokens, and where they do as soon as what is escaped in them is read. */
export function urlSecrets(text: string): readonly Stretch[] {
  const found = [...secretsIn(text)];
  for (let read = unescaped(text), depth = 0; read !== undefined && depth < DEEPEST; depth++) {
    const { text: plain, places } = read;
    for (const [start, end] of secretsIn(plain)) found.push([places[start] ?? 0, places[end] ?? text.length]);
    read = unescaped(plain, places);
  }
  return joinedStretches(found);
}

/** A text without one level of the escapes of URLs, and where each of its characters stood; undefined where it has none. */
function unescaped(
  text: string,
  places?: readonly number[],
): { readonly text: string; readonly places: readonly number[] } | undefined {
  if (!text.includes('%')) return undefined;
  const stood: number[] = [];
  const standing = (until: number): void => {
    for (; at <= until; at++) stood.push(places?.[at] ?? at);
  };
  let at = 0;
  const plain = text.replace(ESCAPE, (_, code: string, index: number) => {
    standing(index);
    at = index + 3;
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  standing(text.length);
  return plain === text ? undefined : { text: plain, places: stood };
}

/** Of a letter that is seen: others would end what they stand in. */
const ESCAPE = /%(2[1-9a-f]|[3-6][\da-f]|7[\da-e])/gi;

function secretsIn(text: string): readonly Stretch[] {
  return [
    ...(text.includes('@') && text.includes(':') ? usersIn(text) : []),
    ...(text.includes('=') ? [...parametersIn(text), ...matches(text, CODE)] : []),
    ...(TOKEN_BEGINS.test(text) ? matches(text, TOKEN) : []),
    ...(text.includes('/') && MAY_HOLD.test(text) ? IN_PATH.flatMap((pattern) => matches(text, pattern)) : []),
  ];
}

function matches(text: string, pattern: RegExp): readonly Stretch[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: match, index }) => secretAt(index, match));
}

function secretAt(index: number, match: string): readonly Stretch[] {
  const secret = match.replace(OF_THE_SENTENCE, '');
  return NO_VALUE.test(secret) || secret === HIDDEN ? [] : [[index, index + secret.length]];
}

/** The values of all parameters that are named like a secret. */
function parametersIn(text: string): readonly Stretch[] {
  return [...text.matchAll(PARAMETER)].flatMap(({ 0: name, index }) => {
    if (!isSecretParameter(name)) return [];
    VALUE.lastIndex = index + name.length;
    const [whole = '', value = ''] = VALUE.exec(text) ?? [];
    return value === '' ? [] : secretAt(index + name.length + whole.length - value.length, value);
  });
}

function isSecretParameter(name: string): boolean {
  const before = name.replace(IN_BRACKETS, '');
  return [name, before].some((one) => IN_URLS.test(one) || isSecretName(one));
}

/** Who asks, in all URLs: each stretch is looked for once, however often it could begin, so that no text takes long. */
function usersIn(text: string): readonly Stretch[] {
  const signs = [...text.matchAll(/@/g)].map(({ index }) => index);
  return BEFORE_HOST.flatMap(({ begins, ends, unlessWithin }) => {
    const found: Stretch[] = [];
    let end = 0;
    let taken = 0;
    for (const { index } of text.matchAll(begins)) {
      if (index < taken) continue;
      if (index >= end) end = endFrom(text, ends, index);
      const sign = lastUpTo(signs, Math.min(end, index + LONGEST));
      if (sign === undefined || sign <= index) continue;
      if (unlessWithin && (lastUpTo(signs, endFrom(text, unlessWithin, index)) ?? 0) > index) continue;
      taken = sign;
      const user = text.slice(index, sign);
      if (!NO_USER.test(user) && user !== HIDDEN) found.push([index, sign]);
    }
    return found;
  });
}

function endFrom(text: string, ends: RegExp, from: number): number {
  ends.lastIndex = from;
  return ends.exec(text)?.index ?? text.length;
}

/** The last of ascending numbers that is no greater than another. */
function lastUpTo(numbers: readonly number[], limit: number): number | undefined {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? Infinity) <= limit) from = middle + 1;
    else to = middle;
  }
  return numbers[from - 1];
}

/** What a text that is a token of the platform begins with, as all of its sort do; nothing of any other text. */
export function tokenBeginning(text: string): string {
  return /^(?:gl[a-z]{2,5}-|GR1348941)/.exec(text)?.[0] ?? '';
}

/** Whether a text holds a URL with a user name, a password or a token in it. */
export function holdsUrlSecret(text: string): boolean {
  return urlSecrets(text).length > 0;
}

/** A text with what URLs in it hold of user names, passwords and tokens hidden, whatever the URLs are for. */
export function withoutUrlSecrets(text: string): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of urlSecrets(text)) {
    shown += text.slice(at, start) + HIDDEN;
    at = end;
  }
  return at === 0 ? text : shown + text.slice(at);
}

/** Stretches that overlap, or touch, as one. */
export function joinedStretches(stretches: readonly Stretch[]): readonly Stretch[] {
  if (stretches.length < 2) return stretches;
  const joined: [number, number][] = [];
  for (const [start, end] of [...stretches].sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
