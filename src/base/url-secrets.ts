/** A stretch of a text: from its first character to the one after its last. */
type Stretch = readonly [start: number, end: number];

const HIDDEN = '(secret)';

/**
 * Where a URL says who asks: all before the last `@` of its host part. A password with `/`, `?` or `#` in it ends that part too
 * early; what follows a colon and is no port is then taken for the beginning of one.
 */
const BEFORE_HOST = [
  /(?<=:[\\/]{2,8})[^\s/?#\\][^\s/?#]{0,4000}(?=@)/g,
  /(?<=:[\\/]{2,8})(?!\[|[^\s/?#]{0,4000}@)[^\s/?#@:\\]{1,255}:(?!\d{1,5}(?:[/?#,\s]|$))\S{0,4000}(?=@)/g,
  /(?<=\bhttps?:[\\/]?)[^\s/?#\\][^\s/?#]{0,4000}(?=@)/gi,
];

/** A parameter that is named like a secret, up to the punctuation of the sentence that the URL may stand in. */
const IN_QUERY =
  /(?<=[?&;#](?:[\w.-]{0,40}(?:token|secret|passw(?:or)?d|passphrase|signature|credentials?|api[_-]?key|access[_-]?key|private[_-]?key|authorization|jwt)|auth|pass|pwd|sig|key)=)(?!\(secret\))[^&#\s]{1,4000}?(?=["'`)\]>,.]{0,8}(?:[&#\s]|$))/gi;

/** What stands for a value that is elsewhere, as the variables of a hook's URL do; and the one user that ssh has everywhere. */
const NO_USER = /^(?:(?:\{[\w.-]+\}:?)+|git)$/;
const NO_VALUE = /^(?:(?:\{[\w.-]+\})+|:\w+)$/;

/** Where in a text URLs hold user names, passwords or tokens. */
export function urlSecrets(text: string): readonly Stretch[] {
  const asks = text.includes('@') && text.includes(':');
  const found = [
    ...(asks ? BEFORE_HOST.flatMap((pattern) => matches(text, pattern, NO_USER)) : []),
    ...(text.includes('=') ? matches(text, IN_QUERY, NO_VALUE) : []),
  ];
  return found.length < 2 ? found : apart(found);
}

function matches(text: string, pattern: RegExp, harmless: RegExp): readonly Stretch[] {
  return [...text.matchAll(pattern)]
    .filter(([secret]) => !harmless.test(secret) && secret !== HIDDEN)
    .map(({ 0: secret, index }) => [index, index + secret.length]);
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

/** For JSON.stringify: the same for every text in what is written. */
export function hideUrlSecrets(_: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutUrlSecrets(value) : value;
}

/** Stretches that overlap, or touch, as one. */
function apart(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: [number, number][] = [];
  for (const [start, end] of [...stretches].sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
