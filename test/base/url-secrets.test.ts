import { expect, it } from 'vitest';
import { holdsUrlSecret, withoutUrlSecrets } from '../../src/base/url-secrets.ts';

/** What looks like a token of the platform, and is none. */
function token(prefix: string): string {
  return `${prefix}-${'abcd0123'.repeat(3)}`;
}

it.each([
  ['https://u:p@h/x', 'https://(secret)@h/x'],
  ['https://token@h/x', 'https://(secret)@h/x'],
  ['https://u:p@q@h/', 'https://(secret)@h/'],
  ['https://u:pa/ss@h/', 'https://(secret)@h/'],
  ['https://u:pa?s#s@h/', 'https://(secret)@h/'],
  ['https://u:p"w@h', 'https://(secret)@h'],
  ['https:u:p@h', 'https:(secret)@h'],
  ['https:\\\\u:p@h', 'https:\\\\(secret)@h'],
  ['ftp://u:p@h', 'ftp://(secret)@h'],
  ['redis+tls://:p@h', 'redis+tls://(secret)@h'],
  ['http://u:p@h1:9200,http://v:q@h2:9200', 'http://(secret)@h1:9200,http://(secret)@h2:9200'],
  ['http://h1:9200,http://v:q@h2:9200', 'http://h1:9200,http://(secret)@h2:9200'],
  ['see "https://h/?private_token=abc", please', 'see "https://h/?private_token=(secret)", please'],
  ['https://h/?a=b&api_key=z%20z#access_token=q', 'https://h/?a=b&api_key=(secret)#access_token=(secret)'],
  ['https://h/?X-Amz-Signature=00ff&b=1', 'https://h/?X-Amz-Signature=(secret)&b=1'],
  ['https://h/?code=0123456789abcdef==', 'https://h/?code=(secret)'],
  [
    'https://h/?sas=x&sig=y&hmac=z&session_id=q',
    'https://h/?sas=(secret)&sig=(secret)&hmac=(secret)&session_id=(secret)',
  ],
  ['https://hooks.slack.com/services/T00/B00/abcXYZ', 'https://hooks.slack.com/services/(secret)'],
  [
    'post to "https://hooks.slack.com/workflows/T0/A0/1/x", say',
    'post to "https://hooks.slack.com/workflows/(secret)", say',
  ],
  [
    'https://discord.com/api/webhooks/123/abc-DEF_1?wait=true',
    'https://discord.com/api/webhooks/123/(secret)?wait=true',
  ],
  [
    'https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d',
    'https://acme.webhook.office.com/webhookb2/(secret)',
  ],
  [
    'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
    'https://chat.googleapis.com/v1/spaces/A/messages?key=(secret)&token=(secret)',
  ],
  ['https://api.telegram.org/bot1:AA-b/sendMessage', 'https://api.telegram.org/bot(secret)/sendMessage'],
  ['https://chat.example.com/hooks/abcdefghijklmnopqrstuvwx12', 'https://chat.example.com/hooks/(secret)'],
  ['//u:p@h.example', '//(secret)@h.example'],
  ['https//u:p@h.example/', 'https//(secret)@h.example/'],
  ['u:p@h.example/hook', '(secret)@h.example/hook'],
  ['"u:p@h.example:8080/hook" is none', '"(secret)@h.example:8080/hook" is none'],
  ['https://u:correct horse@x.example/h', 'https://(secret)@x.example/h'],
  ['https:u:correct horse battery@x.example', 'https:(secret)@x.example'],
  ['https://u:a\tb\nc@x.example?x', 'https://(secret)@x.example?x'],
  ['"https://u:p w@h" is blocked', '"https://(secret)@h" is blocked'],
  ['https:// u:p@h/x', 'https:// (secret)@h/x'],
  ['HTTPS://U:P@H/X', 'HTTPS://(secret)@H/X'],
  ['see //u:p@h/x', 'see //(secret)@h/x'],
  ['url=//u:p@h/x', 'url=//(secret)@h/x'],
  ['HTTPS//u:p@h/x', 'HTTPS//(secret)@h/x'],
  ['https://h/?user[token]=t&a=b', 'https://h/?user[token]=(secret)&a=b'],
  ['https://h/?a[b][password]=t;x', 'https://h/?a[b][password]=(secret)'],
  ['https://h/?token[]=t&user[pass]=q', 'https://h/?token[]=(secret)&user[pass]=(secret)'],
  ['https://h/?secret[value]=t', 'https://h/?secret[value]=(secret)'],
  ['https://h/?user%5Btoken%5D=t&a=b', 'https://h/?user%5Btoken%5D=(secret)&a=b'],
  ['https://h/?to%6ben=t&%54OKEN=q', 'https://h/?to%6ben=(secret)&%54OKEN=(secret)'],
  ['https://h/a;token=t', 'https://h/a;token=(secret)'],
  ['https://h/#user[token]=t', 'https://h/#user[token]=(secret)'],
  ['https://h/?to=https%3A%2F%2Fu%3Ap%40h2%2Fx', 'https://h/?to=https%3A%2F%2F(secret)%40h2%2Fx'],
  ['https://h/?to=https%3a//h2/%3ftoken%3dt%26a=b', 'https://h/?to=https%3a//h2/%3ftoken%3d(secret)%26a=b'],
  ['https://h/?to=x%253Ftoken%253Dt%2526a', 'https://h/?to=x%253Ftoken%253D(secret)%2526a'],
  ['https://hooks%2Eslack.com/services/T00/B00', 'https://hooks%2Eslack.com/services/(secret)'],
  [`--token-file ${token('glpat')} is none`, '--token-file (secret) is none'],
  [`https://h/x/${token('glrt')}/y?a=${token('gldt')}.`, 'https://h/x/(secret)/y?a=(secret).'],
])('%s is shown as %s', (text, shown) => {
  expect(withoutUrlSecrets(text)).toBe(shown);
  expect(holdsUrlSecret(text)).toBe(true);
  expect(withoutUrlSecrets(shown)).toBe(shown);
});

