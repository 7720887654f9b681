import type { Clock } from './clock.ts';
import type { Reply } from './reply.ts';

/** The request throttle: so many requests of one caller in each period. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** What the throttle says of one request: a refusal, or the headers to send along. */
export type Throttled =
  { readonly refused: Reply } | { readonly refused: undefined; readonly headers: Readonly<Record<string, string>> };

/** Counts requests by caller in fixed windows, as the platform's middleware does. */
export function createThrottle(limit: RateLimit, clock: Clock): (caller: string, anonymous: boolean) => Throttled {
  const counted = new Map<string, number>();
  let window = -1;
  return (caller, anonymous) => {
    const now = Math.floor(clock.now().getTime() / 1000);
    const current = Math.floor(now / limit.seconds);
    if (current !== window) {
      window = current;
      counted.clear();
    }
    const observed = (counted.get(caller) ?? 0) + 1;
    counted.set(caller, observed);
    const reset = (current + 1) * limit.seconds;
    const headers = headersOf(limit, observed, reset, anonymous);
    return observed <= limit.requests ? { refused: undefined, headers } : { refused: refusal(headers, now, reset) };
  };
}

/** The limit is told for 60 seconds whatever the period; what remains is told for the real one (18.9). */
function headersOf(limit: RateLimit, observed: number, reset: number, anonymous: boolean): Record<string, string> {
  return {
    'RateLimit-Name': anonymous ? 'throttle_unauthenticated_api' : 'throttle_authenticated_api',
    'RateLimit-Limit': String(Math.ceil((limit.requests * 60) / limit.seconds)),
    'RateLimit-Observed': String(observed),
    'RateLimit-Remaining': String(Math.max(limit.requests - observed, 0)),
    'RateLimit-Reset': String(reset),
  };
}

function refusal(headers: Readonly<Record<string, string>>, now: number, reset: number): Reply {
  return {
    status: 429,
    text: 'Retry later\n',
    headers: {
      ...headers,
      'RateLimit-ResetTime': new Date(reset * 1000).toUTCString(),
      'Retry-After': String(reset - now),
    },
  };
}
