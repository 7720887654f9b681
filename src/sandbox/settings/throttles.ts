import { basicPassword, secretOf } from '../http/auth.ts';
import { formFields } from '../http/body.ts';
import type { Incoming } from '../http/dispatch.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import type { Throttle } from '../http/rate-limit.ts';
import { numberSetting } from './typed-settings.ts';
import type { Platform } from '../store/platform.ts';

/** The parts of the API that have a throttle of their own, which counts in place of that of the API where it is on. */
const parts = [
  ['files_api', (path: string) => /^\/api\/v\d+\/projects\/[^/]+\/repository\/files\/.+/.test(path)],
  // Guess: this pattern of what packages are; the platform's names each format of them (lib/gitlab/regex/packages.rb).
  ['packages_api', (path: string) => /^\/api\/v\d+\/((projects|groups)\/[^/]+\/(-\/)?)?packages\/[A-Za-z]/.test(path)],
  // A group with its projects, which are there unless with_projects says otherwise.
  [
    'deprecated_api',
    (path: string, query: JsonObject) =>
      /^\/api\/v\d+\/groups\/[^/]+\/?$/.test(path) &&
      !['false', '0', 'f', 'no', 'off'].includes(textOf(query['with_projects'])),
  ],
] as const;

/**
 * The throttles of the `throttle_*` settings that a request counts for: that of its part of the API, and that of protected paths
 * (PUT /application/settings and lib/gitlab/rack_attack/request.rb, 18.9).
 */
export function settingThrottles(platform: Platform, request: Incoming): readonly Throttle[] {
  const { settings } = platform.state;
  const [path = '', queryText = ''] = request.url.split('?', 2);
  const query = formFields(queryText);
  const user = userOf(platform, request, query);
  const caller = user === undefined ? 'address' : `user ${user}`;
  const kind = user === undefined ? 'unauthenticated' : 'authenticated';
  const text = textOf(settings['rate_limiting_response_text']);
  const isOn = (prefix: string) => settings[`${prefix}_enabled`] === true;
  const throttle = (name: string, prefix: string): Throttle => ({
    name,
    caller,
    limit: {
      requests: numberSetting(settings, `${prefix}_requests_per_period`, 3600),
      seconds: numberSetting(settings, `${prefix}_period_in_seconds`, 3600),
    },
    ...(text === '' ? {} : { text }),
  });
  const api = path.startsWith('/api');
  const part = parts.find(([name, fits]) => fits(path, query) && isOn(`throttle_${kind}_${name}`))?.[0];
  const prefix = `throttle_${kind}_${part ?? (api ? 'api' : 'web')}`;
  const guard = guardOf(settings, request.method, path);
  const guarded = guard !== undefined && isOn('throttle_protected_paths');
  const side = kind === 'unauthenticated' ? '' : api ? '_api' : '_web';
  return [
    ...(isOn(prefix) ? [throttle(prefix, prefix)] : []),
    ...(guarded ? [throttle(`throttle_${kind}_${guard}${side}`, 'throttle_protected_paths')] : []),
  ];
}

/** Which list of protected paths a request falls under: that of POST, or that of GET (lib/gitlab/rack_attack/request.rb). */
function guardOf(settings: JsonObject, method: string, path: string): string | undefined {
  const lists: Readonly<Record<string, readonly [string, string]>> = {
    POST: ['protected_paths', 'protected_paths_raw'],
    GET: ['get_protected_paths', 'protected_paths_for_get_request_raw'],
  };
  const [guard, setting = ''] = lists[method] ?? [];
  const starts = textOf(settings[setting])
    .split(/\s+/)
    .filter((start) => start !== '');
  return starts.some((start) => path.startsWith(start)) ? guard : undefined;
}

/** Who is counted: the user behind a token that is good; all others count as one address. */
function userOf(platform: Platform, { headers }: Incoming, query: JsonObject): number | undefined {
  const token = platform.state.tokenBySecret(secretOf(headers, query) ?? basicPassword(headers) ?? '');
  return token === undefined || token.revoked ? undefined : token.user_id;
}