it.each([
  'https://gitlab.example.com:8080/a@b',
  'http://[::1]:80/a@b',
  'https://{user}:{password}@h/?token={token}',
  'https://tracker.example.com/?key=:id',
  'https://h/?private_token={{token}}&b=${TOKEN}',
  'https://h/?private_token=${TOKEN}&token={{ token }}',
  'https://h/?code=404',
  'https://hooks.slack.com/services/{team}',
  'https://ci.example.com/hooks/deploy',
  'ssh://git@h/x',
  'write to a@b.c, or see https://h',
  'https://h/?page=2&per_page=100',
  'cn=platform,dc=example',
  'mailto:ops@example.com/x',
  'Contact:ops@example.com',
  'a//b@c',
  'see https://h:8080 or ask ops@example.com',
  'https://h: ask ops@example.com',
  'https://h or mailto:ops@example.com',
  'https://h/a%40b?c=%3A%2F%2F',
  'https://h/?variables[key]=A&filter[name]=b',
  'https://h/?variables[TOKEN_TYPE]=A',
  '// ask ops@example.com: now',
  'https://h/100%25',
  'glpat-sandbox-root',
  'glob-patterns-are-no-tokens',
])('%s is shown as it is', (text) => {
  expect(withoutUrlSecrets(text)).toBe(text);
});

it('text that is made to take long does not', () => {
  // Of the processor's time: other tests run beside this one.
  const started = process.cpuUsage();
  for (const part of [
    '://a:b',
    '://a/hooks/',
    'hooks.slack.com/services/',
    '?code=',
    '?token',
    'https:',
    'https:a',
    '=?a-',
    '://',
    '://a:b@',
    '://a:b/@',
    '"a:',
    'glpat-',
    'glpat-a.',
    '://a:b c',
    '://a:b c@',
    '://:b c',
    '?[token]',
    '&a[pass][b]=',
    '%25',
    '%2525',
    '%3a//a%3ab%40',
  ])
    withoutUrlSecrets(`@=${part.repeat(50_000)}`);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
});
