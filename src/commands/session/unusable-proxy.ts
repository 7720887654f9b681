import type { Diagnostic } from '../../base/diagnostic.ts';

const VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];
const SCHEMES = ['http:', 'https:', 'socks:', 'socks5:'];

/** What keeps a proxy that the environment names from being used. It is told by its variable alone: what it holds may be a password. */
export function unusableProxy(env: NodeJS.ProcessEnv): Diagnostic | undefined {
  const wrong = VARIABLES.find((name) => {
    const url = env[name] ?? '';
    return url !== '' && !(URL.canParse(url) && SCHEMES.includes(new URL(url).protocol));
  });
  if (wrong === undefined) return undefined;
  const message = `${wrong} is not the URL of a proxy`;
  return {
    severity: 'error',
    code: 'bad-proxy',
    message,
    remedy: 'write it like http://proxy.example.com:3128, or unset it',
  };
}
