/** The words of a name that say what stands there: `webhookToken2`, `webhook_token` and `WEBHOOK-TOKEN-V2` are one. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(?:_?v)?\d+|[^a-z]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_|_$/g, '');
}

/** What a key is for that opens something: that of a row, of a sort or of a project opens nothing. */
const OPENS = [
  ...['private', 'api', 'access', 'secret', 'signing', 'application', 'app', 'license', 'licence', 'client', 'account'],
  ...[
    'encryption',
    'auth',
    'authorization',
    'routing',
    'integration',
    'webhook',
    'hook',
    'shared',
    'master',
    'service',
  ],
  ...[
    'server',
    'subscription',
    'function',
    'functions',
    'consumer',
    'developer',
    'storage',
    'session',
    'admin',
    'root',
  ],
  ...['ingest', 'ingestion', 'instrumentation', 'symmetric', 'decryption', 'hmac', 'jwt', 'vault', 'recovery'],
  ...['activation', 'bot', 'write'],
].join('|');

/** Words that are of a secret wherever they stand in a name. */
const SECRET = new RegExp(
  `(?:^|_)(?:${[
    String.raw`[a-z]*(?:tokens?|secrets?|passw(?:or)?ds?)(?:key|value|data|string)?`,
    ...['pwd', 'pw', 'pass', 'passphrases?', 'passcodes?', 'credentials?', 'jwt', 'dsn', 'psk', 'otp', 'pat', 'pin'],
    ...['authorization', 'cookie', 'bearer', 'signature', 'sig', 'sas', 'sid', 'hmac'],
    `(?:${OPENS})_?keys?`,
    '(?:access|auth|authorization|pass|verification|security|secret)_?codes?',
    'auth_?(?:header|string|value|data|cookie)',
    'connection_?strings?',
  ].join('|')})(?:_|$)`,
);

/** With these at its end a name is of the secret itself, whatever stands before, and be it in the same word: `JSESSIONID`. */
const AT_THE_END =
  /(?:token|secret|passw(?:or)?d|passphrase|signature|credentials?|(?:api|access|private)_?key|authorization|jwt|hmac|passcode|session(?:_?id)?|(?:basic|http)_?auth)$/;

/** A name that begins so says whether there may be one, or how many. */
const WHETHER = /^(?:allow|disable|enforce|require|prevent|max|min|minimum|can|has|is|pre_receive|ropc_without)_/;

/** As the credentials of a registry are called: what has more words to it says how, or whether, one signs in. */
const AUTH = /^auth$/;

/** A key among several: alone it is the name of something more often. */
const NUMBERED_KEY = /^keys?[_-]?\d+$/i;

/** What a name of this kind tells of a secret, and is none: when it ends, what it is called, whether there may be one. */
const TELLS_OF_ONE = new RegExp(
  `^(?:manage|reset|force|create|read|admin|use|show|public|lock|scoped)_|_(?:${[
    ...['enabled', 'disabled', 'available', 'allowed', 'required', 'enforced', 'inherited', 'expired', 'revoked'],
    ...['active', 'at', 'in', 'on', 'after', 'before', 'by', 'days', 'delay', 'interval', 'interval_human_readable'],
    ...['lifetime', 'expiry', 'id', 'ids', 'name', 'file_name', 'prefix', 'type', 'types', 'types_url', 'url', 'scope'],
    ...['scopes', 'label', 'settings', 'events', 'limit', 'count', 'length', 'restriction', 'components', 'usage'],
    ...['status', 'fingerprint', 'template', 'title', 'for_git', 'for_web', 'expires_in', 'for_job_token_allowed'],
    ...['sha', 'domain', 'timeout', 'message', 'to', 'method', 'mode', 'policy', 'consent', 'rate', 'through'],
  ].join('|')})$`,
);

/**
 * Whether what stands under a name is a secret, as far as the name says: by any part of it, in whatever case and spelling, and with
 * whatever number behind it. One list of words is for fields and for the parameters of URLs.
 */
export function isSecretName(name: string): boolean {
  if (NUMBERED_KEY.test(name.trim())) return true;
  const words = wordsOf(name);
  if (WHETHER.test(words)) return false;
  return AUTH.test(words) || AT_THE_END.test(words) || (SECRET.test(words) && !TELLS_OF_ONE.test(words));
}
