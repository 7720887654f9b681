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
  /(?<=[?&;#](?:[\w.-]{0,40}(?:token|secret|passw(?:or)?d|passphrase|signature|credentials?|api[_-]?key|access[_-]?key|private[_-]?key|authorization|jwt|hmac|passcode|session(?:[_-]?id)?)|auth|pass|pwd|sig|sas|key)=)(?!\(secret\))[^&#\s]{1,4000}?(?=["'`)\]>,.]{0,8}(?:[&#\s]|$))/gi;

/** A code that lets somebody in, as the functions of a cloud take it: others of that name are shorter. */
const CODE_IN_QUERY = /(?<=[?&;#]code=)(?!\(secret\))[^&#\s]{12,4000}?(?=["'`)\]>,.]{0,8}(?:[&#\s]|$))/gi;

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

/** Most texts have no such path: they are asked once. */
const MAY_HOLD = /hook|telegram/i;

/** What stands for a value that is elsewhere, as the variables of a hook's URL do; and the one user that ssh has everywhere. */
const NO_USER = /^(?:(?:\{[\w.-]+\}:?)+|git)$/;
const NO_VALUE = /^(?:(?:\{[\w.-]+\}|\{\{[\w.-]+\}\}|\$\{[\w.-]+\})+|\{\{|:\w+)$/;

/** Where in a text URLs hold user names, passwords or tokens. */
export function urlSecrets(text: string): readonly Stretch[] {
  const asks = text.includes('@') && text.includes(':');
  const found = [
    ...(asks ? BEFORE_HOST.flatMap((pattern) => matches(text, pattern, NO_USER)) : []),
    ...(text.includes('=') ? [IN_QUERY, CODE_IN_QUERY].flatMap((pattern) => matches(text, pattern, NO_VALUE)) : []),
    ...(text.includes('/') && MAY_HOLD.test(text)
      ? IN_PATH.flatMap((pattern) => matches(text, pattern, NO_VALUE))
      : []),
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
