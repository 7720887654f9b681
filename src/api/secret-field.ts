/** The words of a field's name that say what stands there: `webhookToken` and `webhook_token` are one. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

const SECRET =
  /(?:^|_)(?:\w*tokens?|\w*secrets?|\w*passw(?:or)?ds?|pwd|pass|passphrases?|credentials?|jwt|dsn|(?:private|api|access|secret|signing|application|license|client|account|encryption|auth)_?keys?|authorization|cookie|bearer)(?:_|$)/;

/** What a name of this kind tells of a secret, and is none: when it ends, what it is called, whether there may be one. */
const OF_A_SECRET = new RegExp(
  `^(?:allow|disable|enforce|require|max|min|minimum|manage|prevent|reset|force|create|read|admin|use|can|has|is|show|public|lock|scoped|pre_receive|ropc_without)_|_(?:${[
    ...[
      'enabled',
      'disabled',
      'available',
      'allowed',
      'required',
      'enforced',
      'inherited',
      'expired',
      'revoked',
      'active',
    ],
    ...[
      'at',
      'in',
      'on',
      'after',
      'before',
      'by',
      'days',
      'delay',
      'interval',
      'interval_human_readable',
      'lifetime',
      'expiry',
    ],
    ...[
      'id',
      'ids',
      'name',
      'file_name',
      'prefix',
      'type',
      'types',
      'types_url',
      'url',
      'scope',
      'scopes',
      'label',
      'settings',
    ],
    ...[
      'events',
      'limit',
      'count',
      'length',
      'restriction',
      'components',
      'usage',
      'status',
      'fingerprint',
      'template',
      'title',
    ],
    ...['for_git', 'for_web', 'expires_in', 'for_job_token_allowed', 'sha256', 'domain', 'timeout', 'message', 'to'],
  ].join('|')})$`,
);

/** Whether what stands under a name is a secret, as far as the name says: by any part of it, in whatever case and spelling. */
export function isSecretField(name: string): boolean {
  const words = wordsOf(name);
  return SECRET.test(words) && !OF_A_SECRET.test(words);
}
