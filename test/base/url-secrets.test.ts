import { expect, it } from 'vitest';
import { holdsUrlSecret, withoutUrlSecrets } from '../../src/base/url-secrets.ts';

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
  'ssh://git@h/x',
  'write to a@b.c, or see https://h',
  'https://h/?page=2&per_page=100',
  'cn=platform,dc=example',
])('%s is shown as it is', (text) => {
  expect(withoutUrlSecrets(text)).toBe(text);
});

it('text that is made to take long does not', () => {
  const started = performance.now();
  for (const part of ['://a:b', '?token', 'https:', 'https:a', '=?a-', '://'])
    withoutUrlSecrets(`@=${part.repeat(50_000)}`);
  expect(performance.now() - started).toBeLessThan(5000);
});
