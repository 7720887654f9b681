import type { Bag } from '../store/rows.ts';

/** The names in braces that a URL takes from its variables (hooks, 18.9). */
const reference = /\{([A-Za-z]+[0-9]*(?:[._-][A-Za-z0-9]+)*)\}/g;

/** The names that a URL uses and the variables lack. */
export function missingVariables(url: string, variables: Readonly<Record<string, string>>): readonly string[] {
  const used = [...url.matchAll(reference)].map((match) => match[1] ?? '');
  return used.filter((name) => !Object.hasOwn(variables, name));
}

/** The URL with its variables filled in; a name without a value stays. */
export function interpolated(url: string, variables: Readonly<Record<string, string>>): string {
  return url.replace(reference, (whole, name: string) => variables[name] ?? whole);
}

/** Why a URL may not be asked, by its scheme or its host; undefined when it may (hooks, 18.9). */
export function urlProblem(
  url: string,
  kind: 'group' | 'project' | 'system',
  settings: Bag,
  schemes: readonly string[] = ['http', 'https'],
): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // Without a scheme it is still a URI, though not of one that is allowed.
  if (parsed === undefined && /[\s<>{}|\\^`]|^[a-z]+:\/\//i.test(url)) return 'is blocked: URI is invalid';
  if (parsed === undefined || !schemes.includes(parsed.protocol.slice(0, -1))) {
    return `is blocked: Only allowed schemes are ${schemes.join(', ')}`;
  }
  const setting =
    kind === 'system' ? 'allow_local_requests_from_system_hooks' : 'allow_local_requests_from_web_hooks_and_services';
  if (settings[setting] === true || isAllowed(parsed.hostname, settings)) return undefined;
  if (isLocalhost(parsed.hostname)) return 'is blocked: Requests to localhost are not allowed';
  return isPrivate(parsed.hostname) ? 'is blocked: Requests to the local network are not allowed' : undefined;
}

function isAllowed(host: string, settings: Bag): boolean {
  const list = settings['outbound_local_requests_whitelist'];
  return Array.isArray(list) && (list as readonly unknown[]).includes(host);
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host === '0.0.0.0' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

function isPrivate(host: string): boolean {
  if (/^\[f[cd]|^\[fe[89ab]/.test(host)) return true;
  return /^(10(\.\d+){3}|192\.168(\.\d+){2}|169\.254(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})$/.test(host);
}
