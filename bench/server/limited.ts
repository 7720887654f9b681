import { listen } from './listen.ts';
import type { Seen } from './process.ts';

/** How many requests a server permits in each second, and how it refuses the others. */
export interface Limits {
  readonly rates: readonly { readonly perSecond: number; readonly seconds: number }[];
  /** The throttle of all requests tells its limit with every answer and refuses in text; that of an endpoint tells nothing and refuses in JSON. */
  readonly shape: 'text' | 'json';
  readonly latency: number;
}

/** A server that answers every request alike, and refuses what goes beyond its limit, which changes as it runs. */
export async function limitedServer({ rates, shape, latency }: Limits): Promise<{ seen(): Seen; forget(): void }> {
  const seen = { requests: 0, refused: 0, writes: 0, first: 0, last: 0, together: 0 };
  let second = -1;
  let passed = 0;

  const url = await listen((request, response) => {
    request.resume();
    const now = Date.now();
    if (seen.first === 0) seen.first = now;
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000);
      passed = 0;
    }
    const limit = limitAt((now - seen.first) / 1000, rates);
    seen.requests++;
    const refused = passed >= limit;
    if (refused) seen.refused++;
    else {
      passed++;
      seen.last = now;
    }
    const told = shape === 'text' ? toldOf(limit, passed, second + 1) : {};
    setTimeout(() => {
      if (!refused) {
        response.writeHead(200, { 'content-type': 'application/json', ...told }).end('{"id":1}');
      } else if (shape === 'text') {
        response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '1', ...told }).end('Retry later\n');
      } else {
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' }).end(TOO_MANY);
      }
    }, latency);
  });

  return { seen: () => ({ url, ...seen }), forget: () => undefined };
}

const TOO_MANY = '{"message":{"error":"This endpoint has been requested too many times. Try again later."}}';

/** The limit after so many seconds. */
function limitAt(elapsed: number, rates: Limits['rates']): number {
  let end = 0;
  for (const { perSecond, seconds } of rates) {
    end += seconds;
    if (elapsed < end) return perSecond;
  }
  return rates.at(-1)?.perSecond ?? 0;
}

function toldOf(limit: number, passed: number, reset: number): { readonly [name: string]: string } {
  return {
    'ratelimit-limit': String(limit * 60),
    'ratelimit-remaining': String(Math.max(0, limit - passed)),
    'ratelimit-reset': String(reset),
  };
}
