import type { Reply } from './reply.ts';
import type { UserRow } from '../users/rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import type { Platform } from '../store/platform.ts';

interface Limit {
  readonly method: string;
  /** Below /api/v4; the part in brackets, when there is one, is counted apart. */
  readonly path: RegExp;
  /** The setting that holds the number of requests; 0 turns the limit off. */
  readonly setting?: string;
  readonly requests: number;
  readonly seconds: number;
  /** Administrators are not counted, or callers without a token, or those with one. */
  readonly spares?: 'administrators' | 'anonymous' | 'signed in';
  /** Requests with a body up to this many bytes are not counted. */
  readonly above?: number;
}

/** A request, as far as limits look at it. */
interface Counted {
  readonly method: string;
  /** Below /api/v4. */
  readonly path: string;
  readonly secret: string;
  readonly bytes: number;
}

const minute = 60;

/** The limits of single endpoints that a fresh instance has turned on (18.9). */
const limits: readonly Limit[] = [
  get(/^\/groups$/, 'groups_api_limit', 200),
  get(/^\/groups\/[^/]+$/, 'group_api_limit', 400),
  get(/^\/groups\/[^/]+\/projects$/, 'group_projects_api_limit', 600),
  get(/^\/groups\/[^/]+\/groups\/shared$/, 'group_shared_groups_api_limit', 60),
  get(/^\/groups\/[^/]+\/invited_groups$/, 'group_invited_groups_api_limit', 60),
  get(/^\/projects\/[^/]+$/, 'project_api_limit', 400),
  get(/^\/(?:groups|projects)\/[^/]+\/members\/all$/, 'project_members_api_limit', 200),
  get(/^\/users\/[^/]+\/status$/, 'users_api_limit_status', 240),
  get(/^\/users\/[^/]+\/keys$/, 'users_api_limit_ssh_keys', 120),
  get(/^\/users\/[^/]+\/gpg_keys$/, 'users_api_limit_gpg_keys', 120),
  get(/^\/users\/[^/]+\/projects$/, 'user_projects_api_limit', 300),
  get(/^\/projects\/[^/]+\/invited_groups$/, 'project_invited_groups_api_limit', 60),
  get(/^\/users\/[^/]+\/keys\/\d+$/, 'users_api_limit_ssh_key', 120),
  get(/^\/users\/[^/]+\/gpg_keys\/\d+$/, 'users_api_limit_gpg_key', 120),
  get(/^\/users\/[^/]+\/contributed_projects$/, 'user_contributed_projects_api_limit', 100),
  get(/^\/users\/[^/]+\/starred_projects$/, 'user_starred_projects_api_limit', 100),
  get(/^\/users\/[^/]+\/followers$/, 'users_api_limit_followers', 100),
  get(/^\/users\/[^/]+\/following$/, 'users_api_limit_following', 100),
  { ...get(/^\/projects$/, 'projects_api_limit', 2000), seconds: 10 * minute, spares: 'anonymous' },
  {
    ...get(/^\/projects$/, 'projects_api_rate_limit_unauthenticated', 400),
    seconds: 10 * minute,
    spares: 'signed in',
  },
  { method: 'GET', path: /^\/namespaces\/[^/]+\/exists$/, requests: 20, seconds: minute },
  { ...get(/^\/users\/\d+$/, 'users_get_by_id_limit', 300), seconds: 10 * minute, spares: 'administrators' },
  {
    method: 'POST',
    path: /^\/groups\/[^/]+\/(?:un)?archive$/,
    setting: 'group_archive_unarchive_api_limit',
    requests: 60,
    seconds: minute,
  },
  {
    method: 'DELETE',
    path: /^\/((?:groups|projects)\/[^/]+)\/members\/\d+$/,
    setting: 'members_delete_limit',
    requests: 60,
    seconds: minute,
  },
  // Large commits are few: three in half a minute.
  {
    method: 'POST',
    path: /^\/(projects\/[^/]+)\/repository\/commits$/,
    requests: 3,
    seconds: 30,
    above: 20 * 1024 * 1024,
  },
];

function get(path: RegExp, setting: string, requests: number): Limit {
  return { method: 'GET', path, setting, requests, seconds: minute };
}

interface Window {
  readonly since: number;
  readonly count: number;
}

/** Counts the requests of each caller to limited endpoints; answers 429 once a limit is passed, else nothing. */
export function createEndpointLimits(platform: Platform): (request: Counted) => Reply | undefined {
  const windows = new Map<string, Window>();
  return (request) => {
    const user = platform.state.users.get(platform.state.tokenBySecret(request.secret)?.user_id ?? 0);
    const found = limits.find((limit) => counts(limit, request, user));
    if (found === undefined) return undefined;
    const allowed =
      found.setting === undefined
        ? found.requests
        : numberSetting(platform.state.settings, found.setting, found.requests);
    if (allowed === 0) return undefined;
    const key = `${found.path.source} ${found.path.exec(request.path)?.[1] ?? ''} ${user?.id ?? 'anonymous'}`;
    const now = platform.clock.now().getTime() / 1000;
    const last = windows.get(key);
    const current = last === undefined || now - last.since >= found.seconds ? { since: now, count: 0 } : last;
    windows.set(key, { ...current, count: current.count + 1 });
    return current.count < allowed ? undefined : tooMany(found.seconds);
  };
}

function counts(limit: Limit, request: Counted, user: UserRow | undefined): boolean {
  if (limit.method !== request.method || !limit.path.test(request.path)) return false;
  if (limit.above !== undefined && request.bytes <= limit.above) return false;
  if (limit.spares === undefined) return true;
  switch (limit.spares) {
    case 'administrators':
      return user?.admin !== true;
    case 'anonymous':
      return user !== undefined;
    case 'signed in':
      return user === undefined;
  }
}

/** This kind of 429 is JSON, and asks to wait for the whole interval. */
function tooMany(seconds: number): Reply {
  const error = 'This endpoint has been requested too many times. Try again later.';
  return { status: 429, body: { message: { error } }, headers: { 'Retry-After': String(seconds) } };
}
