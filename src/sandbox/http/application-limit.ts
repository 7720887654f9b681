import { refuse } from './reply.ts';
import type { Platform } from '../store/platform.ts';

/** What an endpoint allows one caller: so many requests in so many seconds. */
export interface EndpointLimit {
  readonly requests: number;
  readonly seconds: number;
}

interface Counted {
  readonly from: number;
  readonly count: number;
}

const counters = new WeakMap<Platform, Map<string, Counted>>();

/** The limiter of single endpoints: JSON, and the whole interval as Retry-After (any limited endpoint, 18.9). */
export function limitEndpoint(platform: Platform, key: string, limit: EndpointLimit): void {
  if (!isOverLimit(platform, key, limit)) return;
  refuse({
    status: 429,
    body: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    headers: { 'Retry-After': String(limit.seconds) },
  });
}

/** Counts one more of what a key names, and tells whether that is beyond its limit. */
export function isOverLimit(platform: Platform, key: string, limit: EndpointLimit): boolean {
  const known = counters.get(platform) ?? new Map<string, Counted>();
  counters.set(platform, known);
  const now = platform.clock.now().getTime();
  const last = known.get(key);
  const running = last !== undefined && now - last.from < limit.seconds * 1000;
  const counted = running ? { from: last.from, count: last.count + 1 } : { from: now, count: 1 };
  known.set(key, counted);
  return counted.count > limit.requests;
}
