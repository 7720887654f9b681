import type { Clock } from '../store/clock.ts';
import type { Reply } from './reply.ts';
import type { RateLimit } from '../options.ts';

/** What one request counts for: whose it is, how many there may be, and how the refusal reads. */
export interface Throttle {
  /** As the headers name it: `throttle_authenticated_api`. */
  readonly name: string;
  readonly caller: string;
  readonly limit: RateLimit;
  /** The refusal's text; `Retry later` where the instance has none of its own. */
  readonly text?: string;
}

/** What the throttle says of one request: a refusal, or the headers to send along. */
export type Throttled =
  { readonly refused: Reply } | { readonly refused: undefined; readonly headers: Readonly<Record<string, string>> };

/** Counts requests by throttle and caller in fixed windows, as the platform's middleware does. */
export function createThrottling(clock: Clock): (throttle: Throttle) => Throttled {
  const counted = new Map<string, { readonly window: number; readonly requests: number }>();
  return ({ name, caller, limit, text }) => {
    const now = Math.floor(clock.now().getTime() / 1000);
    const window = Math.floor(now / limit.seconds);
    const key = `${name} ${caller}`;
    const last = counted.get(key);
    const observed = last?.window === window ? last.requests + 1 : 1;
    counted.set(key, { window, requests: observed });
    const reset = (window + 1) * limit.seconds;
    const headers = headersOf(name, limit, observed, reset);
    return observed <= limit.requests
      ? { refused: undefined, headers }
      : { refused: refusal(headers, text, now, reset) };
  };
}

/** The limit is told for 60 seconds whatever the period; what remains is told for the real one (18.9). */
function headersOf(name: string, limit: RateLimit, observed: number, reset: number): Record<string, string> {
  return {
    'RateLimit-Name': name,
    'RateLimit-Limit': String(Math.ceil((limit.requests * 60) / limit.seconds)),
    'RateLimit-Observed': String(observed),
    'RateLimit-Remaining': String(Math.max(limit.requests - observed, 0)),
    'RateLimit-Reset': String(reset),
  };
}

function refusal(
  headers: Readonly<Record<string, string>>,
  text: string | undefined,
  now: number,
  reset: number,
): Reply {
  return {
    status: 429,
    text: `${text ?? 'Retry later'}\n`,
    headers: {
      ...headers,
      'RateLimit-ResetTime': new Date(reset * 1000).toUTCString(),
      'Retry-After': String(reset - now),
    },
  };
}
